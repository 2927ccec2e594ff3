#!/usr/bin/env python3
"""The page *Figures* has every key that `analyze --json` prints and every column of every CSV that the program writes, and no
row of which nothing does: of traces, captures, packet lists and a list whose clocks drift, of exports, of panels and of labs.
Columns of labs that are live alone, and of panels that these files have nothing of, are read from the sources."""
import csv
import itertools
import json
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live

ROOT = pathlib.Path(__file__).parents[3]
DATA, PAGES = ROOT / "tests" / "data", ROOT / "resources" / "reference"
TRACES = [DATA / "traces" / f"{name}.jscope.gz" for name in ("schema10-a", "schema11-a", "schema11-b", "schema9-tcp", "schema9-quiet", "schema8-b")]
OTHERS = [DATA / "foreign" / name for name in ("01_sequence_restart.pcap.gz", "05a_h264_pt35.pcap.gz", "06_srtp_padding.pcap.gz",
                                               "15a_ssrc_collision_near.pcap.gz", "irtt.json.gz", "lost_empty.csv.gz", "two_ssrcs.csv.gz")]
# A key of pictures that were painted, which none of these calls has.
UNSEEN = {f"streams.delay_split_ms.display.{figure}" for figure in ("n", "mean", "p50", "p95")}
CHOICES = {"jitter": ["series", "histogram", "cdf", "box"], "conditions": ["link", "load-and-clock"], "threads": ["threads", "rings"]}


# The page

def expanded(pattern):
    """"a.{b,c}" is a.b and a.c; a comma behind a backslash is one of the name."""
    parts = re.split(r"\{((?:[^{}\\]|\\.)*)\}", pattern)
    choices = [[part] if i % 2 == 0 else re.split(r"(?<!\\),", part) for i, part in enumerate(parts)]
    return {"".join(each).replace("\\,", ",") for each in itertools.product(*choices)}


def rows_below(heading, page):
    """{pattern: names} of the tables of that section."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [re.match(r"\| `([^`]+)` \|", line) for line in section.splitlines()]
    return {row.group(1): expanded(row.group(1)) for row in rows if row}


def check(heading, rows, seen):
    known = set().union(*rows.values())
    missing = sorted(name for name in seen if name not in known)
    live.check(not missing, f"*{heading}* has all of {len(seen)}" + (f", but {missing}" if missing else ""))
    idle = sorted(known - seen - UNSEEN)
    live.check(not idle, f"*{heading}*: each of {len(known)} names is of something" + (f", but {idle}" if idle else ""))


# What the program prints and writes

def keys_of(value, path=""):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield path + key
            yield from keys_of(inner, f"{path}{key}.")
    elif isinstance(value, list):
        for inner in value:
            yield from keys_of(inner, path)


def analyzed(*words):
    return json.loads(live.run(live.PROGRAM, "analyze", *map(str, words), "--json"))


def drifting_list(folder):
    """Ten minutes of sound whose receiver's clock runs 200 ppm fast."""
    path = folder / "drift.csv"
    rng = random.Random(1)
    rows = (f"{i},{i * 20000},{i * 20000 * 1.0002 + 5000 + rng.random() * 300:.1f}" for i in range(30000))
    path.write_text("seq,send_us,recv_us\n" + "\n".join(rows) + "\n")
    return path


def json_keys(folder):
    seen = set()
    for file in (*TRACES, *OTHERS):
        seen |= set(keys_of(analyzed(file)))
    drift = set(keys_of(analyzed(drifting_list(folder), "--clocks", "unknown")))
    live.check("streams.skew_candidate.ppm" in drift, "clocks that drift are named")
    several = analyzed(*TRACES[:3])
    live.check(several["files"] and "correlation" in several, "several files are compared")
    return seen | drift | {key.removeprefix("files.") for key in keys_of(several)}


def columns_of(path):
    """Of the one table in it, whose rows have a cell for each of them."""
    head, *rows = csv.reader(path.read_text().splitlines())
    live.check(rows and all(len(row) == len(head) for row in rows), f"{path.name} is one table")
    live.check(len(set(head)) == len(head) and "" not in head, f"each column of {path.name} has a name of its own")
    return head


