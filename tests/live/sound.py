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
