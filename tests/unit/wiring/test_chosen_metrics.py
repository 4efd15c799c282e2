"""Which metrics are scored, and by what they are held."""

from __future__ import annotations

from judge_eval.core.config import Config, MetricConfig
from judge_eval.wiring.planning import ADK_DEFAULTS, chosen


def test_asking_for_a_metric_keeps_what_it_is_held_to() -> None:
    """`--metric` narrows the metrics and takes no threshold away, neither a config's nor ADK's own."""
    held = MetricConfig(threshold=0.5)
    config = Config(metrics={"required_tools": held, "forbidden_tools": held})
    assert chosen(config, ["required_tools"], adk=False, judge=False) == {"required_tools": held}
    assert chosen(None, ["response_match_score"], adk=True, judge=False) == {
        "response_match_score": ADK_DEFAULTS["response_match_score"]
    }


def test_an_alias_is_held_as_each_of_its_metrics() -> None:
    """A threshold on `rouge` holds for one of the nine that is asked for by name, and the other way round."""
    held = MetricConfig(threshold=0.5)
    assert chosen(Config(metrics={"rouge": held}), ["rouge1_fmeasure"], adk=False, judge=False) == {
        "rouge1_fmeasure": held
    }
    both = chosen(Config(metrics={"rouge1_fmeasure": held}), ["rouge"], adk=False, judge=False)
    assert len(both) == 9
    assert both["rouge1_fmeasure"] == held
