#!/usr/bin/env python3
"""A queue that is full for the whole call lets answers of the control connection come late, or not for long: what the remote
measures still comes, at least as often as on a narrow way (every 5 s; a report holds for 8 s)."""
import sqlite3

import programs as live

SECONDS = 30
HOLDS_S = 8


def reports_s(trace, medium):
    """When the remote's reports came, in seconds of the call."""
    return [row[0] for row in trace.execute(
        "select (local_ns - (select cast(value as integer) from meta where key = 'call_began_ns')) / 1e9 from peer_summary"
        f" where medium = '{medium}' order by local_ns")]


with live.folder() as folder:
    live.run(live.PROGRAM, "demo", "--headless", "--seconds", SECONDS, "--out", folder, "--link", "up:rate=3mbit,limit=2000",
             seconds=SECONDS + 60)
    sender = sqlite3.connect(folder / "room-a.jscope")
    dropped = sender.execute("select max(dropped_queue) from link_report where way = 'up'").fetchone()[0]
    live.check(dropped > 100, f"the queue is full ({dropped} packets dropped)")
    for medium in ("audio", "video"):
        times = [0.0, *reports_s(sender, medium), float(SECONDS)]
        longest = max(after - before for before, after in zip(times, times[1:]))
        live.check(longest < HOLDS_S, f"{medium}: {len(times) - 2} reports, {longest:.1f} s the longest time without one")
live.finish()
