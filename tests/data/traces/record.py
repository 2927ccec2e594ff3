#!/usr/bin/env python3
"""Records the small calls of this folder with a build of Jitterscope.

record.py PROGRAM [NAME…]      each as schemaN-NAME.jscope.gz, N being the program's schema; all, or those named
"""
import gzip
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).resolve().parent
SMALL = ["--video", "synthetic:160x120@8", "--jpeg-quality", "25", "--block-size", "512", "--audio-block", "512"]
# name -> seconds, the end whose trace is kept, options of the demo
CALLS = {
    "a": (12, "a", ["--shaping", "a", "--link", "rate=1mbit,limit=30,delay=40ms,jitter=6ms,loss=2%"]),
    "b": (12, "b", ["--shaping", "b", "--playout", "audio=ramjee4,video=optimum", "--at", "6:shaping=both:c",
                    "--link", "rate=2mbit,limit=40,delay=20ms,jitter=10ms,reorder=5%,duplicate=1%"]),
    "c": (12, "a", ["--shaping", "c", "--video", "synthetic:160x120@10", "--link", "rate=250kbit,limit=8,delay=20ms"]),
    "tcp": (16, "b", ["--transport", "tcp", "--rate-control", "two-stream", "--video", "synthetic:240x180@10",
                      "--link", "rate=300kbit,limit=20,delay=20ms"]),
    "quiet": (6, "a", ["--playout", "e", "--at", "4:video=none"]),
}


def program_schema(trace):
    with sqlite3.connect(trace) as database:
        return database.execute("PRAGMA user_version").fetchone()[0]


def shrink(trace):
    """One file without free pages, and without the name of the machine."""
    database = sqlite3.connect(trace)
    database.execute("UPDATE meta SET value='recorder' WHERE key='host'")
    database.commit()
    database.execute("PRAGMA journal_mode=DELETE")
    database.execute("VACUUM")
    database.close()
    return pathlib.Path(trace).read_bytes()


def record(program, name):
    seconds, end, options = CALLS[name]
    own = [word for i, word in enumerate(SMALL) if SMALL[i - i % 2] not in options]  # an option once: they are pairs
    with tempfile.TemporaryDirectory() as out:
        subprocess.run([program, "demo", "--headless", "--seconds", str(seconds), "--out", out, *own, *options], check=True)
        trace = f"{out}/room-{end}.jscope"
        target = FOLDER / f"schema{program_schema(trace)}-{name}.jscope.gz"
        target.write_bytes(gzip.compress(shrink(trace), 9, mtime=0))
    print(target.name, target.stat().st_size)


if __name__ == "__main__":
    for wanted in sys.argv[2:] or CALLS:
        record(sys.argv[1], wanted)
