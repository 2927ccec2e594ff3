"""A window killed in the middle of a demonstration leaves nothing of it: no word in what is kept, no process, nothing in the next
call. The other end says that the connection was lost; the trace tells how far the demonstration came."""
import json
import pathlib
import signal

import programs as live
from recorded import Trace, has_come_to

PORT = 5381
SOURCES = ("--video", "synthetic:160x120@15", "--audio", "tone")
KEPT = """[settings]
audio=tone
jpeg-quality=33
playout.audio=i:80
video=synthetic:160x120@15
"""
# What each demonstration has set, at least, when it shows its first half (a window remembers the block of sound that its user
# sets), and how many processes it has started.
SET = {"shaping": {"link", "background", "shaping"}, "priority": {"audio-block", "cpu-load"}, "rate-control": {"link"}}
STARTED = {"shaping": 1, "priority": 4, "rate-control": 1}


def in_force(path):
    """What the trace says of its beginning, and the last value of each setting of this end, without the seed, which each call draws."""
    trace = Trace(path)
    begun = json.loads(trace.value("SELECT value FROM meta WHERE key = 'settings'"))
    begun.pop("seed", None)
    return begun, dict(trace.rows("SELECT name, value FROM setting_changed WHERE end_of_call = 'local' AND name != 'seed' ORDER BY id"))


class Window:
    """Calls a listening end, with a file of kept settings."""

    def __init__(self, folder):
        self.folder = folder
        self.kept = folder / "config" / "jitterscope" / "jitterscope.conf"
        self.kept.parent.mkdir(parents=True)
        self.kept.write_text(KEPT)
        self.environment = live.home_in(folder, DISPLAY=":987")

    def call(self, name, seconds, *words):
        self.trace = self.folder / f"{name}.jscope"
        return live.jitterscope("call", f"127.0.0.1:{PORT}", "--seconds", seconds, "--trace", self.trace, *words,
                                environment=self.environment)


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
            shows = live.becomes_true(lambda: has_come_to(window.trace, "before"), 40)
            live.check(shows, f"{kind} shows its first half: {caller.stderr!r}")
            started = live.family(caller.popen.pid)[1:]
            caller.popen.send_signal(signal.SIGKILL)
            caller.wait(5)
        ended = live.becomes_true(lambda: far.popen.poll() is not None)
        live.check(ended and "connection to the remote was lost" in far.stderr, f"{kind}: the other end says so: {far.stderr!r}")
    gone = live.becomes_true(lambda: not set(started) & set(live.processes()))
    live.check(gone and len(started) >= STARTED[kind], f"{kind}: none is left of the {len(started)} processes that it had started")
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
        differ = [set(map(str, now.items())) ^ set(map(str, before.items())) for now, before in zip(after, usual)]
        live.check(after == usual, f"{each}: the next call is as before: {differ}")
live.finish()
