"""A remote made by hand: it calls, is accepted, sends steady sound and pictures, and says what it likes."""
import json
import multiprocessing
import random
import select
import socket
import struct
import time

AUDIO_SSRC, VIDEO_SSRC = 77, 78
AUDIO_PACE, VIDEO_PACE = 256 / 8000, 1 / 25  # s
CAN = ["arrivals", "change", "path", "stripes", "tcp", "times", "trend"]
HEADER_EXTENSION = "!HHBHHBH"  # element 1: frame and block number


def line(method, params, request=None):
    message = {"jsonrpc": "2.0", "method": method, "params": params}
    return json.dumps(message if request is None else {"id": request, **message}).encode() + b"\n"


def audio_packet(number):
    extension = struct.pack(HEADER_EXTENSION, 0xBEDE, 2, 0x13, number & 0xFFFF, 0, 0, 0)
    return struct.pack("!BBHII", 0x90, 0, (100 + number) & 0xFFFF, number * 256 & 0xFFFFFFFF, AUDIO_SSRC) + extension + b"\xff" * 256


def video_packet(number):
    """A picture of 16x16 in one block, as RFC 2435 packs it; it need not decode."""
    extension = struct.pack(HEADER_EXTENSION, 0xBEDE, 2, 0x13, number & 0xFFFF, 0, 0, 0)
    picture = struct.pack("!IBBBB", 0, 1, 150, 2, 2) + struct.pack("!BBH", 0, 0, 128) + bytes([16] * 128) + bytes([0x55] * 60)
    return struct.pack("!BBHII", 0x90, 0x80 | 26, (200 + number) & 0xFFFF, number * 3600 & 0xFFFFFFFF, VIDEO_SSRC) + extension + picture


def bound(port=0):
    """A UDP socket at an even port of this machine."""
    while True:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.bind(("127.0.0.1", port))
        if made.getsockname()[1] % 2 == 0:
            return made
        made.close()


def audio_stream(port, **more):
    return {"medium": "audio", "codec": "PCMU", "payload_type": 0, "clock_rate": 8000, "period_ms": 32, "ssrc": AUDIO_SSRC, "port": port,
            "send": True, "receive": True, **more}


def video_stream(port, **more):
    return {"medium": "video", "codec": "JPEG", "payload_type": 26, "clock_rate": 90000, "period_ms": 40, "ssrc": VIDEO_SSRC, "port": port,
            "subsampling": "4:2:0", "width": 16, "height": 16, "block_bytes": 1024, "loss_policy": "discard-frame", "send": True, "receive": True, **more}


def offer(name, audio_port, video_port):
    """All that an end needs to ring."""
    return line("offer", {"name": name, "can": CAN, "streams": [audio_stream(audio_port), video_stream(video_port)], "extensions": {"block": 1, "sent": 2}}, 1)


class Remote:
    """In a call with the end that listens at `port` of this machine."""

    def __init__(self, port, name="Mallory"):
        self.media = {"audio": bound(), "video": bound()}
        self.connection = socket.create_connection(("127.0.0.1", port), 5)
        self.connection.sendall(offer(name, self.port("audio"), self.port("video")))
        self.said = b""
        answer = None
        until = time.monotonic() + 10
        while answer is None and time.monotonic() < until:
            for message in self.hear(0.2):
                answer = message.get("result") if message.get("id") == 1 else answer
        if answer is None:
            raise RuntimeError("the call was not accepted")
        self.there = {stream["medium"]: ("127.0.0.1", stream["port"]) for stream in answer["streams"]}
        self.sent = {medium: multiprocessing.Value("q", 0) for medium in self.media}
        self.came = {medium: 0 for medium in self.media}

    def port(self, medium):
        return self.media[medium].getsockname()[1]

    def hear(self, seconds):
        """What the other end says within this time."""
        ready, _, _ = select.select([self.connection], [], [], seconds)
        if not ready:
            return []
        self.said += self.connection.recv(1 << 20)
        lines = self.said.split(b"\n")
        self.said = lines.pop()
        return [json.loads(each) for each in lines]

    def take_media(self):
        """Counts what has come at its own ports, by its payload type: it may have asked for one medium at the port of the other."""
        for here in self.media.values():
            while select.select([here], [], [], 0)[0]:
                packet = here.recv(4096)
                self.came["audio" if packet[1] & 0x7F == 0 else "video"] += 1

    def send_media(self, seconds):
        """At an even pace; to be run in a process of its own."""
        sender = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        began = time.monotonic()
        while (now := time.monotonic() - began) < seconds:
            for medium, pace, packet in (("audio", AUDIO_PACE, audio_packet), ("video", VIDEO_PACE, video_packet)):
                count = self.sent[medium]
                while count.value * pace <= now:
                    sender.sendto(packet(count.value), self.there[medium])
                    count.value += 1
            time.sleep(0.002)


