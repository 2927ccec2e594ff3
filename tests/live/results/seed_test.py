#!/usr/bin/env python3
"""--seed: two calls over the emulated link with one seed lose the same packets of sound and pictures, delay them alike and have
the same background; each trace names its seed, which is another one each time where none is set."""
import json
import pathlib
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live
from recorded import of_demo

LINK = "line-loss=10%,line-duplicate=3%,delay=40ms,jitter=8ms,order=free"
SECONDS = 6
FIRST = 150           # packets of sound that are compared: five seconds, whenever the call ended
WITHIN_MS = 4         # of the median: what two machines' moments add to the link's own delay


def call(folder, name, *words):
    live.demo(folder / name, SECONDS, "--link", LINK, "--background", "50", "--video", "synthetic:160x120@10", *words)
    return of_demo(folder / name)


def settings(trace):
    return json.loads(trace.value("select value from meta where key = 'settings'"))


def fates(sender, receiver, medium, first):
    """Of each of the first packets, in the order of sending: the delays of its copies, ms."""
    sent = [row[0] for row in sender.rows("select sequence from packet_sent where medium = ? order by id", medium)][:first]
    came = {}
    for sequence, delay in receiver.rows("select sequence, (conference_ns - sent_conference_ns) / 1e6 from packet_arrived"
                                         " where medium = ? order by id", medium):
        came.setdefault(sequence, []).append(delay)
    return [sorted(came.get(sequence, [])) for sequence in sent]


def background(trace):
    return trace.value("select max(background_offered) from link_report where way = 'up'")


with live.folder() as folder:
    one, two, other = call(folder, "one", "--seed", 7), call(folder, "two", "--seed", 7), call(folder, "other")
    live.check([settings(each[0])["seed"] for each in (one, two)] == [7, 7], "the trace of who sets the link names its seed")
    drawn = settings(other[0])["seed"]
    live.check(isinstance(drawn, int) and drawn != 7, f"and the one that was drawn where none was set ({drawn})")
    for medium in ("audio", "video"):
        for way, (sender, receiver) in {"up": (0, 1), "down": (1, 0)}.items():
            calls = [fates(each[sender], each[receiver], medium, FIRST) for each in (one, two, other)]
            copies = [[len(fate) for fate in each] for each in calls]
            live.check(len(copies[0]) == FIRST, f"{medium} {way}: {FIRST} packets were sent")
            live.check(copies[0] == copies[1] and 0 in copies[0],
                       f"{medium} {way}: the same packets are lost and doubled ({copies[0].count(0)} lost)")
            live.check(copies[0] != copies[2], f"{medium} {way}: with another seed others are")
            apart = [abs(a[0] - b[0]) for a, b in zip(*calls[:2]) if len(a) == len(b) == 1]
            live.check(statistics.median(apart) < WITHIN_MS,
                       f"{medium} {way}: and they take as long (median difference {statistics.median(apart):.2f} ms)")
    offered = [background(each[0]) for each in (one, two)]
    live.check(all(offered) and abs(offered[0] - offered[1]) <= 0.1 * offered[0], f"as much background is offered ({offered})")

live.finish()
