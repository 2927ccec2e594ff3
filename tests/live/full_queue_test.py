#!/usr/bin/env python3
"""A queue that is full for the whole call lets answers of the control connection come late, or not for long: what the remote
measures still comes, at least as often as on a narrow way (every 5 s; a report holds for 8 s). And a long queue that is let go as
the link is lifted: what comes late is late, and no other stream, so that each end expects as many packets as the other has sent,
and refuses none."""
import programs as live
from recorded import Trace, of_demo

SECONDS, LIFTED_SECONDS = 30, 22
HOLDS_S = 8
MISSED_AT_THE_END = 30  # packets under way as the call ends


def reports_s(trace, medium):
    """When the remote's reports came, in seconds of the call."""
    return [seconds for seconds, in trace.rows(
        "select (local_ns - (select cast(value as integer) from meta where key = 'call_began_ns')) / 1e9 from peer_summary"
        f" where medium = '{medium}' order by local_ns")]


def check_lifted(folder):
    live.demo(folder, LIFTED_SECONDS, "--at", "3:link=rate=50kbit,queue=100000", "--at", "15:link=off")
    for here, there in (("a", "b"), ("b", "a")):
        trace = folder / f"room-{here}.jscope"
        refused = Trace(trace).value("SELECT count(*) FROM packet_rejected")
        live.check(refused == 0, f"room {here} refuses nothing ({refused})")
        received = {stream["medium"]: stream for stream in live.analyze(trace) if stream["direction"] == "received"}
        sent = {stream["medium"]: stream for stream in live.analyze(folder / f"room-{there}.jscope")
                if stream["direction"] == "sent"}
        for medium in ("audio", "video"):
            expected, all_sent = received[medium]["expected"], sent[medium]["packets"]
            live.check(0 <= all_sent - expected <= MISSED_AT_THE_END,
                       f"room {here} expects of {medium} what was sent ({expected} of {all_sent})")


with live.folder() as folder:
    live.demo(folder, SECONDS, "--link", "up:rate=3mbit,limit=2000")
    sender, _ = of_demo(folder)
    dropped = sender.value("select max(dropped_queue) from link_report where way = 'up'")
    live.check(dropped > 100, f"the queue is full ({dropped} packets dropped)")
    for medium in ("audio", "video"):
        times = [0.0, *reports_s(sender, medium), float(SECONDS)]
        longest = max(after - before for before, after in zip(times, times[1:]))
        live.check(longest < HOLDS_S, f"{medium}: {len(times) - 2} reports, {longest:.1f} s the longest time without one")
with live.folder() as folder:
    check_lifted(folder)
live.finish()
