"""Every flag of `judge-eval score`: what it does, the variable that sets it, and what is said of a wrong one."""

from __future__ import annotations

import json
from pathlib import Path

import click
import pytest

from judge_eval.cli.main import COMMANDS, LazyCommands
from tests.own_environment import own_environment
from tests.small_suite import CONFIG, Ended, called, run_of, scored, write_suite

NEVER = "rules: [{when: nothing fits this, replies: [no]}]\n"
"""A judge that cannot be asked: whoever asks it gets an error."""

NOT_THE_SUM = 'rules: [{when: "2 . 2", replies: ["no"]}, {replies: ["yes"]}]\n'


def listed(ended: Ended) -> list[str]:
    """The ids of `--list --format json`."""
    return [case["id"] for case in json.loads(ended.stdout)]


@pytest.mark.parametrize(
    ("arguments", "ids"),
    [
        ((), ["capital", "sum", "where"]),
        (("--case", "c*"), ["capital"]),
        (("--case", "c*", "--case", "s?m"), ["capital", "sum"]),
        (("--tag", "geography"), ["capital", "where"]),
        (("--tag", "maths", "--tag", "es"), ["sum", "where"]),
        (("--exclude-tag", "en"), ["where"]),
        (("--tag", "geography", "--exclude-tag", "es", "--case", "*a*"), ["capital"]),
    ],
)
def test_filters_narrow_the_cases(tmp_path: Path, arguments: tuple[str, ...], ids: list[str]) -> None:
    """Globs on ids, one of these tags, none of those tags: each narrows further, a repeated one widens."""
    write_suite(tmp_path)
    assert listed(scored(tmp_path, *arguments, "--list", "--format", "json")) == ids


def test_list_scores_nothing(tmp_path: Path) -> None:
    """It shows id, cluster, turns, runs, tags and the first words, also where no run is at hand."""
    write_suite(tmp_path, runs=None, judge=NEVER)
    ended = scored(tmp_path, "--list")
    assert ended.code == 0
    assert "capital  capital  1      0     geography, en  What is the capital of France?" in ended.stdout
    assert ended.stdout.endswith("\n3 cases\n")


def test_filters_that_let_nothing_through_are_an_input_error(tmp_path: Path) -> None:
    """An empty suite is no passed suite."""
    write_suite(tmp_path)
    ended = scored(tmp_path, "--case", "zzz")
    assert ended.code == 2
    assert "none of the 3 cases passes the filters (see their ids and tags with --list" in ended.stderr


def test_ids_after_a_colon_pick_cases(tmp_path: Path) -> None:
    """`file:id1,id2` picks those; an unknown id is told with the nearest one."""
    write_suite(tmp_path)
    assert listed(called(tmp_path, "score", "s.cases.yaml:sum,where", "--list", "--format", "json")) == ["sum", "where"]
    ended = called(tmp_path, "score", "s.cases.yaml:captial")
    assert ended.code == 2
    assert "s.cases.yaml: this file has no such case; found 'captial' (did you mean 'capital'?)" in ended.stderr


def test_metric_takes_the_place_of_the_configured_ones(tmp_path: Path) -> None:
    """The named ones are scored, with their configured settings; `rouge` means all nine."""
    write_suite(tmp_path, judge=NEVER)
    document = json.loads(scored(tmp_path, "--metric", "rouge", "--format", "json").stdout)
    assert len(document["estimates"]) == 9
    document = json.loads(scored(tmp_path, "--metric", "tool_trajectory_avg_score", "--format", "json").stdout)
    assert [(row["metric"], row["threshold"]) for row in document["estimates"]] == [("tool_trajectory_avg_score", 1.0)]


def test_an_unknown_metric_is_told_with_the_nearest(tmp_path: Path) -> None:
    """Where none is near, all are told."""
    write_suite(tmp_path)
    ended = scored(tmp_path, "--metric", "tool_trajectry_f1", "--metric", "xyzzy")
    assert (ended.code, ended.stdout) == (2, "")
    assert (
        "error: --metric: there is no metric 'tool_trajectry_f1' (did you mean 'tool_trajectory_f1'?)" in ended.stderr
    )
    assert "error: --metric: there is no metric 'xyzzy' (known are " in ended.stderr


def test_a_metric_that_is_not_supported_says_so(tmp_path: Path) -> None:
    """The table tells why, and the others go on."""
    write_suite(tmp_path)
    names = ("response_evaluation_score", "response_match_score")
    ended = scored(tmp_path, *(word for name in names for word in ("--metric", name)))
    assert ended.code == 0
    line = next(line for line in ended.stdout.splitlines() if line.startswith(names[0]))
    assert "3 not applicable: not_supported: needs Vertex AI; nearest: " in line