def panel_columns(folder):
    names = re.search(r"What is drawn: (.*)", live.run(live.PROGRAM, "plot", "--help")).group(1).split(", ")
    seen, drawn = set(), 0
    for name in names:
        for choice in CHOICES.get(name, [None]):
            for trace in TRACES[:3]:
                out = folder / f"{name}.csv"
                done = live.ended("plot", trace, "--panel", name, "--out", out, "--force", *(["--choose", choice] if choice else []), seconds=60)
                if done.status == 0:
                    drawn += 1
                    seen |= set(columns_of(out))
    live.check(drawn > 40, f"{drawn} files of panels were written")
    for source in (ROOT / "ui").rglob("*.cpp"):
        for names in re.findall(r'CsvTable \w*\{[^;{}]*\{((?:\s*"[a-z_]+",?)+)\}', source.read_text()):
            seen |= set(re.findall(r'"([a-z_]+)"', names))
    return seen


def lab_columns(folder):
    live.run(live.PROGRAM, "lab", "run", "sun97.shaping", "--scale", "0.1", "--repetitions", "2", "--set", "loads=0", "--out", str(folder / "lab"))
    seen = set()
    for table in (folder / "lab").glob("*.csv"):
        if not table.name.startswith(("published_", "runs")):  # runs has each lab's own factors and numbers
            seen |= {f"{table.stem}.{column}" for column in table.read_text().splitlines()[0].split(",")}
    literal = re.compile(r'LabTable \w+\{\s*"(\w+)",\s*\{([^{}]*)\}')
    for source in (ROOT / "core" / "lab").rglob("*.cpp"):
        here = "".join(file.read_text() for file in (*source.parent.glob("*.h"), source))  # its own constants count last
        constants = dict(re.findall(r'\*(k\w+) = "(\w+)"', here))
        for name, columns in literal.findall(source.read_text()):
            for word, constant in re.findall(r'"([^"]+)"|\b(k[A-Z]\w+)', columns):
                seen.add(f"{name}.{word or constants[constant]}")
    return seen


def check_exports(folder, page):
    seen, tables = set(), set()
    for i, trace in enumerate(TRACES):
        out = folder / f"export{i}"
        live.run(live.PROGRAM, "export", str(trace), "--format", "csv", "--out", str(out))
        for file in out.glob("*.csv"):
            columns = file.read_text().splitlines()[0].split(",")
            if re.match(r"(audio|video)-(sent|received)-", file.name):
                seen |= set(columns)
            else:
                tables.add((file.stem, tuple(columns)))
    check("Columns of packet lists", rows_below("Columns of packet lists", page), seen)
    live.check(len({name for name, _ in tables}) >= 10, f"{len(tables)} tables of events are written")
    own = set().union(*rows_below("Tables of events", page).values())
    traces = (PAGES / "trace.md").read_text()
    for name, columns in sorted(tables):
        described = traces.split(f"\n## `{name}`")[1].split("\n## ")[0] if f"\n## `{name}`" in traces else ""
        missing = [column for column in columns if column not in own and f"| `{column}` |" not in described]
        live.check(described and not missing, f"*Traces* has {name}" + (f", but not {missing}" if missing else ""))


with live.folder() as folder:
    page = (PAGES / "figures.md").read_text()
    live.check(expanded("a.{b,c}{,\\, d}") == {"a.b", "a.c", "a.b, d", "a.c, d"}, "names in braces are read")
    check("Keys of `analyze --json`", rows_below("Keys of `analyze --json`", page), json_keys(folder))
    check_exports(folder, page)
    check("Numbers of a panel", rows_below("Numbers of a panel", page), panel_columns(folder))
    check("Tables of labs", rows_below("Tables of labs", page), lab_columns(folder))
    for row in re.findall(r"^\| `.*$", page, re.M):
        cells = re.split(r"(?<!\\)\|", row)
        live.check(len(cells) == 6 and cells[2].strip(), f"a row has key, meaning, unit and source: {row[:80]}")

live.finish()
