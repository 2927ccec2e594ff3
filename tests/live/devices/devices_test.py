#!/usr/bin/env python3
"""A camera and a microphone are really used, and their loss is told. Runs inside `in_devices`."""
import os
import pathlib
import signal
import time

import programs as live
import sound
from recorded import Trace

PROBE, PICTURE, SERVERS = (os.environ[name] for name in ("DEVICE_PROBE", "CAMERA_PICTURE", "LIVE_DIR"))
PORT = 5370


def check_lists():
    listed = live.run(PROBE, "list").splitlines()
    live.check(any(line.startswith("camera ") and line.endswith("| FakeCam") for line in listed), f"the camera is listed {listed}")
    live.check("microphone mic | FakeMicrophone" in listed, "the microphone is listed")
    live.check("speaker spk | FakeSpeaker" in listed, "the loudspeaker is listed")


def check_call(path):
    """One way: camera and microphone of one end to files of the other."""
    speech, heard, frames = path / "speech.wav", path / "heard.wav", path / "frames"
    sound.make_speech(speech)

    def speak(*_):
        time.sleep(4)
        live.run("paplay", "-d", "micfeed", speech)

    listener, caller = live.call(
        ["--json", "--video", "none", "--audio", "none", "--seconds", 20, "--remote-frames", frames, "--record-remote-wav", heard],
        ["--video", "camera", "--audio", "microphone", "--seconds", 12], port=PORT, meanwhile=speak)
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr[-300:]} {listener.stderr[-300:]}")
    video = listener.json()["received"]["video"]
    # 15 a second in 12 s, less what it takes to open the camera; a sink that drops late ones leaves one a second.
    live.check(video["frames_lost"] == 0 and video["frames_complete"] >= 8 * 15, f"frames of the camera arrive ({video['frames_complete']})")
    last = sorted(frames.iterdir())[-1]
    apart = live.difference(live.grey(last), live.grey(pathlib.Path(PICTURE)))
    live.check(apart < 5, f"{last.name} is the camera's picture ({apart:.2f} of 255 apart)")
    likeness = sound.correlation(sound.samples(speech), sound.samples(heard))
    live.check(likeness >= 0.95, f"what was spoken is heard (correlation {likeness:.4f})")


def check_away(path):
    """A microphone that is away for a while and comes back: its RTP timestamps are where the clock is."""
    sent_trace, heard_trace = path / "away.jscope", path / "heard of it.jscope"

    def take_away(*_):
        time.sleep(4)
        live.run("pactl", "suspend-source", "mic", 1)
        time.sleep(6)
        live.run("pactl", "suspend-source", "mic", 0)

    listener, caller = live.call(["--video", "none", "--audio", "none", "--trace", heard_trace],
                                 ["--video", "none", "--audio", "microphone", "--seconds", 15, "--trace", sent_trace], port=PORT + 10,
                                 meanwhile=take_away)
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr[-300:]} {listener.stderr[-300:]}")
    sent = Trace(sent_trace).rows("select due_ns, rtp_timestamp from packet_sent where medium = 'audio' order by sequence")
    longest = max((after - before) / 1e9 for (before, _), (after, _) in zip(sent, sent[1:]))
    live.check(longest > 4, f"nothing was sent for a while ({longest:.1f} s)")
    behind = [(due - sent[0][0]) / 1e6 - (timestamp - sent[0][1]) / 8 for due, timestamp in sent[-100:]]
    live.check(max(map(abs, behind)) < 250, f"timestamps are where the clock is ({min(behind):.0f} to {max(behind):.0f} ms behind)")
    jitter = live.stream_of(live.analyze(heard_trace), "audio")["jitter_rfc3550_ms"]
    live.check(jitter["max"] < 60, f"and RFC 3550 jitter has no spike of it ({jitter})")


def check_speaker(path):
    """What the loudspeaker adds is in the delay split and in the latency, which ends there."""
    trace = path / "heard.jscope"
    listener, caller = live.call(["--video", "none", "--audio", "none", "--speaker", "default", "--trace", trace],
                                 ["--video", "none", "--audio", "speech", "--seconds", 12], port=PORT + 20)
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr[-300:]} {listener.stderr[-300:]}")
    audio = live.stream_of(live.analyze(trace), "audio")
    split, quality = audio["delay_split_ms"], audio["quality"]
    display, whole = split["display"], split["whole"]
    live.check(quality["ends_at"] == "loudspeaker", f"latency ends at the {quality['ends_at']} ({quality['latency_unknown']})")
    live.check(display is not None and display["n"] > 0.9 * whole["n"] > 0, f"of nearly each block it is known when it was heard ({display}, whole {whole})")
    live.check(display is not None and 0 < display["mean"] < 500, f"the loudspeaker adds {display and display['mean']} ms")
    live.check(abs(quality["latency_ms"] - whole["mean"]) <= 1, f"the latency {quality['latency_ms']} ms is the whole {whole['mean']} ms")


def check_unplugged():
    with live.Process([PROBE, "watch", 10]) as probe:
        time.sleep(4)
        for server in ("camera", "pulse"):
            os.kill(int((pathlib.Path(SERVERS) / f"{server}.pid").read_text()), signal.SIGTERM)
            time.sleep(1)
        probe.wait(30)
    notices = [line for line in probe.stdout.splitlines() if line.startswith("notice ")]
    live.check(probe.status == 0, "the program lives on without its devices")
    for kind in ("camera", "microphone", "loudspeaker"):
        live.check(sum(f"The {kind} " in line for line in notices) == 1, f"the loss of the {kind} is told once {notices}")


check_lists()
with live.folder() as folder:
    check_call(folder)
    check_away(folder)
    check_speaker(folder)
check_unplugged()  # last: it ends the servers
live.finish()
