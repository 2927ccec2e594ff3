#!/usr/bin/env python3
"""Labs as cells: a run that is killed at any moment goes on where it was, and its result is the same bytes; results of
several folders are one; other programs spread the cells."""
import json
import random
import shutil
import signal
import subprocess
import time

import labs
import programs as live

SIMULATED = ["--simulated", "--repetitions", "6", "--set", "seconds=20", "--seed", "5"]
LIVE = ["--live", "--repetitions", "4", "--set", "seconds=1", "--factor", "shaping=a,c"]
KILLS = 10


def cells_in(folder):
    file = folder / "cells.jsonl"
    return file.read_text().count('"cell"') if file.exists() else 0


def start(*words):
    return subprocess.Popen([live.PROGRAM, "lab", "run", "own.matrix", *map(str, words)], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def killed_and_resumed(folder, words, longest, kills):
    """Begins the run and kills it, and each of those that go on with it, after up to `longest` seconds."""
    process, killed = start(*words, "--out", folder), 0
    for kill in range(kills):
        time.sleep(random.uniform(0, longest))
        if process.poll() is None:
            process.kill()
            killed += 1
        process.wait()
        before = cells_in(folder)
        process = start(*words, "--out", folder, "--resume")
        live.check(cells_in(folder) >= before, f"kill {kill + 1}: {before} cells stay")
    live.check(process.wait(120) == 0, "the last one ends well")
    live.check(killed > 0, f"{killed} runs were killed")


def check_killed_simulated(whole):
    with live.folder() as folder:
        killed_and_resumed(folder / "x", SIMULATED, whole["seconds"] / 4, KILLS)
        result = (folder / "x" / "result.json").read_bytes()
        live.check(result == whole["bytes"], "a run that was killed ten times has the bytes of one that was not")


def check_killed_live():
    with live.folder() as folder:
        killed_and_resumed(folder / "x", LIVE, 6, KILLS)
        runs = labs.rows(json.loads((folder / "x" / "result.json").read_text()), "runs")
        live.check(len(runs) == 8, f"every live cell is there once: {len(runs)}")
        live.check(all(row["video.packets"] > 0 for row in runs), "each with its call")


def check_stopped():
    """Ctrl-C keeps what is done and writes its result."""
    with live.folder() as folder:
        process = start(*LIVE, "--out", folder / "x")
        deadline = time.monotonic() + 60
        while cells_in(folder / "x") < 1 and time.monotonic() < deadline:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        live.check(process.wait(30) == 1, "a run that is stopped says so by its status")
        headline = (folder / "x" / "report.html").read_text()
        live.check("Unfinished: " in headline, "its report says that it is unfinished")


def check_merged(whole):
    with live.folder() as folder:
        listed = live.ended("lab", "cells", "own.matrix", *SIMULATED, "--out", folder / "a")
        shutil.copytree(folder / "a", folder / "b")
        keys = listed.stdout.split()
        live.check(len(keys) == 24, f"{len(keys)} cells are listed")
        for i, key in enumerate(keys):
            ended = live.ended("lab", "cell", "own.matrix", key, "--out", folder / "ab"[i % 2])
            if ended.status != 0:
                live.check(False, f"{key}: {ended.stderr}")
        merged = live.ended("lab", "merge", folder / "a", folder / "b", "--out", folder / "both")
        live.check(merged.status == 0, f"two folders are merged: {merged.stderr}")
        live.check((folder / "both" / "result.json").read_bytes() == whole["bytes"],
                   "what two folders hold together is what one run makes")
        cells = (folder / "a" / "cells.jsonl").read_bytes()
        into_one = live.ended("lab", "merge", folder / "a", folder / "b", "--out", folder / "b" / ".." / "a", "--force")
        live.check(into_one.status == 1 and "is one of those that are merged" in into_one.stderr
                   and (folder / "a" / "cells.jsonl").read_bytes() == cells,
                   f"a folder that is merged is not written over: {into_one.stderr.strip()}")
        other = live.ended("lab", "run", "own.matrix", "--repetitions", "2", "--set", "seconds=2", "--out", folder / "c")
        refused = live.ended("lab", "merge", folder / "a", folder / "c", "--out", folder / "none")
        live.check(other.status == 0 and refused.status == 1 and "they differ in seed, settings" in refused.stderr,
                   f"cells of another run are not mixed in: {refused.stderr.strip()}")


def check_parallel(whole):
    with live.folder() as folder:
        live.ended("lab", "cells", "own.matrix", *SIMULATED, "--out", folder / "x")
        keys = live.ended("lab", "cells", "own.matrix", "--out", folder / "x").stdout
        spread = subprocess.run(["parallel", "--will-cite", "-j", "4", live.PROGRAM, "lab", "cell", "own.matrix", "{}",
                                 "--out", str(folder / "x")], input=keys, text=True, capture_output=True, check=False)
        live.check(spread.returncode == 0, f"GNU parallel runs the cells: {spread.stderr[-300:]}")
        live.ended("lab", "run", "own.matrix", "--out", folder / "x", "--resume")
        live.check((folder / "x" / "result.json").read_bytes() == whole["bytes"], "and its result is the same")


def whole_run():
    with live.folder() as folder:
        began = time.monotonic()
        live.check(start(*SIMULATED, "--out", folder / "x").wait(120) == 0, "a run without a stop ends well")
        return {"seconds": time.monotonic() - began, "bytes": (folder / "x" / "result.json").read_bytes()}


live.need("parallel")
random.seed(59)
whole = whole_run()
check_killed_simulated(whole)
check_merged(whole)
check_parallel(whole)
check_stopped()
check_killed_live()
live.finish()
