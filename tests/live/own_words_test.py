"""What the program says of itself: that nothing is encrypted, and who its user is; who answers
by itself does not tell whoever calls the name of the machine. What it keeps is its user's alone."""
import json
import os
import pathlib
import signal
import socket
import stat

import programs as live

OPEN = "othing is encrypted yet"

for words in ([], ["call"], ["listen"]):
    said = live.run(live.PROGRAM, *words, "--help")
    live.check(OPEN in said, f"{' '.join([*words, '--help'])} says that nothing is encrypted")
readme = pathlib.Path(__file__, "../../../README.md").resolve().read_text()
live.check(OPEN in readme, "so does the README")


def name_offered(environment, *words):
    """Who calls, as the one who is called reads it."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(20)
        with live.jitterscope("call", f"127.0.0.1:{server.getsockname()[1]}", *words, environment=environment):
            with server.accept()[0] as caller, caller.makefile() as lines:
                return json.loads(lines.readline())["params"]["name"]


with live.folder() as folder:
    environment = live.home_in(folder)
    name = name_offered(environment, "--headless", "--name", "Ada of Room 4")
    live.check(name == "Ada of Room 4", f"--name is told to who is called ({name})")
    before = name_offered(environment)
    live.check(before and before != "Ada of Room 4", f"without a window it is of that call alone ({before})")
    with live.jitterscope("--name", "Ben of Room 5", environment=environment) as window:
        settings = folder / "config" / "jitterscope" / "jitterscope.conf"
        live.becomes_true(lambda: settings.exists() and "Ben of Room 5" in settings.read_text())
        window.popen.send_signal(signal.SIGTERM)
        window.wait(20)
    name = name_offered(environment)
    live.check(name == "Ben of Room 5", f"that of a window is kept for the next one ({name})")

PORT = 5366


def rights(path):
    return oct(stat.S_IMODE(path.lstat().st_mode))


def window_call(folder):
    """A call of two seconds from a window that keeps its files in this folder, under umask 0."""
    with live.jitterscope("listen", "--port", PORT, "--headless", "--seconds", 12, "--video", "none", "--audio", "none") as far:
        far.wait_for("Listening")
        return live.ended("call", f"127.0.0.1:{PORT}", "--seconds", 2, prefix=("sh", "-c", 'umask 0; exec "$@"', "sh"),
                          environment=live.home_in(folder, DISPLAY=":987"), seconds=30)


with live.folder() as folder:
    caller = window_call(folder)
    live.check(caller.status == 0 and "others may" not in caller.stderr.lower(), f"a call under umask 0 ends well: {caller.stderr!r}")
    settings = folder / "config" / "jitterscope" / "jitterscope.conf"
    traces = folder / "data" / "jitterscope" / "traces"
    of_user = {path: rights(path) for path in (*folder.glob("[a-z]*"), *folder.glob("*/jitterscope"), settings, traces, *traces.glob("*"))}
    live.check(len(of_user) >= 7, f"it keeps settings and the trace of the call: {of_user}")
    wide = {str(path): is_ for path, is_ in of_user.items() if int(is_, 8) & 0o077}
    live.check(not wide, f"all that the program keeps is its user's alone: {wide}")

for made, what in ((os.mkfifo, "pipe"), (os.mkdir, "folder")):
    with live.folder() as folder:
        settings = folder / "config" / "jitterscope" / "jitterscope.conf"
        settings.parent.mkdir(parents=True)
        made(settings, 0o644)
        caller = window_call(folder)
        live.check(caller.status == 0, f"a {what} in the place of the settings does not keep the program from its call: {caller.stderr!r}")
        live.check(str(settings) in caller.stderr and f"is a {what}" in caller.stderr, f"which says so: {caller.stderr!r}")
        live.check(rights(settings) in ("0o644", "0o755") and [settings.name] == os.listdir(settings.parent), f"the {what} is left as it is")

WORDS = ["--seconds", "2", "--json", "--video", "none", "--audio", "tone"]
for words, name in (([], f"127.0.0.1:{PORT}"), (["--name", "Room 6"], "Room 6")):
    _, caller = live.call([*words, *WORDS], WORDS, port=PORT)
    live.check(caller.json()["peer"] == name, f"who calls a machine that answers by itself hears {name}: {caller.json()['peer']}")
live.finish()
