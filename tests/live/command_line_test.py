"""Command lines that cannot be are refused before anything runs: status 2, and a sentence that says what and which range."""
import contextlib
import os
import pathlib
import re
import sqlite3
import struct
import zlib

import labs
import programs as live

WRONG = [
    (["lab", "run", "latecki04.capacity-steps", "--seed", "-1"], "'-1' is not a whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--seed", "18446744073709551616"], "whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--seed", "1.5"], "whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--set", "repetitions=1.5"], "repetitions takes a whole number from 1 to 1000, not '1.5'."),
    (["lab", "run", "latecki04.capacity-steps", "--set", "controller=foo"], 'There is no rate control "foo"'),
    (["lab", "run", "latecki04.capacity-steps", "--set", "beside=replay:/nonexistent"],
     "/nonexistent cannot be read: check its name and permissions."),
    (["lab", "run", "latecki04.rate-control", "--set", "transport=sctp"], "transport takes both, udp or tcp, not 'sctp'."),
    (["lab", "run", "latecki04.rate-control", "--set", "obsolete=foo"], "obsolete takes room or unsent, not 'foo'."),
    (["lab", "run", "latecki04.rate-control", "--set", "send-buffer=7"], "from 1448 to 4194304, not '7'."),
    (["call", "127.0.0.1", "--rate-control", "two-stream,max=10kbit"], "min=20kbit lies above max=10kbit: min is 20kbit"),
    (["call", "127.0.0.1", "--rate-control", "two-stream,"], "known are min, max"),
    (["call", "127.0.0.1", "--rate-control", "two-stream,max=1mbit,max=2mbit"], "max stands there twice"),
    (["call", "127.0.0.1", "--rate-control", "fixed:0"], "a rate of 100bit to 100gbit"),
    (["call", "127.0.0.1", "--rate-control", "replay:/nonexistent"], "/nonexistent cannot be read: check its name and permissions."),
    (["call", "127.0.0.1", "--link", "rate=1mbit;delay=20ms"],
     "';' stands between the two directions, up:SPEC;down:SPEC. Within one, words are joined by commas: rate=1mbit,delay=20ms"),
    (["call", "127.0.0.1", "--link", "up:rate=1mbit;delay=20ms;down:off"], "Within one, words are joined by commas"),
    (["call", "127.0.0.1", "--at", "5:mute=on", "--seconds", "3"], "--at 5:…: the call is over after 3 s (--seconds)"),
    (["listen", "--seconds", "3", "--at", "1:mute=on", "--at", "3:mute=off"], "--at 3:…: the call is over after 3 s (--seconds)"),
    (["demo", "--headless", "--at", "30:mute=on"], "--at 30:…: the demo is over after 20 s. Give it longer with --seconds."),
    (["call", "127.0.0.1", "--at", "nan:mute=on"], "--at takes SECONDS:COMMAND"),
    (["call", "127.0.0.1", "--at", "inf:mute=on"], "--at takes SECONDS:COMMAND"),
    (["nowhere.pcap"], "there is neither a command nor a file nowhere.pcap"),
    (["call", "127.0.0.1", "--at", "1:transport=foo"], "transport takes udp or tcp; not 'foo'"),
    (["compare", "call.csv"], "the two stretches share packets"),
    (["compare", "call.csv", "--to", "60", "--from2", "50"], "the two stretches share packets"),
    (["compare", "call.csv", "--from", "5", "--to", "3", "--from2", "9"], "--to: 3 is not after --from 5"),
    (["compare", "a.csv", "b.csv", "--from2", "5", "--to2", "5"], "--to2: 5 is not after --from2 5"),
    (["compare", "a.csv", "b.csv", "--from", "nan"], "'nan' is not a number from 0"),
]


