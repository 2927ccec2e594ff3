#!/usr/bin/env python3
"""Pictures over TCP through the emulated link: by the relay's model and (as root) by the kernel's own queue they take as long
as the link says, and one too narrow for them makes the sender leave pictures out instead of letting them wait. Who floods the
connections for pictures takes no processor from the end that reads them."""
import contextlib
import os
import pathlib
import socket
import statistics
import time

import programs as live
from recorded import Trace, of_demo

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


PORT = 5368
FLOOD_S = 4
UNITS = {"empty units": bytes(1 << 18), "units of 60 kB": (b"\xea\x60" + bytes(60_000)) * 4}


def picture_port(pid):
    """Where this end takes pictures over TCP."""
    ports = {int(local.rsplit(":", 1)[1], 16) for protocol, local, state in live.sockets_of([pid]) if protocol.startswith("tcp") and state == "0A"}
    return next(iter(ports - {PORT}), None)


def processor_s(pid, name):
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):
            if (task / "comm").read_text().strip() == name:
                fields = (task / "stat").read_text().rsplit(")", 1)[1].split()
                return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return None


def flood(port, units, until):
    """Whatever is closed is opened again; the bytes that were taken."""
    sent = connections = 0
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as connection:
            connections += 1
            connection.settimeout(0.2)
            while time.monotonic() < until:
                sent += connection.send(units)
    return sent, connections


def check_floods(folder):
    words = ["--transport", "tcp", "--video", VIDEO, "--audio", "tone"]
    for name, units in UNITS.items():
        trace = folder / f"{name}.jscope"
        told = []

        def send(listener, _):
            live.check(live.becomes_true(lambda: live.holds_streams(trace)), f"{name}: the call runs")
            pid = listener.popen.pid
            port, before, began = picture_port(pid), processor_s(pid, "video-receive"), time.monotonic()
            told.extend(flood(port, units, began + FLOOD_S))
            told.append((processor_s(pid, "video-receive") - before) / (time.monotonic() - began))

        live.call(["--seconds", FLOOD_S + 8, "--trace", trace, *words], ["--seconds", FLOOD_S + 6, *words], port=PORT, meanwhile=send)
        sent, connections, share = told
        live.check(share < 0.5, f"{name}: {sent / 1e6 / FLOOD_S:.0f} MB/s of them, over {connections} connections, take {share:.2f} of a processor")
        read = Trace(trace)
        said = [text for text, in read.rows("select text from notice where text like '%empty units%'")]
        live.check(len(said) == (name == "empty units"), f"{name}: said at most once: {said}")
        live.check(frames(read, "frame_done", "outcome = 'complete'"), f"{name}: pictures come")


with live.folder() as where:
    check_floods(where)
with live.folder() as where:
    check_delay(where, "")
with live.folder() as where:
    check_narrow(where)
live.need_root()
with live.folder() as where:
    check_delay(where, ",path=kernel")
live.finish()
