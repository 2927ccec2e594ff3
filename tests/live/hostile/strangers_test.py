"""Strangers beside a call: forged media, RTCP and reports, floods, connections that stall, lie and never end. What is measured
and shown is what it is without them, and real-time receivers leave the machine to others.

strangers_test.py [quick]     8 s a call instead of a minute
"""
import json
import multiprocessing
import os
import pathlib
import random
import socket
import struct
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live
import remote
from recorded import Trace

QUICK = "quick" in sys.argv[1:]
SECONDS = 8 if QUICK else 60
PER_SECOND = 20_000 if QUICK else 50_000
PORT = 5704
MEDIA_PORTS = [*range(5006, 5014)]  # of both ends
RELAY_PORTS = [*range(5206, 5214)]  # near side and far side
PEER, STRANGER = "127.0.0.1", "127.0.0.2"
MOST_ASLEEP_MS = 100
MOST_CALLS_SAID = 5 * -(-SECONDS // 60)  # of one host in vain
LEAST_SENT = 0.9  # of what a flood is to send
# Quiet calls of a minute differ by 102 kB of 3.7 MB in size, as late threads take more digits, and by 0.2 % in rows; of 8 s by 29 kB.
MORE_BYTES = 30_000 if QUICK else 110_000
MORE_ROWS = 100
MOST_MEMORY = 40  # MB more than without a flood: a minute of its packets would be hundreds


def rtp(ssrc, payload_type, sequence, size):
    return struct.pack("!BBHII", 0x80, payload_type, sequence & 0xFFFF, sequence * 160 & 0xFFFFFFFF, ssrc) + bytes(size - 12)


def rtcp_bye(ssrc):
    receiver_report = struct.pack("!BBHI", 0x80, 201, 1, ssrc)
    names = struct.pack("!BBHI", 0x81, 202, 2, ssrc) + b"\x01\x01x\x00"
    return receiver_report + names + struct.pack("!BBHI", 0x81, 203, 1, ssrc)


def reports(ssrc, of):
    """All that RTCP may tell falsely: of an ended clock, of lost streams, of rates, of the clocks between the ends."""
    block = struct.pack("!IIIIII", of, 0xFF7FFFFF, 0xFFFF0000 | random.randrange(65536), 90_000, 0, 0)
    sender_report = struct.pack("!BBHIQIII", 0x81, 200, 12, ssrc, random.getrandbits(64), 7, 1, 1) + block
    receiver_report = struct.pack("!BBHI", 0x81, 201, 7, ssrc) + block
    forged = [sender_report, receiver_report]
    empty = struct.pack("!BBHI", 0x80, 201, 1, ssrc)
    for name, size in ((b"JSCK", 24), (b"JSTR", 64), (b"JSTR", 4), (b"ABCD", 8)):
        for subtype in range(4):
            forged.append(empty + struct.pack("!BBHI", 0x80 | subtype, 204, 2 + size // 4, ssrc) + name + bytes(range(1, size + 1)))
    return forged


def flood(host, ssrcs, ports, seconds, per_second, count):
    """Everything a stranger may know: the ports, and even the SSRCs. Into `count` how many packets left."""
    sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    sender.bind((host, 0))
    packets = []
    for ssrc, payload_type in ssrcs:
        packets += [rtp(ssrc, payload_type, random.randrange(65536), 200) for _ in range(20)] + [rtcp_bye(ssrc)]
        packets += [report for other, _ in ssrcs for report in reports(ssrc, other)]
    packets += [os.urandom(random.randrange(1, 400)) for _ in range(40)]
    began, sent, left = time.monotonic(), 0, 0
    while (now := time.monotonic()) - began < seconds:
        due = int((now - began) * per_second)
        for _ in range(min(due - sent, 500)):
            sent += 1
            try:
                sender.sendto(packets[sent % len(packets)], ("127.0.0.1", ports[sent % len(ports)]))
                left += 1
            except OSError:
                pass
        time.sleep(0.001)
    count.value = left


def stall(seconds, in_call):
    """Connections that are silent, speak another language, lie, or send one line without an end; in a call they ring, too."""
    kept = []
    end = time.monotonic() + seconds
    rings = remote.offer("<img src=/dev/zero>\x1b]0;taken\x07\u009b2J\u202e", 40000, 40002)
    said = [b"", b"GET / HTTP/1.1\r\n\r\n", b"{" * 70_000, rings[:200] + b"}\n", b'{"jsonrpc":"2.0","method":"hangup","params":{}}\n' * 50, b"\xff" * 300 + b"\n"]
    while time.monotonic() < end:
        try:
            connection = socket.create_connection(("127.0.0.1", PORT), 1, (STRANGER, 0))
            connection.settimeout(0.2)
            connection.sendall(random.choice([*said, rings] if in_call.is_set() else said))
            kept.append(connection)
        except OSError:
            pass
        if len(kept) > 60:
            kept.pop(0).close()
        time.sleep(0.02)


table = []


def print_table():
    print(f"\n{SECONDS} s a call, {PER_SECOND} packets/s of strangers\n"
          "| | forged packets sent | packets: audio, video | lost | p99 of delay, ms | frames lost | refused here | socket overflow | trace: rows, bytes | normal class asleep, ms |\n|"
          + "---|" * 10)
    for name, found in table:
        audio, video = found["audio"], found["video"]
        print(f"| {name} | {found['forged']} | {audio['packets']}, {video['packets']} | {audio['lost']}, {video['lost']} | {audio['p99']:.2f}, {video['p99']:.2f} "
              f"| {found['frames_lost']} | {audio['rejected'] + video['rejected']} | {found['overflowed']} | {found['rows']}, {found['bytes']} | {found['asleep_ms']:.1f} |")
    print(f"A trace may have 1 % and {MORE_ROWS} rows more than without strangers, 1 % and {MORE_BYTES} bytes: so much two quiet ones differ by.")


def probe(until, worst):
    """How late the normal class wakes at most, ms: real-time threads that a flood keeps busy would hold it."""
    while not until.is_set():
        wanted = time.monotonic() + 0.01
        time.sleep(0.01)
        worst.value = max(worst.value, (time.monotonic() - wanted) * 1000)


def overflowed(trace):
    """Packets that a full socket buffer of the listener lost."""
    return dict(Trace(trace).rows("SELECT ring, max(dropped) FROM ring_dropped WHERE ring LIKE '%socket' GROUP BY ring"))


def rows_of(trace):
    recorded = Trace(trace)
    return sum(recorded.rows(f'SELECT count(*) FROM "{table}"')[0][0] for table, in recorded.rows("SELECT name FROM sqlite_master WHERE type = 'table'"))


def most_memory(process):
    """MB that it ever had at once, or 0 when it has ended."""
    try:
        with open(f"/proc/{process.popen.pid}/status") as status:
            return max([int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM")], default=0)
    except OSError:
        return 0


def verdicts(streams):
    """Of what was received; None: unknown."""
    return {s["medium"]: (s["quality"] or {}).get("acceptable") for s in streams if s["direction"] == "received"}


def call(folder, name, attack=None, stalls=False, options=(), link=()):
    """What the listener measured, its trace's size, and what became of both ends."""
    trace = folder / f"{name.replace(' ', '-')}.jscope"
    words = ["--headless", "--json", "--video", "synthetic:320x240@15", "--audio", "tone", *options]
    processes, ended, in_call, worst = [], multiprocessing.Event(), multiprocessing.Event(), multiprocessing.Value("d", 0)
    forged, flood_s = multiprocessing.Value("q", 0), SECONDS - 4
    watcher = multiprocessing.Process(target=probe, args=(ended, worst))
    with live.jitterscope("listen", "--port", PORT, "--trace", trace, "--name", "Ben", "--seconds", SECONDS + 2, *words, *link) as listener:
        listener.wait_for("Listening")
        if stalls:
            processes.append(multiprocessing.Process(target=stall, args=(SECONDS, in_call)))
            processes[-1].start()
            time.sleep(1)
        with live.jitterscope("call", f"127.0.0.1:{PORT}", "--name", "Ada", "--seconds", SECONDS, *words) as caller:
            live.check(live.becomes_true(lambda: live.holds_streams(trace), pause=0.5), f"{name}: the call runs")
            watcher.start()
            in_call.set()
            if attack:
                ssrcs = [(s["ssrc"], 0 if s["medium"] == "audio" else 26) for s in live.analyze(trace)]
                processes.append(multiprocessing.Process(target=flood, args=(attack, ssrcs, MEDIA_PORTS + RELAY_PORTS * bool(link), flood_s, PER_SECOND, forged)))
                processes[-1].start()
            memory, until = 0, time.monotonic() + SECONDS + 30
            while caller.popen.poll() is None and time.monotonic() < until:
                memory = max(memory, most_memory(listener), most_memory(caller))
                time.sleep(0.2)
            caller.wait(1)
        listener.wait(30)
    ended.set()
    for process in [watcher, *processes]:
        process.join(30)
    live.check((caller.status, listener.status) == (0, 0), f"{name}: both ends end well ({caller.stderr!r}, {listener.stderr!r})")
    if attack:
        wanted = LEAST_SENT * PER_SECOND * flood_s
        live.check(forged.value >= wanted, f"{name}: {forged.value} packets were sent, of {wanted:.0f} at least")
    streams = live.analyze(trace)
    found = {"bytes": trace.stat().st_size, "rows": rows_of(trace), "overflowed": sum(overflowed(trace).values()), "asleep_ms": worst.value, "memory": memory, "forged": forged.value,
             "verdicts": verdicts(streams), "said": [notice["text"] for notice in listener.json()["notices"]], "terminal": listener.stderr}
    for medium in ("audio", "video"):
        stream = live.stream_of(streams, medium)
        found[medium] = {"lost": stream["lost"], "packets": stream["packets"], "p99": stream["delay_ms"]["p99"],
                         "rejected": sum(listener.json()["received"][medium].get("rejected", {}).values())}
    found["frames_lost"] = live.stream_of(streams, "video")["frames"]["lost"]
    table.append((name, found))
    return found


def check_texts(name, found):
    """Of those who called in vain."""
    obeyed = [text for text in [*found["said"], found["terminal"]] if any(ord(c) < 32 and c != "\n" or 127 <= ord(c) < 160 or c == "\u202e" for c in text)]
    live.check(not obeyed, f"{name}: nothing that a terminal would obey is said: {obeyed}")
    calls = [text for text in found["said"] if STRANGER in text]
    live.check(any("<img" in text for text in calls), f"{name}: who called in vain is named: {calls}")
    live.check(len(calls) <= MOST_CALLS_SAID, f"{name}: {len(calls)} of these calls are said, at most {MOST_CALLS_SAID}")


def check_strangers(folder, suffix="", options=(), link=()):
    quiet = call(folder, "quiet" + suffix, options=options, link=link)
    attacks = (("strangers forge and flood", {"attack": STRANGER}), ("connections stall, lie and ring", {"stalls": True}))
    for name, arguments in attacks[:1] if link else attacks:
        name += suffix
        found = call(folder, name, options=options, link=link, **arguments)
        if "stalls" in arguments:
            check_texts(name, found)
        for medium in ("audio", "video"):
            live.check(found[medium]["lost"] == quiet[medium]["lost"], f"{name}: {medium} lost {found[medium]['lost']}, without {quiet[medium]['lost']}")
            more = found[medium]["p99"] - quiet[medium]["p99"]
            live.check(more <= 10, f"{name}: p99 of {medium}'s delay {more:+.2f} ms")
            live.check(found[medium]["rejected"] == 0, f"{name}: none of their packets reaches {medium}'s thread ({found[medium]['rejected']})")
        live.check(found["frames_lost"] == quiet["frames_lost"], f"{name}: frames lost {found['frames_lost']}, without {quiet['frames_lost']}")
        live.check(found["verdicts"] == quiet["verdicts"] and all(v is not None for v in found["verdicts"].values()),
                   f"{name}: verdicts {found['verdicts']}, without {quiet['verdicts']}")
        live.check(found["memory"] <= quiet["memory"] + MOST_MEMORY, f"{name}: {found['memory']:.0f} MB, without {quiet['memory']:.0f}")
        for what, more in (("rows", MORE_ROWS), ("bytes", MORE_BYTES)):
            live.check(found[what] <= 1.01 * quiet[what] + more, f"{name}: {what} of the trace {found[what]}, without {quiet[what]}")
        live.check(found["overflowed"] == 0, f"{name}: no socket overflows ({found['overflowed']})")
        live.check(found["asleep_ms"] < MOST_ASLEEP_MS, f"{name}: the normal class wakes within {found['asleep_ms']:.1f} ms")
    return quiet


def check_peer(folder, quiet, suffix="", options=()):
    """The peer's own host may send what it likes: it is counted and bounded."""
    name = "the peer's host floods" + suffix
    found = call(folder, name, attack=PEER, options=options)
    live.check(found["bytes"] <= 1.5 * quiet["bytes"], f"{name}: trace {found['bytes']}, without {quiet['bytes']}")
    live.check(found["video"]["rejected"] > 100, f"{name}: refused packets are said ({found['video']['rejected']})")
    live.check(any("foreign packets were refused" in text for text in found["said"]), f"{name}: and in words: {found['said']}")
    live.check(found["memory"] <= quiet["memory"] + MOST_MEMORY, f"{name}: {found['memory']:.0f} MB, without {quiet['memory']:.0f}")
    live.check(found["asleep_ms"] < MOST_ASLEEP_MS, f"{name}: the normal class wakes within {found['asleep_ms']:.1f} ms")


REALTIME = ("--priority", "audio-receive=realtime,video-receive=realtime")
with live.folder() as folder:
    quiet = check_strangers(folder)
    check_peer(folder, quiet)
    check_strangers(folder, ", through a link", link=("--link", "delay=10ms"))
    if not QUICK:
        quiet = check_strangers(folder, ", real-time receivers", REALTIME)
        check_peer(folder, quiet, ", real-time receivers", REALTIME)
print_table()
live.finish()
