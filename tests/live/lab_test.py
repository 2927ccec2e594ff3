#!/usr/bin/env python3
"""sun97.shaping, simulated and live: A loses less than C under heavy load, and the same seed gives the same bytes.
claypool98.priority, claypool98.wakeup and claypool98.buffer, a short run: what comes out, and that the real-time class is far below the
default one under load."""
import contextlib
import json
import os
import sqlite3
import statistics

import labs
import programs as live

SEED = 20


def check_files(folder, result):
    live.check(json.loads((folder / "result.json").read_text()) == result, "result.json is what was printed")
    labs.check_files(folder, "report.html", "figures.csv", "runs.csv", "packet_loss_percent.svg", "cells.jsonl")


def check_simulated():
    short = ["--simulated", "--scale", "0.1", "--repetitions", "9", "--set", "loads=900"]
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
    """One repetition at one load: A, B, C, and C twice through the relay's queue."""
    short = ["--live", "--repetitions", "1", "--set", "live-loads=900", "--set", f"path={path}", "--seed", SEED]
    with live.folder() as folder:
        result = json.loads(labs.run("sun97.shaping", *short, "--out", folder / "x", seconds=300))
        check_files(folder / "x", result)
        traces = list((folder / "x").rglob("room-a.jscope"))
        live.check(len(traces) == 5, f"the traces of every call stay: {len(traces)}")
        live.check({seed_of(trace) for trace in traces} == {SEED}, "each has the seed of its repetition")
    live.check(path in result["machine"]["path"], f"the result says how it ran: {result['machine']['path']}")
    rows = labs.rows(result, "runs")
    live.check(all(row["background_share_offered"] > 0.8 for row in rows), f"{path}: the background was offered")
    lost = {row["strategy"]: row["packet_loss_percent"] for row in rows if row["queue_order"] == "fifo"}
    live.check(lost["A"] < lost["C"], f"{path}: A loses less than C: {lost}")
    live.check(all(one["reproduced"] is None for one in result["findings"]), "one live run judges nothing")


def check_priority():
    with live.folder() as folder:
        short = ["--live", "--scale", "0.5", "--set", "loads=0,6", "--repetitions", "3", "--out", folder / "x"]
        result = json.loads(labs.run("claypool98.priority", *short, seconds=180))
        labs.check_files(folder / "x", "result.json", "report.html", "runs.csv", "variance.svg")
    runs = labs.rows(result, "runs")
    live.check(len(runs) == (3 * 2 + 2) * 3, "a row for each cell and repetition")
    live.check(sum(run["lost"] for run in runs) <= 3 and all(run["packets"] == 100 for run in runs), "the packets came")
    live.check([row["class"] for row in labs.rows(result, "slopes")] == ["default", "nice", "real-time"], "a slope a class")

    def median(name, figure):
        return statistics.median(run[figure] for run in runs
                                 if run["class"] == name and run["counters"] == "6" and run["realtime_competitors"] == "0")

    for figure in ("variance_ms2", "delay_p99_ms"):
        default, realtime = median("default", figure), median("real-time", figure)
        live.check(realtime < default / 5, f"6 counters, {figure}: real-time {realtime:.3g}, default {default:.3g}")


def check_wakeup():
    short = ["--live", "--set", "wakeups=40", "--repetitions", "3"]
    result = json.loads(labs.run("claypool98.wakeup", *short, seconds=180))
    runs = labs.rows(result, "runs")
    live.check(len(runs) == 4 * 2 * 3, "a row for each load, class, program and repetition: cyclictest ran")
    live.check(all(run["wakeups"] == 40 for run in runs), "every wake-up is there")
    measured = labs.finding(result, "loaded.realtime_helps")["measured"]
    live.check(measured > 5, f"under load p99 in the default class is {measured:.3g} times that in the real-time class")


def check_buffer():
    result = json.loads(labs.run("claypool98.buffer", "--live", "--set", "live-seconds=3", seconds=200))
    runs = labs.rows(result, "runs")
    live.check(len(runs) == 15, f"three causes in five strengths: {len(runs)}")
    live.check(all(run["audio.packets"] > 20 for run in runs), "each with its sound")
    for run in (run for run in runs if run["strength"] == "5"):
        variance = run["audio.interarrival_ms.variance"]
        live.check(variance > 1, f"{run['cause']} makes jitter: {variance:.3g} ms²")


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
check_buffer()
check_simulated()
check_live("kernel" if os.geteuid() == 0 else "relay")
live.finish()
