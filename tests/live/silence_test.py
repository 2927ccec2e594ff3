#!/usr/bin/env python3
"""A far end that dies is noticed within 5 s and said in plain words; Ctrl-C ends a call cleanly."""
import signal
import time

import programs as live

with live.folder() as path:
    with live.jitterscope("listen", "--port", 5360, "--headless", "--trace", path / "killed.jscope") as dead:
        dead.wait_for("Listening")
        with live.jitterscope("call", "127.0.0.1:5360", "--headless", "--json") as alive:
            time.sleep(3)
            dead.popen.send_signal(signal.SIGSTOP)  # silent but not closed: the network or the program hangs
            began = time.monotonic()
            alive.wait(15)
            noticed = time.monotonic() - began
        dead.popen.send_signal(signal.SIGKILL)
    live.check(noticed <= 5.5, f"a silent peer is noticed within 5 s and the call's end ({noticed:.2f} s)")
    live.check(alive.status == 1 and "silent" in alive.stderr, f"and said: {alive.stderr.strip()}")
    streams = live.analyze(path / "killed.jscope")
    live.check(live.stream_of(streams, "video")["packets"] > 0, "the trace of the killed end opens with what was committed")

    with live.jitterscope("listen", "--port", 5362, "--headless", "--json", "--trace", path / "ended.jscope") as listener:
        listener.wait_for("Listening")
        with live.jitterscope("call", "127.0.0.1:5362", "--headless", "--json") as caller:
            time.sleep(2)
            caller.popen.send_signal(signal.SIGINT)
            caller.wait(10)
        listener.wait(10)
    live.check(caller.status == 0 and caller.json()["received"]["video"]["packets"] > 0, "Ctrl-C: summary and status 0")
    live.check(listener.status == 0 and "hung up" in listener.json()["ended"], f"the far end hears it: {listener.json()['ended']}")
    live.check([file.name for file in path.glob("ended*")] == ["ended.jscope"], "its trace is closed: one file")
live.finish()
