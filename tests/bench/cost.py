#!/usr/bin/env python3
"""What a picture costs: CPU seconds of whole headless processes beside GStreamer's, delay from capture to decoding,
and whether a burst of noisy frames gets through. All traffic on loopback. Usage: cost.py --program build/release/jitterscope

Every process encodes (or decodes) each frame; nothing is subtracted, so starting up is in the figures. GStreamer and
ours take turns, each run in the other order, so that a busy machine is busy for both; the table gives medians over the
runs. GStreamer packs a frame into packets of its own size (1400 bytes), and of one that makes as many packets as ours.
It runs in the default class, so does the first row of each side; the second has our usual classes, media threads
real-time.
What we want is printed beside what was measured. Timings never fail the bench; a program that fails, frames that do not
come through and lost packets do.
"""
import argparse
import collections
import json
import os
import pathlib
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

FOOTAGE = "/usr/share/doc/opencv-doc/examples/data/vtest.avi"  # package opencv-doc
WIDTH, HEIGHT = 640, 480
WANTED_RATIO = {"send": 1.03, "receive": 1.05}  # of GStreamer's CPU time, at most
WANTED_DELAY_MS = 2.2  # at most
MTUS = {"GStreamer": 1400, "as many packets": 1044}  # of rtpjpegpay: its own; blocks of ours have 1024 bytes
CLASSES = {"default": ["--priority", "default"], "real-time": []}
SETTLE_S = 1.0  # between starting a receiver and its sender
GRACE_S = 10.0

Cost = collections.namedtuple("Cost", "cpu_s frames output")


class Process:
    """A child whose CPU time (user and system) is known when it has ended."""

    def __init__(self, command):
        self.output = tempfile.TemporaryFile(mode="w+")
        self.popen = subprocess.Popen(command, stdout=self.output, stderr=subprocess.DEVNULL)

    def wait(self, seconds):
        """CPU seconds, or None when it is still running after `seconds`."""
        deadline = time.monotonic() + seconds
        while True:
            pid, status, usage = os.wait4(self.popen.pid, os.WNOHANG)
            if pid:
                self.popen.returncode = os.waitstatus_to_exitcode(status)
                return usage.ru_utime + usage.ru_stime
            if time.monotonic() > deadline:
                return None
            time.sleep(0.05)

    def finish(self, seconds, signal_number=signal.SIGINT):
        """As wait; one that is late is asked to end, then killed. True beside the time: it ended by itself."""
        cpu_s = self.wait(seconds)
        if cpu_s is not None:
            return cpu_s, True
        for number in (signal_number, signal.SIGKILL):
            self.popen.send_signal(number)
            if (cpu_s := self.wait(GRACE_S)) is not None:
                break
        return cpu_s, False

    def text(self):
        self.output.seek(0)
        return self.output.read()


def free_port():
    """An even UDP port with its three followers free, for video and audio with their RTCP."""
    for port in range(21000, 29000, 4):
        sockets = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(4)]
        try:
            for i, each in enumerate(sockets):
                each.bind(("127.0.0.1", port + i))
            return port
        except OSError:
            continue
        finally:
            for each in sockets:
                each.close()
    sys.exit("No free UDP ports.")


def make_still(footage, path):
    subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-ss", "5", "-i", footage, "-frames:v", "1", "-vf",
                    f"scale={WIDTH}:{HEIGHT}", "-qscale:v", "1", path], check=True)


def make_noise(path):
    path.write_bytes(f"P6 {WIDTH} {HEIGHT} 255\n".encode() + os.urandom(3 * WIDTH * HEIGHT))


def run_gstreamer(options, picture, mtu):
    port = free_port()
    caps = "application/x-rtp,media=video,clock-rate=90000,encoding-name=JPEG,payload=26"
    receive = (f"gst-launch-1.0 -q udpsrc port={port} buffer-size=4194304 caps={caps} ! rtpjpegdepay ! jpegdec"
               f" ! fakesink sync=false num-buffers={options.frames}")
    send = (f"gst-launch-1.0 -q filesrc location={picture} ! jpegdec ! videoconvert ! video/x-raw,format=I420"
            f" ! imagefreeze is-live=true num-buffers={options.frames} ! video/x-raw,framerate={options.fps}/1"
            f" ! jpegenc quality={options.quality} ! rtpjpegpay mtu={mtu} ! udpsink host=127.0.0.1 port={port}")
    receiver = Process(receive.split())
    time.sleep(SETTLE_S)
    sender = Process(send.split())
    sent, whole = sender.finish(options.frames / options.fps + GRACE_S)
    received, got_all = receiver.finish(1)
    if not (whole and got_all):
        sys.exit("GStreamer did not carry all frames: nothing to compare with.")
    return Cost(sent, options.frames, ""), Cost(received, options.frames, "")


