#!/usr/bin/env python3
"""The sound of a stream of a capture is heard at the loudspeaker, and its end and a lost loudspeaker are told. Runs inside
`environment --sound`."""
import array
import math
import os
import pathlib
import signal
import struct
import time

import programs as live

PROBE, SERVERS = os.environ["DEVICE_PROBE"], pathlib.Path(os.environ["LIVE_DIR"])
RATE, BLOCK, LOST = 8000, 160, range(50, 75)


def a_law(sample):
    """ITU-T G.711."""
    sign, magnitude = (0x80, sample >> 3) if sample >= 0 else (0, (-sample - 1) >> 3)
    if magnitude < 32:
        return (sign | magnitude >> 1) ^ 0x55
    segment = magnitude.bit_length() - 5
    return (sign | segment << 4 | magnitude >> segment & 15) ^ 0x55


def write_capture(path, seconds):
    """PCMA, 1 kHz, of which half a second was lost; raw IPv4."""
    blocks = seconds * RATE // BLOCK
    tone = [a_law(int(12000 * math.sin(2 * math.pi * 1000 * i / RATE))) for i in range(BLOCK)]  # 20 periods
    with open(path, "wb") as file:
        file.write(struct.pack(">IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101))
        for i in range(blocks):
            if i in LOST:
                continue
            rtp = struct.pack(">BBHII", 0x80, 8, i, i * BLOCK, 0x11223344) + bytes(tone)
            udp = struct.pack(">HHHH", 5006, 5006, len(rtp) + 8, 0) + rtp
            packet = struct.pack(">BBHHHBBH4s4s", 0x45, 0, len(udp) + 20, 0, 0, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])) + udp
            file.write(struct.pack(">IIII", i // 50, i % 50 * 20000, len(packet), len(packet)) + packet)


def level_at(samples, frequency):
    """Of a sine of this frequency, as its amplitude (Goertzel)."""
    real = sum(v * math.cos(2 * math.pi * frequency * i / RATE) for i, v in enumerate(samples))
    imaginary = sum(v * math.sin(2 * math.pi * frequency * i / RATE) for i, v in enumerate(samples))
    return 2 * math.hypot(real, imaginary) / len(samples)


def check_heard(path):
    capture = path / "tone.pcap"
    write_capture(capture, 3)
    recorder = live.Process(["parec", "-d", "spk.monitor", "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=10",
                             path / "heard.raw"])
    with recorder:
        time.sleep(1)
        said = live.run(PROBE, "play", capture).splitlines()
        time.sleep(0.5)
    heard = array.array("h", (path / "heard.raw").read_bytes())
    tenths = [level_at(heard[i:i + RATE // 10], 1000) for i in range(0, len(heard) - RATE // 10, RATE // 10)]
    loud = [level > 10000 for level in tenths]
    live.check(said and said[0].startswith("heard ") and 2.5 < float(said[0].split()[1]) <= 3.01, f"it was played to its end {said}")
    live.check(len(said) == 1, f"and nothing was wrong {said[1:]}")
    live.check(24 <= sum(loud) <= 26, f"2.5 s of the tone are heard ({sum(loud)} tenths of a second)")
    first, last = loud.index(True), len(loud) - 1 - loud[::-1].index(True)
    silent = sum(level < 100 for level in tenths[first:last])
    live.check(3 <= silent <= 5, f"with half a second of silence where packets were lost ({silent} tenths)")


def check_goes_away(path):
    capture = path / "long.pcap"
    write_capture(capture, 30)
    with live.Process([PROBE, "play", capture]) as probe:
        time.sleep(2)
        os.kill(int((SERVERS / "pulse.pid").read_text()), signal.SIGTERM)
        probe.wait(10)
    notices = [line for line in probe.stdout.splitlines() if line.startswith("notice ")]
    live.check(len(notices) == 1 and "The loudspeaker" in notices[0] and "went away" in notices[0], f"a loudspeaker that goes away is told {notices}")
    said = live.run(PROBE, "play", capture)
    live.check("There is no loudspeaker" in said, f"and that there is none {said}")


with live.folder() as folder:
    check_heard(folder)
    check_goes_away(folder)  # last: it ends the server
live.finish()
