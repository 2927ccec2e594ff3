#!/usr/bin/env python3
"""A remote that freezes is not heard, which is said after 4 s; the call ends after 30 s, or goes on when it is heard again.
The one that froze is told so when it wakes, and does not call the other silent. Ctrl-C, SIGTERM and SIGHUP end a
call cleanly."""
import signal
import time

import programs as live
from recorded import Trace


def notices(trace):
    return [text for (text,) in Trace(trace).rows("SELECT text FROM notice")]


def freeze_and_wake(path):
    def freeze(frozen, alive):
        live.check(live.becomes_true(lambda: live.holds_streams(path / "alive.jscope")), "the call runs")
        frozen.popen.send_signal(signal.SIGSTOP)  # silent but not closed: the network or the program hangs
        time.sleep(8)
        frozen.popen.send_signal(signal.SIGCONT)
        live.becomes_true(lambda: any("heard again" in text for text in notices(path / "alive.jscope")))
        time.sleep(1)  # one more second of a call that goes on
        live.check(alive.popen.poll() is None and frozen.popen.poll() is None, "a call outlives 8 s without its remote")
        frozen.popen.send_signal(signal.SIGSTOP)
        alive.wait(45)
        frozen.popen.send_signal(signal.SIGCONT)

    frozen, alive = live.call(["--json", "--trace", path / "woken.jscope"], ["--json", "--trace", path / "alive.jscope"], port=5360,
                              meanwhile=freeze)
    unheard_ns = Trace(path / "alive.jscope").value(
        "SELECT (SELECT value FROM meta WHERE key = 'call_ended_ns') - max(local_ns) FROM packet_arrived")
    live.check(29e9 <= unheard_ns <= 32e9, f"and ends after 30 s ({unheard_ns / 1e9:.2f} s)")
    said = notices(path / "alive.jscope")
    live.check(sum("not been heard for 4 s" in text for text in said) == 2, f"each time it is said: {said}")
    live.check(sum("heard again" in text for text in said) == 1, "and that it is heard again")
    live.check(alive.status == 1 and "silent" in alive.stderr, f"and said: {alive.stderr.strip()}")
    said = frozen.json()["ended"]
    live.check("stood still" in said and "has been silent" not in said, f"who froze is told that it was this end: {said}")
    said = notices(path / "woken.jscope")
    live.check(sum("This program stood still for 8 s" in text for text in said) == 1, f"and each time in the call, once: {said}")
    live.check(frozen.stderr.count("This program stood still for 8 s") == 1, f"on its terminal too: {frozen.stderr!r}")
    live.check(not any("not been heard" in text for text in said), f"and did not call the other silent: {said}")
    streams = live.analyze(path / "woken.jscope")
    live.check(live.stream_of(streams, "video")["packets"] > 0, "the trace of the frozen end opens")


def end_by(path, number):
    name = number.name
    heard, told = path / f"heard{name}.jscope", path / f"told{name}.jscope"

    def send(_, caller):
        live.becomes_true(lambda: live.holds_streams(told))
        caller.popen.send_signal(number)

    listener, caller = live.call(["--json", "--trace", heard], ["--json", "--trace", told], port=5362, meanwhile=send)
    live.check(caller.status == 0 and caller.json()["received"]["video"]["packets"] > 0, f"{name}: summary and status 0 ({caller.status})")
    live.check(listener.status == 0 and "hung up" in listener.json()["ended"], f"the remote hears it: {listener.json()['ended']}")
    left = sorted(file.name for file in path.glob(f"*{name}*"))
    live.check(left == [heard.name, told.name], f"both traces are closed, one file each: {left}")


with live.folder() as path:
    freeze_and_wake(path)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        end_by(path, number)
live.finish()
