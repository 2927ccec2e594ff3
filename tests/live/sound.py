"""Speech for the live tests, and how much of it is heard at the other end. Needs no package."""
import array
import wave

import programs

SAMPLE_RATE = 8000


def make_speech(path, text="The quick brown fox jumps over the lazy dog. Then it sleeps for a while in the warm sun."):
    """8 kHz mono WAV of espeak-ng's voice."""
    original = str(path) + ".original.wav"
    programs.run("espeak-ng", "-w", original, text)
    programs.run("ffmpeg", "-v", "error", "-y", "-i", original, "-ar", SAMPLE_RATE, "-ac", 1, "-c:a", "pcm_s16le", path)


def samples(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (SAMPLE_RATE, 1, 2), path
        return array.array("h", file.readframes(file.getnframes()))


def correlation(reference, heard, coarse=8, quarters=4, spread_ms=32):
    """How like what was heard is to the second of the reference after its first sound. A coarse search on every 8th shift
    of envelopes finds the second; then each quarter of it has the shift within `spread_ms` that is best for it, because
    playout may change its delay where a talkspurt begins (lip-sync). The mean of the quarters, by their power."""
    start = next(i for i, value in enumerate(reference) if abs(value) > 1000)
    second = reference[start:start + SAMPLE_RATE]
    envelope = lambda data: [sum(abs(v) for v in data[i:i + coarse]) for i in range(0, len(data) - coarse, coarse)]
    second_envelope, heard_envelope = envelope(second), envelope(heard)
    around = max(range(max(1, len(heard_envelope) - len(second_envelope))),
                 key=lambda s: normalised(second_envelope, heard_envelope[s:s + len(second_envelope)], step=4)) * coarse
    between = [(a + b) / 2 for a, b in zip(heard, heard[1:])]
    length, spread = SAMPLE_RATE // quarters, spread_ms * SAMPLE_RATE // 1000
    found = []
    for at in range(0, SAMPLE_RATE, length):
        piece = second[at:at + length]
        shifts = range(max(0, around + at - spread), around + at + spread)
        found.append((sum(v * v for v in piece), max(normalised(piece, data[s:s + length]) for s in shifts for data in (heard, between))))
    return sum(power * likeness for power, likeness in found) / sum(power for power, _ in found)


def normalised(a, b, step=1):
    if len(b) < len(a):
        return 0.0
    a, b = a[::step], b[:len(a)][::step]
    mean_a, mean_b = sum(a) / len(a), sum(b) / len(b)
    product = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b))
    power = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return product / power ** 0.5 if power > 0 else 0.0
