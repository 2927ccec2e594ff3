"""A window killed in the middle of a demonstration leaves nothing of it: no word in what is kept, no process, nothing in the next
call. The other end says that the connection was lost; the trace tells how far the demonstration came."""
import json
import pathlib
import signal

import programs as live
from recorded import Trace

PORT = 5381
SOURCES = ("--video", "synthetic:160x120@15", "--audio", "tone")
KEPT = """[settings]
audio=tone
jpeg-quality=33
playout.audio=i:80
video=synthetic:160x120@15
"""
# What each demonstration has set when it shows its first half.
SET = {"shaping": {"link", "background", "shaping"}, "priority": {"cpu-load"}, "rate-control": {"link"}}


def in_force(path):
    """What the trace says of its beginning, and the last value of each setting of this end."""
    trace = Trace(path)
    begun = json.loads(dict(trace.rows("SELECT key, value FROM meta"))["settings"])
    return begun, dict(trace.rows("SELECT name, value FROM setting_changed WHERE end_of_call = 'local' ORDER BY id"))


class Window:
    """Calls a listening end, with a file of kept settings."""

    def __init__(self, folder):
        self.folder = folder
        self.kept = folder / "config" / "jitterscope" / "jitterscope.conf"
        self.kept.parent.mkdir(parents=True)
        self.kept.write_text(KEPT)
        self.environment = {"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":987", "HOME": str(folder),
                            "XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}

    def call(self, name, seconds, *words):
        self.trace = self.folder / f"{name}.jscope"
        return live.jitterscope("call", f"127.0.0.1:{PORT}", "--seconds", seconds, "--trace", self.trace, *words,
                                environment=self.environment)


def shows_a_half(path):
    """Whether the demonstration of a trace that is being written has come so far."""
    trace = Trace(path) if path.exists() else None
    is_trace = trace and trace.rows("SELECT 1 FROM sqlite_master WHERE name = 'demonstration_entered'")
    return bool(is_trace) and any(phase.startswith("before") for phase in trace.phases())


def listening():
    far = live.jitterscope("listen", "--port", PORT, "--headless", "--seconds", 90, *SOURCES)
    far.wait_for("Listening")
    return far


def settings_of_a_call(window, name):
    with listening(), window.call(name, 2) as caller:
        caller.wait(30)
        live.check(caller.status == 0 and not caller.stderr, f"the call {name} ends well and says nothing: {caller.stderr!r}")
    return in_force(window.trace)


def kill_in(window, kind, usual):
    kept = window.kept.read_text()
    with listening() as far:
        with window.call(f"killed in {kind}", 60, "--at", f"1:demonstrate={kind}") as caller:
            live.check(live.becomes_true(lambda: shows_a_half(window.trace), 40), f"{kind} shows its first half")
            processes = live.family(caller.popen.pid)
            caller.popen.send_signal(signal.SIGKILL)
            caller.wait(5)
        far.wait(20)
        live.check("connection to the remote was lost" in far.stderr, f"{kind}: the other end says so: {far.stderr!r}")
    live.check(live.becomes_true(lambda: not set(processes) & set(live.processes())), f"{kind}: none of {len(processes)} processes is left")
    changed = {name for name, value in in_force(window.trace)[1].items() if usual.get(name) != value}
    live.check(SET[kind] <= changed, f"{kind}: the trace has what it had set: {sorted(changed)}")
    live.check(window.kept.read_text() == kept, f"{kind}: what is kept is as it was: {window.kept.read_text()!r}")


with live.folder() as path:
    window = Window(pathlib.Path(path))
    usual = settings_of_a_call(window, "before")
    live.check(usual[0]["jpeg_quality"] == 33, "what is kept is used")
    for each in SET:
        kill_in(window, each, usual[1])
        after = settings_of_a_call(window, f"after {each}")
        live.check(after == usual, f"{each}: the next call is as before: {after[1].items() ^ usual[1].items()}")
live.finish()
