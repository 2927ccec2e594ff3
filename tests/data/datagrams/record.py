#!/usr/bin/env python3
"""Records what comes at one end of small calls on this machine: datagrams and the pieces of TCP streams, each with the
kernel's time. Needs root (a packet socket on the loopback interface).

record.py PROGRAM [NAME…]      each as NAME.rtp.gz; all, or those named

A file: one line of JSON (what the ends agreed on), then records: medium (1 octet, 0 sound, 1 picture), connection (1 octet,
0 = a datagram, else 1 + the number of the TCP connection), local time in ns (8), size (4), the octets; big-endian. Of
pictures what comes after the headers is replaced by zeros, of sound by silence.
"""
import gzip
import json
import pathlib
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
import threading
import time

FOLDER = pathlib.Path(__file__).resolve().parent
PERIOD_MS, AUDIO_BLOCK = 100, 256
MEDIA = ["--video", "synthetic:160x120@10", "--jpeg-quality", "40", "--block-size", "512", "--audio-block", str(AUDIO_BLOCK)]
SECONDS = 8
LINKS = {"a": "rate=2mbit,limit=30,delay=20ms,jitter=15ms,loss=3%",
         "b": "rate=2mbit,limit=30,delay=20ms,jitter=5ms,reorder=10%,duplicate=2%",
         "c": "rate=400kbit,limit=8,delay=10ms,jitter=2ms"}
SO_TIMESTAMPNS = 35