def run_own(options, picture, quality, fps, seconds, priority=(), traces=None):
    """A plain RTP stream from one of our processes to another; `priority`: options of both ends.

    `traces`: a folder to record both ends into."""
    port = free_port()
    common = ["--plain-rtp", "--headless", "--audio", "none", "--json", *priority]
    trace = lambda end: ["--trace", str(traces / f"{end}.jscope")] if traces else []
    receiver = Process([options.program, "listen", "--port", str(port), "--video", "none", *common, *trace("receiver")])
    time.sleep(SETTLE_S)
    sender = Process([options.program, "call", f"127.0.0.1:{port}", "--video", f"file:{picture}", "--fps", str(fps),
                      "--jpeg-quality", str(quality), "--shaping", "c", "--seconds", str(seconds), *common, *trace("sender")])
    sent, whole = sender.finish(seconds + GRACE_S)
    time.sleep(0.5)
    received, _ = receiver.finish(0)
    if not whole or sender.popen.returncode or receiver.popen.returncode:
        sys.exit("jitterscope failed; run it by hand with the options of this script.")
    sender_said, receiver_said = json.loads(sender.text()), json.loads(receiver.text())
    return (Cost(sent, sender_said["sent"]["video"]["frames_sent"], sender_said),
            Cost(received, receiver_said["received"]["video"]["frames_complete"], receiver_said))


def per_thousand(cost):
    return 1000 * cost.cpu_s / cost.frames


def measure_cost(options, picture, with_peer=True):
    seconds = options.frames / options.fps
    runs = {name: lambda mtu=mtu: run_gstreamer(options, picture, mtu) for name, mtu in MTUS.items()} if with_peer else {}
    for name, priority in CLASSES.items():
        runs[name] = lambda priority=priority: run_own(options, picture, options.quality, options.fps, seconds, priority)
    costs = {side: {which: [] for which in runs} for side in ("send", "receive")}
    for run in range(options.runs):
        print(f"run {run + 1} of {options.runs}: {seconds:.0f} s each of {', '.join(runs)}", file=sys.stderr)
        for which in list(runs) if run % 2 == 0 else reversed(runs):
            for side, cost in zip(costs, runs[which]()):
                costs[side][which].append(per_thousand(cost))
    print(f"CPU seconds per 1000 frames, {WIDTH}x{HEIGHT} at q{options.quality}, {options.fps} frames/s, whole process;"
          f" median of {options.runs} runs (lowest … highest)")
    cell = lambda values: f"{statistics.median(values):.2f} ({min(values):.2f} … {max(values):.2f})"
    for side, measured in costs.items():
        for name, values in measured.items():
            ratios = "".join(f"{statistics.median(values) / statistics.median(measured[peer]):8.2f} of {peer}"
                             for peer in MTUS if peer in measured and name in CLASSES)
            print(f"{side:9}{name:17}{cell(values):>22}{ratios}" + (f"  (wanted: ≤ {WANTED_RATIO[side]})" if ratios else ""))
    return True


def rows(trace, query):
    with sqlite3.connect(f"file:{trace}?mode=ro", uri=True) as connection:
        return dict(connection.execute(query).fetchall())


def measure_delay(options, picture, folder):
    """Both stamps are of this machine's monotonic clock, so the two traces can be joined by frame number."""
    run_own(options, picture, options.quality, options.fps, options.delay_seconds, traces=folder)
    captured = rows(folder / "sender.jscope", "SELECT frame, captured_ns FROM frame_encoded")
    decoded = rows(folder / "receiver.jscope", "SELECT frame, local_ns FROM frame_decoded WHERE ok")
    delays = sorted((decoded[frame] - captured[frame]) / 1e6 for frame in captured if frame in decoded)
    if len(delays) < 0.9 * len(captured) or not delays:
        print(f"delay: only {len(delays)} of {len(captured)} frames were decoded")
        return False
    print(f"captured to decoded, strategy C: median {statistics.median(delays):.2f} ms (wanted ≤ {WANTED_DELAY_MS:g}),"
          f" p95 {delays[int(0.95 * (len(delays) - 1))]:.2f} ms of {len(delays)} frames")
    return True


def measure_noise(options, picture):
    sender, receiver = run_own(options, picture, 95, 15, options.noise_seconds)
    sent, got = sender.output["sent"]["video"], receiver.output["received"]["video"]
    frame_kb = sent["bytes"] / max(sent["frames_sent"], 1) / 1e3
    lost = sent["packets"] - got["packets"]
    met = lost == 0 and got["frames_complete"] == sent["frames_sent"] and got["frames_lost"] == 0
    print(f"noise, bursts of {frame_kb:.0f} KB: {sent['packets']} packets in {sent['frames_sent']} frames sent,"
          f" {lost} packets and {sent['frames_sent'] - got['frames_complete']} frames lost  {'ok' if met else 'LOSS'}")
    return met


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--footage", default=FOOTAGE, help="a film or picture to take the still from")
    parser.add_argument("--frames", type=int, default=1000)
    parser.add_argument("--fps", type=int, default=30)
    parser.add_argument("--quality", type=int, default=85)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--delay-seconds", type=float, default=15)
    parser.add_argument("--noise-seconds", type=float, default=20)
    parser.add_argument("--only", choices=("cost", "own", "delay", "noise"), help="own: cost without GStreamer, for pairs of revisions")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        still, noise = folder / "still.jpg", folder / "noise.ppm"
        make_still(options.footage, still)
        make_noise(noise)
        parts = {"delay": lambda: measure_delay(options, still, folder), "noise": lambda: measure_noise(options, noise),
                 "cost": lambda: measure_cost(options, still), "own": lambda: measure_cost(options, still, with_peer=False)}
        chosen = [options.only] if options.only else ["delay", "noise", "cost"]
        works = [parts[name]() for name in chosen]
    return 0 if all(works) else 1


if __name__ == "__main__":
    sys.exit(main())
