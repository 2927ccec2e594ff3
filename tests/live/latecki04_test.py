#!/usr/bin/env python3
"""latecki04.rate-control: simulated, twice the same bytes, limits kept; live through the kernel's tbf, one
run of each case at once: the paper's damage without control, its cure with it. latecki04.capacity-steps and
latecki04.congestion give their tables."""
import json
import os

import labs
import programs as live
from recorded import Trace

LIMITS = ("audio_loss", "audio_loss_converged", "audio_delay_rise_ms", "audio_delay_rise_converged_ms", "video_delay_ms",
          "utilisation", "convergence_s", "converges")
DAMAGE = ("audio_delay_ms", "video_delay_ms", "video_drop")


def check_simulated():
    with live.folder() as folder:
        first = labs.run("latecki04.rate-control", "--simulated", "--out", folder / "x", seconds=180)
        labs.check_files(folder / "x", "result.json", "report.html", "runs.csv", "means.csv", "tcp_audio_delay_ms.svg")
    live.check(first == labs.run("latecki04.rate-control", "--simulated", seconds=180), "the same seed gives the same bytes")
    result = json.loads(first)
    for transport in ("udp", "tcp"):
        for name in [f"{transport}.without.{one}" for one in DAMAGE] + [f"{transport}.with.{one}" for one in LIMITS]:
            found = labs.finding(result, name)
            live.check(found["reproduced"] is True, f"{name}, measured {found['measured']}, p {found['p_holm']}")


def check_steps():
    result = json.loads(labs.run("latecki04.capacity-steps", seconds=120))
    rows = result["tables"][0]["rows"]
    live.check(len(rows) == 10 and all(row[4] > 0 for row in rows), f"two controllers, four steps and the whole: {len(rows)}")
    for one in result["findings"]:
        live.check(one["reproduced"] is True, f"capacity steps: {one['id']}, measured {one['measured']}, {one['criterion']}")


def check_congestion():
    result = json.loads(labs.run("latecki04.congestion", seconds=120))
    for name in ("udp.detected_in_time", "udp.short_is_sooner", "tcp.short_contradicts", "starved.no_trend"):
        live.check(labs.finding(result, name)["reproduced"] is True, f"congestion: {name}")


def check_traces(folder):
    for transport in ("udp", "tcp"):
        for end in ("sender", "receiver"):
            trace = folder / f"{transport}-with-{end}.jscope"
            settings = set(Trace(trace).rows("select name, value, end_of_call from setting_changed"))
            whose = "local" if end == "sender" else "remote"
            wanted = {("transport", transport, whose), ("rate-control", "two-stream", whose)}
            live.check(wanted <= settings, f"{trace.name} says how it was made: {settings}")


def check_live():
    with live.folder() as folder:
        result = json.loads(labs.run("latecki04.rate-control", "--live", "--out", folder / "x", seconds=400))
        check_traces(folder / "x" / "traces" / "repetition=1")
    live.check("tbf" in result["machine"]["path"], f"the result says how it ran: {result['machine']['path']}")
    measured = {name: labs.finding(result, name)["measured"] for name in
                ("udp.without.audio_delay_ms", "tcp.without.audio_delay_ms", "udp.with.audio_delay_rise_ms", "tcp.with.audio_delay_rise_ms")}
    live.check(measured["udp.without.audio_delay_ms"] > 500 and measured["tcp.without.audio_delay_ms"] > 500, f"the damage appears: {measured}")
    live.check(measured["udp.with.audio_delay_rise_ms"] < 5 and measured["tcp.with.audio_delay_rise_ms"] < 5, f"and its cure: {measured}")
    live.check(all(one["reproduced"] is None for one in result["findings"]), "one live run judges nothing")


check_simulated()
check_steps()
check_congestion()
if os.geteuid() == 0:
    check_live()
else:
    refused = live.ended("lab", "run", "latecki04.rate-control", "--live")
    live.check(refused.status == 3 and "root" in refused.stderr, f"it says what it needs: {refused.stderr}")
live.finish()