def test_dry_run_asks_nothing(tmp_path: Path) -> None:
    """It says how many calls there would be, at least and at most, and how many the cache holds."""
    write_suite(tmp_path, judge=NEVER)
    ended = scored(tmp_path, "--dry-run")
    assert ended.code == 0
    assert "3 runs would be scored; nothing was asked" in ended.stdout
    found = json.loads(scored(tmp_path, "--dry-run", "--format", "json").stdout)["judged"]["final_response_match_v2"]
    # three items; lead:2,max:8 takes 2 samples at least and 8 at most for each, and a sample up to 3 attempts
    assert (found["items"], found["by_rule"]) == (3, 0)
    assert (found["least"], found["most"], found["cached"]) == (3 * 2, 3 * 8 * 3, 0)


def test_dry_run_counts_equal_items_once(tmp_path: Path) -> None:
    """Two cases that differ in nothing but their ids share their calls, in the forecast as in the score."""
    line = '- {id: %s, turns: [{user: "2 + 2?", reference: The sum is four.}]}\n'
    runs = [run_of(name, "2 + 2?", "It makes 4.") for name in ("one", "two")]
    write_suite(tmp_path, cases=line % "one" + line % "two", runs=runs)
    found = json.loads(scored(tmp_path, "--dry-run", "--format", "json").stdout)["judged"]["final_response_match_v2"]
    assert (found["items"], found["least"], found["most"]) == (2, 2, 8 * 3)
    assert "2 calls made" in scored(tmp_path).stderr


def test_dry_run_without_a_judge_knows_no_calls(tmp_path: Path) -> None:
    """Nobody can tell what a judge that is not at hand would take: exit code 3, with the remedy, and no number."""
    write_suite(tmp_path)
    with own_environment():
        ended = scored(tmp_path, "--dry-run", "--judge", "gemini-2.5-flash")
        told = scored(tmp_path, "--dry-run", "--judge", "gemini-2.5-flash", "--format", "json")
    assert (ended.code, told.code) == (3, 3)
    assert "set GOOGLE_API_KEY or GEMINI_API_KEY" in ended.stdout
    found = json.loads(told.stdout)["judged"]["final_response_match_v2"]
    assert (found["items"], found["by_rule"], found["least"], found["most"]) == (3, 0, None, None)
    assert found["not_judged"]


def test_dry_run_knows_the_cache(tmp_path: Path) -> None:
    """What is in the store is counted as such: after a run nothing is left to ask."""
    write_suite(tmp_path)
    scored(tmp_path)
    found = json.loads(scored(tmp_path, "--dry-run", "--format", "json").stdout)["judged"]["final_response_match_v2"]
    assert (found["least"], found["most"], found["cached"]) == (0, 0, 6)


def test_explain_tells_what_did_not_pass(tmp_path: Path) -> None:
    """User, calls, reference, response, every score and every sample of each such case, and of no other."""
    write_suite(tmp_path, judge=NOT_THE_SUM)
    ended = scored(tmp_path, "--explain")
    story = ended.stdout.partition("\nsum: failed\n")[2]
    for line in (
        "user:           How much is 2 + 2?",
        "expected calls: add(a=2, b=2)",
        "reference:      The sum is four.",
        "response:       That makes 4.",
        "fail by the judge, value 0.000 ± 0.000",
        "sample 2: no (The script says so.)",
    ):
        assert line in story
    assert "capital: passed" not in ended.stdout
    assert "sum: failed" in scored(tmp_path, "--explain", "--format", "json").stderr


def test_json_is_one_document_equal_to_the_file(tmp_path: Path) -> None:
    """Stdout holds results.json, byte for byte, and nothing else."""
    write_suite(tmp_path)
    ended = scored(tmp_path, "--format", "json", "--out", "out")
    assert ended.stdout == (tmp_path / "out" / "results.json").read_text(encoding="utf-8")
    assert json.loads(ended.stdout)["schema"] == "judge-eval/results/1"


def test_no_cache_keeps_and_reads_nothing(tmp_path: Path) -> None:
    """Every sample is asked anew, and no folder is made."""
    write_suite(tmp_path)
    for _ in range(2):
        assert "judge: 6 calls made, 0 cached" in scored(tmp_path, "--no-cache").stderr
    assert not (tmp_path / ".judge-eval").exists()


def test_votes_replace_the_configured_rule(tmp_path: Path) -> None:
    """`fixed:5` asks five, and a rule that is none is told with its place."""
    write_suite(tmp_path)
    assert "judge: 15 calls made" in scored(tmp_path, "--votes", "fixed:5").stderr
    assert "error: --votes: there is no such rule; found 'lots'" in scored(tmp_path, "--votes", "lots").stderr


