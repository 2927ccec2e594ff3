#!/usr/bin/env python3
"""One call, ten ways: the summary of the end that received it and of the other one, analyze as text and as JSON, a report,
compare, CSV, a capture, and the window's panels, as plot draws them, say the same of what was expected, came and was played."""
import csv
import html
import json
import pathlib
import re
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live

SECONDS = 9  # the window's span of 10 s holds all of it
NAMES = {"audio": "Audio", "video": "Video"}


def output(*words):
    return live.run(live.PROGRAM, *map(str, words))


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def table(path):
    """What a table panel of the window says: row -> column -> text."""
    rows = list(csv.DictReader(path.read_text().splitlines()))
    return {row["Figure"]: row for row in rows}


def percent(ratio):
    """As the program prints a share: three digits."""
    return f"{ratio * 100:.3g} %"


def same(way, medium, **figures):
    wanted = {name: known[medium][name] for name in figures}
    live.check(figures == wanted, f"{way}, {medium}: {figures}" + ("" if figures == wanted else f", not {wanted}"))


with live.folder() as folder:
    summary = live.demo(folder, SECONDS, "--link", "loss=4%", "--video", "synthetic:320x240@15", "--jpeg-quality", 30).json()
    trace, other = folder / "room-a.jscope", folder / "room-b.jscope"
    streams = live.analyze(trace)
    known = {}
    for medium in NAMES:
        stream = live.stream_of(streams, medium)
        known[medium] = {"expected": stream["expected"], "came": stream["packets"], "lost": stream["lost"],
                         "due": stream["quality"]["units_due"], "played": stream["quality"]["units_played"]}
        live.check(0 < known[medium]["lost"] and known[medium]["played"] < known[medium]["due"],
                   f"1. analyze --json, {medium}: something is lost and something is not played: {known[medium]}")
        not_played = percent(stream["quality"]["loss_ratio"])
        known[medium].update(not_played=not_played, packet_loss=percent(stream["loss_ratio"]))

        received = summary["room_a"]["received"][medium]
        same("2. the summary of the call", medium, expected=received["expected"], came=received["packets"], lost=received["lost"],
             due=received["quality"]["units_due"], played=received["quality"]["units_played"])
        unit = "frames" if medium == "video" else "blocks"
        live.check(received[f"{unit}_played"] == known[medium]["played"], f"2. and {unit}_played: {received[f'{unit}_played']}")

    text = output("analyze", trace)
    for medium in NAMES:
        part = re.search(rf"^{medium} received.*?(?=\n\n|\Z)", text, re.S | re.M).group()
        came, expected, lost, loss = re.search(r"packets +(\d+) of (\d+) expected, (\d+) lost \((.*?)\)", part).groups()
        same("3. analyze", medium, expected=int(expected), came=int(came), lost=int(lost), packet_loss=loss,
             not_played=re.search(r"^ +quality .*not played ([\d.]+ %)[:,]", part, re.M).group(1))

    output("report", trace, "--out", folder / "report.html")
    page = re.sub(r"<(style|svg).*?</\1>", "", (folder / "report.html").read_text(), flags=re.S)
    cells = [cell.strip() for cell in html.unescape(re.sub(r"<[^>]+>", "\n", page)).replace("\xa0", " ").split("\n") if cell.strip()]
    counted = [re.fullmatch(r"(\d+) of (\d+) expected", cell) for cell in cells]
    counted = [tuple(map(int, each.groups())) for each in counted if each]
    lost = [re.fullmatch(r"([\d.]+ %) \((\d+) lost\)", cell) for cell in cells]
    lost = [each.groups() for each in lost if each]
    played = cells[cells.index("Not played") + 1:][:2]
    for place, medium in enumerate(stream["medium"] for stream in streams if stream["direction"] == "received"):
        same("4. report", medium, came=counted[place][0], expected=counted[place][1], packet_loss=lost[place][0],
             lost=int(lost[place][1]), not_played=played[place])

    compared = json.loads(output("compare", trace, other, "--json"))
    for medium in NAMES:
        figures = next(each["figures"] for each in compared["media"] if each["medium"] == medium)
        same("5. compare", medium, packet_loss=percent(figures["loss_ratio"]["before"]))

    output("export", trace, "--format", "csv", "--out", folder / "csv")
    frames = rows_of(folder / "csv" / "frame_played.csv")
    blocks = rows_of(folder / "csv" / "audio_block.csv")
    done = {"audio": blocks, "video": rows_of(folder / "csv" / "frame_done.csv")}
    outcomes = {"audio": blocks, "video": frames}
    for medium in NAMES:
        packets = rows_of(next((folder / "csv").glob(f"{medium}-received-*.csv")))
        same("6. CSV", medium, came=sum(row["recv_us"] != "" for row in packets), due=len(done[medium]),
             played=sum(row["outcome"] == "played" for row in outcomes[medium]))

    output("export", trace, "--format", "pcapng", "--out", folder / "call.pcapng")
    captured = live.analyze(folder / "call.pcapng")
    for medium in NAMES:
        stream = live.stream_of(captured, medium)
        same("7. a capture of it", medium, came=stream["packets"], lost=stream["lost"], expected=stream["expected"])

    output("plot", trace, "--panel", "figures", "--out", folder / "figures.csv")
    figures = table(folder / "figures.csv")
    for medium, name in NAMES.items():
        column = f"{name} local"
        same("8. the panel Figures", medium, came=int(figures["Packets"][column]), lost=int(figures["Lost"][column]))
    output("plot", trace, "--panel", "playout", "--out", folder / "playout.csv")
    playout = table(folder / "playout.csv")
    for medium, name in NAMES.items():
        same("9. the panel Playout", medium, played=int(playout["Played"][name]))

    streams = live.analyze(other)
    told = sqlite3.connect(trace)
    for medium in NAMES:
        stream = live.stream_of(streams, medium)
        known[medium] = {"expected": stream["expected"], "came": stream["packets"], "lost": stream["lost"],
                         "due": stream["quality"]["units_due"], "played": stream["quality"]["units_played"]}
        received = summary["room_b"]["received"][medium]
        same("10. the summary of the other end", medium, expected=received["expected"], came=received["packets"], lost=received["lost"],
             due=received["quality"]["units_due"], played=received["quality"]["units_played"])
        expected, lost = told.execute("SELECT expected, lost FROM peer_summary WHERE medium = ? ORDER BY id DESC LIMIT 1",
                                      (medium,)).fetchone()
        a_second = stream["expected"] / SECONDS  # a summary may be so much older than its coming
        live.check(0 <= stream["expected"] - expected <= a_second and 0 <= stream["lost"] - lost <= a_second,
                   f"10. and what it told this one, {medium}: {expected} expected, {lost} lost")
live.finish()