class Listener:
    """All IPv4 packets of the loopback interface, once each, with the kernel's time."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(0x0800))
        self.socket.bind(("lo", 0x0800))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16 << 20)
        self.socket.settimeout(0.2)
        self.packets, self.stopped = [], False
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        while not self.stopped:
            try:
                packet, stamps, _, sender = self.socket.recvmsg(65535 + 100, 64)
            except TimeoutError:
                continue
            if sender[2] == socket.PACKET_OUTGOING:
                continue  # what goes out comes in again
            seconds, ns = struct.unpack("qq", stamps[0][2][:16])
            self.packets.append((seconds * 10**9 + ns, packet))

    def stop(self):
        self.stopped = True
        self.thread.join()
        self.socket.close()
        return self.packets


def transport_of(packet):
    """protocol, source port, destination port, payload, TCP sequence number, TCP flags"""
    head = (packet[0] & 15) * 4
    length = struct.unpack(">H", packet[2:4])[0]
    body = packet[head:length]
    source, destination = struct.unpack(">HH", body[:4])
    if packet[9] == 17:
        return 17, source, destination, body[8:], 0, 0
    if packet[9] == 6:
        return 6, source, destination, body[(body[12] >> 4) * 4:], struct.unpack(">I", body[4:8])[0], body[13]
    return 0, 0, 0, b"", 0, 0


def headers_of(rtp):
    """Where the payload proper begins: after RTP header and extension, for pictures also after those of RFC 2435."""
    if len(rtp) < 12 or rtp[0] >> 6 != 2:
        return len(rtp)
    at = 12 + 4 * (rtp[0] & 15)
    if rtp[0] & 16:
        at += 4 + 4 * struct.unpack(">H", rtp[at + 2:at + 4])[0]
    if rtp[1] & 127 != 26:
        return at
    offset, kind, quality = int.from_bytes(rtp[at + 1:at + 4], "big"), rtp[at + 4], rtp[at + 5]
    at += 8 + (4 if 64 <= kind < 128 else 0)
    if offset == 0 and quality >= 128:
        at += 4 + struct.unpack(">H", rtp[at + 2:at + 4])[0]
    return at


def emptied(rtp):
    at = headers_of(rtp)
    return rtp[:at] + (b"\0" if rtp[1] & 127 == 26 else b"\xff") * (len(rtp) - at)


def emptied_stream(stream):
    out, at = bytearray(), 0
    while at + 2 <= len(stream):
        size = struct.unpack(">H", stream[at:at + 2])[0]
        packet = stream[at + 2:at + 2 + size]
        out += stream[at:at + 2] + (emptied(packet) if len(packet) == size else packet)
        at += 2 + len(packet)
    return bytes(out) + stream[at:]


def tcp_pieces(segments):
    """(time, source port, bytes) in the order of the stream, each octet once, the payloads of the packets emptied."""
    pieces, streams, expected = [], {}, {}
    for time_ns, source, sequence, payload, flags in segments:
        if flags & 2:
            expected[source] = (sequence + 1) % 2**32
        if not payload or source not in expected:
            continue
        skip = (expected[source] - sequence) % 2**32
        if skip >= len(payload):
            continue  # sent again
        new = payload[skip:]
        expected[source] = (sequence + len(payload)) % 2**32
        start = len(streams.setdefault(source, bytearray()))
        streams[source] += new
        pieces.append((time_ns, source, start, len(new)))
    whole = {source: emptied_stream(bytes(stream)) for source, stream in streams.items()}
    return [(time_ns, source, whole[source][start:start + size]) for time_ns, source, start, size in pieces]


def records_of(packets, ports, real_offset):
    """`ports`: of the receiving end, {port: medium}. Times become local by `real_offset` = real time - local."""
    found, segments = [], []
    for time_ns, packet in packets:
        protocol, source, destination, payload, sequence, flags = transport_of(packet)
        if destination not in ports or not protocol:
            continue
        if protocol == 17:
            found.append((time_ns - real_offset, ports[destination], 0, emptied(payload)))
        else:
            segments.append((time_ns - real_offset, source, sequence, payload, flags))
    connections = []
    for time_ns, source, piece in tcp_pieces(segments):
        if source not in connections:
            connections.append(source)
        found.append((time_ns, 1, 1 + connections.index(source), piece))
    return sorted(found, key=lambda record: record[0])


def write(name, head, records):
    content = bytearray(json.dumps(head).encode() + b"\n")
    for time_ns, medium, connection, octets in records:
        content += struct.pack(">BBqI", medium, connection, time_ns, len(octets)) + octets
    target = FOLDER / f"{name}.rtp.gz"
    target.write_bytes(gzip.compress(bytes(content), 9, mtime=0))
    print(target.name, len(records), "records,", target.stat().st_size, "bytes")


def record_call(program, name, strategy, transport):
    with tempfile.TemporaryDirectory() as out:
        listener = Listener()
        subprocess.run([program, "demo", "--headless", "--seconds", str(SECONDS), "--out", out, "--shaping", strategy,
                        "--transport", transport, "--link", LINKS[strategy], *MEDIA], check=True)
        packets = listener.stop()
        with sqlite3.connect(f"{out}/room-a.jscope") as trace:
            meta = dict(trace.execute("SELECT key, value FROM meta"))
            streams = trace.execute("SELECT medium, ssrc, local_port FROM stream WHERE direction='received'").fetchall()
    ports = {port: 0 if medium == "audio" else 1 for medium, _, port in streams}
    ssrcs = {medium: ssrc for medium, ssrc, _ in streams}
    head = {"conference_offset_ns": int(meta["conference_offset_ns"]), "audio_ssrc": ssrcs["audio"],
            "video_ssrc": ssrcs["video"], "period_ms": PERIOD_MS, "audio_block": AUDIO_BLOCK}
    write(name, head, records_of(packets, ports, int(meta["realtime_offset_ns"])))


def record_restart(program):
    """A foreign sender that ends after some seconds; another takes its place. Nobody has agreed on a clock."""
    sinks = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]
    for sink, port in zip(sinks, (45004, 45006)):
        sink.bind(("127.0.0.1", port))
    real_offset = time.time_ns() - time.monotonic_ns()
    listener = Listener()
    for _ in range(2):
        subprocess.run([program, "call", "127.0.0.1:45004", "--plain-rtp", "--headless", "--seconds", "4", "--shaping", "b",
                        *MEDIA], check=True)
    packets = listener.stop()
    head = {"conference_offset_ns": None, "audio_ssrc": None, "video_ssrc": None, "period_ms": PERIOD_MS,
            "audio_block": AUDIO_BLOCK}
    write("restarted", head, records_of(packets, {45004: 1, 45006: 0}, real_offset))


CALLS = {f"{strategy}-{transport}": (strategy, transport) for strategy in "abc" for transport in ("udp", "tcp")}

if __name__ == "__main__":
    for wanted in sys.argv[2:] or [*CALLS, "restarted"]:
        if wanted == "restarted":
            record_restart(sys.argv[1])
        else:
            record_call(sys.argv[1], wanted, *CALLS[wanted])
