#!/usr/bin/env python3
"""The demo call of 10 s at 640x480, 15 frames/s: nothing is lost, and window, summary and analysis agree."""
import contextlib
import statistics
import struct
import time

import programs as live
from recorded import Trace

BIN_MS = 0.01  # of the live percentiles
# In the window of 1280 x 800: left, top, width, height.
PICTURE_AREA = (8, 68, 272, 204)
METER_AREAS = {"sent": (100, 281, 112, 14), "received": (100, 299, 112, 14)}
METER_BLUE = (0x56, 0xB4, 0xE9)
TONE_BLUE = 0.41  # share of a meter's area up to -15 dB of 60


def check_end(name, end, sender, trace):
    """`end` received from `sender`. A picture that a slow machine left no room for is left out, and counted."""
    pools = {"captured frames", "encoded frames", "complete frames"}
    left_out = sum(of["ring_drops"].get(pool, 0) for of in (end, sender) for pool in pools)
    for medium, what in (("audio", "blocks"), ("video", "frames")):
        received = end["received"][medium]
        live.check(received["lost"] == 0 and received["packets"] > 0, f"{name} lost no {medium} packet of {received['packets']}")
        live.check(received[f"{what}_lost"] == 0, f"{name} lost no {medium} {what}")
    complete = end["received"]["video"]["frames_complete"]
    live.check(complete >= 145 - left_out > 120, f"{name} got 15 frames/s for 10 s ({complete}, {left_out} left out)")
    drops = {ring: count for ring, count in end["ring_drops"].items() if count and ring not in pools}
    live.check(not drops, f"{name}: no ring dropped anything {drops}")
    streams = live.analyze(trace)
    for medium in ("audio", "video"):
        check_agreement(f"{name}, {medium}", end["received"][medium], live.stream_of(streams, medium), medium)


def check_agreement(name, shown, exact, medium):
    """The window's figures (of the summary) beside those of the finished trace."""
    for key in ("packets", "expected", "lost", "loss_ratio", "duplicates", "reordered", "bytes"):
        live.check(shown[key] == exact[key], f"{name}: {key} agrees")
    if medium == "video":
        pairs = (("frames_complete", "complete"), ("frames_lost", "lost"), ("frames_late", "late"))
        counts = exact["frames"]
    else:
        pairs = (("blocks_lost", "lost"), ("blocks_late", "late"))
        counts = {"lost": exact["lost"], "late": exact["audio"]["late"]}
    for key, other in pairs:
        live.check(shown[key] == counts[other], f"{name}: {key} agrees ({shown[key]} and {counts[other]})")
    live.check(exact["delay_ms"] is not None, f"{name}: delays are known on one machine")
    interarrival, delay = exact["interarrival_ms"], exact["delay_ms"]
    for key, value in (("interarrival_mean_ms", interarrival["mean"]), ("interarrival_stddev_ms", interarrival["stddev"]),
                       ("jitter_rfc3550_ms", exact["jitter_rfc3550_ms"]["last"]), ("delay_mean_ms", delay["mean"])):
        live.check(abs(shown[key] - value) < 1e-6, f"{name}: {key} agrees ({shown[key]:.6f} and {value:.6f})")
    for key, value in (("interarrival_p50_ms", interarrival["p50"]), ("interarrival_p95_ms", interarrival["p95"]),
                       ("interarrival_p99_ms", interarrival["p99"]), ("delay_p50_ms", delay["p50"]), ("delay_p95_ms", delay["p95"])):
        live.check(abs(shown[key] - value) <= BIN_MS, f"{name}: {key} agrees within a bin ({shown[key]:.4f} and {value:.4f})")


def check_version(trace):
    """The program's own number, which the build takes from CMakeLists.txt."""
    told, asked = Trace(trace).value("SELECT value FROM meta WHERE key = 'program_version'"), live.run(live.PROGRAM, "--version")
    asked = asked.splitlines()[0].removeprefix("jitterscope ").removesuffix(" (revision unknown)")
    live.check(told == asked, f"the trace says which version wrote it ({told}, --version: {asked})")


def check_nobody_watched(trace):
    """The window that is made for its picture alone is nobody's: what it paints at the end is not where latency ends."""
    painted = Trace(trace).value("SELECT COUNT(*) FROM frame_shown")
    video = live.stream_of(live.analyze(trace), "video")
    live.check(painted == 0, f"no picture counts as painted ({painted})")
    live.check(video["quality"]["ends_at"] == "hand-over", f"latency ends at the hand-over ({video['quality']['ends_at']})")
    of, units = video["delay_split_ms"]["whole"]["n"], video["frames"]["complete"]
    live.check(of > 0.8 * units, f"and is of nearly all of the pictures ({of} of {units})")


def check_loopback_alone(demo):
    """Neither end nor the relay between them can be reached from another machine."""
    def settled():
        with contextlib.suppress(OSError):
            members = live.family(demo.popen.pid)
            addresses = sorted(live.sockets_of(members))
            time.sleep(0.5)
            return len(members) >= 3 and len(addresses) >= 16 and sorted(live.sockets_of(live.family(demo.popen.pid))) == addresses
        return False

    live.becomes_true(settled)
    family = live.family(demo.popen.pid)
    addresses = live.sockets_of(family)
    live.check(len(family) >= 3 and len(addresses) >= 16, f"the demo has two ends and a relay, with sockets ({len(addresses)})")
    loopback = ("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000")
    open_to_all = [each for each in addresses if not each[1].startswith(loopback)]
    live.check(not open_to_all, f"and each of them is at the loopback address ({open_to_all})")


def check_window(png, other):
    """Not blank: a picture of the remote that moves between two calls."""
    header = png.read_bytes()[16:24]
    live.check(struct.unpack(">II", header) == (1280, 800), "a picture of the window is left, 1280 x 800")
    picture, later = live.area(png, *PICTURE_AREA), live.area(other, *PICTURE_AREA)
    live.check(statistics.pstdev(picture) > 25, f"the remote picture has texture (deviation {statistics.pstdev(picture):.1f})")
    moved = live.difference(picture, later)
    live.check(moved > 0.5, f"and is another one at another time (mean difference {moved:.2f})")


def check_meters(png):
    """Of a tone, whose level is the same at any time: speech is nearly silent when the picture falls into a pause."""
    for which, where in METER_AREAS.items():
        blue = live.share_of(live.area(png, *where), METER_BLUE)
        live.check(abs(blue - TONE_BLUE) < 0.02, f"the meter of the sound {which} is at -15 dB ({100 * blue:.0f} % blue)")


with live.folder() as path:
    call, short = path / "call", path / "short"
    result = live.demo(call, 10).json()
    check_end("room A", result["room_a"], result["room_b"], call / "room-a.jscope")
    check_end("room B", result["room_b"], result["room_a"], call / "room-b.jscope")
    check_version(call / "room-a.jscope")
    check_nobody_watched(call / "room-a.jscope")
    left = sorted(file.name for file in call.iterdir())
    live.check(left == ["room-a.jscope", "room-b.jscope", "window.png"], f"two closed traces are left, one file each, and a picture ({left})")
    with live.jitterscope("demo", "--seconds", 4, "--headless", "--audio", "tone", "--link", "delay=5ms", "--out", short) as demo:
        check_loopback_alone(demo)
        demo.wait(30)
    check_window(call / "window.png", short / "window.png")
    check_meters(short / "window.png")
live.finish()