def black_png(path, width):
    """One bit a pixel: 256 million of them in 31 kB."""
    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))
    rows = bytes(width * (1 + width // 8))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, width, 1, 0, 0, 0, 0))
                     + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def packet_list(path, delay_us):
    """Two minutes of a packet each 20 ms; delays go round, all are `delay_us` longer in the second minute."""
    rows = [f"{i},{i * 20000},{i * 20000 + 20000 + i * i % 997 * 10 + (i >= 3000) * delay_us}" for i in range(6000)]
    path.write_text("\n".join(["seq,send_us,recv_us", *rows, ""]))


ROOM_A = pathlib.PurePath("room-a.jscope")


def contents(folder):
    """Of each file in it, by its path there."""
    return {file.relative_to(folder): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


for words, sentence in WRONG:
    process = live.ended(*words)
    live.check(process.status == 2 and sentence in process.stderr and not process.stdout,
               f"{' '.join(words)}: {process.status}, {process.stderr.strip()}")

# What is asked for is told, and what was left as it is.
short = ("latecki04.capacity-steps", "--set", "repetitions=1", "--seed", "4000000000")
result = live.json.loads(labs.run(*short, seconds=60))
live.check(result["seed"] == 4000000000, "the highest seed runs")
live.check(result["parameters"]["defaults"] == "controller, beside", f"defaults: {result['parameters']['defaults']}")

# Where its cells cannot be kept it does not begin.
process = live.ended("lab", "run", *short, "--json", "--out", "/dev/null/x")
live.check(process.status == 1 and "The folder /dev/null/x cannot be made" in process.stderr, f"no folder: {process.stderr[-200:]}")
live.check(not process.stdout, "and nothing is printed")

# Before and after: two stretches of one file, two files, and one that is none.
with live.folder() as path:
    packet_list(path / "shifted.csv", 4000)
    packet_list(path / "same.csv", 0)
    halves = ["--to", "60", "--from2", "60", "--json"]
    for words, wanted in ((["shifted.csv", *halves], "clear"), (["same.csv", *halves], "no clear difference"),
                          (["same.csv", "shifted.csv", "--from", "60", "--from2", "60", "--json"], "clear")):
        words = [path / word if word.endswith(".csv") else word for word in words]
        figures = live.json.loads(live.run(live.PROGRAM, "compare", *words))["media"][0]["figures"]
        live.check(figures["delay_p95_ms"]["verdict"] == wanted, f"compare {words}: {figures['delay_p95_ms']}")
        live.check(figures["latency_ms"]["verdict"] == "unknown" and figures["latency_ms"]["reason"], f"a list has no latency: {figures['latency_ms']}")
    process = live.ended("compare", path / "same.csv", path / "none.csv")
    live.check(process.status == 1 and "there is no such file" in process.stderr and not process.stdout, f"a file that is not there ({process.status}, {process.stderr.strip()})")

with live.folder() as path:
    black_png(path / "huge.png", 16_000)
    end = live.ended("listen", "--headless", "--port", 5040, "--seconds", 1, "--video", f"file:{path}/huge.png")
    live.check(end.status == 1 and "a picture of at most 64 megapixels" in end.stderr,
               f"a small file that holds a huge picture is refused ({end.status}, {end.stderr.strip()})")

# What the machine lacks is said before a call is tried or waited for: status 3.
for words in (["listen", "--video", "camera:none such"], ["call", "127.0.0.1:5041", "--audio", "microphone:none such"],
              ["listen", "--speaker", "none such"], ["demo", "--seconds", 2, "--video", "camera:none such"]):
    end = live.ended(*words, "--headless", seconds=30)
    live.check(end.status == 3 and "none such" in end.stderr and not end.stdout, f"{words[0]} {words[-2]}: {end.status}, {end.stderr.strip()}")

# Whoever waits for a call does so for the time given.
end = live.ended("listen", "--headless", "--port", 5042, "--seconds", 1, "--json", seconds=20)
live.check(end.status == 0 and "Nobody called in the time given, 1 s." in end.stderr, f"nobody calls: {end.status}, {end.stderr.strip()}")

# What a call would rather not have is said where nobody looks at a window: once, and not among the results.
listener, caller = live.call(["--seconds", 20, "--json"], ["--seconds", 4, "--json", "--at", "1:shaping=remote:c"], port=5043)
live.check("shaping" in caller.stderr and caller.status == 0, f"a change that the remote did not make is said: {caller.stderr.strip()}")
refusals = [notice["text"] for notice in caller.json()["notices"] if "shaping" in notice["text"]]
live.check(refusals and all(caller.stderr.count(text) == 1 for text in refusals), f"once: {refusals}")

# An ordinary call listens at all addresses; what is exported of it has the one that its packets came to.
with live.folder() as path:
    live.call(["--seconds", 20, "--trace", path / "heard.jscope"], ["--seconds", 2, "--trace", path / "called.jscope"], port=5047)
    for name in ("heard", "called"):
        with contextlib.closing(sqlite3.connect(path / f"{name}.jscope")) as trace:
            ways = trace.execute("select local_address, remote_address, local_port, remote_port from stream").fetchall()
        live.check(len(ways) == 4 and {way[:2] for way in ways} == {("127.0.0.1", "127.0.0.1")}, f"{name}: addresses {ways}")
        live.run(live.PROGRAM, "export", path / f"{name}.jscope", "--format", "pcapng", "--out", path / "wire.pcapng")
        live.run(live.PROGRAM, "export", path / f"{name}.jscope", "--format", "rtpdump", "--out", path / "wire.rtpdump")
        ports = {struct.pack(">4s4sHH", b"\x7f\0\0\1", b"\x7f\0\0\1", *way[2:]) for way in ways}
        wire, dump = (path / "wire.pcapng").read_bytes(), (path / "wire.rtpdump").read_bytes()
        live.check(all(each in wire for each in ports) and b"\xc0\0\2" not in wire, f"{name}: the capture has them, and no others")
        first, rest = dump.split(b"\n", 1)
        live.check(any(first == f"#!rtpplay1.0 127.0.0.1/{way[2]}".encode() and rest[8:14] == struct.pack(">4sH", b"\x7f\0\0\1", way[3])
                       for way in ways), f"{name}: the rtpdump too {first}")

# Earlier results are replaced only by who says so.
with live.folder() as path:
    live.demo(path / "demo", 1)
    trace = (path / "demo" / "room-a.jscope").read_bytes()
    again = live.ended("demo", "--headless", "--seconds", 1, "--out", path / "demo")
    live.check(again.status == 1 and "room-a.jscope" in again.stderr and "--force" in again.stderr, f"a demo is not replaced: {again.status}, {again.stderr.strip()}")
    live.check((path / "demo" / "room-a.jscope").read_bytes() == trace, "and stays as it was")
    live.demo(path / "demo", 1)  # which says --force
    live.check((path / "demo" / "room-a.jscope").read_bytes() != trace, "--force replaces it")
    (path / "demo" / "room-a.jscope-wal").write_bytes(b"left by a demo that was killed")
    live.demo(path / "demo", 1)
    live.check((path / "demo" / "room-a.jscope").exists(), "and what a demo that was killed left beside it")
    before = contents(path / "demo")
    lacking = live.ended("demo", "--headless", "--seconds", 1, "--out", path / "demo", "--force", "--video", "camera:none such")
    live.check(lacking.status == 3 and contents(path / "demo") == before, f"a demo that cannot run replaces nothing: {lacking.status}, {[*contents(path / 'demo')]}")
    live.demo(path / "demo", 1, "--trace", path / "elsewhere.jscope")
    after = contents(path / "demo")
    live.check(len(after) == 3 and after.get(ROOM_A) == before[ROOM_A] and (path / "elsewhere.jscope").exists(), "a demo replaces only what it writes")
    kept = live.ended("demo", "--headless", "--seconds", 1, "--out", path / "demo", "--force", "--trace", path / "elsewhere.jscope")
    live.check(kept.status == 1 and "elsewhere.jscope exists already" in kept.stderr and contents(path / "demo") == after, f"and nothing where its trace cannot be: {kept.status}, {kept.stderr.strip()}")
    lab = ["lab", "run", *short, "--out", path / "lab"]
    live.check(live.ended(*lab).status == 0, "a lab runs")
    again = live.ended(*lab)
    live.check(again.status == 1 and "result.json" in again.stderr and "--force" in again.stderr and not again.stdout, f"its results are not replaced: {again.status}, {again.stderr.strip()}")
    live.check(live.ended(*lab, "--force").status == 0, "--force replaces them")
    before = contents(path / "lab")
    other = ["lab", "run", "sun97.shaping", "--scale", "0.02", "--repetitions", "2", "--out", path / "lab", "--force"]
    live.check(live.ended(*other, "--set", "loads=x").status == 2 and contents(path / "lab") == before, "not by a run that is refused")
    (path / "lab" / "traces" / "C-0-1").mkdir(parents=True)
    (path / "lab" / "traces" / "C-0-1" / "room-a.jscope").write_bytes(b"of a live run")
    (path / "lab" / "own.txt").write_text("of the user")
    live.check(live.ended(*other, "--set", "loads=0").status == 0, "another lab takes their place")
    named = live.json.loads((path / "lab" / "provenance.json").read_text())["files"]
    live.check({"result.json", "report.html", "cells.jsonl", "runs.csv"} < set(named) and any(name.endswith(".svg") for name in named), f"its provenance names all that it wrote: {named}")
    live.check(sorted(map(str, contents(path / "lab"))) == sorted([*named, "own.txt", "provenance.json"]), f"and nothing of the runs before stays: {[*contents(path / 'lab')]}")
    (path / "begun" / "traces").mkdir(parents=True)
    begun = live.ended(*lab[:-1], path / "begun")
    live.check(begun.status == 1 and "traces exists already" in begun.stderr, f"a run that was interrupted has left traces: {begun.status}, {begun.stderr.strip()}")
    for words in (["analyze", path / "demo" / "room-a.jscope", "--from", 100],
                  ["compare", path / "demo" / "room-a.jscope", "--to", 1, "--from2", 100],
                  ["report", path / "demo" / "room-a.jscope", "--from", 100, "--out", path / "page.html"]):
        beyond = live.ended(*words)
        live.check(beyond.status == 1 and re.search(r"room-a.jscope is \d+\.\d s long: nothing of it lies at or after 100 s", beyond.stderr)
                   and not beyond.stdout, f"{words[0]} beyond the end: {beyond.status}, {beyond.stderr.strip()}")

# A trace goes into a new file alone, which is said before the call.
with live.folder() as path:
    os.mkfifo(path / "pipe.jscope")
    (path / "link.jscope").symlink_to("/dev/null")
    (path / "folder.jscope").mkdir()
    for name in ("pipe", "link", "folder"):
        refused = live.ended("listen", "--port", 5918, "--headless", "--seconds", 5, "--trace", path / f"{name}.jscope")
        live.check(refused.status == 1 and "is no file that a trace could be written to" in refused.stderr and "Listening" not in refused.stderr,
                   f"--trace at a {name}: {refused.status}, {refused.stderr.strip()}")

# Skew is refused where there can be none, in place of figures that look corrected.
with live.folder() as path:
    live.demo(path / "demo", 1)
    for words in ((), ("--json",), ("--from", 0.2)):
        refused = live.ended("analyze", path / "demo" / "room-a.jscope", "--remove-skew", *words)
        live.check(refused.status == 1 and not refused.stdout and "one clock stamps both ends" in refused.stderr
                   and "only sent from here" in refused.stderr and "without --remove-skew" in refused.stderr,
                   f"--remove-skew of one clock {words}: {refused.status}, {refused.stderr.strip()}")
live.finish()
