"""The pages in a real browser: drawn from disk alone, filtered, opened, walked by keyboard, printed."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from judge_eval.report.as_html import report_html
from judge_eval.report.scored_suite import ScoredSuite
from judge_eval.report.told_case import ToldCase
from tests.chromium import Page, browser, needs_chromium
from tests.reported_suite import COMPARISON, HOSTILE, SUITE, many, told

pytestmark = [needs_chromium, pytest.mark.xdist_group("chromium")]

ROWS = "tr.case"
FEW_HUNDRED = 300


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Generator[Page]:
    """One tab for all tests of this file; each loads its own page."""
    with browser(tmp_path_factory.mktemp("profile")) as page:
        yield page


def opened(tab: Page, folder: Path, cases: Iterable[ToldCase], suite: ScoredSuite = SUITE, fragment: str = "") -> Page:
    """The tab with the page of these cases, loaded from disk."""
    file = folder / "report.html"
    file.write_text("".join(report_html(suite, cases)), encoding="utf-8")
    tab.complaints.clear()
    tab.requests.clear()
    tab.open(file, fragment)
    return tab


def ids(page: Page) -> list[str]:
    """The cases in the table, in their order."""
    return page.texts(f"{ROWS} .opener")


def test_it_draws_itself_from_disk_alone(tab: Page, tmp_path: Path) -> None:
    """No complaint on the console, and nothing is asked of any network: the file is all there is."""
    page = opened(tab, tmp_path, told(), replace(SUITE, comparison=COMPARISON))
    assert page.complaints == []
    assert [url.partition("#")[0] for url in page.requests] == [(tmp_path / "report.html").as_uri()]
    assert "Failed" in page.text("h1") and "A red gate is a reason to look, not proof." in page.text("header")
    said = dict(zip(page.texts("header dt"), page.texts("header dd"), strict=True))
    assert "local (votes lead:2,max:8)" in said["judge"] and said["commit"] == "1f3c0de"
    assert "75 %" not in said["verdicts"] and "50 % cached, 25 % replayed" in said["verdicts"]
    assert page.count(".estimates .bar .value") == 2 and page.count(".estimates .bar .raw") == 1
    assert page.count(".estimates .bar .floor") == page.count(".estimates .bar .baseline") == 1
    assert "It is Paris." in page.text("#baseline") and "Newly broken: 1" in page.text("#baseline")


def test_what_an_agent_says_stays_text(tab: Page, tmp_path: Path) -> None:
    """Markup in a response is shown letter by letter and becomes no element."""
    page = opened(tab, tmp_path, told())
    page.run("document.querySelectorAll('tr.case .opener').forEach((one) => one.click())")
    assert page.count("main img, main script") == 0
    assert HOSTILE in page.run("Array.from(document.querySelectorAll('.said'), (one) => one.textContent)")
    assert page.complaints == []


def test_the_worst_come_first_and_any_column_sorts(tab: Page, tmp_path: Path) -> None:
    """Failed, not scored, undecided, passed; a heading sorts by its column, once more the other way, and says so."""
    page = opened(tab, tmp_path, told())
    assert ids(page) == ["broke-off", "set-aside", "wrong-answer", "no-run", "open", "passes", "skipped"]
    assert page.texts(".cases [aria-sort]") == ["Outcome"]
    page.click(".cases thead th button")
    assert ids(page) == sorted(ids(page))
    page.click(".cases thead th button")
    assert ids(page) == sorted(ids(page), reverse=True)
    assert page.run("document.querySelector('.cases thead th').getAttribute('aria-sort')") == "descending"


def test_filters_narrow_and_are_counted_aloud(tab: Page, tmp_path: Path) -> None:
    """Outcome, metric, tag and words each narrow the table; a live region says how many cases are left."""
    page = opened(tab, tmp_path, told())
    page.click(".chip input[value=failed]")
    assert ids(page) == ["broke-off", "set-aside", "wrong-answer"] and page.text("[role=status]") == "3 of 7 cases"
    assert page.run("document.activeElement.value") == "failed"  # redrawn, the box keeps the keyboard
    page.click("button[type=reset]")
    assert page.text("[role=status]") == "7 of 7 cases"
    choose = "{0}.value = '{1}'; {0}.dispatchEvent(new Event('change'))"
    page.run(choose.format("document.forms[0].metric", "final_response_match_v2"))
    page.click(".chip input[value=undecided]")
    assert ids(page) == ["open"]
    page.click("button[type=reset]")
    page.run(choose.format("document.forms[0].tag", "geography"))
    assert page.text("[role=status]") == "5 of 7 cases"
    page.click("button[type=reset]")
    page.press("/")
    page.type("everyone GUESS(")
    assert ids(page) == ["wrong-answer"]


def test_a_case_opens_to_its_conversation(tab: Page, tmp_path: Path) -> None:
    """Words, calls as a diff, expectations with what was found, scores with votes, and the judge's own words."""
    page = opened(tab, tmp_path, told())
    assert page.count(".story") == 0
    page.run("Array.from(document.querySelectorAll('.opener')).find((one) => one.innerText === 'wrong-answer').click()")
    story = page.text(".story")
    for part in ("What is the capital of France?", "It is Paris.", "look_up(city='Paris')", "not called", "guess()"):
        assert part in story
    for part in ("not expected", "'Lyon'", "1 yes, 1 no, 1 lost", "± 0.200", "It names Paris.", "neither yes nor no"):
        assert part in story
    assert page.run("document.querySelector('.opener[aria-expanded=true]').innerText") == "wrong-answer"


