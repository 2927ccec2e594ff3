"""What the program says of itself: that nothing is encrypted, and who its user is; who answers
by itself does not tell whoever calls the name of the machine."""
import json
import pathlib
import signal
import socket

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
WORDS = ["--seconds", "2", "--json", "--video", "none", "--audio", "tone"]
for words, name in (([], f"127.0.0.1:{PORT}"), (["--name", "Room 6"], "Room 6")):
    _, caller = live.call([*words, *WORDS], WORDS, port=PORT)
    live.check(caller.json()["peer"] == name, f"who calls a machine that answers by itself hears {name}: {caller.json()['peer']}")
live.finish()
