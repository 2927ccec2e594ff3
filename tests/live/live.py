"""What the live tests share: processes that always end, ports, pictures and sound as plain numbers. Needs no package."""
import array
import contextlib
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import wave

PROGRAM = os.environ["JITTERSCOPE"]
PROBE = os.environ.get("DEVICE_PROBE", "")
HERE = pathlib.Path(__file__).parent
SAMPLE_RATE = 8000


@contextlib.contextmanager
def running(*command, log=subprocess.DEVNULL, **options):
    """A process that is ended with the block, whatever happens."""
    process = subprocess.Popen([str(word) for word in command], stderr=log, **{"stdout": subprocess.PIPE, "text": True, **options})
    try:
        yield process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process.stdout:
            process.stdout.close()


def run(*command, timeout=60, **options):
    """Output of a command; its failure is the test's."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=timeout, **options)
    if done.returncode != 0:
        raise AssertionError(f"{command[0]} ended with {done.returncode}: {done.stderr.strip()[-1500:]}")
    return done.stdout


def free_port():
    """An even port with the next nine free for TCP and UDP, at this moment."""
    for _ in range(200):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = (probe.getsockname()[1] // 2 * 2) % 50000 + 10000
        if all(is_free(port + step) for step in range(10)):
            return port
    raise AssertionError("no free ports")


def is_free(port):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
        with socket.socket(socket.AF_INET, kind) as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                return False
    return True


def wait_until(condition, what, seconds=10):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"not within {seconds} s: {what}")
        time.sleep(0.05)


def listens(port, host="127.0.0.1"):
    """Whether a control port is being listened on, without connecting to it (that would be a call)."""
    wanted = f":{port:04X} "
    return any(wanted in line and " 0A " in line for name in ("tcp", "tcp6") for line in open(f"/proc/net/{name}"))


def summary(process, timeout=60, status=0):
    """The JSON that an end prints when it is over, with this exit status."""
    out, _ = process.communicate(timeout=timeout)
    if process.returncode != status:
        raise AssertionError(f"jitterscope ended with {process.returncode}: {out[-500:]}")
    return json.loads(out)


def rows(trace, query):
    with contextlib.closing(sqlite3.connect(f"file:{trace}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


def make_picture(path, size="640x480"):
    run("ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i", f"testsrc2=size={size}:rate=1", "-frames:v", 1, "-q:v", 2, path)


def grey(path, size=(160, 120)):
    """The picture as grey values, made small (compression noise goes, shapes stay)."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-frames:v", "1", "-vf", f"scale={size[0]}:{size[1]}:flags=area,format=gray",
               "-f", "rawvideo", "-"]
    return list(subprocess.run(command, capture_output=True, check=True).stdout)


def picture_difference(a, b):
    """Mean absolute difference of grey values, 0 … 255."""
    first, second = grey(a), grey(b)
    assert len(first) == len(second) > 0
    return sum(abs(x - y) for x, y in zip(first, second)) / len(first)


def make_speech(path, text="The quick brown fox jumps over the lazy dog. Then it sleeps for a while in the warm sun."):
    """8 kHz mono WAV of espeak-ng's voice."""
    original = str(path) + ".original.wav"
    run("espeak-ng", "-w", original, text)
    run("ffmpeg", "-v", "error", "-y", "-i", original, "-ar", SAMPLE_RATE, "-ac", 1, "-c:a", "pcm_s16le", path)


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (SAMPLE_RATE, 1, 2), path
        return array.array("h", file.readframes(file.getnframes()))


def correlation(reference, heard, coarse=8):
    """The highest normalised correlation of a piece of the reference with what was heard, over all shifts. The piece is
    the second after the first sound; a coarse search on every 8th shift of envelopes is refined sample by sample."""
    start = next(i for i, value in enumerate(reference) if abs(value) > 1000)
    piece = reference[start:start + SAMPLE_RATE]
    envelope = lambda data: [sum(abs(v) for v in data[i:i + coarse]) for i in range(0, len(data) - coarse, coarse)]
    piece_envelope, heard_envelope = envelope(piece), envelope(heard)
    around = max(range(max(1, len(heard_envelope) - len(piece_envelope))),
                 key=lambda s: normalised(piece_envelope, heard_envelope[s:s + len(piece_envelope)], step=4)) * coarse
    return max(normalised(piece, heard[s:s + len(piece)]) for s in range(max(0, around - 4 * coarse), around + 4 * coarse))


def normalised(a, b, step=1):
    if len(b) < len(a):
        return 0.0
    a, b = a[::step], b[:len(a)][::step]
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    product = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    power = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return product / power ** 0.5 if power > 0 else 0.0


def folder():
    return tempfile.TemporaryDirectory(prefix="jitterscope-live-")
