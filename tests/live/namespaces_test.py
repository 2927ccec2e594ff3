#!/usr/bin/env python3
"""Two ends in two network namespaces hold a call by address, from the command line and from the window; what one asks of
the other's sending happens there, and both traces carry the mark."""
import os
import sqlite3
import statistics
import time

import programs as live

live.need("ip", "Xvfb", "xdotool")
if os.geteuid() != 0:
    live.sys.exit("this test makes network namespaces and needs root")

A, B = f"jsA{os.getpid()}", f"jsB{os.getpid()}"
ADDRESS_A, ADDRESS_B = "10.77.0.1", "10.77.0.2"


def set_up():
    live.run("ip", "netns", "add", A)
    live.run("ip", "netns", "add", B)
    live.run("ip", "link", "add", "veth", "netns", A, "type", "veth", "peer", "name", "veth", "netns", B)
    for namespace, address in ((A, ADDRESS_A), (B, ADDRESS_B)):
        live.run("ip", "-n", namespace, "addr", "add", f"{address}/24", "dev", "veth")
        live.run("ip", "-n", namespace, "link", "set", "veth", "up")
        live.run("ip", "-n", namespace, "link", "set", "lo", "up")


def tear_down():
    for namespace in (A, B):
        live.subprocess.run(["ip", "netns", "del", namespace], check=False)


def inside(namespace):
    return ("ip", "netns", "exec", namespace)


def marks(trace, end, origin):
    with sqlite3.connect(trace) as database:
        return database.execute("select local_ns, value from setting_changed where name = 'shaping' and end_of_call = ? and origin = ?"
                                " order by local_ns", (end, origin)).fetchall()


def median_spacing_ms(trace, since_ns, until_ns):
    """Between departures of the blocks of one frame."""
    with sqlite3.connect(trace) as database:
        rows = database.execute("select frame, local_ns from packet_sent where medium = 'video' and local_ns between ? and ?"
                                " order by sequence", (since_ns, until_ns)).fetchall()
    gaps = [(b[1] - a[1]) / 1e6 for a, b in zip(rows, rows[1:]) if a[0] == b[0]]
    return statistics.median(gaps) if gaps else None


def from_the_command_line(path):
    here, there = path / "here.jscope", path / "there.jscope"
    with live.jitterscope("listen", "--headless", "--consent", "allow", "--json", "--trace", there, prefix=inside(B)) as listener:
        listener.wait_for("Listening")
        with live.jitterscope("call", ADDRESS_B, "--headless", "--json", "--seconds", 7, "--at", "3:shaping=theirs:c", "--trace", here,
                              prefix=inside(A)) as caller:
            caller.wait(30)
        listener.wait(10)
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr} {listener.stderr}")
    for name, end in (("caller", caller.json()), ("listener", listener.json())):
        live.check(end["received"]["video"]["packets"] > 1000, f"the {name} receives video across the link")
        live.check(end["received"]["audio"]["lost"] == 0, f"the {name} loses no sound")
    with sqlite3.connect(here) as database:
        summaries = database.execute("select count(*) from peer_summary").fetchone()[0]
    live.check(summaries >= 40, f"the far end's summaries arrive four times a second a stream ({summaries})")
    mine = [mark for mark in marks(there, "mine", "theirs") if mark[1] == "c"]
    asked = [mark for mark in marks(here, "theirs", "mine") if mark[1] == "c"]
    live.check(len(mine) == 1 and len(asked) == 1, "both traces carry the mark of the change to C")
    if mine:
        at = mine[0][0]
        before = median_spacing_ms(there, at - 2_000_000_000, at)
        after = median_spacing_ms(there, at + 200_000_000, at + 3_000_000_000)
        live.check(before > 0.5 and after < 0.3, f"the far end's departures change from A to C ({before:.3f} to {after:.3f} ms apart)")


def window_calls(path, display):
    """Types the address into the window as a person would."""
    with live.jitterscope("listen", "--headless", "--json", "--name", "Room 204", prefix=inside(B)) as listener:
        listener.wait_for("Listening")
        environment = {"DISPLAY": display, "HOME": str(path), "XDG_RUNTIME_DIR": str(path)}
        with live.jitterscope(prefix=inside(A), environment=environment) as window:
            found = ""
            for _ in range(100):
                found = live.subprocess.run(["xdotool", "search", "--name", "Jitterscope"], capture_output=True, text=True,
                                            env={**os.environ, **environment}).stdout
                if found:
                    break
                time.sleep(0.1)
            live.check(bool(found), "the window opens")
            time.sleep(2)
            for words in (["mousemove", "90", "48", "click", "1"], ["type", ADDRESS_B], ["key", "Return"]):
                live.subprocess.run(["xdotool", *words], env={**os.environ, **environment}, check=True)
            time.sleep(5)
            live.subprocess.run(["import", "-window", "root", os.environ.get("PICTURE", str(path / "window.png"))],
                                env={**os.environ, **environment}, check=True)
            window.popen.send_signal(live.signal.SIGINT)
            window.wait(10)
        listener.wait(10)
    received = listener.json()["received"]
    live.check(received is not None and received["video"]["frames_complete"] > 20, "the window's call brings pictures to the far end")
    live.check(window.status == 0, "the window ends well")


set_up()
try:
    with live.folder() as folder:
        from_the_command_line(folder)
        display = f":{200 + os.getpid() % 700}"
        with live.Process(["Xvfb", display, "-screen", "0", "1280x800x24"]):
            time.sleep(1)
            window_calls(folder, display)
finally:
    tear_down()
live.finish()
