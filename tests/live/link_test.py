#!/usr/bin/env python3
"""The emulated link in a demo call: delays per packet, drops and queue, by the relay's model and (as root) by the kernel's own
queue; changes while it runs; and that nothing is left of it, whoever is killed.
   link_test.py [quick|stopped]: only the delays of a quiet link, by the model and by the kernel; only a relay that is stopped"""
import contextlib
import os
import signal
import socket
import sys
import time

import programs as live
from recorded import Trace

RATE, LIMIT, DELAY_MS = 1e6, 20, 20
LINK = f"rate=1mbit,queue={LIMIT},delay={DELAY_MS}ms"
HEADERS = 42                       # Ethernet, IPv4 and UDP
SMALL = "synthetic:160x120@5"      # and speech: a fifth of the link
LARGE = "synthetic:320x240@12"     # one and a half times the link: the control connection lives
UNDER_WAY = LIMIT + 1 + 8          # the queue, the packet being sent, what is on the wire and in sockets
CONTROL_PORT = 5004
LONGEST_END_S = 8

live.need("ip", "tc")
live.need_root()


# What runs

def child_with(root, word):
    return next((pid for pid in live.family(root) if word in live.processes().get(pid, (0, []))[1]), None)


def becomes_true(condition, seconds=LONGEST_END_S):
    return live.becomes_true(condition, seconds)


def port_free(port):
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as the program does: TIME_WAIT is no lock
        with contextlib.suppress(OSError):
            probe.bind(("::", port))
            return True
    return False


def run_demo(path, *words, seconds=6):
    """The summary of a demo whose traces go to this folder."""
    call = live.ended("demo", "--headless", "--json", "--seconds", seconds, "--out", path, "--force", *words, seconds=seconds + 40)
    live.check(call.status == 0 and "lost" not in call.stderr, f"the demo ends well ({call.status}) {call.stderr}")
    return call.json()


# What the traces say

def rows(trace, query, *values):
    return Trace(trace).rows(query, *values)


def counted(trace, table, until_ns, since_ns=0):
    more = " and not duplicate" if table == "packet_arrived" else ""
    return rows(trace, f"select count(*) from {table} where local_ns > ? and local_ns <= ?{more}", since_ns, until_ns)[0][0]


def extra_delays_ms(trace):
    """Of each packet received, from the first one on: one-way delay less 8·size/rate."""
    found = rows(trace, "select conference_ns - sent_conference_ns, size from packet_arrived where sent_conference_ns is not null"
                        " and not duplicate")
    return [delay / 1e6 - 8e3 * (size + HEADERS) / RATE for delay, size in found]


def reports(trace, way, kernel):
    return rows(trace, "select local_ns, media_dropped, queue_packets_max, dropped_queue, dropped_overload, offered from link_report"
                       " where way = ? and kernel = ? order by id", way, int(kernel))


def changed_at(trace, name):
    """When this end changed it, by the values."""
    return {value: at for at, value in Trace(trace).settings(name)}


def check_delays(name, trace):
    extra = extra_delays_ms(trace)
    live.check(len(extra) > 200, f"{name}: packets with known delays came ({len(extra)})")
    if extra:
        live.check(abs(min(extra) - DELAY_MS) <= 0.5, f"{name}: the smallest delay is {DELAY_MS} ms + 8·size/rate + {min(extra) - DELAY_MS:.3f} ms")


def check_quiet(name, path, kernel):
    for room, far, way in (("a", "b", "up"), ("b", "a", "down")):
        check_delays(f"{name}, {way}", path / f"room-{far}.jscope")
        all_reports = reports(path / "room-a.jscope", way, kernel)
        live.check(len(all_reports) > 30, f"{name}, {way}: ten reports a second ({len(all_reports)})")
        if all_reports:
            before, last = all_reports[-2], all_reports[-1]  # the last one counts what is under way at the end
            live.check(last[3] == 0 and before[1] == 0 and last[1] <= UNDER_WAY, f"{name}, {way}: nothing is dropped before the end {before} {last}")
        sent = counted(path / f"room-{room}.jscope", "packet_sent", 1 << 62)
        came = counted(path / f"room-{far}.jscope", "packet_arrived", 1 << 62)
        live.check(0 <= sent - came <= UNDER_WAY, f"{name}, {way}: all came but what was under way at the end ({came} of {sent})")


