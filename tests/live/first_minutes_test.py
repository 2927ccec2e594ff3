"""The first ten minutes in windows: what rings, what is recorded where, what ends when it is told to."""
import gzip
import json
import os
import pwd
import signal
import socket
import stat
import time

import programs as live

live.need("Xvfb")
PORT = 5500 + os.getpid() % 150  # no other test has these


def window(environment, *words):
    return live.jitterscope(*words, "--video", "synthetic", "--audio", "speech", environment=environment)


def check_two_windows(folder, environment, host, *words):
    """Of one user, who call each other by a name of the machine: each has a trace of its own."""
    data = folder / f"data-{host}"
    environment = {**environment, "XDG_DATA_HOME": str(data)}
    with window(environment, "listen", "--port", PORT, "--auto-accept", "--seconds", "5", "--json") as callee:
        live.becomes_true(lambda: live.is_bound("tcp", PORT))
        with window(environment, "call", f"{host}:{PORT}", "--seconds", "4", "--json", *words) as caller:
            caller.wait(40)
        callee.wait(40)
    for name, end in (("calls", caller), ("is called", callee)):
        live.check(end.status == 0 and end.stderr == "", f"who {name} {host} ends without a word: {end.status}, {end.stderr!r}")
    traces = sorted(data.rglob("*.jscope"))
    live.check(len(traces) == 2 and traces[0].name != traces[1].name, f"each has its trace: {[t.name for t in traces]}")
    for trace in traces:
        packets = {(s["medium"], s["direction"]): s["packets"] for s in live.analyze(trace)}
        live.check(len(packets) == 4 and min(packets.values()) > 10, f"{trace.name} of {host} opens and has packets of all streams: {packets}")
        live.check(stat.S_IMODE(trace.stat().st_mode) == 0o600, f"{trace.name} is of its user alone")
    return traces


def check_file(folder, trace, environment):
    """A file alone on the command line is opened in the window."""
    packed = trace.with_suffix(".jscope.gz")
    packed.write_bytes(gzip.compress(trace.read_bytes()))
    for file in (trace, packed):
        with live.jitterscope(file, environment=environment) as end:
            # Recent files are those that could be opened.
            opened = lambda: any(f"/{file.name}" in kept.read_text() for kept in (folder / "config").rglob("*.conf"))
            live.check(live.becomes_true(opened, 10), f"{file.name} is opened")
            time.sleep(2)
            live.check(end.popen.poll() is None, "and the window stays")
            end.popen.send_signal(signal.SIGTERM)
            end.wait(10)
        live.check(end.status == 0 and end.stderr == "", f"until it is told to end: {end.status}, {end.stderr!r}")


def check_painting(traces):
    """In a window latency ends where the picture is painted, later than where it was handed over."""
    for trace in traces:
        video = live.stream_of(live.analyze(trace), "video")
        split = video["delay_split_ms"]
        live.check(video["quality"]["ends_at"] == "painting", f"{trace.name}: latency ends at {video['quality']['ends_at']}")
        display, whole = split["display"], split["whole"]
        live.check(display is not None and display["n"] >= 0.9 * whole["n"] > 0,
                   f"{trace.name}: of nearly each picture it is known when it was painted ({display}, whole {whole})")
        live.check(display is not None and 0 < display["mean"] < 250, f"{trace.name}: the display takes {display and display['mean']} ms")
        before = sum(part["mean"] for word, part in split.items() if part and word not in ("display", "whole"))
        live.check(video["quality"]["latency_ms"] > before - 1, f"{trace.name}: the latency {video['quality']['latency_ms']} ms holds it")


def check_name(environment):
    """A window opened by a command says who its user is, too; without a window it is the machine that calls."""
    account = pwd.getpwuid(os.getuid())
    wanted = {(): account.pw_gecos.split(",")[0].strip() or account.pw_name, ("--headless",): socket.gethostname()}
    for words, name in wanted.items():
        with socket.create_server(("127.0.0.1", PORT)) as server, window(environment, "call", f"127.0.0.1:{PORT}", *words):
            server.settimeout(10)
            with server.accept()[0] as caller, caller.makefile() as lines:
                said = json.loads(lines.readline())["params"]["name"]
        live.check(said == name, f"who calls {' '.join(words)} says {name} ({said})")


