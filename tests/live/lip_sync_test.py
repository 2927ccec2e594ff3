#!/usr/bin/env python3
"""Sound and picture are played together, by their own marks: the picture carries its capture time, the sound a click at each
whole second of the same clock. Over a link of 50 ms with 20 ms of jitter, the picture buffered 100 ms longer than the sound."""
import bisect
import statistics

import programs as live

PORT, SECONDS, SETTLED = 5380, 36, 14
SECOND = 1_000_000_000
MOST_MS = 20


def marks(path):
    """(captured, delay) of the pictures and of the clicks, ns, in order of capture."""
    pictures, clicks = [], []
    for line in path.read_text().splitlines():
        words = line.split()
        if words[0] == "picture":
            captured, seen = int(words[2]), int(words[3])
            pictures.append((captured, seen - captured))
        elif words[0] == "click":
            seen = int(words[1])
            clicks.append((seen // SECOND * SECOND, seen % SECOND))  # no delay here comes near a second
    return sorted(pictures), clicks


def errors_ms(pictures, clicks):
    """Sound less picture of the same capture time, of the clicks after settling."""
    begin = pictures[0][0] + SETTLED * SECOND
    found = []
    for captured, delay in clicks:
        i = bisect.bisect(pictures, (captured, 0))
        near = min(pictures[max(i - 1, 0):i + 1], key=lambda picture: abs(picture[0] - captured))
        if captured >= begin and abs(near[0] - captured) < SECOND / 5:
            found.append((delay - near[1]) / 1e6)
    return found


def measure(path, lip_sync):
    _, receiver = live.call(["--audio", "clicks", "--video", "synthetic:320x240@25"],
                            ["--json", "--seconds", SECONDS, "--link", "delay=50ms,jitter=20ms", "--playout", "audio=i:60,video=i:160",
                             "--lip-sync", lip_sync, "--marks", path], port=PORT, seconds=SECONDS + 30)
    live.check(receiver.status == 0, f"the call ends well {receiver.stderr[-300:]}")
    errors = errors_ms(*marks(path))
    live.check(len(errors) >= (SECONDS - SETTLED) * 0.6, f"lip-sync {lip_sync}: clicks are heard beside pictures ({len(errors)})")
    return errors, receiver.json()["playout"]["audio"]


with live.folder() as folder:
    apart, _ = measure(folder / "off", "off")
    live.check(-140 < statistics.median(apart) < -60, f"without it the sound is early ({statistics.median(apart):.1f} ms)")
    together, shown = measure(folder / "on", "on")
    ranked = sorted(map(abs, together))
    p95 = ranked[min(round(0.95 * (len(ranked) - 1)), len(ranked) - 1)]
    live.check(p95 <= MOST_MS, f"p95 of |sound - picture| is at most {MOST_MS} ms ({p95:.1f}; median {statistics.median(together):.1f})")
    live.check(shown["lip_sync_ms"] is not None and abs(shown["lip_sync_ms"]) <= MOST_MS, f"the program says the same ({shown['lip_sync_ms']} ms)")
live.finish()
