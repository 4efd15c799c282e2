"""Configurations that look odd and are right."""

from __future__ import annotations

from tests.edges.odd_file import OddFile, as_json

_RUBRICS = [{"rubricId": "r", "rubricContent": {"textProperty": "It is polite."}, "type": "TOOL_USE_QUALITY"}]

ODD_CONFIGS = {
    "adk numbers": OddFile(
        "config",
        "test_config.json",
        as_json({"criteria": {"tool_trajectory_avg_score": 1, "response_match_score": 0.09}}),
        {"metrics": {"tool_trajectory_avg_score": {"threshold": 1.0}, "response_match_score": {"threshold": 0.09}}},
    ),
    "adk in camel case": OddFile(
        "config",
        "eval_config.json",
        as_json(
            {
                "criteria": {
                    "tool_trajectory_avg_score": {"threshold": 0.5, "matchType": "In-Order", "ignoreArgs": True},
                    "final_response_match_v2": {
                        "threshold": 0.8,
                        "judgeModelOptions": {
                            "judgeModel": "gemini-2.5-pro",
                            "numSamples": 3,
                            "judgeModelConfig": {"temperature": 0.2, "topP": 0.9, "seed": None},
                            "parallelismLimit": 4,
                        },
                    },
                },
                "userSimulatorConfig": {"model": "gemini-2.5-flash"},
                "liveModelConfig": None,
            }
        ),
        {
            "metrics": {
                "tool_trajectory_avg_score": {
                    "threshold": 0.5,
                    "options": {"match_type": "in_order", "ignore_args": True},
                },
                "final_response_match_v2": {
                    "threshold": 0.8,
                    "judge": "gemini-2.5-pro",
                    "votes": "fixed:3",
                    "temperature": 0.2,
                },
            },
            "notes": [
                "user_simulator_config is left aside: conversations are taken as they were recorded",
                "final_response_match_v2: parallelism_limit is left aside, see --concurrency",
                "final_response_match_v2: topP of the judge's model configuration is left aside",
            ],
        },
    ),
    "adk judge by another provider's name": OddFile(
        "config",
        "test_config.json",
        as_json(
            {
                "criteria": {
                    "final_response_match_v2": {
                        "threshold": 0.5,
                        "judge_model_options": {"judge_model": "anthropic/claude-x"},
                    },
                    "hallucinations_v1": {
                        "threshold": 0.5,
                        "judge_model_options": {"judge_model": "scripted:judge.yaml"},
                    },
                }
            }
        ),
        {
            "metrics": {
                "final_response_match_v2": {"threshold": 0.5, "judge": "adk:anthropic/claude-x"},
                "hallucinations_v1": {"threshold": 0.5, "judge": "scripted:judge.yaml"},
            },
        },
        beside={"judge.yaml": b"rules: [{replies: [yes]}]"},
    ),
    "adk match type by number": OddFile(
        "config",
        "test_config.json",
        as_json({"criteria": {"tool_trajectory_avg_score": {"threshold": 1, "match_type": 2}}}),
        {"metrics": {"tool_trajectory_avg_score": {"threshold": 1.0, "options": {"match_type": "any_order"}}}},
    ),
    "adk samples at temperature 0": OddFile(
        "config",
        "test_config.json",
        as_json(
            {
                "criteria": {
                    "final_response_match_v2": {
                        "threshold": 0.5,
                        "judge_model_options": {"num_samples": 5, "judge_model_config": {"temperature": 0}},
                    }
                }
            }
        ),
        {
            "metrics": {"final_response_match_v2": {"threshold": 0.5, "votes": "fixed:1", "temperature": 0.0}},
            "notes": ["final_response_match_v2: one sample instead of 5, for at temperature 0 they would be the same"],
        },
    ),
    "adk rubrics, whose type is the metric's": OddFile(
        "config",
        "eval_config.json",
        as_json({"criteria": {"rubric_based_final_response_quality_v1": {"threshold": 0.8, "rubrics": _RUBRICS}}}),
        {
            "metrics": {
                "rubric_based_final_response_quality_v1": {
                    "threshold": 0.8,
                    "options": {
                        "rubrics": [
                            {
                                "id": "rubric_based_final_response_quality_v1: final_response",
                                "version": 1,
                                "applies_to": "final_response",
                                "criteria": [
                                    {
                                        "id": "r",
                                        "text": "It is polite.",
                                        "weight": 1.0,
                                        "required": False,
                                        "scale": None,
                                        "pass_at": None,
                                        "examples": [],
                                    }
                                ],
                            }
                        ]
                    },
                }
            }
        },
    ),
    "adk settings without a meaning here": OddFile(
        "config",
        "test_config.json",
        as_json(
            {
                "criteria": {
                    "response_match_score": {
                        "threshold": 0.5,
                        "rubrics": _RUBRICS,
                        "judge_model_options": {},
                        "stop_signal": "x",
                    },
                    "mine": 3,
                },
                "custom_metrics": {
                    "mine": {"code_config": {"name": "a.b"}},
                    "yours": {"code_config": {"name": "a.c"}},
                },
            }
        ),
        {
            "metrics": {
                "response_match_score": {"threshold": 0.5},
                "mine": {
                    "threshold": 3.0,
                    "code": {"function": "a.b", "low": None, "high": None, "criterion": {"threshold": 3}},
                },
            },
            "notes": [
                "the custom metric 'yours' stands in no criterion: it is left aside",
                "response_match_score has no rubrics: it is left aside",
                "response_match_score asks no judge: judge_model_options is left aside",
                "response_match_score has no stop_signal: it is left aside",
            ],
        },
    ),
    "a threshold from 1 to 5": OddFile(
        "config",
        "test_config.json",
        as_json({"criteria": {"response_evaluation_score": 3.5}}),
        {"metrics": {"response_evaluation_score": {"threshold": 3.5}}},
    ),
    "native, everything": OddFile(
        "config",
        "judge-eval.yaml",
        b"\xef\xbb\xbfjudge: {model: local, votes: 'lead:2,max:8', temperature: 0.7}\r\n"
        b"metrics:\r\n"
        b"  response_match_score: .5\r\n"
        b"  tool_trajectory_avg_score: {threshold: 1, match_type: in_order}\r\n"
        b"  final_response_match_v2: {floor: 0.8, judge: 'gemini:g-2', votes: 'fixed:3', temperature: 0}\r\n"
        b"  token_usage_v1:\r\n"
        b"gate: {pass_share: 0.9, undecided_share: 0.1, on_undecided: fail, on_incomplete: pass}\r\n",
        {
            "judge": {"model": "local", "votes": "lead:2,max:8"},
            "metrics": {
                "response_match_score": {"threshold": 0.5},
                "tool_trajectory_avg_score": {"threshold": 1.0, "options": {"match_type": "in_order"}},
                "final_response_match_v2": {
                    "floor": 0.8,
                    "judge": "gemini:g-2",
                    "votes": "fixed:3",
                    "temperature": 0.0,
                },
                "token_usage_v1": {},
            },
            "gate": {"pass_share": 0.9, "undecided_share": 0.1, "on_undecided": "fail", "on_incomplete": "pass"},
        },
    ),
    "rules against a baseline": OddFile(
        "config",
        "judge-eval.yaml",
        b"metrics:\n"
        b"  tool_trajectory_avg_score: {floor: 0.9, rule: floor}\n"
        b"  response_match_score: {rule: tolerance}\n"
        b"  final_response_match_v2: {rule: statistical, margin: 0.05}\n"
        b"gate: {rule: statistical, margin: 0.02, tolerance: 0.1}\n",
        {
            "metrics": {
                "tool_trajectory_avg_score": {"floor": 0.9, "rule": "floor"},
                "response_match_score": {"rule": "tolerance"},
                "final_response_match_v2": {"rule": "statistical", "margin": 0.05},
            },
            "gate": {"rule": "statistical", "margin": 0.02, "tolerance": 0.1},
        },
    ),
    "native in json": OddFile(
        "config", "mine.json", as_json({"judge": {"model": "local"}}), {"judge": {"model": "local"}}
    ),
}