def test_the_judge_is_the_flag_s_then_the_configuration_s_then_the_variable_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The variable speaks only where no configuration does, and starts no judge by itself."""
    write_suite(tmp_path)
    monkeypatch.setenv("JUDGE_EVAL_JUDGE", "nonsense")
    assert "judge   scripted:judge.yaml, " in scored(tmp_path).stderr
    assert "--judge: there is no such judge; found 'other'" in scored(tmp_path, "--judge", "other").stderr
    write_suite(tmp_path, config=CONFIG.replace('judge: {model: "scripted:judge.yaml"}\n', ""))
    assert "JUDGE_EVAL_JUDGE: there is no such judge; found 'nonsense'" in scored(tmp_path).stderr
    (tmp_path / "judge-eval.yaml").unlink()
    assert scored(tmp_path).code == 0


@pytest.mark.parametrize(
    ("variable", "value", "flags"),
    [
        ("RUNS", "reference", ("--runs", "reference")),
        ("AGENT", "no.such:agent", ("--agent", "no.such:agent")),
        ("CONFIG", "other.yaml", ("--config", "other.yaml")),
        ("VOTES", "fixed:3", ("--votes", "fixed:3")),
        ("METRIC", "rougeL_recall unigram_recall", ("--metric", "rougeL_recall", "--metric", "unigram_recall")),
        ("CASE", "cap*", ("--case", "cap*")),
        ("TAG", "maths", ("--tag", "maths")),
        ("EXCLUDE_TAG", "maths", ("--exclude-tag", "maths")),
        ("LIST", "1", ("--list",)),
        ("CACHE", "elsewhere", ("--cache", "elsewhere")),
        ("NO_CACHE", "true", ("--no-cache",)),
        ("CONCURRENCY", "0", ("--concurrency", "0")),
        ("DRY_RUN", "yes", ("--dry-run",)),
        ("EXPLAIN", "1", ("--explain",)),
        ("OUT", "results", ("--out", "results")),
        ("FORMAT", "json", ("--format", "json")),
    ],
)
def test_a_variable_does_what_its_flag_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, flags: tuple[str, ...]
) -> None:
    """Code and both streams are the same, but for the name of who said it; without either they differ."""
    write_suite(tmp_path, judge=NOT_THE_SUM)
    (tmp_path / "other.yaml").write_text("metrics: {unigram_recall: 0.1}\n", encoding="utf-8")
    by_flag = _told(scored(tmp_path, *flags), tmp_path)
    monkeypatch.setenv(f"JUDGE_EVAL_{variable}", value)
    assert _told(scored(tmp_path), tmp_path) == by_flag
    monkeypatch.delenv(f"JUDGE_EVAL_{variable}")
    assert _told(scored(tmp_path), tmp_path) != by_flag


def _told(ended: Ended, folder: Path) -> tuple[int, str, list[str], set[str]]:
    """What a person sees, without ages and counts of this invocation, and which files there are; these are removed."""
    kept = {"s.cases.yaml", "s.runs.jsonl", "judge-eval.yaml", "judge.yaml", "other.yaml"}
    made = {path.relative_to(folder).parts[0] for path in folder.rglob("*")} - kept
    for path in sorted(folder.rglob("*"), reverse=True):
        if path.relative_to(folder).parts[0] in made:
            path.rmdir() if path.is_dir() else path.unlink()
    lines = [line.partition("JUDGE_EVAL_CONCURRENCY: ")[2] or line for line in ended.stderr.splitlines()]
    said = [line.removeprefix("error: ") for line in lines if not line.startswith("runs    s.runs")]
    return ended.code, ended.stdout, said, made


def options() -> list[tuple[str, click.Option]]:
    """Every option of every command, with the command's name."""
    group = LazyCommands()
    found: list[tuple[str, click.Option]] = []
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        inner = command.commands.values() if isinstance(command, click.Group) else (command,)
        found += [(name, option) for one in inner for option in one.params if isinstance(option, click.Option)]
    return found


@pytest.mark.parametrize(
    ("command", "option"), [pytest.param(*one, id=f"{one[0]} {one[1].opts[0]}") for one in options()]
)
def test_every_flag_has_its_variable(command: str, option: click.Option) -> None:
    """The variable is the flag's name; the judge's is read where judges are chosen, after the configuration."""
    expected = "JUDGE_EVAL_" + option.opts[0].removeprefix("--").replace("-", "_").upper()
    assert option.envvar == (None if option.opts[0] == "--judge" else expected)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("scor", "x"), "there is no command 'scor'; did you mean 'score'? (judge-eval --help)"),
        (("score",), "missing argument 'CASES...' (judge-eval score --help)"),
        (("score", "x", "--format", "xml"), "invalid value for '--format': 'xml' is not one of 'table', 'json'"),
        (("score", "x", "--concurency", "3"), "no such option '--concurency'. Did you mean '--concurrency'?"),
        (("model", "fech"), "no such command 'fech'"),
    ],
)
def test_a_mistyped_command_is_told(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    """In one line, with the nearest known word and where help is."""
    ended = called(tmp_path, *arguments)
    assert (ended.code, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"error: {message}")
    assert ended.stderr.count("\n") == 1
