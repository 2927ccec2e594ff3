#!/usr/bin/env python3
"""plot: every panel of a trace, and what a capture and a packet list have of them, as SVG, PDF, PNG and CSV, without a
display; files that are there are kept, and what cannot be is told in a sentence."""
import json
import os
import pathlib
import re
import struct
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live

DATA = pathlib.Path(__file__).parents[2] / "data"
TRACE = DATA / "traces" / "schema10-a.jscope.gz"
LITTLE_MEMORY = 900_000 * 1024  # of addresses: a picture of 12000 x 12000 takes more than half of it
BEGINS = {"svg": b"<svg", "pdf": b"%PDF-", "png": b"\x89PNG\r\n\x1a\n"}

for variable in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
    os.environ.pop(variable, None)


def plot(*words):
    return live.ended("plot", *map(str, words), seconds=60)


def check_refused(what, status, sentence, *words):
    done = plot(*words)
    live.check(done.status == status and re.search(sentence, done.stderr), f"{what}: {done.status} {done.stderr.strip()}")


def panels():
    said = live.run(live.PROGRAM, "plot", "--help")
    return re.search(r"What is drawn: (.*)", said).group(1).split(", ")


live.need("prlimit")
with live.folder() as folder:
    names = panels()
    live.check(len(names) > 12 and {"packets", "jitter", "compensation", "region", "delay-split"} <= set(names), f"--help: {names}")
    for name in names:
        out = folder / f"{name}.svg"
        done = plot(TRACE, "--panel", name, "--out", out)
        if name == "demonstration":
            live.check(done.status == 1 and "“Demonstration”" in done.stderr and not out.exists(), f"{name}: {done.stderr.strip()}")
            continue
        live.check(done.status == 0 and done.stdout == f"{out}\n" and not done.stderr, f"{name} is drawn {done.stderr}")
        live.check(out.read_bytes().startswith(BEGINS["svg"]) and b"schema10-a" in out.read_bytes(), f"{name} names its file")
    for suffix, begin in BEGINS.items():
        out = folder / f"x.{suffix}"
        done = plot(TRACE, "--panel", "jitter", "--from", 1, "--to", 3, "--out", out)
        live.check(done.status == 0 and out.read_bytes().startswith(begin), f"as {suffix}")
    width, height = struct.unpack(">II", (folder / "x.png").read_bytes()[16:24])
    live.check((width, height) == (2880, 1440), f"a PNG for print: {width} x {height}")
    out = folder / "small.png"
    plot(TRACE, "--panel", "jitter", "--width", 400, "--height", 300, "--out", out)
    live.check(struct.unpack(">II", out.read_bytes()[16:24]) == (1200, 900), "and as large as asked for")

    numbers = folder / "x.csv"
    done = plot(TRACE, "--panel", "jitter", "--out", numbers)
    beside = folder / "x.csv.provenance.json"
    live.check(done.stdout == f"{numbers}\n{beside}\n", "numbers are two files")
    live.check(numbers.read_text().startswith("seconds,quantity,series,min,max,unit\n"), "the panel's own columns")
    made = json.loads(beside.read_text())
    live.check(made["files"] == ["x.csv"] and made["command"].startswith("jitterscope plot "), f"and where they come from: {made['command']}")

    for file, name in ((DATA / "foreign" / "13_b_frames.pcap.gz", "jitter"), (DATA / "foreign" / "lost_empty.csv.gz", "compensation")):
        done = plot(file, "--panel", name, "--out", folder / f"foreign-{name}.pdf")
        live.check(done.status == 0, f"{name} of {file.name} {done.stderr}")
    check_refused("a capture has no threads", 1, "“Threads”", DATA / "foreign" / "13_b_frames.pcap.gz", "--panel", "threads", "--out", folder / "t.svg")

    before = numbers.read_bytes()
    check_refused("a file that is there stays", 1, r"x\.csv exists already\. .* --force", TRACE, "--panel", "delay", "--out", numbers)
    live.check(numbers.read_bytes() == before, "as it was")
    live.check(plot(TRACE, "--panel", "delay", "--out", numbers, "--force").status == 0 and numbers.read_bytes() != before, "--force replaces it")
    numbers.unlink()
    check_refused("what names where numbers come from stays too", 1, r"x\.csv\.provenance\.json exists already\. .* --force", TRACE, "--panel", "delay", "--out", numbers)
    live.check(not numbers.exists(), "and no numbers stand beside it")
    large, before = folder / "small.png", (folder / "small.png").read_bytes()
    words = TRACE, "--panel", "jitter", "--width", 4000, "--height", 4000, "--out", large, "--force"
    done = live.ended("plot", *words, prefix=("prlimit", f"--as={LITTLE_MEMORY}"))
    live.check(done.status == 1 and "cannot be drawn" in done.stderr and not done.stdout, f"a figure without memory: {done.status} {done.stderr.strip()}")
    live.check(large.read_bytes() == before, "replaces nothing")
    check_refused("no such panel", 2, "There is no panel pie. Name one of these: jitter, ", TRACE, "--panel", "pie", "--out", folder / "p.svg")
    check_refused("no such choice", 1, "offers no “pie”", TRACE, "--panel", "jitter", "--choose", "pie", "--out", folder / "p.svg")
    check_refused("no such format", 2, r"p\.gif ends in none of \.svg, \.pdf, \.png and \.csv", TRACE, "--panel", "jitter", "--out", folder / "p.gif")
    check_refused("beyond the end", 1, "s long: nothing of it lies at 1000 s", TRACE, "--panel", "jitter", "--from", 1000, "--out", folder / "p.svg")
    check_refused("no file", 1, "there is no such file", folder / "none", "--panel", "jitter", "--out", folder / "p.svg")
    live.check(not list(folder.glob("p.*")), "what was refused wrote nothing")

live.finish()
