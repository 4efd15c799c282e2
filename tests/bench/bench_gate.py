"""How often the gate raises a false alarm, stays undecided, and catches a drop: simulated agents and judges.

    python -m tests.bench.bench_gate [RUNS]

Exits with 1 where an unchanged agent fails in more than 5 % of runs and two standard errors, or where a 10-point drop
at 200 items is caught in less than 95 % (asked again, ICC .62) or 85 % (not asked again, 3 % of verdicts turned round).
"""

from __future__ import annotations

import sys

from tests.gate_simulation import JUDGES, Gate, dropped, dropped_under_flips, safety_alarms, unchanged

ITEMS = (20, 50, 200, 500)
DROP = 0.10


def main(runs: int) -> int:
    """The exit code, after printing the table."""
    print(f"an unchanged agent, {runs:,} runs a line: fails, undecided; failed by a floor at the baseline's mean")
    alarms = False
    for judge in JUDGES:
        for n in ITEMS:
            found = unchanged(judge, n, runs)
            alarms |= not found.no_false_alarm
            print(f"  {judge}  N {n:3}  {_line(found)}  {found.dropped:6.1%}", flush=True)
    print(f"a drop of {DROP:.0%} of the items at N 200: fails, undecided")
    asked = {judge: dropped(judge, DROP, 200, runs) for judge in JUDGES}
    for judge, found in asked.items():
        first = dropped(judge, DROP, 200, runs, again=False)
        print(f"  {judge}  {_line(found)}  at the first look alone {_line(first)}")
    flips = dropped_under_flips(0.03, DROP, 200, runs)
    print(f"  3 % of verdicts turned round, not asked again  {_line(flips)}")
    blocks = ", ".join(f"{judge} {safety_alarms(judge, 200, runs):.1%}" for judge in JUDGES)
    print(f"safety, 200 responses of an unchanged agent: runs blocked by one of them alone: {blocks}")
    return int(alarms or asked["ICC .62"].failed < 0.95 or flips.failed < 0.85)


def _line(gate: Gate) -> str:
    return f"{gate.failed:6.1%}  {gate.undecided:6.1%}"


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