class RandomWords:
    """Every message of a call but the one that ends it, in random order, with values that are right, at an edge, or wrong. Of an odd
    seed lines are short, so that many are read."""

    def __init__(self, seed, ports):
        self.random = random.Random(seed)
        self.longest = 60_000 if seed % 2 == 0 else 100
        self.ports = ports
        self.next_id = 10

    def whole(self):
        return self.random.choice([0, 1, -1, 25, 1000, 65535, 2**31, 2**32 - 1, 2**53, -2**53, 2**63 - 1, self.random.randrange(10_000)])

    def real(self):
        return self.random.choice([0, 0.5, 20.0, -1.5, 1e6, -2_147_483.648, 3_600_000, 1e300, -1e300, self.random.random() * 100])

    def text(self):
        return self.random.choice(["", "a", "realtime", "b", "5,12.5", "<img src=x>", "\x1b[2J", "\u202e", "x" * min(5000, self.longest), "10mbit", "muted", "on"])

    def medium(self):
        return self.random.choice(["audio", "video"])

    def any(self):
        return self.random.choice([self.whole, self.real, self.text, lambda: None, lambda: [], lambda: {"a": [1, {"b": 2}]}, lambda: True])()

    def broken(self, params):
        """Sometimes a value is another one, or missing."""
        if params and self.random.random() < 0.2:
            key = self.random.choice(list(params))
            if self.random.random() < 0.5:
                params[key] = self.any()
            else:
                del params[key]
        return params

    def summary(self):
        counts = {name: abs(self.whole()) for name in ("packets", "expected", "duplicates", "reordered", "frames_complete", "frames_lost")}
        optional = {name: self.real() for name in ("interarrival_mean_ms", "interarrival_stddev_ms", "jitter_ms", "delay_mean_ms", "delay_p95_ms") if self.random.random() < 0.7}
        quality = {"latency_ms": self.real(), "jitter_ms": self.real(), "loss_ratio": self.real(), "network_latency_ms": self.real(), "ends_at": "painting"}
        medium = self.medium()
        sent = {"ssrc": self.random.choice([AUDIO_SSRC, VIDEO_SSRC, 5]), "units": abs(self.whole()), "packets": abs(self.whole()), "left_out": abs(self.whole())}
        return {"medium": medium, **counts, "lost": self.whole(), "rate_kbps": self.real(), **optional, "quality": self.broken(quality), "sent": self.broken(sent)}

    def times(self):
        rows = [[self.whole(), self.whole(), *(self.random.choice([0, 100, 20_000, 600_000_000, -1000]) for _ in range(6))] for _ in range(self.random.choice([0, 1, 64, 65]))]
        medium = self.medium()
        return {"medium": medium, "ssrc": AUDIO_SSRC if medium == "audio" else VIDEO_SSRC, "times": rows}

    def arrivals(self):
        return {"ssrc": self.random.choice([VIDEO_SSRC, self.whole()]), "frame": self.whole(),
                "packets": [[i, self.random.randrange(600_000_000)] for i in range(self.random.choice([0, 1, 256, 257]))]}

    def one(self):
        """A line."""
        self.next_id += 1
        kind = self.random.randrange(15)
        name = self.random.choice(["shaping", "audio-block", "priority.video-send", "link", "muted", "recording", "rate-control", "playout.video", self.text()])
        if kind == 0:
            return line("keepalive", {}, self.next_id)
        if kind == 1:
            streams = [self.broken(audio_stream(self.ports[0], trend=self.text())), self.broken(video_stream(self.ports[1]))]
            return line("media", self.broken({"streams": streams}))
        if kind == 2:
            return line("path", self.broken({"audio_port": self.random.choice(self.ports), "video_port": self.random.choice(self.ports)}))
        if kind == 3:
            return line("change", self.broken({"name": name, "value": self.text()}), self.next_id)
        if kind == 4:
            return line("changed", self.broken({"name": name, "value": self.text(), "origin": self.random.choice(["local", "remote", self.text()])}))
        if kind in (5, 6):
            return line("summary", self.broken(self.summary()))
        if kind in (7, 8):
            return line("times", self.broken(self.times()))
        if kind in (9, 10):
            return line("arrivals", self.broken(self.arrivals()))
        if kind == 11:
            return line(self.random.choice(["ringing", "proof", "offer", "unknown"]), self.broken({"nonce": "12345678", "proof": "x"}), self.random.choice([None, self.next_id]))
        if kind == 12:
            return json.dumps({"jsonrpc": "2.0", "id": self.random.randrange(200), "result": {"applied": True}}).encode() + b"\n"
        if kind == 13:
            return json.dumps({"jsonrpc": "2.0", "id": self.random.randrange(200), "error": {"code": self.random.randrange(-5, 8), "message": self.text()}}).encode() + b"\n"
        return line("unknown", {"padding": "x" * self.random.choice([10, self.longest])})

    def flood(self, connection, seconds):
        """At the full rate that the other end takes; to be run in a process of its own."""
        connection.settimeout(1)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            words = b"".join(self.one() for _ in range(50))
            while words and time.monotonic() < until:
                try:
                    words = words[connection.send(words):]
                except TimeoutError:
                    pass
                except OSError:
                    return
