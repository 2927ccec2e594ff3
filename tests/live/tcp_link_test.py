#!/usr/bin/env python3
"""Pictures over TCP through the emulated link: by the relay's model and (as root) by the kernel's own queue they take as long
as the link says, and one too narrow for them makes the sender leave pictures out instead of letting them wait."""
import statistics

import programs as live
from recorded import of_demo

VIDEO = "synthetic:160x120@10"


def demo(folder, link, seconds=8):
    live.demo(folder, seconds, "--link", link, "--transport", "tcp", "--video", VIDEO)
    return of_demo(folder)


def count(trace, table, condition):
    return trace.value(f"select count(*) from {table} where {condition}")


def frames(trace, table, condition):
    return {row[0] for row in trace.rows(f"select frame from {table} where {condition}")}


def delays_ms(trace, medium):
    return [row[0] / 1e6 for row in trace.rows("select conference_ns - sent_conference_ns from packet_arrived where"
                                                  f" medium = '{medium}' and sent_conference_ns is not null and not duplicate")]


def check_delay(folder, path):
    near, far = demo(folder, f"rate=2mbit,limit=100,delay=40ms{path}")
    for name, sender, trace in (("up", near, far), ("down", far, near)):
        arrived = count(trace, "packet_arrived", "medium = 'video'")
        live.check(arrived > 100 and count(trace, "packet_arrived", "medium = 'video' and kernel_ns is not null") == 0,
                   f"{name}: pictures come over TCP, without kernel stamps ({arrived} packets)")
        delay = statistics.median(delays_ms(trace, "video"))
        live.check(40 <= delay <= 70, f"{name}: they take the link's 40 ms ({delay:.1f} ms)")
        omitted = frames(sender, "frame_omitted", "reason = 'obsolete'")
        sent = frames(sender, "packet_sent", "medium = 'video'")
        under_way = {max(sent) - 1, max(sent)}  # the link drops what it holds at the end of the call
        lost = frames(trace, "frame_done", "outcome <> 'complete'") - omitted - under_way
        live.check(not lost, f"{name}: every frame that was sent came (but {sorted(lost)})")
        live.check(len(omitted) <= 5, f"{name}: the link is wide enough for nearly all, but while TCP begins ({len(omitted)} left out)")
    live.check(count(near, "tcp_reported", "1") > 10, "the kernel told of the connection")


def check_narrow(folder):
    # A full queue of 30 packets is 1.4 s at this rate; while a lost segment is sent again all behind it waits once more.
    near, far = demo(folder, "up:rate=250kbit,limit=30,delay=10ms", seconds=12)
    arrived = count(far, "packet_arrived", "medium = 'video'")
    obsolete = count(near, "frame_omitted", "reason = 'obsolete'")
    live.check(arrived > 50 and obsolete > 10, f"narrow: obsolete pictures are left out ({obsolete}), others come ({arrived} packets)")
    delay = statistics.median(delays_ms(far, "video"))
    live.check(delay < 4000, f"narrow: those that go do not wait for ever ({delay:.0f} ms)")
    sound = delays_ms(far, "audio")
    live.check(len(sound) > 100, f"narrow: the sound goes on ({len(sound)} packets, {statistics.median(sound):.0f} ms)")


with live.folder() as where:
    check_delay(where, "")
with live.folder() as where:
    check_narrow(where)
live.need_root()
with live.folder() as where:
    check_delay(where, ",path=kernel")
live.finish()
