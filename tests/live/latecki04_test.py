#!/usr/bin/env python3
"""latecki04.rate-control: simulated with 50 seeds, twice the same bytes, limits kept; live through the kernel's tbf, one
run of each case at once: the paper's damage without control, its cure with it. latecki04.capacity-steps gives its table."""
import json
import os

import labs
import programs as live
from recorded import Trace

LIMITS = ("audio_loss", "audio_loss_converged", "audio_delay_rise_ms", "audio_delay_rise_converged_ms", "video_delay_ms",
          "utilisation")
DAMAGE = ("audio_delay_ms", "audio_damage", "video_delay_ms", "video_drop")


# Of many runs. A live run is one, and what the token bucket saves up makes its rate leave ± 10 % now and then.
OF_MANY = ("convergence_s",)


def judge(result, mode, limits=LIMITS):
    for transport in ("udp", "tcp"):
        for name in [f"{transport}.without.{one}" for one in DAMAGE] + [f"{transport}.with.{one}" for one in limits]:
            found = labs.finding(result, name)
            live.check(found["reproduced"] is True, f"{mode}: {name}, measured {found['measured']}")


def check_simulated():
    with live.folder() as folder:
        first = labs.run("latecki04.rate-control", "--simulated", "--out", folder / "x", seconds=120)
        labs.check_files(folder / "x", "result.json", "report.html", "runs.csv", "decisions.csv", "tcp_audio_delay_ms.svg")
    live.check(first == labs.run("latecki04.rate-control", "--simulated", seconds=120), "the same seed gives the same bytes")
    judge(json.loads(first), "simulated", LIMITS + OF_MANY)


def check_steps():
    result = json.loads(labs.run("latecki04.capacity-steps", seconds=120))
    rows = result["tables"][0]["rows"]
    live.check(len(rows) == 10 and all(row[4] > 0 for row in rows), f"two controllers, four steps and the whole: {len(rows)}")
    for one in result["findings"]:
        live.check(one["reproduced"] is True, f"capacity steps: {one['id']}, measured {one['measured']}, {one['criterion']}")


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
        check_traces(folder / "x" / "traces")
    given = result["parameters"]
    live.check(given["seeds"] == 1 and given["token_bucket_bytes"] == 1520 and "delay" not in given["link"],
               f"the parameters are those of the live run: {given}")
    live.check("tbf" in result["machine"]["path"], f"the result says how it ran: {result['machine']['path']}")
    judge(result, "live")


check_simulated()
check_steps()
if os.geteuid() == 0:
    check_live()
else:
    refused = live.ended("lab", "run", "latecki04.rate-control", "--live")
    live.check(refused.status == 3 and "root" in refused.stderr, f"it says what it needs: {refused.stderr}")
live.finish()
