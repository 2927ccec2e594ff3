#!/usr/bin/env python3
"""sun97.shaping, simulated and live: A loses less than C under heavy load, and the same seed gives the same bytes.
claypool98.priority and claypool98.wakeup, a short run: what comes out, and that the real-time class is far below the
default one under load."""
import contextlib
import json
import os
import sqlite3
import statistics

import labs
import programs as live

LIVE = ["--set", "loads=900", "--set", "live-repetitions=3", "--scale", "0.3"]
SEED = 20
JUDGED = ("packet_loss.a_below_c", "frame_loss.a_below_c", "frame_delay.order")


def check_files(folder, result):
    live.check(json.loads((folder / "result.json").read_text()) == result, "result.json is what was printed")
    labs.check_files(folder, "report.html", "cells.csv", "packet_loss_percent.svg")


def check_simulated():
    short = ["--simulated", "--scale", "0.05", "--set", "loads=0,900"]
    with live.folder() as folder:
        first = labs.run("sun97.shaping", *short, "--out", folder / "x", seconds=120)
        check_files(folder / "x", json.loads(first))
    live.check(first == labs.run("sun97.shaping", *short, seconds=120), "the same seed gives the same bytes, wherever they are written")
    live.check(first != labs.run("sun97.shaping", *short, "--seed", "2", seconds=120), "another seed gives others")
    with live.jitterscope("lab", "run", "sun97.shaping", *short, "--out", "/dev/null/x") as process:
        process.wait(60)
    live.check(process.status == 1 and "The folder /dev/null/x cannot be made" in process.stderr, f"no folder: {process.stderr[-200:]}")
    for name in ("packet_loss.a_below_c", "frame_loss.a_below_c"):
        live.check(labs.finding(json.loads(first), name)["reproduced"] is True, f"simulated: {name}")


def seed_of(trace):
    with contextlib.closing(sqlite3.connect(trace)) as database:
        return json.loads(database.execute("SELECT value FROM meta WHERE key = 'settings'").fetchone()[0])["seed"]


def check_live(path):
    with live.folder() as folder:
        result = json.loads(labs.run("sun97.shaping", "--live", *LIVE, "--seed", SEED, "--set", f"path={path}", "--out", folder / "x", seconds=600))
        check_files(folder / "x", result)
        live.check(len(list((folder / "x").rglob("*.jscope"))) == 2 * 4 * 3, "the traces of every call stay")
        for repetition in (1, 2, 3):
            seeds = {seed_of(trace) for trace in (folder / "x" / "traces").glob(f"*-{repetition}/room-a.jscope")}
            live.check(seeds == {SEED + repetition - 1}, f"the lab's seed counts on with each repetition: {seeds}")
        short = ["--live", "--force", "--set", "loads=0", "--set", "live-repetitions=1", "--scale", "0.1", "--set", f"path={path}"]
        labs.run("sun97.shaping", *short, "--out", folder / "x", seconds=200)
        live.check(len(list((folder / "x").rglob("*.jscope"))) == 2 * 4, "--force replaces them")
    live.check(path in result["machine"]["path"], f"the result says how it ran: {result['machine']['path']}")
    live.check(result["parameters"]["background_least_share_offered"] > 0.8, f"{path}: the background was offered")
    for name in JUDGED:
        live.check(labs.finding(result, name)["reproduced"] is True, f"{path}: {name}, measured {labs.finding(result, name)['measured']}")


def check_priority():
    with live.folder() as folder:
        short = ["--live", "--scale", "0.5", "--set", "loads=0,6", "--set", "repetitions=3", "--out", folder / "x"]
        result = json.loads(labs.run("claypool98.priority", *short, seconds=120))
        labs.check_files(folder / "x", "result.json", "report.html", "cells.csv", "variance_ms2.svg")
    runs = labs.rows(result, "runs")
    live.check(len(runs) == 3 * 2 * 3, "a row for each class, load and repetition")
    live.check(sum(run["lost"] for run in runs) <= 3 and all(run["packets"] == 100 for run in runs), "the packets came")
    live.check([row["class"] for row in labs.rows(result, "slopes")] == ["default", "nice", "real-time"], "a slope a class")

    def median(name, figure):
        return statistics.median(run[figure] for run in runs if run["class"] == name and run["counters"] == 6)

    for figure in ("variance_ms2", "delay_p99_ms"):
        default, realtime = median("default", figure), median("real-time", figure)
        live.check(realtime < default / 5, f"6 counters, {figure}: real-time {realtime:.3g}, default {default:.3g}")


def check_wakeup():
    short = ["--live", "--set", "wakeups=40", "--set", "repetitions=3"]
    result = json.loads(labs.run("claypool98.wakeup", *short, seconds=180))
    runs = labs.rows(result, "runs")
    live.check(len(runs) == 4 * 2 * 3, "a row for each load, class, program and repetition: cyclictest ran")
    live.check(all(run["wakeups"] == 40 for run in runs), "every wake-up is there")
    measured = labs.finding(result, "loaded.realtime_helps")["measured"]
    live.check(measured > 5, f"under load p99 in the default class is {measured:.3g} times that in the real-time class")


def check_refusals():
    """What needs a mode or a machine says so before it begins."""
    for words, status, sentence in (([], 2, "--live"), (["--live", "--set", "loads=x"], 2, "loads takes")):
        process = live.ended("lab", "run", "claypool98.priority", *words)
        live.check(process.status == status and sentence in process.stderr, f"{words}: {process.stderr.strip()}")
    process = live.ended("lab", "run", "claypool98.priority", "--live", prefix=("taskset", "-c", "0"))
    live.check(process.status == 3 and "two processors" in process.stderr, f"one processor: {process.stderr.strip()}")


live.need("cyclictest", "taskset")
check_refusals()
check_priority()
check_wakeup()
check_simulated()
check_live("kernel" if os.geteuid() == 0 else "relay")
live.finish()
