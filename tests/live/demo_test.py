#!/usr/bin/env python3
"""The demo call of 20 s at 640x480, 15 frames/s: nothing is lost, and window, summary and analysis agree."""
import struct

import programs as live


def check_end(name, end, trace):
    for medium, what in (("audio", "blocks"), ("video", "frames")):
        received = end["received"][medium]
        live.check(received["lost"] == 0 and received["packets"] > 0, f"{name} lost no {medium} packet of {received['packets']}")
        live.check(received[f"{what}_lost"] == 0, f"{name} lost no {medium} {what}")
    live.check(end["received"]["video"]["frames_complete"] >= 295, f"{name} got 15 frames/s for 20 s ({end['received']['video']['frames_complete']})")
    drops = {ring: count for ring, count in end["ring_drops"].items() if count}
    live.check(not drops, f"{name}: no ring dropped anything {drops}")
    streams = live.analyze(trace)
    for medium in ("audio", "video"):
        live_figures, exact = end["received"][medium], live.stream_of(streams, medium)
        for key in ("packets", "expected", "lost", "duplicates", "reordered", "bytes"):
            live.check(live_figures[key] == exact[key], f"{name}: live and analysed {medium} {key} agree")
        mean, p50 = exact["interarrival_ms"]["mean"], exact["interarrival_ms"]["p50"]
        live.check(abs(live_figures["interarrival_mean_ms"] - mean) < 1e-6, f"{name}: {medium} interarrival mean agrees")
        live.check(abs(live_figures["interarrival_p50_ms"] - p50) <= 0.01, f"{name}: {medium} interarrival median agrees within a bin")
        live.check(exact["delay_ms"] is not None, f"{name}: {medium} delays are known on one machine")


with live.folder() as path:
    with live.jitterscope("demo", "--seconds", 20, "--headless", "--json", "--out", path) as demo:
        demo.wait(60)
    live.check(demo.status == 0, f"the demo ends with status 0 ({demo.status}) {demo.stderr}")
    result = demo.json()
    check_end("room A", result["room_a"], path / "room-a.jscope")
    check_end("room B", result["room_b"], path / "room-b.jscope")
    png = (path / "window.png").read_bytes()
    live.check(struct.unpack(">II", png[16:24]) == (1280, 800), "a picture of the window is left, 1280 x 800")
    left = sorted(file.name for file in path.iterdir())
    live.check(left == ["room-a.jscope", "room-b.jscope", "window.png"], f"and two closed traces, one file each ({left})")
live.finish()