def balance(sender, receiver, report, kernel):
    """Media packets under way when the link reported, and the fewest and most that can be."""
    at, dropped, *_, offered = report
    sent = counted(sender, "packet_sent", at)
    under_way = sent - counted(receiver, "packet_arrived", at) - dropped
    if not kernel:
        return under_way, 0, UNDER_WAY
    # The interface queue cannot tell RTCP and control from media, and the relay delays what is still to come to it.
    return under_way, -max(0, offered - sent + UNDER_WAY), UNDER_WAY + counted(sender, "packet_sent", at, at - 35_000_000)


def check_overloaded(name, path, kernel):
    """Drops as the link counts them beside what one end sent and the other received until then."""
    for room, far, way in (("a", "b", "up"), ("b", "a", "down")):
        all_reports = reports(path / "room-a.jscope", way, kernel)
        live.check(len(all_reports) > 30, f"{name}, {way}: ten reports a second ({len(all_reports)})")
        if not all_reports:
            continue
        longest = max(report[2] for report in all_reports)
        live.check(longest == LIMIT, f"{name}, {way}: the queue is never longer than {LIMIT} packets, and full at times ({longest})")
        last = all_reports[-1]
        live.check(last[1] > 100, f"{name}, {way}: media are dropped ({last[1]})")
        live.check(last[4] == 0, f"{name}, {way}: none of it by the relay itself ({last[4]})")
        balances = [balance(path / f"room-{room}.jscope", path / f"room-{far}.jscope", report, kernel) for report in all_reports[::5]]
        live.check(all(fewest <= under_way <= most for under_way, fewest, most in balances),
                   f"{name}, {way}: sent = arrived + dropped + under way at every half second (under way, fewest, most: {balances[1::4]})")


def shape(folder, name, link, kernel):
    quiet = folder / f"{name}-quiet"
    summary = run_demo(quiet, "--video", SMALL, "--link", link)
    live.check(summary["room_a"]["link"] == link, f"{name}: the summary names the link ({summary['room_a']['link']})")
    check_quiet(name, quiet, kernel)


def overload(folder, name, link, kernel):
    full = folder / f"{name}-full"
    run_demo(full, "--video", LARGE, "--link", link)
    check_overloaded(name, full, kernel)


def change_in_call(folder):
    """A link that comes, changes and goes while the call runs."""
    path = folder / "changes"
    run_demo(path, "--video", SMALL, "--at", "2:link=delay=20ms", "--at", "4:link=delay=60ms", "--at", "6:link=off", seconds=8)
    at = changed_at(path / "room-a.jscope", "link")
    live.check(set(at) >= {"delay=20ms", "delay=60ms", "off"}, f"each change is in the trace ({sorted(at)})")
    if len(at) < 3:
        return
    begin, end = 400_000_000, 1_600_000_000  # after each change, ns
    for far in ("a", "b"):
        smallest = []
        for value, wanted in (("delay=20ms", 20), ("delay=60ms", 60), ("off", 0)):
            found = rows(path / f"room-{far}.jscope", "select min(conference_ns - sent_conference_ns) / 1e6 from packet_arrived"
                                                      " where local_ns between ? and ?", at[value] + begin, at[value] + end)[0][0]
            smallest.append(found)
            live.check(found is not None and abs(found - wanted) < 0.7, f"room {far}: the smallest delay with {value} is {found} ms")
        lost = rows(path / f"room-{far}.jscope", "select max(sequence) - min(sequence) + 1 - count(distinct sequence) from packet_arrived"
                                                 " group by ssrc")
        live.check(all(each == (0,) for each in lost), f"room {far}: nothing was lost on the way to and from the relay {lost}")


# The end

