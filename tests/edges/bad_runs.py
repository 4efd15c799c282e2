"""Recorded runs that must be refused."""

from __future__ import annotations

from tests.edges.bad_file import GOOD_RUN, BadFile, eval_case, eval_set, results_file, runs_file

BAD_RUNS: dict[str, BadFile] = {
    "no runs": runs_file(b"", "no run in any file"),
    "run without case": runs_file('{"turns": []}\n', "add 'case_id'", at="case_id", line=1),
    "misspelt final_response": runs_file(
        GOOD_RUN + b'{"case_id": "b", "turns": [{"user": "x", "response": "y"}]}\n',
        "not known here",
        at="turns[0].response",
        line=2,
    ),
    "negative repeat": runs_file('{"case_id": "a", "repeat": -1}\n', "at least 0", at="repeat"),
    "endless repeat": runs_file('{"case_id": "a", "repeat": 99999999999999999999}\n', "out of range", at="repeat"),
    "NaN in a run": runs_file('{"case_id": "a", "seconds": NaN}\n', "no finite number", at="seconds", line=1),
    "result without id": results_file(
        {"eval_set_id": "s", "eval_case_results": [{}]}, "add 'eval_id'", at="eval_case_results[0].eval_id"
    ),
    "no results": results_file({"eval_set_id": "s", "eval_case_results": []}, "no results of cases"),
    "text inside a results file": results_file('"no json inside"', "no JSON"),
    "cases as runs": results_file(eval_set(eval_case()), "this file holds an eval set"),
    "sqlite as runs": runs_file(b"SQLite format 3\0\x10\0\x01\x01", "no JSON", line=1),
}
