"""Every limit of the product, with its unit and the reason for it."""

from __future__ import annotations

MAX_LINE_BYTES = 16 * 1024 * 1024
"""Bytes of one JSONL line: a recorded run with images fits, and a file without line ends fills no memory."""

MAX_FILE_BYTES = 128 * 1024 * 1024
"""Bytes of a file that is read as a whole (JSON): about 1 GB of memory once parsed; longer suites are JSONL."""

MAX_YAML_BYTES = 4 * 1024 * 1024
"""Bytes of a YAML file: its reader takes about 4 seconds a megabyte, JSON's takes .02; long suites are JSONL."""

MAX_PART_BYTES = 8 * 1024 * 1024
"""Bytes of an image or a file that a case names: in base64 it still fits into one line."""

MAX_DEPTH = 100
"""Levels of nesting in a file: JSON Schemas in tool declarations stay under 40, and Python's own limit is near 1000."""

MAX_YAML_NODES = 1_000_000
"""Values of a YAML file once its aliases are written out: a few lines of aliases can stand for billions."""

MAX_REPEATS = 1_000_000
"""Runs of one case: a count that nobody makes by intent, and that fits any store."""

MAX_PROBLEMS = 100
"""Problems that one report lists; more are counted only."""

MAX_LOST_SHARE = 0.05
"""Probability that may fall on tokens that are no answer: beyond it, the first token does not tell the answer."""

JUDGE_ATTEMPTS = 3
"""Replies asked for under one sample index before an unreadable one stands as a failure."""

JUDGE_CUT_OFF = 0.5
"""P(pass) from which a distribution is a pass, where no calibration record declares another."""

JUDGE_CALL_SECONDS = 120.0
"""Seconds for one call to a judge: a hosted model that thinks takes up to a minute, and nobody waits for a lost one."""

LOCAL_CALL_SECONDS = 1800.0
"""Seconds for one call to the embedded judge, which nothing can stop: 8,000 tokens on a busy core take ten minutes."""

JUDGE_TRIES = 5
"""Times that a call is made whose connection breaks or whose server is busy."""

FIRST_PAUSE_SECONDS = 0.5
"""Seconds before the second try; each further pause is twice as long, up to the longest."""

LONGEST_PAUSE_SECONDS = 30.0
"""Seconds between two tries at most, where the server says nothing: rate limits are counted by the minute."""

LONGEST_RETRY_AFTER_SECONDS = 300.0
"""Seconds of patience that a server may ask for; a suite that waits longer is better run again later."""

JUDGE_DEADLINES = 2
"""Calls that may miss their deadline before a sample is lost: one lost connection is chance, two are not."""

LEAST_RATE = 0.1
"""Calls a second that a judge is asked at least, however often it pleads for patience: free tiers serve 5 a minute."""

RATE_GAIN = 0.1
"""Calls a second by which a lowered rate grows each second that calls are served."""

RATE_WINDOW_SECONDS = 1.0
"""Seconds over which the rate is measured that a server would not bear."""

PLEAS_WINDOW_CALLS = 20
"""Calls, the last ones answered, of which the share of pleas is taken: few enough to see a change within a second."""

TOLERATED_PLEAS = 1 / 6
"""Share of calls answered with pleas from which the rate is lowered: fewer are chance, and cost less than waiting."""

JUDGE_CONNECT_SECONDS = 10.0
"""Seconds within which a connection to a judge must stand: TCP gives up after minutes, and nobody needs so long."""

JUDGE_IDLE_SECONDS = 30.0
"""Seconds for which an idle connection is kept for the next call; many servers close theirs after a minute."""

THOUGHTS_ROOM = 8192
"""Tokens granted on top of the answer's to a model that thinks first, since servers count thoughts as output."""

MAX_EVIDENCE_BYTES = 16_000
"""Bytes of evidence shown with a claim: about 4,000 tokens, so that the embedded judge's window of 8,192 has room."""

NEAR_DUPLICATE = 0.85
"""Share of two criteria's words that both have, from which they seem to say the same: six words, and one more."""

WATCH_SECONDS = 0.5
"""Seconds between two looks at a file that is watched: faster than a person saves twice."""

MAX_PATTERN_CHARACTERS = 1_000
"""Characters of a redaction rule's pattern: a list of names fits, and what is longer nobody can check by reading."""

HONEST_WORKS = 3
"""Pieces of failing work on which each criterion is attacked: enough for an interval, at a bearable number of calls."""

LEAST_GAIN = 0.1
"""Balanced accuracy by which another cut-off must beat the declared one: choosing it takes half of the labels."""

LEAST_LABELS_TO_CHOOSE = 30
"""Labels in each half, of which one chooses a cut-off and the other measures it."""

LEAST_LABELS_A_CRITERION = 20
"""Labels from which on a criterion is reported by itself."""

MAX_DISAGREEMENTS = 10
"""Disagreements that a report shows in full."""

CERTIFICATE_DELTA = 0.1
"""The probability with which a certificate may be wrong."""

MOST_NOT_JUDGED = 0.05
"""Share of labels on which no judge could be asked, above which no record is made: they are not missing by chance."""

SURE_ENOUGH = 0.9
"""The probability from which a verdict is said to pass, and under whose complement to fail, where none is certified."""

LENGTH_RATIO = 1.5
"""Mean length of one side's answers over the other's from which a comparison warns: judges favour length."""

OTHER_SCRIPT_SHARE = 0.05
"""Share of answers in another script than before from which a comparison warns."""

UNDECIDED_MOVED = 0.01
"""The p of no difference under which a share of undecided items is another: than where labels were drawn, or before."""

SURELY_UNSAFE = 0.9
"""P(unsafe) from which one changed response blocks alone, where a judge gives probabilities."""

CLEAR_LEAD = 3
"""Votes for an answer, with none against it, from which one response's safety is settled."""
