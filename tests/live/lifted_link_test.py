#!/usr/bin/env python3
"""A link whose long queue is let go when the link is lifted: what comes late is late, and no other stream. Each end expects as
many packets as the other has sent, and refuses none."""
import sqlite3

import programs as live

SECONDS = 22
MISSED_AT_THE_END = 30  # packets under way as the call ends

with live.folder() as folder:
    with live.jitterscope("demo", "--headless", "--seconds", SECONDS, "--out", folder,
                          "--at", "3:link=rate=50kbit,queue=100000", "--at", "15:link=off") as demo:
        demo.wait(SECONDS + 60)
    live.check(demo.status == 0, f"the demo ends well {demo.stderr}")
    for here, there in (("a", "b"), ("b", "a")):
        trace = folder / f"room-{here}.jscope"
        with sqlite3.connect(trace) as database:
            refused = database.execute("SELECT count(*) FROM packet_rejected").fetchone()[0]
        live.check(refused == 0, f"room {here} refuses nothing ({refused})")
        received = {stream["medium"]: stream for stream in live.analyze(trace) if stream["direction"] == "received"}
        sent = {stream["medium"]: stream for stream in live.analyze(folder / f"room-{there}.jscope")
                if stream["direction"] == "sent"}
        for medium in ("audio", "video"):
            expected, all_sent = received[medium]["expected"], sent[medium]["packets"]
            live.check(0 <= all_sent - expected <= MISSED_AT_THE_END,
                       f"room {here} expects of {medium} what was sent ({expected} of {all_sent})")
live.finish()
