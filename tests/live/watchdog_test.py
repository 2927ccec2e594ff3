#!/usr/bin/env python3
"""A real-time thread that spins on every processor, planted in a running call with a window: the watchdog takes the class from
them, says so by name, and the window answers again; the threads go on, harmless, and the call ends as ever."""
import json
import os
import shutil
import sys

import programs as live

PLANTED = sys.argv[1]
AT_MOST_MS = 1000  # of the three seconds that they spin; the watchdog needs some 100


def main():
    with live.folder() as path:
        library = shutil.copy(PLANTED, path)  # LD_PRELOAD takes no blanks, which the build's path may have
        environment = {"LD_PRELOAD": str(library), "PLANTED_OUT": str(path / "planted.json"), "QT_QPA_PLATFORM": "offscreen"}
        demo = live.demo(path / "out", 8, environment=environment)
        planted = json.loads((path / "planted.json").read_text())
        here = demo.json()["room_a"]
    live.check(planted["probe_above"], "the test may use real-time classes")
    live.check(len(planted["spinners"]) == os.cpu_count(), "a thread a processor is planted")
    for number, spinner in enumerate(planted["spinners"]):
        live.check(0 <= spinner["real_time_ms"] < AT_MOST_MS, f"spinner-{number} lost its class after {spinner['real_time_ms']} ms")
        live.check(spinner["ended"], f"spinner-{number} went on to its end")
        named = [notice["text"] for notice in here["notices"] if f"The thread spinner-{number} " in notice["text"]]
        live.check(len(named) == 1 and "lost its class" in named[0], f"and the user is told once ({named})")
    live.check(planted["longest_answer_ms"] < AT_MOST_MS, f"the window answered within {planted['longest_answer_ms']} ms all the time")
    rows = {row["thread"]: row["effective"] for row in here["threads"]}
    live.check(rows.get("watchdog") == "realtime 60", f"the watchdog is in the table ({rows.get('watchdog')})")
    live.check(rows["audio-send"] == "realtime 20", "the call's own threads kept their class")
    live.check(here["received"]["video"]["frames_complete"] > 60, f"the call went on ({here['received']['video']['frames_complete']} frames)")
    live.finish()


main()
