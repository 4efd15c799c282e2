"""Cases in our own shapes that must be refused."""

from __future__ import annotations

from tests.edges.bad_file import GOOD_RUN, BadFile, eval_case, eval_set_file, lines_file, yaml_file

BAD_CASES: dict[str, BadFile] = {
    "no id": yaml_file("- turns: [{user: hi}]\n", "missing", "add 'id'", at="[0].id", line=1),
    "empty id": yaml_file("- id: ''\n  turns: [{user: hi}]\n", "empty", at="[0].id", line=1),
    "number as id": yaml_file("- id: 7\n  turns: [{user: hi}]\n", "expected text", at="[0].id"),
    "misspelt turns": yaml_file("- id: a\n  turn: [{user: hi}]\n", "did you mean 'turns'?", at="[0].turn", line=2),
    "misspelt reference": yaml_file(
        "- id: a\n  turns:\n    - user: hi\n      referense: x\n",
        "did you mean 'reference'?",
        at="[0].turns[0].referense",
        line=4,
    ),
    "no turns": yaml_file("- id: a\n", "either turns, at least one, or a scenario", at="[0]"),
    "turns and scenario": yaml_file(
        "- {id: a, turns: [{user: hi}], scenario: {starting_prompt: x, conversation_plan: y}}\n",
        "either turns",
        at="[0]",
    ),
    "user is a number": yaml_file(
        "- id: a\n  turns: [{user: 5}]\n", "expected a text, or a list of parts", at="[0].turns[0].user"
    ),
    "part of two kinds": yaml_file(
        "- id: a\n  turns: [{user: [{text: x, uri: y}]}]\n", "exactly one of", at="[0].turns[0].user[0]"
    ),
    "data that is no base64": yaml_file(
        "- id: a\n  turns: [{user: [{data: 'a cat'}]}]\n", "this is no base64", at="[0].turns[0].user[0].data"
    ),
    "missing image": yaml_file(
        "- id: a\n  turns: [{user: [{image: no.png}]}]\n", "no such file", "no.png", at="[0].turns[0].user[0]"
    ),
    "call without name": yaml_file(
        "- id: a\n  turns: [{user: x, calls: [{args: {}}]}]\n", "add 'name'", at="[0].turns[0].calls[0].name"
    ),
    "args as list": yaml_file(
        "- id: a\n  turns: [{user: x, calls: [{name: f, args: [1]}]}]\n",
        "expected an object",
        at="[0].turns[0].calls[0].args",
    ),
    "tolerance without value": yaml_file(
        "- id: a\n  turns: [{user: x, calls: [{name: f, args: {n: {tolerance: 1}}}]}]\n",
        "{equal: …}",
        at="[0].turns[0].calls[0].args.n",
    ),
    "broken regex": yaml_file(
        "- id: a\n  turns: [{user: x, calls: [{name: f, args: {n: {regex: '('}}}]}]\n",
        "no regular expression",
        at="[0].turns[0].calls[0].args.n",
    ),
    "args_match is unknown": yaml_file(
        "- id: a\n  turns: [{user: x, calls: [{name: f, args_match: most}]}]\n",
        "'exact' or 'subset'",
        at="[0].turns[0].calls[0].args_match",
    ),
    "misspelt expectation": yaml_file(
        "- id: a\n  turns: [{user: x}]\n  expect: {required_tool: [f]}\n",
        "did you mean 'required_tools'?",
        at="[0].expect.required_tool",
        line=3,
    ),
    **{
        f"misspelt matcher {written}": yaml_file(
            f"- id: a\n  turns: [{{user: x, calls: [{{name: f, args: {{q: {{{written}: 5}}}}}}]}}]\n",
            f"did you mean the matcher '{meant}'?",
            "{equal: …}",
            at="[0].turns[0].calls[0].args.q",
            line=2,
        )
        for written, meant in {
            "regx": "regex",
            "Regex": "regex",
            "anyof": "any_of",
            "case-fold": "casefold",
            "equals": "equal",
            "value: 1, tolerence": "tolerance",
        }.items()
    },
    **{
        f"matcher {written}": yaml_file(
            f"- id: a\n  turns: [{{user: x, calls: [{{name: f, args: {{q: {{{written}}}}}}}]}}]\n",
            says,
            at="[0].turns[0].calls[0].args.q",
            line=2,
        )
        for written, says in {
            "regex: 5": "the matcher 'regex' needs a regular expression; a literal",
            "regex: '('": "the pattern is no regular expression: missing ), unterminated subpattern",
            "tolerance: 1": "the matcher 'tolerance' needs two numbers",
            "tolerance: -1, value: 2": "T at least 0",
            "any_of: []": "the matcher 'any_of' needs a list of at least one value",
            "subset: 5": "the matcher 'subset' needs an object or a list",
            "casefold: 5": "the matcher 'casefold' needs a text",
        }.items()
    },
    "misspelt default": yaml_file(
        "defaults: {tag: [x]}\ncases: [{id: a, turns: [{user: x}]}]\n",
        "did you mean 'tags'?",
        at="defaults.tag",
        line=1,
    ),
    "cases is an object": yaml_file("cases: {id: a}\n", "expected a list", at="cases"),
    "no cases in yaml": yaml_file("cases: []\n", "the list of cases is empty", at="cases"),
    "empty list": yaml_file("[]\n", "the list of cases is empty"),
    "a word": yaml_file("hello\n", "no case", 'found "hello"'),
    "misspelt must_call_tools": eval_set_file(
        {"id": "a", "input": "hi", "expectations": {"must_call_tool": ["f"]}},
        "did you mean 'must_call_tools'?",
        at="expectations.must_call_tool",
        line=5,
    ),
    "plain case without input": eval_set_file({"id": "a", "expectations": {}}, "missing", "add 'input'", at="input"),
    "must_call_tools as text": eval_set_file(
        {"id": "a", "input": "hi", "expectations": {"must_call_tools": "f"}},
        "expected a list",
        at="expectations.must_call_tools",
    ),
    "a configuration as cases": eval_set_file({"criteria": {"response_match_score": 0.5}}, "this is a configuration"),
    "results as cases": eval_set_file(
        {"eval_set_result_id": "r", "eval_set_id": "s", "eval_case_results": []}, "name it by --runs"
    ),
    "a bare eval case": eval_set_file(eval_case(), "put it under eval_cases"),
    "runs as cases": lines_file(GOOD_RUN, "name the file by --runs", line=1),
}
