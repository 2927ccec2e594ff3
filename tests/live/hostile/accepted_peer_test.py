"""A remote whose call was accepted says every message of a call in random order at full rate, beside steady media: its words take
little of the processor, its media are unharmed, no port that does not answer gets media, and its trace opens as any other.

accepted_peer_test.py [quick]     2 seeds of 8 s instead of 40 of 30 s
"""
import multiprocessing
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live
import remote as hostile

QUICK = "quick" in sys.argv[1:]
SEEDS = range(2) if QUICK else range(40)
SECONDS = 8 if QUICK else 30
PORT = 5904
MOST_SESSION = 0.3  # of a processor
MOST_READING_S = 10  # of its trace
LEAST_CAME = 0.9  # of the sound that is sent to it
MOST_REFLECTED = 20  # packets to a port that is silent
TICKS_A_SECOND = 100


def threads_of(pid):
    """Processor time of the threads of each name, s."""
    used = {}
    for stat in pathlib.Path(f"/proc/{pid}/task").glob("[0-9]*/stat"):
        try:
            head, fields = stat.read_text().rsplit(")", 1)
        except OSError:
            continue
        name = head.split("(", 1)[1]
        used[name] = used.get(name, 0) + sum(map(int, fields.split()[11:13])) / TICKS_A_SECOND
    return used


def timed(*words):
    """s that the program takes to read a file; it ends well, or says why not."""
    began = time.monotonic()
    done = live.ended(*words, seconds=120)
    return done, time.monotonic() - began


def attack(folder, seed):
    trace = folder / f"{seed}.jscope"
    words = ["--headless", "--json", "--auto-accept", "--video", "synthetic:320x240@15", "--audio", "tone", "--port", PORT, "--seconds", SECONDS + 4, "--trace", trace]
    with live.jitterscope("listen", *words, environment=live.home_in(folder)) as end:
        end.wait_for("Listening")
        remote = hostile.Remote(PORT)
        silent = hostile.bound()
        ports = [remote.port("audio"), remote.port("video"), silent.getsockname()[1], hostile.bound().getsockname()[1]]
        media = multiprocessing.Process(target=remote.send_media, args=(SECONDS + 1,))
        flood = multiprocessing.Process(target=hostile.RandomWords(seed, ports).flood, args=(remote.connection, SECONDS))
        before, began = threads_of(end.popen.pid), time.monotonic()
        media.start()
        flood.start()
        until = began + SECONDS
        while time.monotonic() < until and end.popen.poll() is None:
            remote.hear(0.05)
            remote.take_media()
        lasted = time.monotonic() - began
        used = {name: (seconds - before.get(name, 0)) / lasted for name, seconds in threads_of(end.popen.pid).items()}
        live.check(lasted >= SECONDS - 0.1, f"seed {seed}: the call lasts ({lasted:.1f} s)")
        came = remote.came["audio"] / (lasted / hostile.AUDIO_PACE)
        flood.join(10)
        media.join(10)
        end.wait(30)
        remote.connection.close()
    reflected = 0
    silent.setblocking(False)
    try:
        while silent.recv(4096):
            reflected += 1
    except BlockingIOError:
        pass
    live.check(end.status == 0, f"seed {seed}: it ends well ({end.status}) {end.stderr[-300:]!r}")
    busiest = ", ".join(f"{name} {share:.2f}" for name, share in sorted(used.items(), key=lambda each: -each[1])[:5])
    live.check(used.get("session", 1) <= MOST_SESSION, f"seed {seed}: the session thread takes {used.get('session', 1):.2f} of a processor ({busiest})")
    live.check(came >= LEAST_CAME, f"seed {seed}: {came:.2f} of the sound comes where it is answered")
    live.check(reflected <= MOST_REFLECTED, f"seed {seed}: {reflected} packets went to a port that is silent")
    said = end.json()["notices"]
    live.check(len(said) <= 30, f"seed {seed}: {len(said)} notices: {[n['text'] for n in said][:30]}")
    obeyed = [n["text"] for n in said if re.search("[\x00-\x1f\x7f-\x9f\u202e]", n["text"])]
    live.check(not obeyed, f"seed {seed}: nothing that a terminal would obey is said: {obeyed}")
    analyzed, took = timed("analyze", trace, "--json")
    live.check(analyzed.status == 0 and took <= MOST_READING_S, f"seed {seed}: analyze takes {took:.1f} s ({analyzed.status}) {analyzed.stderr[:300]}")
    for medium, count in remote.sent.items():
        stream = live.stream_of(analyzed.json()["streams"], medium)
        live.check(stream["lost"] == 0 and count.value - 3 <= stream["packets"] <= count.value,
                   f"seed {seed}: of {medium} {stream['packets']} packets came of {count.value}, {stream['lost']} lost")
    reported, took = timed("report", trace, "--out", folder / f"{seed}.html")
    live.check(reported.status == 0 and took <= MOST_READING_S, f"seed {seed}: report takes {took:.1f} s ({reported.status}) {reported.stderr[:300]}")
    print(f"      trace {trace.stat().st_size / 1e6:.2f} MB", flush=True)
    trace.unlink()


with live.folder() as folder:
    for seed in SEEDS:
        attack(folder, seed)
live.finish()
