"""Demonstrate -> Shaping in ten demo calls: in each of them strategy C loses at least 1 % of the frames on the link that was chosen,
strategy A at most a tenth of that."""
import sys

import programs as live
from recorded import Trace

SECONDS = 48
PHASES = ["settling shaping", "before c", "switching", "after a", "done"]
LEAST_LOST_WITH_C, MOST_OF_IT_WITH_A = 0.01, 0.1


def frames_lost(trace, begin, end):
    """(not whole, all) of the received frames of which something came in that time, up to the oldest that was decided later."""
    outcomes = trace.rows("SELECT outcome, count(*) FROM frame_done WHERE local_ns >= ?1 AND frame >="
                          " (SELECT frame FROM packet_arrived WHERE medium = 'video' AND frame NOT NULL AND local_ns >= ?1"
                          " ORDER BY local_ns LIMIT 1) AND frame <"
                          " ifnull((SELECT min(frame) FROM frame_done WHERE local_ns >= ?2), 1 << 62) GROUP BY outcome", begin, end)
    return sum(n for outcome, n in outcomes if outcome not in ("complete", "patched")), sum(n for _, n in outcomes)


def check_run(folder, number):
    live.demo(folder, SECONDS, "--at", "2:demonstrate=shaping")
    trace = Trace(folder / "room-a.jscope")
    phases = trace.phases()
    live.check(list(phases) == PHASES, f"run {number}: the phases are marked in order ({list(phases)})")
    with_c, of_c = frames_lost(trace, phases["before c"], phases["switching"])
    with_a, of_a = frames_lost(trace, phases["after a"], phases["done"])
    link = [value for _, value in trace.settings("link")][0]
    what = f"run {number}, {link}: C loses {with_c} of {of_c} frames, A {with_a} of {of_a}"
    live.check(with_c >= LEAST_LOST_WITH_C * of_c and with_a / of_a <= MOST_OF_IT_WITH_A * with_c / of_c, what)


with live.folder() as path:
    for run in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
        check_run(path / f"run-{run}", run + 1)
live.finish()
