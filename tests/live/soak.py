#!/usr/bin/env python3
"""A long headless call: memory is bounded and no ring drops anything. The measures keep a quarter of an hour of packets: until
that is full memory grows, by at most 40 MB after the first minute; from then on it stays within 5 MB.
   soak.py [MINUTES, default 30]"""
import sys
import time

import programs as live

minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30
warm_up_s, full_s = 60, 16 * 60


def resident_mb(pid):
    with open(f"/proc/{pid}/statm") as file:
        return int(file.read().split()[1]) * 4096 / 1e6


with live.folder() as path:
    samples = []

    def watch(listener, caller):
        began = time.monotonic()
        while time.monotonic() - began < 60 * minutes - 5 and caller.popen.poll() is None:
            time.sleep(10)
            samples.append((time.monotonic() - began, resident_mb(caller.popen.pid), resident_mb(listener.popen.pid)))
            if len(samples) % 30 == 1:
                print("{:6.0f} s  caller {:.1f} MB  listener {:.1f} MB".format(*samples[-1]), flush=True)

    listener, caller = live.call(["--json", "--trace", path / "listener.jscope"],
                                 ["--json", "--seconds", 60 * minutes, "--trace", path / "caller.jscope"], port=5380, meanwhile=watch)
    settled = [sample for sample in samples if sample[0] >= warm_up_s]
    for name, column, end in (("caller", 1, caller.json()), ("listener", 2, listener.json())):
        for since, most in ((warm_up_s, 40), (full_s, 5)):
            held = [sample[column] for sample in settled if sample[0] >= since]
            if not held:
                print(f"      {name}: too short a run to see memory after {since} s")
                continue
            farthest = max((value - held[0] for value in held), key=abs)
            live.check(abs(farthest) <= most, f"{name}: from {since} s on within {most} MB of {held[0]:.1f} MB (farthest {farthest:+.1f} MB)")
        drops = {ring: count for ring, count in end["ring_drops"].items() if count}
        live.check(not drops, f"{name}: no ring dropped anything {drops}")
        for medium in ("audio", "video"):
            live.check(end["received"][medium]["lost"] == 0, f"{name}: no {medium} packet lost of {end['received'][medium]['packets']}")
live.finish()