def check_backlog(folder):
    """A queue far deeper than what leaves in the call: what is left in it does not arrive, and the link says how much that was."""
    path = folder / "backlog"
    summary = run_demo(path, "--video", "synthetic:320x240@30", "--link", "rate=200kbit,queue=3000")
    for room, far, way in (("a", "b", "up"), ("b", "a", "down")):
        times = [at for at, in rows(path / f"room-{far}.jscope", "select local_ns from packet_arrived where not duplicate order by local_ns")]
        last = sum(at > times[-1] - 100_000_000 for at in times)
        live.check(len(times) > 50 and last < 30, f"{way}: nothing is poured out at the end ({last} of {len(times)} packets in the last 0.1 s)")
        sent = counted(path / f"room-{room}.jscope", "packet_sent", 1 << 62)
        link = summary["room_a"]["conditions"][way]
        at_end = link["drops"]["queued at the end"]
        live.check(at_end > 500, f"{way}: the link tells what was queued at its end ({at_end})")
        live.check(link["offered"] == link["delivered"] + sum(link["drops"].values()), f"{way}: each packet is delivered or dropped {link}")
        live.check(abs(sent - len(times) - link["media_dropped"]) <= 10, f"{way}: sent {sent} = came {len(times)} + dropped {link['media_dropped']}")


def check_end_of_the_time(folder):
    """Behind a full interface queue the remote may never hear that the call is over: the end of the time is an end all the same. A
    remote that is killed is none."""
    link = "path=kernel,rate=500kbit,queue=1000"
    for attempt in range(4):
        path = folder / f"full kernel {attempt}"
        run_demo(path, "--video", "synthetic:640x480@30", "--link", link, seconds=5)
        ends = [rows(path / f"room-{room}.jscope", "select failed from call_ended") for room in ("a", "b")]
        live.check(ends == [[(0,)], [(0,)]], f"full kernel {attempt}: neither end lost the connection ({ends})")
    running = Running(folder, "full kernel, remote killed", "--link", link)
    running.kill(child_with(running.root, "call"))
    running.check_nothing_left("full kernel, remote killed")
    live.check(running.process.status == 1 and "connection to the remote was lost" in running.process.stderr,
               f"a remote that is killed is a loss (status {running.process.status}) {running.process.stderr}")


# A relay that does not run

STOPPED_S = 5


def stop_relay(folder):
    """What waits for the relay itself is no delay of the link."""
    name = "relay stopped"
    running = Running(folder, name, "--json", "--link", LINK)
    relay = child_with(running.root, "relay")
    time.sleep(1)
    running.kill(relay, signal.SIGSTOP)
    time.sleep(STOPPED_S)
    running.kill(relay, signal.SIGCONT)
    time.sleep(2)
    running.kill(running.root, signal.SIGINT)
    running.check_nothing_left(name)
    near = running.path / "room-a.jscope"
    said = [text for text, in rows(near, "select text from notice") if "emulated link stood still" in text]
    live.check(len(said) == 1 and f"for {STOPPED_S}." in said[0], f"{name}: it is said once, and how long ({said})")
    summary = running.process.json()["room_a"]["conditions"]
    for room, far, way in (("a", "b", "up"), ("b", "a", "down")):
        longest = max(extra_delays_ms(running.path / f"room-{far}.jscope"))
        most = DELAY_MS + (LIMIT + 1) * 8e3 * 1500 / RATE
        live.check(longest <= most, f"{name}, {way}: no packet comes later than the full queue makes it: {longest:.0f} ms")
        link = summary[way]
        live.check(link["drops"].get("link full or stopped", 0) > 50, f"{name}, {way}: what waited is dropped, under its name: {link['drops']}")
        live.check(link["overloaded"] and abs(link["overloaded_s"] - STOPPED_S) < 1, f"{name}, {way}: the summary has how long it was: {link}")
        sent = counted(running.path / f"room-{room}.jscope", "packet_sent", 1 << 62)
        came = counted(running.path / f"room-{far}.jscope", "packet_arrived", 1 << 62)
        live.check(0 <= sent - came - link["media_dropped"] <= UNDER_WAY, f"{name}, {way}: sent {sent} = came {came} + dropped {link['media_dropped']}")


# What is left

