"""What was set in a window is so in the next one: of call, listen and demo, with and without a window."""
import configparser
import json

import programs as live
from recorded import Trace

PORT = 5376
KEPT = """[settings]
audio=tone
fps=radio
jpeg-quality=33
playout.audio=i:80
video=synthetic:160x120@5
"""
ASIDE = KEPT.replace("fps=radio\n", "") + "\n[settings-aside]\nfps=radio\n"


def settings_of(trace):
    return json.loads(Trace(trace).value("select value from meta where key = 'settings'"))


def read(text):
    parser = configparser.ConfigParser()
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections() if name.startswith("settings")}


with live.folder() as folder:
    environment = live.home_in(folder, DISPLAY=":987")
    kept = folder / "config" / "jitterscope" / "jitterscope.conf"
    kept.parent.mkdir(parents=True)
    kept.write_text(KEPT)
    traces = iter(range(100))

    def call(*words):
        """The settings of a call of two seconds by this command line."""
        trace = folder / f"call-{next(traces)}.jscope"
        with live.jitterscope("listen", "--port", PORT, "--headless", "--seconds", "9", "--video", "none", "--audio", "none") as far:
            far.wait_for("Listening")
            caller = live.ended("call", f"127.0.0.1:{PORT}", "--seconds", "2", "--trace", trace, *words, environment=environment)
            live.check(caller.status == 0, f"a call {' '.join(words)} ends well: {caller.stderr}")
        return settings_of(trace)

    found = call()
    live.check(found["jpeg_quality"] == 33, f"the window of a call uses what was remembered: {found}")
    live.check(found["video"] == "synthetic:160x120@5" and found["audio"] == "tone", "sources too")
    live.check(read(kept.read_text()) == read(ASIDE), f"what cannot be read is put aside: {kept.read_text()}")
    found = call("--jpeg-quality", "50", "--at", "0.5:lip-sync=off")
    live.check((found["jpeg_quality"], found["video"]) == (50, "synthetic:160x120@5"), f"the command line wins: {found}")
    for words in (["--usual-settings"], ["--headless"]):
        found = call(*words)
        live.check((found["jpeg_quality"], found["audio"]) == (75, "speech"), f"nothing is used with {words[0]}: {found}")
    live.ended("demo", "--seconds", "2", "--out", folder / "demo", environment=environment)
    for room in ("a", "b"):
        found = settings_of(folder / "demo" / f"room-{room}.jscope")
        live.check(found["jpeg_quality"] == 75, f"nor by room {room} of a demo in two windows: {found}")
    live.check(read(kept.read_text()) == read(ASIDE), f"none of these has changed what is kept: {kept.read_text()}")
live.finish()
