"""Texts that are no JSON, YAML or JSONL, or say more than the limits allow."""

from __future__ import annotations

from tests.edges.bad_file import GOOD_CASE, BadFile, eval_set_file, lines_file, yaml_file


def _long_line() -> bytes:
    """A good line, then one of 50 MB, then a bad one: reading goes on behind the long line."""
    return GOOD_CASE + b'{"id": "' + b"x" * 50_000_000 + b'"}\n' + b"{\n"


BAD_TEXTS: dict[str, BadFile] = {
    "empty json": eval_set_file(b"", "the file is empty", line=1),
    "blank json": eval_set_file(b" \n\n ", "the file is empty"),
    "cut-off json": eval_set_file('{"eval_set_id": "s",\n "eval_cases": [', "no JSON", "breaks off", line=2),
    "trailing comma": eval_set_file('{"eval_set_id": "s",\n}', "remove the comma", line=2),
    "single quotes": eval_set_file("{'eval_set_id': 's'}", "double quotes", line=1),
    "comment in json": eval_set_file('{"eval_set_id": "s" // mine\n}', "no comments", line=1),
    "two values": eval_set_file('{"eval_set_id": "s"}\n{"eval_set_id": "t"}', ".jsonl", line=2),
    "raw newline in text": eval_set_file('{"eval_set_id": "a\nb"}', "control character", line=1),
    "bare word": eval_set_file("eval set", "no JSON", line=1),
    "latin-1": eval_set_file(
        '{"eval_set_id": "é"}'.encode("latin-1"), "not UTF-8", "0xe9", "save the file as UTF-8", line=1
    ),
    "utf-16": eval_set_file('{"eval_set_id": "s"}'.encode("utf-16"), "not UTF-8", "UTF-16"),
    "zeros": eval_set_file(b"\0" * 64, "no JSON"),
    "NaN": eval_set_file(
        '{"eval_set_id": "s",\n"eval_cases": [{"eval_id": "a", "creation_timestamp": NaN}]}',
        "no finite number",
        "NaN",
        at="eval_cases[0].creation_timestamp",
        line=2,
    ),
    "overflowing number": eval_set_file(
        '{"eval_set_id": "s", "creation_timestamp": 1e999}', "Infinity", at="creation_timestamp"
    ),
    "endless digits": eval_set_file('{"eval_set_id": ' + "9" * 5000 + "}", "a number has too many digits"),
    "key twice": eval_set_file(
        '{"eval_set_id": "s", "eval_cases": [\n{"eval_id": "a", "eval_id": "b"}]}',
        "stands twice",
        at="eval_cases[0].eval_id",
        line=2,
    ),
    "half a surrogate": eval_set_file('{"eval_set_id": "s", "name": "\\ud83d"}', "surrogate", at="name"),
    "deep json": eval_set_file("[" * 150 + "]" * 150, "nested too deeply", "at most 100 levels"),
    "bottomless json": eval_set_file("[" * 100_000, "nested too deeply"),
    "empty yaml": yaml_file("", "the file is empty"),
    "yaml of comments": yaml_file("# nothing\n", "the file is empty"),
    "tab in yaml": yaml_file("- id: a\n\tturns: []\n", "no YAML", line=2),
    "colon in yaml text": yaml_file("- id: a\n  turns:\n    - user: say: hi\n", "put the text in quotes", line=3),
    "open quote in yaml": yaml_file("- id: 'a\n", "no YAML"),
    "key twice in yaml": yaml_file("- id: a\n  id: b\n", "stands twice", at="[0].id", line=2),
    "yaml nan": yaml_file("- id: a\n  state: {x: .nan}\n", "no finite number", at="[0].state.x", line=2),
    "yaml tag": yaml_file("- id: !!python/object:os.system {}\n", "not read here", at="[0].id", line=1),
    "yaml merge key": yaml_file("a: &a {id: a}\nb: {<<: *a}\n", "write the keys out", line=2),
    "yaml alias bomb": yaml_file(
        "a0: &a0 [x]\n" + "".join(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)),
        "aliases stand for too many values",
    ),
    "yaml that holds itself": yaml_file("&a [*a]\n", "nested too deeply"),
    "deep yaml": yaml_file("[" * 150 + "]" * 150, "nested too deeply"),
    "yaml of another version": yaml_file(
        "# mine\n%YAML 1.1\n---\n- id: no\n", "another version of YAML", "'1.1'", line=2
    ),
    "yaml with a directive amid": yaml_file("? =@%TAG ! a\n%YAML 3.1\n---\n\x85", "no YAML that can be read", line=1),
    "two yaml documents": yaml_file("- id: a\n---\n- id: b\n", "no YAML", line=2),
    "yaml bell": yaml_file("- id: a\x07\n", "a character is not allowed", line=1),
    "no jsonl": lines_file(b"", "the file is empty"),
    "broken line": lines_file(GOOD_CASE + b'{"id": "b", "turns"\n', "no JSON", line=2),
    "list in a line": lines_file(GOOD_CASE + b"[]\n", "no case", line=2),
    "a line of 50 MB": BadFile(
        "cases", "bad.cases.jsonl", _long_line, ("the line is too long", "16,777,216", "no JSON"), line=2
    ),
}
