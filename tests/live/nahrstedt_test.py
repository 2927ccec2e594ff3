#!/usr/bin/env python3
"""The labs of nahrstedt94, one short run of each: every process comes to life, gives its numbers and is gone after."""
import json
import os
import subprocess

import labs
import programs as live

started = []
CLASSES = ["NRT/NRT", "RT/NRT", "RT/RT", "NRT/RT"]


def run_live(name, *settings):
    options = [word for setting in settings for word in ("--set", setting)]
    return json.loads(labs.run(name, "--live", *options, seconds=60, started=started))


def check_transports():
    result = run_live("nahrstedt94.transports", "scenarios=1", "frames=3", "pause-frames=1", "pause-ms=10")
    cells = labs.rows(result, "cells")
    live.check(len(cells) == 13, f"twelve cells and the paused one: {len(cells)}")
    realtime = "realtime_refused" not in result["machine"]
    live.check(realtime or os.geteuid() != 0, "root gets its real-time class")
    for transport in ("IPC", "TCP", "UDP"):
        mine = [cell for cell in cells if cell["transport"] == transport]
        live.check([cell["application/display"] for cell in mine] == CLASSES, f"{transport}: the paper's classes")
        for cell in mine if realtime else mine[:1]:
            # What a busy machine loses of UDP is not judged here.
            enough = (cell["n"] or 0) >= (1 if transport == "UDP" else 3)
            live.check(enough and cell["mean_ms"] > 0 and cell["paper_mean_ms"] > 100, f"a measured cell: {cell}")
    paused = [cell for cell in cells if cell["transport"] == "UDP, pause"]
    live.check(300 < paused[0]["median"] < 3000, f"33 pauses of 10 ms are in the delay: {paused[0]['median']}")
    judged, slow = (labs.finding(result, name) for name in ("rate.announced_beats_pause", "order.tcp_before_paused_udp"))
    live.check(0 < judged["measured"] < slow["measured"] and slow["reproduced"] is None, f"the pause is slower: {slow}")
    live.check(labs.finding(result, "realtime.display.IPC")["measured"] is None, "without load nothing is said of load")


def check_loaded():
    result = run_live("nahrstedt94.transports", "scenarios=4", "transports=IPC", "frames=3", "pause-frames=0", "work-ms=40")
    cells = labs.rows(result, "cells")
    live.check(len(cells) == 4 and (cells[0]["n"] or 0) == 3, f"four cells beside two others: {cells}")


def check_robotics():
    result = run_live("nahrstedt94.robotics", "seconds=1", "repetitions=1")
    cases = labs.rows(result, "timeout_delay")
    live.check([case["sender"] for case in cases] == ["one process", "two processes"] * 2, f"both ways to send: {cases}")
    refused = "realtime_refused" in result["machine"]
    live.check(not refused or os.geteuid() != 0, "root gets its real-time class")
    for case in cases[: 2 if refused else 4]:
        live.check(case["n"] == 100 and case["mean_ms"] > 0 and case["video_frames"] >= 3, f"both media went: {case}")
        live.check(case["samples_arrived"] >= 99, f"the samples arrived: {case}")


def check_shares():
    result = run_live("nahrstedt94.os-versus-network", "seconds=3", "repetitions=1", "rates=2,1000")
    shares = {row["link_mbps"]: row["os_share"] for row in labs.rows(result, "shares") if row["medium"] == "video"}
    live.check(shares["2"] < shares["none"], f"the operating system's share is less over a slow link than over none: {shares}")


def check_nobody_stays():
    listed = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    mine = [line for line in listed.splitlines() if any(f" tied {pid} lab-process " in line for pid in started)]
    live.check(not mine, f"no process of a lab is left: {mine}")


check_transports()
check_loaded()
check_robotics()
check_shares()
check_nobody_stays()
live.finish()