def test_the_keyboard_is_enough(tab: Page, tmp_path: Path) -> None:
    """Arrows walk the cases, Enter opens one, Escape closes it and stays on it; the skip link comes first."""
    page = opened(tab, tmp_path, told())
    page.press("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.run("document.querySelector('tr.case .opener').focus()")
    page.press("ArrowDown")
    assert page.run("document.activeElement.innerText") == "set-aside"
    page.press("Enter")
    assert page.count(".story") == 1
    assert page.run("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.press("Escape")
    assert page.count(".story") == 0 and page.run("document.activeElement.innerText") == "set-aside"
    page.press("End")
    assert page.run("document.activeElement.innerText") == "skipped"
    page.press("Home")
    assert page.run("document.activeElement.innerText") == "broke-off"


def test_a_broken_case_is_a_click_away(tab: Page, tmp_path: Path) -> None:
    """From what newly broke to its conversation, though a filter hides it now."""
    page = opened(tab, tmp_path, told(), replace(SUITE, comparison=COMPARISON))
    page.click(".chip input[value=passed]")
    assert "wrong-answer" not in ids(page)
    page.click("#baseline .opener")
    assert page.run("document.activeElement.innerText") == "wrong-answer" and page.count(".story") == 1


def test_an_address_can_name_a_case(tab: Page, tmp_path: Path) -> None:
    """report.html#ID opens that case."""
    page = opened(tab, tmp_path, told(), fragment="#wrong-answer")
    assert page.run("document.activeElement.innerText") == "wrong-answer" and page.count(".story") == 1


def test_a_long_suite_is_drawn_as_it_is_scrolled(tab: Page, tmp_path: Path) -> None:
    """Of 2,000 cases a few hundred rows at most stand there at first; scrolling and searching reach the others."""
    page = opened(tab, tmp_path, many(2000))
    assert 0 < page.count(ROWS) <= FEW_HUNDRED
    page.run("document.querySelector('tr.case .opener').focus()")
    page.press("End")
    page.wait_for(f"document.querySelectorAll('{ROWS}').length === 2000")
    page.click("button[type=reset]")
    page.wait_for(f"document.querySelectorAll('{ROWS}').length <= {FEW_HUNDRED}")
    page.run("document.querySelector('tr.case:last-child').scrollIntoView()")
    page.wait_for(f"document.querySelectorAll('{ROWS}').length > 100")
    page.press("/")
    page.type("case-01999")
    assert ids(page) == ["case-01999"]


def test_it_prints_every_row(tab: Page, tmp_path: Path) -> None:
    """A print of 200 cases takes several sheets, and holds rows that were not drawn on the screen."""
    page = opened(tab, tmp_path, many(200))
    page.run("document.querySelector('tr.case .opener').click()")
    pdf = page.printed()
    assert pdf.startswith(b"%PDF") and len(re.findall(rb"/Type\s*/Page\b", pdf)) > 1
    assert page.count(ROWS) == 200


def test_a_narrow_screen_scrolls_tables_and_not_the_page(tab: Page, tmp_path: Path) -> None:
    """At the width of a phone nothing sticks out of the page, with a case open either."""
    page = opened(tab, tmp_path, told())
    page.send("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
    page.run("document.querySelectorAll('tr.case .opener').forEach((one) => one.click())")
    assert page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
    page.send("Emulation.clearDeviceMetricsOverride")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_text_can_be_read(tab: Page, tmp_path: Path, scheme: str) -> None:
    """In light and in dark, each text stands out from its ground by 4.5 to 1 at least (WCAG 2.2, 1.4.3)."""
    page = opened(tab, tmp_path, told(), replace(SUITE, comparison=COMPARISON))
    page.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    page.run("document.querySelectorAll('tr.case .opener').forEach((one) => one.click())")
    assert page.run(_FAINT) == []
    assert page.run("getComputedStyle(document.documentElement).backgroundColor") == {
        "light": "rgb(251, 250, 247)", "dark": "rgb(23, 23, 26)"
    }[scheme]  # fmt: skip


_FAINT = """
(() => {
  const rgb = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((x) => x / 255)
    .map((x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4))
    .reduce((sum, x, place) => sum + x * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    const [r, g, b, alpha = 1] = rgb(getComputedStyle(element).backgroundColor);
    return alpha === 1 ? [r, g, b] : element.parentElement ? ground(element.parentElement) : [255, 255, 255];
  };
  const faint = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const [element, words] = [walker.currentNode.parentElement, walker.currentNode.data.trim()];
    if (!words || !element.checkVisibility() || element.closest("script, noscript, .unseen")) continue;
    const [one, other] = [light(rgb(getComputedStyle(element).color)), light(ground(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) faint.add(`${element.className || element.tagName} ${ratio.toFixed(2)}: ${words}`);
  }
  return [...faint];
})()
"""
