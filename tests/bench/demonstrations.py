#!/usr/bin/env python3
"""The three demonstrations in demo calls: are the table's figures those of the trace's rows?
Usage: demonstrations.py --program build/release/jitterscope [--runs 10] [--only shaping]

A call of two ends on this machine, without a window; sentence and table are read from its report, rows from its trace
between the marks of the halves. A figure that the rows do not have (of frames lost, of waits, of sound lost) fails it;
how large the effects are does not. At the end a table: least, median and most of each figure over the runs.
"""
import argparse
import html
import os
import pathlib
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile

SECONDS = {"shaping": 90, "priority": 82, "rate-control": 58}  # with time for a repetition, which the first two may need
LOSS_POINTS = 2.0  # per cent: a half is cut where the log says so, up to five frames away from its mark
WAIT_SHARE = DELAY_SHARE = 0.1  # the same
SPACE = "\u00a0"
NUMBER = r"(-?[\d.]+)"
ROWS = {  # told in the summary
    "shaping": ("Packet loss, local", "Frame loss, local", "Frame delay, mean", "Spacing of the sound, σ"),
    "priority": ("Kernel to user, p99", "Spacing of the sound, σ", "Gaps in the sound"),
    "rate-control": ("Delay of the sound, median", "Sound lost", "Pictures lost", "Pictures left out", "Rate of the picture"),
}


class Cell:
    """"66.4 ms (64.1–68.0 ms)", "0 % (at most 0.30 %)", "4", "–": value and interval in ms, per cent or as they are."""

    UNITS = {"µs": 1e-3, "ms": 1, "s": 1e3, "%": 1, "kbit/s": 1, "Mbit/s": 1e3, "": 1}

    def __init__(self, text):
        self.text = text.replace(SPACE, " ").replace("\u2212", "-")
        found = re.fullmatch(NUMBER + r"(?: (\S+))?", self.text.split(" (")[0].replace("\u2009", ""))
        scale = self.UNITS.get(found.group(2) or "") if found else None
        self.value = float(found.group(1)) * scale if scale else None
        self.low = self.high = None
        if scale and (between := re.search(rf"\({NUMBER}–{NUMBER}", self.text)):
            self.low, self.high = float(between.group(1)) * scale, float(between.group(2)) * scale
        elif scale and (most := re.search(rf"\(at most {NUMBER}", self.text)):
            self.low, self.high = 0.0, float(most.group(1)) * scale

    def apart(self, other):
        """None: an interval is not known."""
        if self.low is None or other.low is None:
            return None
        return self.high < other.low or other.high < self.low


