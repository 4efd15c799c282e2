"""Configurations and rubrics that must be refused, among them the misspelt keys that ADK passes over."""

from __future__ import annotations

from tests.edges.bad_file import BadFile, adk_config_file, adk_rubric, config_file, rubric_file

BAD_CONFIGS: dict[str, BadFile] = {
    "misspelt criteria": adk_config_file(
        {"criterea": {"response_match_score": 0.5}}, "did you mean 'criteria'?", at="criterea"
    ),
    "empty criteria": adk_config_file({"criteria": {}}, "the criteria are empty", at="criteria"),
    "no criteria": adk_config_file({}, "no criteria"),
    "criteria as list": adk_config_file(
        {"criteria": ["response_match_score"]}, "the criteria are empty", at="criteria"
    ),
    "config as list": adk_config_file([], "an object with criteria"),
    "misspelt metric": adk_config_file(
        {"criteria": {"response_mach_score": 0.5}},
        "did you mean 'response_match_score'?",
        at="criteria.response_mach_score",
        line=3,
    ),
    "misspelt match_type": adk_config_file(
        {"criteria": {"tool_trajectory_avg_score": {"threshold": 1, "match_typ": "EXACT"}}},
        "did you mean 'match_type'?",
        at="criteria.tool_trajectory_avg_score.match_typ",
    ),
    "unknown match type": adk_config_file(
        {"criteria": {"tool_trajectory_avg_score": {"threshold": 1, "matchType": "some"}}},
        "IN_ORDER",
        at="criteria.tool_trajectory_avg_score.matchType",
    ),
    "judge_model beside threshold": adk_config_file(
        {"criteria": {"final_response_match_v2": {"threshold": 0.5, "judge_model": "x"}}},
        "put it into judge_model_options",
        at="criteria.final_response_match_v2.judge_model",
    ),
    "percent as threshold": adk_config_file(
        {"criteria": {"response_match_score": 80}},
        "number from 0 to 1",
        "did you mean 0.8?",
        at="criteria.response_match_score",
    ),
    "custom metrics as list": adk_config_file(
        {"criteria": {"response_match_score": 0.5}, "custom_metrics": ["mine"]},
        "these are no custom metrics",
        "write an object of metrics",
        at="custom_metrics",
    ),
    "custom metric without code": adk_config_file(
        {"criteria": {"mine": 0.5}, "customMetrics": {"mine": {"description": "x"}}},
        "add 'code_config'",
        at="customMetrics.mine.code_config",
    ),
    "custom criterion without threshold": adk_config_file(
        {"criteria": {"mine": {}}, "custom_metrics": {"mine": {"code_config": {"name": "a.b"}}}},
        "add a threshold",
        at="criteria.mine",
    ),
    "NaN as threshold": adk_config_file(
        '{"criteria": {"response_match_score": NaN}}', "no finite number", at="criteria.response_match_score"
    ),
    "negative threshold": adk_config_file({"criteria": {"response_match_score": -0.1}}, "number from 0 to 1"),
    "threshold as text": adk_config_file({"criteria": {"response_match_score": "0.5"}}, "no number"),
    "threshold as truth": adk_config_file({"criteria": {"response_match_score": True}}, "no number"),
    "criterion without threshold": adk_config_file(
        {"criteria": {"tool_trajectory_avg_score": {"match_type": "EXACT"}}},
        "no threshold",
        at="criteria.tool_trajectory_avg_score",
    ),
    "threshold of a report": adk_config_file(
        {"criteria": {"token_usage_v1": 0.5}}, "it never passes or fails", "leave it out"
    ),
    "no samples": adk_config_file(
        {"criteria": {"final_response_match_v2": {"threshold": 0.5, "judgeModelOptions": {"numSamples": 0}}}},
        "at least 1",
        at="criteria.final_response_match_v2.judgeModelOptions.numSamples",
    ),
    "misspelt judge option": adk_config_file(
        {"criteria": {"final_response_match_v2": {"threshold": 0.5, "judge_model_options": {"num_sample": 3}}}},
        "did you mean 'num_samples'?",
        at="criteria.final_response_match_v2.judge_model_options.num_sample",
    ),
    "rubric id twice": adk_config_file(
        {
            "criteria": {
                "rubric_based_final_response_quality_v1": {
                    "threshold": 0.5,
                    "rubrics": [adk_rubric("r"), adk_rubric("r")],
                }
            }
        },
        "the rubric id 'r' (rubric_based_final_response_quality_v1) stands twice",
        "(give one another id)",
        at="criteria.rubric_based_final_response_quality_v1.rubrics[1]",
        line=13,
    ),
    "misspelt gate": config_file("gates: {rule: x}\n", "did you mean 'gate'?", at="gates", line=1),
    "no metrics": config_file("metrics: {}\n", "no metric is named", at="metrics"),
    "misspelt judge key": config_file("judge: {modle: local}\n", "did you mean 'model'?", at="judge.modle"),
    "percent as a word": config_file(
        "metrics: {response_match_score: {floor: 80%}}\n",
        "did you mean 0.8?",
        at="metrics.response_match_score.floor",
        line=1,
    ),
    "percent as the gate's share": config_file(
        "gate: {pass_share: 95}\n", "at most 1", "did you mean 0.95?", at="gate.pass_share"
    ),
    "percent in quotes": config_file(
        "gate: {undecided_share: '5%'}\n", "did you mean 0.05?", at="gate.undecided_share"
    ),
    "hot judge": config_file("judge: {temperature: 3}\n", "at most 2", at="judge.temperature"),
    "floor in percent": config_file(
        "metrics:\n  response_match_score: {floor: 80}\n",
        "did you mean 0.8?",
        at="metrics.response_match_score.floor",
        line=2,
    ),
    "misspelt threshold": config_file(
        "metrics:\n  response_match_score: {treshold: 0.8}\n",
        "did you mean 'threshold'?",
        at="metrics.response_match_score.treshold",
        line=2,
    ),
    "judge without a question": config_file(
        "metrics:\n  response_match_score: {judge: local}\n", "not known here", at="metrics.response_match_score.judge"
    ),
    "aggregate of a metric": config_file(
        "metrics:\n  final_response_match_v2:\n    aggregate: mean\n",
        "not known here",
        "(put it under judge:, for the whole suite)",
        at="metrics.final_response_match_v2.aggregate",
        line=3,
    ),
    "model of a metric": config_file(
        "metrics:\n  final_response_match_v2: {model: local}\n",
        "(write judge: KIND:MODEL)",
        at="metrics.final_response_match_v2.model",
    ),
    "judge of a metric as an object": config_file(
        "metrics:\n  final_response_match_v2:\n    judge: {model: local, votes: auto}\n",
        "a metric's judge is a text",
        "(write judge: KIND:MODEL, with votes: beside it)",
        at="metrics.final_response_match_v2.judge",
        line=3,
    ),
    "option of a wrong type": config_file(
        "metrics:\n  tool_trajectory_avg_score: {ignore_args: [1]}\n",
        "true or false",
        at="metrics.tool_trajectory_avg_score.ignore_args",
        line=2,
    ),
    "unknown rule": config_file(
        "metrics:\n  response_match_score: {rule: statistics}\n",
        "'statistical'",
        at="metrics.response_match_score.rule",
        line=2,
    ),
    "margin in percent": config_file(
        "gate: {margin: 3}\n", "at most 1", "did you mean 0.03?", at="gate.margin", line=1
    ),
    "band in percent": config_file(
        "metrics:\n  response_match_score: {rule: tolerance, tolerance: 5}\n",
        "did you mean 0.05?",
        at="metrics.response_match_score.tolerance",
        line=2,
    ),
    "rule of a floor without one": config_file(
        "metrics:\n  response_match_score: {rule: floor}\n",
        "write floor: 0.9 beside it",
        at="metrics.response_match_score.rule",
        line=2,
    ),
    "rule of a band without one": config_file(
        "metrics:\n  response_match_score: {rule: tolerance}\n",
        "write tolerance: 0.05 beside it",
        at="metrics.response_match_score.rule",
        line=2,
    ),
    "gate by a band without one": config_file(
        "gate:\n  rule: tolerance\n", "write tolerance: 0.05 beside it", at="gate.rule", line=2
    ),
    "rule of a report": config_file(
        "metrics:\n  token_usage_v1: {margin: 0.1}\n",
        "it never passes or fails",
        at="metrics.token_usage_v1.margin",
        line=2,
    ),
    "config of a list": config_file("- a\n", "expected an object"),
    "rubric without criteria": rubric_file("id: tone\ncriteria: []\n", "at least 1", at="criteria"),
    "criterion twice": rubric_file(
        "id: tone\ncriteria: [{id: a, text: x}, {id: a, text: y}]\n", "stand twice: a", at="criteria[1].id"
    ),
    "scale of one point": rubric_file(
        "id: tone\ncriteria: [{id: a, text: x, scale: {0: no}}]\n", "at least two points", at="criteria[0].scale"
    ),
    "pass_at off the scale": rubric_file(
        "id: tone\ncriteria: [{id: a, text: x, scale: {0: no, 1: yes}, pass_at: 3}]\n", "not a point of the scale"
    ),
    "rubric for nothing": rubric_file(
        "id: tone\napplies_to: style\ncriteria: [{id: a, text: x}]\n", "'final_response'", at="applies_to", line=2
    ),
    "rubric under another name": BadFile(
        "rubric", "tone.yaml", lambda: b"id: tune\ncriteria: [{id: a, text: x}]\n", ("not the name of its file",), "id"
    ),
}
