#!/usr/bin/env python3
"""sun97.shaping, simulated and live: A loses less than C under heavy load, and the same seed gives the same bytes."""
import json
import os

import programs as live

LIVE = ["--set", "loads=900", "--set", "live-repetitions=3", "--scale", "0.3"]
JUDGED = ("packet_loss.a_below_c", "frame_loss.a_below_c", "frame_delay.order")


def run_lab(*arguments, seconds):
    with live.Process([live.PROGRAM, "lab", "run", "sun97.shaping", "--json", *arguments]) as process:
        process.wait(seconds)
        if process.status != 0:
            live.check(False, f"the lab ends well: {process.stderr[-400:]}")
            live.finish()
        return process.stdout


def finding(result, name):
    return next(one for one in result["findings"] if one["id"] == name)


def check_files(folder, result):
    live.check(json.loads((folder / "result.json").read_text()) == result, "result.json is what was printed")
    for name in ("report.html", "cells.csv", "packet_loss_percent.svg"):
        live.check((folder / name).stat().st_size > 200, f"{name} is written")


def check_simulated():
    short = ["--simulated", "--scale", "0.05", "--set", "loads=0,900"]
    with live.folder() as folder:
        first = run_lab(*short, "--out", folder / "x", seconds=120)
        check_files(folder / "x", json.loads(first))
    live.check(first == run_lab(*short, seconds=120), "the same seed gives the same bytes, wherever they are written")
    live.check(first != run_lab(*short, "--seed", "2", seconds=120), "another seed gives others")
    for name in ("packet_loss.a_below_c", "frame_loss.a_below_c"):
        live.check(finding(json.loads(first), name)["reproduced"] is True, f"simulated: {name}")


def check_live(path):
    with live.folder() as folder:
        result = json.loads(run_lab("--live", *LIVE, "--set", f"path={path}", "--out", folder / "x", seconds=600))
        check_files(folder / "x", result)
        live.check(len(list((folder / "x").rglob("*.jscope"))) == 2 * 4 * 3, "the traces of every call stay")
    live.check(path in result["machine"]["path"], f"the result says how it ran: {result['machine']['path']}")
    live.check(result["parameters"]["background_least_share_offered"] > 0.8, f"{path}: the background was offered")
    for name in JUDGED:
        live.check(finding(result, name)["reproduced"] is True, f"{path}: {name}, measured {finding(result, name)['measured']}")


check_simulated()
check_live("kernel" if os.geteuid() == 0 else "relay")
live.finish()
