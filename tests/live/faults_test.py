"""Recordings that something happens to: a full disk, a kill at any moment, a folder that cannot be written, a lock, few file
descriptors. What was recorded opens, and what happened is said."""
import os
import pathlib
import random
import signal
import stat
import subprocess
import sys
import time
import wave

import programs as live
from recorded import Trace

PORT = 5720
WORDS = ["--video", "synthetic:320x240@15", "--audio", "tone"]


def call(seconds, *options, **how):
    """Who listened and who called for so long, with these options; where the call is refused, the first waits in vain."""
    return live.call(["--seconds", seconds + 2, *WORDS], ["--seconds", seconds, *options, *WORDS], port=PORT, patience=3, **how)


def small_disk(folder, size):
    """In a mount namespace of its own, as only there a disk can be that small; `size`: options of mount."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", size, "none", folder], check=True)
    return folder


def check_full_disk(folder):
    for size in ("1500k", "200k", "12k"):
        disk = small_disk(folder / size, f"size={size}")
        trace = disk / "a.jscope"
        _, caller = call(6, "--trace", trace)
        live.check(caller.status == 1, f"{size}: status 1 ({caller.status})")
        if trace.exists():
            live.check("is full. What was recorded until then is kept." in caller.stderr, f"{size}: said: {caller.stderr!r}")
            live.check([f.name for f in disk.iterdir()] == ["a.jscope"], f"{size}: one file is left: {[f.name for f in disk.iterdir()]}")
            streams = live.analyze(trace)
            live.check(live.stream_of(streams, "video")["packets"] > 50, f"{size}: what was recorded opens while the disk is full")
        else:
            live.check("There is no room for" in caller.stderr, f"{size}: said: {caller.stderr!r}")
            live.check(size != "1500k" and not list(disk.iterdir()), f"{size}: nothing is left")
        sound = disk / "a.wav"
        said = []

        def listen_to(_, caller):
            live.becomes_true(lambda: "the disk may be full" in caller.stderr or caller.popen.poll() is not None)
            time.sleep(0.5)  # what is said as it ends is not said in the call
            said.append("the disk may be full" in caller.stderr and caller.popen.poll() is None)

        listener, caller = call(4, "--record-remote-wav", sound, meanwhile=listen_to)
        full = size == "12k"  # a second is 16 kB
        live.check(listener.stderr.count("records your sound.") == 1, f"{size}: who is recorded is told, once: {listener.stderr!r}")
        live.check(said == [full], f"{size}: it is said while the call goes on")
        live.check(caller.stderr.count("the disk may be full") == full, f"{size}: and once")
        with wave.open(str(sound)) as kept:
            told, there = 2 * kept.getnframes(), sound.stat().st_size - 44
        live.check(there - 160 < told <= there, f"{size}: the header tells of all the sound that is there ({told} of {there} bytes)")
        live.check((caller.status == 1 and "the disk may be full" in caller.stderr) == full, f"{size}: the sound: {caller.status} {caller.stderr!r}")


def recorded_s(trace):
    """From the first packet that arrived to the last."""
    return (Trace(trace).value("SELECT max(local_ns) - min(local_ns) FROM packet_arrived") or 0) / 1e9


def check_kills(folder):
    """Kill -9 at ten random moments: trace and sound open, and what came before is there."""
    seed = int.from_bytes(os.urandom(4), "big")
    print(f"moments of seed {seed}", flush=True)
    moments = random.Random(seed)
    recordings = 0
    for number in range(10):
        trace, sound = folder / f"kill{number}.jscope", folder / f"kill{number}.wav"
        after, begun = moments.uniform(0, 3), []

        def kill(_, caller):
            live.becomes_true(lambda: trace.exists() or caller.popen.poll() is not None, pause=0.01)
            time.sleep(after)
            begun.append(pathlib.Path(f"{trace}-wal").exists())  # before, the file is not a trace yet
            caller.popen.send_signal(signal.SIGKILL)

        call(7, "--trace", trace, "--record-remote-wav", sound, meanwhile=kill)
        opened = live.ended("analyze", trace, "--json")
        recordings += begun[0]
        live.check(opened.status == 0 or not begun[0], f"killed after {after:.2f} s: the trace opens ({opened.stderr.strip()})")
        if after > 1.5:
            held = recorded_s(trace)
            live.check(held > after - 1.6, f"and {held:.1f} s of its packets")
            with wave.open(str(sound)) as played:
                heard = played.getnframes() / played.getframerate()
            live.check(heard > after - 1.6, f"and {heard:.1f} s of its sound")
    live.check(recordings >= 5, f"{recordings} of ten were recording")


def check_pictures(folder):
    """Pictures of the remote are a recording as sound is: of their user alone, in place of nothing."""
    def keep(pictures):
        return call(2, "--remote-frames", pictures)[1]

    pictures, linked, open_to_all = folder / "pictures", folder / "linked", folder / "open"
    first = keep(pictures)
    kept = sorted(pictures.iterdir())
    live.check(first.status == 0 and len(kept) > 10, f"pictures are kept ({len(kept)}) {first.stderr!r}")
    live.check({stat.S_IMODE(each.stat().st_mode) for each in kept} == {0o600}, "each is of its user alone")
    before = kept[0].read_bytes()
    again = keep(pictures)
    live.check(again.status == 1 and "holds pictures already" in again.stderr and kept[0].read_bytes() == before,
               f"they are not replaced: {again.status} {again.stderr!r}")
    linked.mkdir()
    (linked / "frame-000003.jpg").symlink_to(folder / "elsewhere.jpg")
    keep(linked)
    live.check(not (folder / "elsewhere.jpg").exists(), "no link is followed")
    open_to_all.mkdir()
    open_to_all.chmod(0o777)
    refused = keep(open_to_all)
    live.check(refused.status == 1 and "Others may change the folder" in refused.stderr and not list(open_to_all.iterdir()),
               f"a folder that everybody may change is refused: {refused.status} {refused.stderr!r}")
    full = keep(small_disk(folder / "small", "size=64k") / "pictures")
    live.check(full.status == 1 and full.stderr.count("the disk may be full") == 1, f"a full disk is told: {full.status} {full.stderr!r}")


def check_window_picture(folder):
    """It shows what came from the remote: of its user alone, through no link, and failed when it is not there."""
    def keep(picture):
        return call(3, "--picture", picture)[1]

    picture, link, disk = folder / "window.png", folder / "link.png", small_disk(folder / "tiny", "size=8k")
    first = keep(picture)
    live.check(first.status == 0 and stat.S_IMODE(picture.stat().st_mode) == 0o600,
               f"the window's picture is of its user alone: {first.status} {stat.S_IMODE(picture.stat().st_mode):o} {first.stderr!r}")
    link.symlink_to(folder / "elsewhere.png")
    linked = keep(link)
    live.check(not (folder / "elsewhere.png").exists() and linked.status == 1 and f"could not be written to {link}" in linked.stderr,
               f"no link is followed: {linked.status} {linked.stderr!r}")
    full = keep(disk / "window.png")
    live.check(full.status == 1 and "could not be written to" in full.stderr and not list(disk.iterdir()),
               f"a full disk is told, and nothing is left: {full.status} {full.stderr!r} {list(disk.iterdir())}")


def check_locked(folder):
    """Another program that keeps the trace to itself for longer than the recorder waits."""
    trace = folder / "locked.jscope"

    def lock(_, caller):
        live.becomes_true(lambda: pathlib.Path(f"{trace}-wal").exists() or caller.popen.poll() is not None, pause=0.01)
        time.sleep(2)
        with live.Process([sys.executable, "-c", LOCK, trace]) as other:
            other.wait_for("locked")
            caller.wait(30)

    _, caller = call(10, "--json", "--trace", trace, meanwhile=lock)
    live.check(caller.status == 1 and f"Recording stopped: another program locks {trace}." in caller.stderr
               and "What was recorded until then is kept." in caller.stderr, f"a locked trace: {caller.status} {caller.stderr!r}")
    live.check(caller.json()["duration_s"] > 9.5, f"the call goes on to its end ({caller.json()['duration_s']})")
    streams = live.analyze(trace)
    live.check(live.stream_of(streams, "video")["packets"] > 50, "what was recorded before opens")


LOCK = """
import sqlite3, sys, time
trace = sqlite3.connect(sys.argv[1], timeout=0, isolation_level=None)
end = time.monotonic() + 8
while not trace.in_transaction:  # the recorder leaves it free for moments that who waits with pauses may never meet
    try:
        trace.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError:
        if time.monotonic() > end:
            raise
