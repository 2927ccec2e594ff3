#!/usr/bin/env python3
"""Rate control in real calls: switching control, its limits and the transport of the picture never stalls the sound; on a
link of 300 kb/s the picture is steered below it, and follows a step of its rate."""
import sqlite3

import programs as live

LONGEST_GAP_MS = 100
SWITCHES = ("rate-control=two-stream", "rate-control=two-stream,max=500kbit", "transport=tcp",
            "rate-control=two-stream,max=2mbit,keep=motion", "rate-control=off", "rate-control=fixed:200kbit",
            "transport=udp", "rate-control=fixed:400kbit,low=0.3,high=0.6,epsilon=2ms", "transport=tcp", "transport=udp",
            "rate-control=off")


def demo(folder, seconds, link, *arguments):
    live.run(live.PROGRAM, "demo", "--headless", "--seconds", seconds, "--out", folder, "--link", link, *arguments,
             seconds=seconds + 60)
    return [sqlite3.connect(folder / f"room-{room}.jscope") for room in "ab"]


def longest_gap_ms(trace, table):
    """Between packets of sound, in order of time."""
    times = [row[0] for row in trace.execute(f"select local_ns from {table} where medium = 'audio' order by local_ns")]
    return max(b - a for a, b in zip(times, times[1:])) / 1e6


def lost_share(trace, after_s=0.0):
    """Of the sound received, from so long after the first packet on."""
    arrived = trace.execute("select sequence, local_ns from packet_arrived where medium = 'audio' order by local_ns").fetchall()
    late = {sequence for sequence, at in arrived if at - arrived[0][1] >= after_s * 1e9}
    return 1 - len(late) / (max(late) - min(late) + 1)


def check_switches(folder):
    script = [word for i, change in enumerate(SWITCHES) for word in ("--at", f"{2 + 1.5 * i}:{change}")]
    near, far = demo(folder, 4 + 1.5 * len(SWITCHES), "rate=8mbit,limit=100,delay=5ms", *script)
    for name, trace, table in (("sent", near, "packet_sent"), ("received", far, "packet_arrived")):
        gap = longest_gap_ms(trace, table)
        live.check(gap <= LONGEST_GAP_MS, f"{len(SWITCHES)} switches: no gap in the sound {name} is over {LONGEST_GAP_MS} ms ({gap:.1f} ms)")
    live.check(lost_share(far) == 0, f"and nothing of it is lost ({lost_share(far):.2%})")
    carried = [row[0] for row in near.execute("select value from setting_changed where name = 'transport' and end_of_call = 'mine' order by id")]
    live.check(carried == ["udp", "tcp", "udp", "tcp", "udp"], f"the transport changed {carried}")
    segments = near.execute("select count(*) from tcp_reported").fetchone()[0]
    live.check(segments > 10, f"the kernel told of the connection ({segments} times)")


def check_control(folder):
    near, far = demo(folder, 60, "rate=300kbit,limit=50", "--rate-control", "two-stream",
                     "--at", "30:link=rate=200kbit,limit=50")
    decided = near.execute("select local_ns, stage, target_kbps, sending from rate_decided order by id").fetchall()
    stages = list(dict.fromkeys(row[1] for row in decided))
    live.check({"rate adaptation", "steady"} <= set(stages), f"the stages of the search are seen {stages}")
    live.check(lost_share(far, 20) <= 0.01, f"from 20 s on at most 1 % of the sound is lost ({lost_share(far, 20):.2%})")
    begin = near.execute("select min(local_ns) from packet_sent").fetchone()[0]
    for first, last, rate in ((20, 30, 300), (45, 58, 200)):
        size = near.execute("select sum(size + 42) from packet_sent where local_ns between ? and ?",
                            (begin + first * 1e9, begin + last * 1e9)).fetchone()[0]
        used = size * 8 / 1e3 / (last - first) / rate
        live.check(0.6 <= used <= 1, f"{rate} kb/s: sound and picture use {used:.0%} of it")


with live.folder() as folder:
    (folder / "switches").mkdir()
    (folder / "control").mkdir()
    check_switches(folder / "switches")
    check_control(folder / "control")
live.finish()
