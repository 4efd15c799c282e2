"""Redaction rules: read from a configuration, and applied to texts, values and patterns."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import JsonValue, ValidationError

from judge_eval.calibration.thresholds import MAX_PATTERN_CHARACTERS
from judge_eval.core.case import (
    AnyOf,
    ArgumentMatcher,
    Case,
    Casefold,
    Equal,
    ExpectedCall,
    Ignore,
    Regex,
    Subset,
    Tolerance,
    Turn,
)
from judge_eval.core.redaction import RedactRule
from judge_eval.errors import InputError
from judge_eval.pipeline.redact import redacted_case
from judge_eval.text.redactor import Redactor
from judge_eval.wiring.configs import suite_config

EMAIL = RedactRule.model_validate({"pattern": r"[\w.]+@[\w.]+\w", "with": "[email]", "name": "email"})
LONG_NUMBER = RedactRule(pattern=r"\d{6,}")


def config_of(folder: Path, text: str) -> Path:
    """A configuration file of this text."""
    path = folder / "judge-eval.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_rules_are_read_in_both_spellings(tmp_path: Path) -> None:
    """A bare text is a pattern; `with` and `name` may be left out; the words of `with` are no template."""
    config = suite_config(str(config_of(tmp_path, "redact: [\"x{3}\", {pattern: q, with: '\\1', name: n}]\n")))
    assert config is not None
    assert config.redact == (
        RedactRule(pattern="x{3}"),
        RedactRule.model_validate({"pattern": "q", "with": r"\1", "name": "n"}),
    )
    assert Redactor(config.redact).text("xxx q") == r"[redacted] \1"


@pytest.mark.parametrize(
    ("rule", "says"),
    [
        ("{pattern: '('}", "2: redact[0].pattern: the pattern is no regular expression"),
        ("'a*'", "2: redact[0]: the pattern matches the empty text"),
        ("'[a-z]+'", "2: redact[0]: the pattern matches its own replacement '[redacted]'"),
        ("{patern: a}", "2: redact[0].patern: this key is not known here"),
        ("{pattern: a, wiht: b}", "expected one of name, pattern, with (did you mean 'with'?)"),
        ("5", "2: redact[0]: this value does not fit"),
        (
            "'" + "a" * (MAX_PATTERN_CHARACTERS + 1) + "'",
            "2: redact[0]: this pattern is too long; found 1001 characters",
        ),
    ],
)
def test_a_rule_that_cannot_be_applied_is_told_with_its_line(rule: str, says: str, tmp_path: Path) -> None:
    """Before anything is read or asked."""
    path = config_of(tmp_path, f"redact:\n  - {rule}\n")
    with pytest.raises(InputError) as caught:
        suite_config(str(path))
    assert says in str(caught.value)


def test_a_rule_made_in_python_is_checked_too() -> None:
    """The noun itself refuses what no rule can be."""
    with pytest.raises(ValidationError, match="no regular expression"):
        RedactRule(pattern="[")


def test_a_value_is_redacted_everywhere() -> None:
    """Texts, keys and numbers, however deep; keys that come to be the same stay two; what no rule matches stays."""
    value: JsonValue = {
        "ann@x.org": [{"to": "bob@x.org and ann@x.org"}],
        "bob@x.org": 1234567,
        "[email]'": [12, 1.5, True, None, 1e300],
    }
    redactor = Redactor((EMAIL, LONG_NUMBER))
    assert redactor.value(value) == {
        "[email]": [{"to": "[email] and [email]"}],
        "[email]'": "[redacted]",
        "[email]''": [12, 1.5, True, None, 1e300],
    }
    assert list(redactor.notes()) == ["redacted: 4 by rule email", "redacted: 1 by rule 2"]


def test_equal_numbers_stay_equal() -> None:
    """1234567 and 1234567.0 are one number in a comparison of calls."""
    redactor = Redactor((LONG_NUMBER,))
    assert redactor.value(1234567) == redactor.value(1234567.0) == "[redacted]"


def test_a_pattern_of_a_case_matches_what_the_run_shows() -> None:
    """A regular expression that spells an address out is redacted as the run is; one that breaks matches the mark."""
    redactor = Redactor((EMAIL, RedactRule(pattern="secret[)]")))
    assert redactor.pattern(r"to ann@x.org, (?:now|later)") == r"to \[email\], (?:now|later)"
    assert redactor.pattern(r"(secret)") == r"\(\[redacted\]"


def test_an_empty_match_replaces_nothing() -> None:
    """A pattern that can only look ahead leaves the text as it is, and counts nothing."""
    redactor = Redactor((RedactRule(pattern="(?=b)"),))
    assert redactor.text("abc") == "abc"
    assert not redactor.finds("abc")
    assert list(redactor.notes()) == ["redacted: 0 by rule 1"]


@pytest.mark.parametrize(
    ("matcher", "redacted"),
    [
        (Equal(value="ann@x.org"), Equal(value="[email]")),
        (AnyOf(values=("ann@x.org", 1234567, 5)), AnyOf(values=("[email]", "[redacted]", 5))),
        (Subset(value={"to": "ann@x.org"}), Subset(value={"to": "[email]"})),
        (Subset(value=["ann@x.org"]), Subset(value=["[email]"])),
        (Casefold(value="ann@x.org"), Casefold(value="[email]")),
        (Regex(pattern="ann@x.org|bob"), Regex(pattern=r"\[email\]|bob")),
        (Tolerance(value=1234567, tolerance=2), Equal(value="[redacted]")),
        (Tolerance(value=12, tolerance=2), Tolerance(value=12, tolerance=2)),
        (Ignore(), Ignore()),
    ],
)
def test_what_a_call_is_held_against_is_redacted_as_the_call_is(
    matcher: ArgumentMatcher, redacted: ArgumentMatcher
) -> None:
    """Whatever kind of matcher it is; a number that a rule matches is a text afterwards, in the call as well."""
    call = ExpectedCall(name="f", args={"ann@x.org": matcher})
    case = Case(id="c", cluster="c", turns=(Turn(user=(), calls=(call,)),))
    (turn,) = redacted_case(case, Redactor((EMAIL, LONG_NUMBER))).turns
    assert turn.calls == (ExpectedCall(name="f", args={"[email]": redacted}),)
