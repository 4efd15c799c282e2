"""report.html of 2,000 cases in Chromium: seconds from opening the file until its table can be used, and to search it.

python -m tests.bench.bench_page
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from judge_eval.report.as_html import report_html
from tests.chromium import CHROMIUM, Page, browser
from tests.reported_suite import SUITE, many

N_CASES = 2_000
RUNS = 3
AIM_SECONDS = 2.0

_SEARCH = """
(async () => {
  const box = document.getElementById("search");
  const started = performance.now();
  box.value = "case-01234";
  box.dispatchEvent(new Event("input"));
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return (performance.now() - started) / 1000;
})()
"""


def main() -> None:
    """Prints the least of some runs, beside the aim."""
    if CHROMIUM is None:
        print("report.html: not measured, for no chromium is installed")
        return
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        file = Path(name) / "report.html"
        started = time.perf_counter()
        file.write_text("".join(report_html(SUITE, many(N_CASES))), encoding="utf-8")
        written = time.perf_counter() - started
        with browser(Path(name) / "profile") as page:
            ready = min(seconds_until_ready(page, file) for _ in range(RUNS))
            search = page.run(_SEARCH)
        size = file.stat().st_size / 1e6
    print(f"report.html of {N_CASES:,} cases: {size:.1f} MB, written in {written:.2f} s")
    print(f"interactive in {ready:.2f} s (aim: {AIM_SECONDS:g} s), first search of all words {search:.2f} s")


def seconds_until_ready(page: Page, file: Path) -> float:
    """From the command to load the file until a row has been drawn and answers a click with its conversation."""
    started = time.perf_counter()
    page.open(file)
    page.run("document.querySelector('tr.case .opener').click()")
    if page.count(".story") != 1:
        raise RuntimeError("the case did not open")
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