def check_ringing(environment):
    """A window that listens rings: it does not answer with camera and microphone."""
    with window(environment, "listen", "--port", PORT) as callee:
        live.becomes_true(lambda: live.is_bound("tcp", PORT))
        with live.jitterscope("call", f"127.0.0.1:{PORT}", "--headless", "--json") as caller:
            time.sleep(3)
            live.check(caller.popen.poll() is None, "the caller waits")
            callee.popen.send_signal(signal.SIGTERM)
            callee.wait(10)
            caller.wait(10)
        live.check(caller.status == 1 and "Its program was closed" in caller.stderr, f"and hears why nobody answers: {caller.stderr!r}")


def check_display():
    """One that is named and not there."""
    end = live.ended(environment={"DISPLAY": ":987", "QT_QPA_PLATFORM": "xcb"})
    live.check(end.status == 3, f"without the display the program ends ({end.status})")
    live.check(end.stderr == "The display :987 cannot be opened. Set DISPLAY to one that can, or use a command with --headless.\n",
               f"and says so once: {end.stderr!r}")


def check_end_of_demo(folder, environment, number):
    with window(environment, "demo", "--out", folder / f"demo{number}") as demo:
        live.becomes_true(lambda: all(live.holds_streams(folder / f"demo{number}" / f"room-{room}.jscope") for room in "ab"))
        remotes = live.children_of(demo.popen.pid)
        live.check(len(remotes) >= 1, "the demo has its remote")
        began = time.monotonic()
        demo.popen.send_signal(number)
        demo.wait(10)
        took = time.monotonic() - began
    live.check(took < 3, f"signal {number} ends a windowed demo at once ({took:.1f} s)")
    live.check(not set(remotes) & set(live.processes()), "and its remote with it")
    live.check(demo.stderr == "", f"without a word: {demo.stderr!r}")
    for room in "ab":
        live.check(len(live.analyze(folder / f"demo{number}" / f"room-{room}.jscope")) == 4, f"room {room}'s trace is whole")


def check_two_demos(folder):
    words = ["demo", "--headless", "--seconds", "4", "--json"]
    plain = {"HOME": str(folder), "XDG_DATA_HOME": str(folder / "both"), "QT_QPA_PLATFORM": ""}
    with live.jitterscope(*words, environment=plain) as one, live.jitterscope(*words, environment=plain) as other:
        one.wait(30)
        other.wait(30)
    live.check((one.status, other.status) == (0, 0), f"two demos started at once: {one.stderr}{other.stderr}")
    live.check(one.stderr + other.stderr == "", f"without a word: {one.stderr!r}{other.stderr!r}")
    live.check(len(list((folder / "both" / "jitterscope" / "traces").rglob("*.jscope"))) == 4, "each has its own folder of the program's traces")
    shared = [*words, "--out", folder / "shared"]
    with live.jitterscope(*shared) as one:
        live.becomes_true(lambda: (folder / "shared" / "room-a.jscope").exists())
        other = live.ended(*shared)
        one.wait(30)
    live.check(other.status == 1 and "Another demo uses the folder" in other.stderr, f"one folder for two is refused: {other.stderr!r}")
    live.check(one.status == 0, "and the first goes on")


with live.folder() as folder:
    display = f":{1000 + os.getpid() % 700}"
    environment = live.home_in(folder, DISPLAY=display, QT_QPA_PLATFORM="xcb", XDG_RUNTIME_DIR=str(folder))
    with live.screen(display, "2600x900x24"):
        traces = check_two_windows(folder, environment, "localhost")
        check_two_windows(folder, environment, "127.0.0.1")
        check_two_windows(folder, environment, "127.0.1.1", "--link", "delay=10ms")
        check_painting(traces)
        check_file(folder, traces[0], environment)
        check_name(environment)
        check_ringing(environment)
        check_end_of_demo(folder, environment, signal.SIGTERM)
        check_end_of_demo(folder, environment, signal.SIGHUP)
    check_display()
    check_two_demos(folder)
live.finish()
