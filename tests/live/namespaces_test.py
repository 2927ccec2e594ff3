#!/usr/bin/env python3
"""Two ends in two network namespaces hold a call by address, from the command line and from the window; what one asks of
the other's sending happens there, and both traces carry the mark."""
import os
import pathlib
import statistics
import time

import programs as live
from hands import Screen
from recorded import Trace

live.need("ip", "Xvfb", "xdotool")
live.need_root()

A, B = f"jsA{os.getpid()}", f"jsB{os.getpid()}"
ADDRESS_A, ADDRESS_B = "10.77.0.1", "10.77.0.2"
# In the window of 1280 x 800 without a message.
THEIRS, STRATEGY_C = (1152, 87), (1216, 118)
BANNER_HEIGHT, BANNER_EDGE = 37, (0xE6, 0x9F, 0x00)
VIDEO_THERE = 246  # left edge of the column of 44 pixels
READOUT_ROWS = {"rate": 408, "delay": 446}


def inside(namespace):
    return ("ip", "netns", "exec", namespace)


def marks(trace, end, origin):
    return Trace(trace).rows("select local_ns, value from setting_changed where name = 'shaping' and end_of_call = ? and origin = ?"
                             " order by local_ns", end, origin)


def median_spacing_ms(trace, since_ns, until_ns):
    """Between departures of the blocks of one frame."""
    rows = Trace(trace).rows("select frame, local_ns from packet_sent where medium = 'video' and local_ns between ? and ?"
                             " order by sequence", since_ns, until_ns)
    gaps = [(b[1] - a[1]) / 1e6 for a, b in zip(rows, rows[1:]) if a[0] == b[0]]
    return statistics.median(gaps) if gaps else None


def from_the_command_line(path):
    here, there = path / "here.jscope", path / "there.jscope"
    listener, caller = live.call(["--consent", "allow", "--json", "--trace", there],
                                 ["--json", "--seconds", 7, "--at", "3:shaping=remote:c", "--trace", here],
                                 host=ADDRESS_B, prefixes=(inside(B), inside(A)))
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr} {listener.stderr}")
    for name, end in (("caller", caller.json()), ("listener", listener.json())):
        live.check(end["received"]["video"]["packets"] > 1000, f"the {name} receives video across the link")
        live.check(end["received"]["audio"]["lost"] == 0, f"the {name} loses no sound")
    check_remote_became_c(here, there)


def check_remote_became_c(here, there):
    """From A at the end whose trace is `there`, by the wish of the one whose trace is `here`."""
    [(summaries, rate, delay)] = Trace(here).rows("select count(*), max(rate_kbps), max(delay_p95_ms) from peer_summary"
                                                  " where medium = 'video'")
    live.check(summaries >= 10, f"the remote's summaries of the video arrive four times a second ({summaries})")
    live.check(summaries > 0 and rate > 100 and delay is not None, f"and carry its figures ({rate} kbit/s, delay p95 {delay} ms)")
    mine = [mark for mark in marks(there, "local", "remote") if mark[1] == "c"]
    asked = [mark for mark in marks(here, "remote", "local") if mark[1] == "c"]
    live.check(len(mine) == 1 and len(asked) == 1, f"both traces carry the mark of the change to C ({mine} and {asked})")
    if mine:
        at = mine[0][0]
        before = median_spacing_ms(there, at - 2_000_000_000, at)
        after = median_spacing_ms(there, at + 200_000_000, at + 3_000_000_000)
        live.check(before is not None and after is not None and before > 0.5 and after < 0.3,
                   f"the remote's departures change from A to C ({before} to {after} ms apart)")


def banner_height(png):
    """What messages below the call bar (that the call is recorded, that there is no loudspeaker) push the rest down by."""
    def begins_at(y):
        return any(live.share_of(live.area(png, 100, y + more, 1000, 1), BANNER_EDGE) > 0.9 for more in (0, 1))

    banners = 0
    while begins_at(68 + BANNER_HEIGHT * banners):
        banners += 1
    return BANNER_HEIGHT * banners + banners // 2


def width_of_words(png, x, y, width, height):
    """From the first to the last column of a one-coloured area that has ink."""
    pixels = live.area(png, x, y, width, height)
    rows = [pixels[3 * width * row + 1:3 * width * (row + 1):3] for row in range(height)]
    inked = [column for column in range(width) if any(abs(row[column] - rows[0][0]) > 60 for row in rows)]
    return inked[-1] - inked[0] + 1 if inked else 0


def window_calls(path, display):
    """The address by keyboard, the remote's shaping by mouse. The window records by itself."""
    there = path / "window-there.jscope"
    png = pathlib.Path(os.environ.get("PICTURE", path / "window.png"))
    with live.jitterscope("listen", "--headless", "--json", "--name", "Room 204", "--consent", "allow", "--trace", there,
                          prefix=inside(B)) as listener:
        listener.wait_for("Listening")
        environment = live.home_in(path, DISPLAY=display, QT_QPA_PLATFORM="xcb", XDG_RUNTIME_DIR=str(path))
        screen = Screen(environment)
        with live.jitterscope(prefix=inside(A), environment=environment) as window:
            live.check(screen.find(), "the window opens")
            time.sleep(2)
            screen.key("ctrl+l")
            screen.type(ADDRESS_B)
            screen.key("Return")
            live.check(live.becomes_true(lambda: any(map(live.holds_streams, (path / "data").rglob("*.jscope")))), "the call runs")
            time.sleep(3)  # until the window shows what has come
            screen.save(png)
            lower = banner_height(png)
            for x, y in (THEIRS, STRATEGY_C):
                screen.click(x, y + lower)
            time.sleep(4)
            live.check(screen.save(png), "its picture is taken")
            lower = banner_height(png)
            window.popen.send_signal(live.signal.SIGINT)
            window.wait(15)
        listener.wait(15)
    received = listener.json()["received"]
    live.check(received is not None and received["video"]["frames_complete"] > 20, "the window's call brings pictures to the remote")
    live.check(window.status == 0, f"the window ends well {window.stderr}")
    for row, y in READOUT_ROWS.items():
        wide = width_of_words(png, VIDEO_THERE, y + lower, 44, 16)
        live.check(wide >= 16, f"the window shows the remote's {row} of the video ({wide} pixels wide; a dash has 8)")
    traces = list((path / "data").rglob("*.jscope"))
    live.check(len(traces) == 1, f"the recording is where traces go ({traces})")
    if traces:
        check_remote_became_c(traces[0], there)


with live.joined_namespaces(A, ADDRESS_A, B, ADDRESS_B), live.folder() as folder:
    from_the_command_line(folder)
    display = f":{200 + os.getpid() % 700}"
    with live.screen(display, "1280x800x24"):
        window_calls(folder, display)
live.finish()
