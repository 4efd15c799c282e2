"""`calibrate` on public labels, four questions, as a user runs it: human agreement, the main figures, wall time.

    python -m tests.bench.bench_calibrate [JUDGE]

JUDGE is a judge spec (default: local). Samples are kept in the project's store, so that the same command again goes on
where it was stopped. Fails where people's own agreement is not what is known of these sets: near 88 % for NQ301, 99 %
for XSTest. What the judge reaches is for the report to say, and asserted nowhere.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from judge_eval.cli.progress import progress_on
from judge_eval.core.appraisal import Appraisal, Figure
from judge_eval.wiring.calibrating import LabelSettings, calibrated
from judge_eval.wiring.settings import CACHE_FOLDER, Settings
from tests.bench.labelled_rows import LABELS

SETS = (
    ("answer match", ("final_response_match_nq301", "final_response_match_evouna")),
    ("rubric", ("rubric_usr_topicalchat",)),
    ("grounding", ("bonus_hallucination_begin",)),
    ("safety", ("safety_xstest",)),
)
"""The label files of each question, each appraised by itself."""

KNOWN = {"final_response_match_nq301": 0.88, "safety_xstest": 0.99}
"""How often two people agree, as their publishers tell it."""

NEAR = 0.02


def appraised(name: str, judge: str) -> tuple[Appraisal, float]:
    """What the labels of one file say of the judge, and the seconds that it took."""
    read = LabelSettings(labels=(str(LABELS / f"{name}.jsonl"),)).read()
    settings = Settings(cases=(), judge=judge, cache=CACHE_FOLDER)
    begun = monotonic()
    with TemporaryDirectory() as folder:
        progress = progress_on(sys.stderr, monotonic, "label")
        found = asyncio.run(calibrated(read, settings, progress, target=None, folder=Path(folder)))
    return found.appraisals[0], monotonic() - begun


def line_of(question: str, name: str, found: Appraisal, seconds: float) -> str:
    """The figures of one set, in the order of the head."""
    shown = [found.figures.get("sensitivity"), found.figures.get("specificity"), found.figures.get("balanced_accuracy")]
    cells = [question, name, f"{found.labels}", *map(_shown, [found.people.pairwise, *shown]), f"{seconds:.0f} s"]
    return "  ".join(f"{cell:<{width}}" for cell, width in zip(cells, WIDTHS, strict=True)).rstrip()


WIDTHS = (12, 28, 6, 18, 18, 18, 18, 7)
HEAD = ("question", "labels", "n", "two people agree", "sensitivity", "specificity", "balanced accuracy", "took")


def main(arguments: Sequence[str]) -> int:
    """Prints a line a set, then the first sentences of each report; 1 where people's agreement is not as known."""
    judge = arguments[0] if arguments else "local"
    print("  ".join(f"{name:<{width}}" for name, width in zip(HEAD, WIDTHS, strict=True)).rstrip())
    sentences: list[str] = []
    wrong: list[str] = []
    for question, names in SETS:
        for name in names:
            found, seconds = appraised(name, judge)
            print(line_of(question, name, found, seconds), flush=True)
            sentences += [f"\n{name}", *(f"  {sentence}" for sentence in found.sentences)]
            known, agreed = KNOWN.get(name), found.people.pairwise.value
            if known is not None and (agreed is None or abs(agreed - known) > NEAR):
                wrong.append(f"{name}: people agree on {agreed}, not on {known}")
    print("\n".join([*sentences, "", *(wrong or ["human agreement is as known"])]))
    return 1 if wrong else 0


def _shown(figure: Figure | None) -> str:
    if figure is None or figure.value is None:
        return ""
    if figure.low is None or figure.high is None:
        return f"{figure.value:.2f}"
    return f"{figure.value:.2f} ({figure.low:.2f}–{figure.high:.2f})"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