class Running:
    """A demo call with a link that has begun, and who belongs to it."""

    def __init__(self, folder, name, *words):
        self.spaces = live.network_spaces()
        self.path = folder / name
        self.process = live.jitterscope("demo", "--headless", "--seconds", 60, "--out", self.path, "--force", "--video", SMALL, *words)
        self.root = self.process.popen.pid
        self.began = becomes_true(lambda: child_with(self.root, "relay") and child_with(self.root, "call"))
        self.began = self.began and live.becomes_true(lambda: live.holds_streams(self.path / "room-a.jscope"))
        self.members = live.family(self.root)
        live.check(self.began, f"{name}: demo, remote and relay run ({len(self.members)} processes)")

    def kill(self, pid, number=signal.SIGKILL):
        os.kill(pid, number)

    def check_nothing_left(self, name):
        def left():
            now = live.processes()
            return [(pid, now[pid][1][:4]) for pid in self.members if pid in now]

        ended = becomes_true(lambda: self.process.popen.poll() is not None and not left())
        live.check(ended, f"{name}: no process is left {left()}")
        live.check(becomes_true(lambda: live.network_spaces() <= self.spaces), f"{name}: no network namespace is left")
        live.check(becomes_true(lambda: port_free(CONTROL_PORT)), f"{name}: the port is free")
        with contextlib.suppress(ProcessLookupError):
            self.process.popen.kill()
        self.process.popen.wait()


def check_runs_again(folder, name, link):
    live.demo(folder / f"{name}-again", 2, "--video", SMALL, "--link", link)


def kill_one(folder, name, link, who, number):
    running = Running(folder, name, "--link", link)
    victim = running.root if who == "demo" else child_with(running.root, who)
    if victim:
        running.kill(victim, number)
    running.check_nothing_left(name)
    if who == "relay":
        said = running.process.stderr
        live.check("relay of the emulated link" in said, f"{name}: why the call ended is said ({said})")
    if number == signal.SIGINT:
        live.check(running.process.status == 0, f"{name}: the call ends cleanly (status {running.process.status}) {running.process.stderr}")
        live.check(live.analyze(running.path / "room-a.jscope") != [], f"{name}: the trace is closed")
    check_runs_again(folder, name, link)


def kill_relay_of_an_added_link(folder):
    """The control connection does not pass a link that came later: the call goes on straight."""
    running = Running(folder, "relay killed", "--at", f"1:link={LINK}")
    relay = child_with(running.root, "relay")
    killed_at = time.monotonic_ns()
    running.kill(relay)
    time.sleep(3)
    running.kill(running.root, signal.SIGINT)
    running.check_nothing_left("relay killed")
    live.check(running.process.status == 0, f"the call outlives its relay (status {running.process.status}) {running.process.stderr}")
    trace = running.path / "room-a.jscope"
    said = [text for text, in rows(trace, "select text from notice")]
    live.check(any("relay" in text for text in said), f"it is said ({said})")
    came = counted(running.path / "room-b.jscope", "packet_arrived", 1 << 62, killed_at + 1_500_000_000)
    live.check(came > 30, f"and sound and pictures go straight to the remote afterwards ({came} packets)")


def main():
    kernel = f"{LINK},path=kernel"
    with live.folder() as folder:
        stop_relay(folder)
        if sys.argv[1:] == ["stopped"]:
            return live.finish()
        shape(folder, "relay", LINK, kernel=False)
        shape(folder, "kernel", kernel, kernel=True)
        if sys.argv[1:] == ["quick"]:
            return live.finish()
        overload(folder, "relay", LINK, kernel=False)
        overload(folder, "kernel", kernel, kernel=True)
        check_backlog(folder)
        check_end_of_the_time(folder)
        change_in_call(folder)
        kill_relay_of_an_added_link(folder)
        for name, link, who, number in (("demo killed", LINK, "demo", signal.SIGKILL), ("remote killed", LINK, "call", signal.SIGKILL),
                                        ("relay of the whole call killed", LINK, "relay", signal.SIGKILL), ("Ctrl-C", LINK, "demo", signal.SIGINT),
                                        ("kernel, demo killed", kernel, "demo", signal.SIGKILL), ("kernel, Ctrl-C", kernel, "demo", signal.SIGINT)):
            kill_one(folder, name, link, who, number)
    live.finish()


main()