def report(text):
    """(sentence, {row: (before, after)}) of a report in HTML."""
    sentence = re.search(r"<h2>Demonstration: [^<]*</h2>\s*<p>(.*?)</p>", text, re.S)
    rows = {}
    for row in re.findall(r"<tr>(.*?)</tr>", text, re.S):
        cells = [html.unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", row, re.S)]
        if len(cells) == 4:
            rows[cells[0]] = (Cell(cells[1]), Cell(cells[2]))
    return (html.unescape(sentence.group(1)).replace(SPACE, " ") if sentence else ""), rows


class Halves:
    """Rows of a trace between the marks of the last run of a demonstration."""

    def __init__(self, path):
        self.database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        entered = {}
        for at, phase in self.database.execute("SELECT local_ns, phase FROM demonstration_entered WHERE end_of_call = 'local' ORDER BY id"):
            entered[phase] = at
        self.spans = [(entered["before"], entered["switching"]), (entered["after"], entered["done"])] if "done" in entered else []

    def each(self, query):
        return [self.database.execute(query, span).fetchall() for span in self.spans]

    # Each: the name of a row, and its value in either half by the trace; None: the trace has nothing of it.
    def shaping(self):
        """Of frames of which something came within the half, for those under way before it were sent by what was set before;
        and before the first that was decided after it, for complete frames are decided sooner than lost ones."""
        outcomes = self.each("SELECT outcome FROM frame_done WHERE local_ns >= ?1 AND frame >="
                             " (SELECT frame FROM packet_arrived WHERE medium = 'video' AND frame NOT NULL AND local_ns >= ?1"
                             " ORDER BY local_ns LIMIT 1) AND frame <"
                             " ifnull((SELECT min(frame) FROM frame_done WHERE local_ns >= ?2), 1 << 62)")
        share = lambda half: 100 * sum(outcome not in ("complete", "patched") for outcome, in half) / len(half) if half else None
        return "Frame loss, local", list(map(share, outcomes))

    def priority(self):
        waits = self.each("SELECT (local_ns - kernel_ns) / 1e6 FROM packet_arrived WHERE NOT duplicate AND kernel_ns NOT NULL"
                          " AND local_ns >= ? AND local_ns < ?")
        p99 = lambda half: statistics.quantiles([wait for wait, in half], n=100)[98] if len(half) > 1 else None
        return "Kernel to user, p99", list(map(p99, waits))

    def rate_control(self):
        counts = self.each("SELECT audio_expected, audio_lost FROM trend_reported WHERE direction = 'received'"
                           " AND local_ns >= ? AND local_ns < ? ORDER BY id")
        share = lambda half: 100 * (half[-1][1] - half[0][1]) / max(half[-1][0] - half[0][0], 1) if len(half) > 1 else None
        return "Sound lost", list(map(share, counts))

    def sound_delay(self):
        """Of *Rate control*: the median of what is reported."""
        delays = self.each("SELECT delay_ms FROM trend_reported WHERE direction = 'received' AND delay_ms NOT NULL"
                           " AND local_ns >= ? AND local_ns < ?")
        return [statistics.median(delay for delay, in half) if half else None for half in delays]

    def left_out(self):
        """Of *Rate control*: pictures, of all that were due."""
        out = self.each("SELECT count(*) FROM frame_omitted WHERE local_ns >= ? AND local_ns < ?")
        sent = self.each("SELECT count(*) FROM frame_sent WHERE local_ns >= ? AND local_ns < ?")
        return [f"({half[0][0]} of {half[0][0] + due[0][0]})" for half, due in zip(out, sent)]


def untrue(kind, rows, halves):
    """Figures of the table that the trace's rows do not have."""
    name, seen = getattr(halves, kind.replace("-", "_"))()
    for cell, value, half in zip(rows[name], seen, ("before", "after")):
        if value is None or cell.value is None:
            if value is not cell.value:
                yield f"{name}, {half}: {cell.text} in the table, {'nothing' if value is None else round(value, 3)} by the rows"
            continue
        allowed = max(WAIT_SHARE * value, 0.003) if kind == "priority" else LOSS_POINTS
        if abs(cell.value - value) > allowed:
            yield f"{name}, {half}: {cell.text} in the table, {value:.3f} by the rows"


def untrue_of_rate_control(rows, halves):
    """The same of its median and of its counts."""
    for cell, value in zip(rows["Delay of the sound, median"], halves.sound_delay()):
        if (cell.value is None) != (value is None) or (value is not None and abs(cell.value - value) > max(DELAY_SHARE * value, 0.02)):
            yield f"Delay of the sound, median: {cell.text} in the table, {value} by the rows"
    for cell, counts in zip(rows["Pictures left out"], halves.left_out()):
        if counts not in cell.text:
            yield f"Pictures left out: {cell.text} in the table, {counts} by the rows"


def run(program, kind, folder):
    """(sentence, rows, faults)"""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    subprocess.run([program, "demo", "--headless", "--seconds", str(SECONDS[kind]), "--out", folder, "--at", f"2:demonstrate={kind}"],
                   check=True, timeout=SECONDS[kind] + 60, stdout=subprocess.DEVNULL, env=environment)
    trace, page = folder / "room-a.jscope", folder / "report.html"
    subprocess.run([program, "report", trace, "--out", page], check=True, timeout=120, stdout=subprocess.DEVNULL, env=environment)
    sentence, rows = report(page.read_text(encoding="utf-8"))
    halves = Halves(trace)
    if not halves.spans or not rows:
        return sentence, rows, ["the demonstration did not come to its end"]
    more = untrue_of_rate_control(rows, halves) if kind == "rate-control" else []
    return sentence, rows, [*untrue(kind, rows, halves), *more]


def summary(kind, tables):
    three = lambda values: f"{min(values):.3g}, {statistics.median(values):.3g}, {max(values):.3g} of {len(values)}" if values else "–"
    for name in ROWS[kind]:
        columns = [[rows[name][half].value for rows in tables if rows.get(name) and rows[name][half].value is not None] for half in (0, 1)]
        print(f"  {name:28}{three(columns[0]):>30}{three(columns[1]):>30}")
    apart = [rows[ROWS[kind][0]][0].apart(rows[ROWS[kind][0]][1]) for rows in tables if rows]
    print(f"  intervals of {ROWS[kind][0]}: apart in {apart.count(True)}, overlap in {apart.count(False)}, not known in {apart.count(None)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--only", choices=tuple(SECONDS))
    options = parser.parse_args()
    faults = 0
    for kind in [options.only] if options.only else SECONDS:
        tables = []
        for number in range(options.runs):
            with tempfile.TemporaryDirectory() as name:
                sentence, rows, wrong = run(options.program, kind, pathlib.Path(name))
            tables.append(rows)
            faults += len(wrong)
            print(f"{kind} {number + 1}: {sentence}", flush=True)
            for each in wrong:
                print(f"  FAULT {each}", flush=True)
        print(f"{kind}, {options.runs} runs: least, median, most before and after (ms, %, kbit/s)")
        summary(kind, tables)
    print(f"{faults} faults" if faults else "no table contradicts its trace")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