print("locked", file=sys.stderr, flush=True)
time.sleep(30)  # ended before by who started it
"""


def check_unwritable_folders(folder):
    """A folder that cannot be written is said before the call. Rights do not hold root, but this does."""
    disk = small_disk(folder / "read_only", "ro")
    (folder / "a file").write_text("no folder")
    for place in (disk, folder / "a file", folder / "none"):
        for option, name in (("--trace", "a.jscope"), ("--record-remote-wav", "a.wav"), ("--remote-frames", "")):
            if place.name == "none" and not name:
                continue  # it is made
            caller = live.ended("call", f"127.0.0.1:{PORT}", "--headless", option, place / name, *WORDS)
            said = caller.stderr.strip()
            live.check(caller.status == 1 and str(place) in said and ("cannot be written" in said or "cannot hold" in said)
                       and "is not yours" not in said, f"{option} in {place.name}: {caller.status} {said!r}")


def check_few_descriptors(folder):
    """Either the call is refused in a sentence, or it is held: 12 are never enough."""
    for most in (12, 20, 30, 40):
        trace = folder / f"few{most}.jscope"
        _, caller = call(2, "--trace", trace, prefixes=((), ["prlimit", f"--nofile={most}"]))
        said = caller.stderr.strip()
        if caller.status == 0:
            packets = live.stream_of(live.analyze(trace), "video")["packets"] if trace.exists() else 0
            live.check(most > 12 and packets > 0, f"{most} descriptors: the call is held and recorded ({packets} packets)")
        else:
            named = said.endswith(".") and ("open files" in said or "files open" in said)
            live.check(caller.status == 1 and named, f"{most} descriptors: {caller.status}, {said[-200:]!r}")


if os.environ.get("IN_NAMESPACE") != "1":
    sys.exit(subprocess.run(["unshare", "-rm", sys.executable, __file__], env={**os.environ, "IN_NAMESPACE": "1"}).returncode)
with live.folder() as folder:
    try:
        check_full_disk(folder)
        check_pictures(folder)
        check_window_picture(folder)
        check_unwritable_folders(folder)
    finally:
        subprocess.run(f"umount {folder}/*k {folder}/small {folder}/tiny {folder}/read_only", shell=True, capture_output=True)
    check_kills(folder)
    check_locked(folder)
    check_few_descriptors(folder)
live.finish()
