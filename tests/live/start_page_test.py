"""A first start by keyboard: nothing is open until something is chosen; Return begins a demo call whose picture moves within three
seconds; a demonstration asks, runs and restores."""
import os
import pathlib
import time

import programs as live
from hands import Screen
from recorded import Trace

live.need("Xvfb", "xdotool", "import")
MOST_SECONDS = 3  # from Return to a moving picture
PICTURE = (30, 90, 360, 220)  # a part of the remote's picture in the lecture, px
PHASES = ["settling rate-control", "before off", "switching", "after two-stream", "done"]


def listening(pids):
    """TCP ports at which these processes wait for connections."""
    return {int(address.rsplit(":", 1)[1], 16) for protocol, address, state in live.sockets_of(pids)
            if protocol.startswith("tcp") and state == "0A"}


def moves(screen, path, seconds):
    """Whether two pictures of the place of the remote's picture differ and show one, within that time."""
    def look():
        screen.save(path)
        return live.area(path, *PICTURE)

    before = look()
    return live.becomes_true(lambda: live.difference(before, look()) > 0.2, seconds, 0)


def first_start(folder, environment):
    screen = Screen(environment)
    with live.jitterscope(environment=environment) as window:
        live.check(screen.find(), "the window opens")
        time.sleep(2)
        pid = window.popen.pid
        live.check(listening([pid]) == set(), f"no port is open ({listening([pid])})")
        live.check(len(live.family(pid)) == 1, "there is no other process")
        png = folder / "screen.png"
        screen.save(folder / "start.png")
        live.check(not moves(screen, png, 1), "nothing moves")
        screen.key("Return")
        began = time.monotonic()
        moved = moves(screen, png, MOST_SECONDS)
        live.check(moved, f"a picture moves {time.monotonic() - began:.1f} s after Return")
        ends = [each for each in live.family(pid) if each != pid]
        live.check(len(ends) >= 1, "the other end is a process of its own")
        live.check(listening([pid]) == set(), "the window still takes no calls")
        time.sleep(4)
        screen.save(folder / "lecture.png")
        screen.key("ctrl+e")
        time.sleep(1)
        screen.save(folder / "question.png")
        screen.key("space")
        time.sleep(30)
        screen.save(folder / "step.png")
        found = list(pathlib.Path(environment["XDG_DATA_HOME"]).rglob("*.jscope"))
        live.check(found and live.becomes_true(lambda: "done" in Trace(found[0]).phases(), 60), "the demonstration ends")
        time.sleep(1)
        screen.save(folder / "answer.png")
        window.popen.send_signal(live.signal.SIGTERM)
        window.wait(15)
    live.check(window.status == 0 and window.stderr == "", f"the window ends well: {window.status}, {window.stderr!r}")
    live.check(live.becomes_true(lambda: not set(ends) & set(live.processes()), 5), "and the other end with it")
    return list((folder / "data").rglob("*.jscope"))


def check_demonstration(trace):
    trace = Trace(trace)
    phases = trace.phases()
    live.check(list(phases) == PHASES, f"the phases are marked in order ({list(phases)})")
    controls = [value for _, value in trace.settings("rate-control")]
    live.check(controls == ["off", "off", "two-stream", "off"], f"the controller comes and goes ({controls})")
    links = [value for _, value in trace.settings("link")]
    live.check(len(links) == 2 and "rate=" in links[0] and links[1] == "off", f"so does the link ({links})")
    delays = [[ms for (ms,) in trace.rows("SELECT delay_ms FROM trend_reported WHERE direction = 'received' AND delay_ms NOT NULL AND"
                                          " local_ns > ? AND local_ns < ?", begin, end)]
              for begin, end in ((phases["before off"], phases["switching"]), (phases["after two-stream"], phases["done"]))]
    means = [sum(each) / max(len(each), 1) for each in delays]
    live.check(min(map(len, delays)) > 20 and means[0] > 100 > means[1],
               f"the sound is {means[0]:.0f} ms late without the controller, {means[1]:.0f} ms with it")


with live.folder() as folder:
    display = f":{1700 + os.getpid() % 200}"
    keep = pathlib.Path(os.environ.get("PICTURES", folder))
    environment = live.home_in(folder, DISPLAY=display, QT_QPA_PLATFORM="xcb", XDG_RUNTIME_DIR=str(folder))
    with live.screen(display, "1280x800x24"):
        traces = first_start(keep, environment) or list((folder / "data").rglob("*.jscope"))
    live.check(len(traces) == 1, f"the call is recorded ({traces})")
    if traces:
        check_demonstration(traces[0])
live.finish()
