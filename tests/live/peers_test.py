#!/usr/bin/env python3
"""Other programs understand what Jitterscope sends and exports, and Jitterscope shows what they send."""
import struct
import time

import programs as live

live.need("gst-launch-1.0", "ffmpeg", "tshark")
WIDTH, HEIGHT, PORT = 640, 480, 6300
JPEG_CAPS = "application/x-rtp,media=video,encoding-name=JPEG,payload=26,clock-rate=90000"
PCMU_CAPS = "application/x-rtp,media=audio,encoding-name=PCMU,payload=0,clock-rate=8000"


def sender(path, picture, subsampling, seconds, *more):
    return live.jitterscope("call", f"127.0.0.1:{PORT}", "--plain-rtp", "--headless", "--seconds", seconds, "--audio", "tone",
                            "--video", f"file:{picture}", "--fps", 15, "--jpeg-quality", 90, "--subsampling", subsampling,
                            "--trace", path / "sent.jscope", *more)


def tone_frequency(pcm):
    """Of a pure tone, from its rising zero crossings in 8 kHz samples."""
    samples = [sample for (sample,) in struct.iter_unpack("<h", pcm[: len(pcm) // 2 * 2])]
    rises = [i for i in range(1, len(samples)) if samples[i - 1] < 0 <= samples[i]]
    return 8000 * (len(rises) - 1) / (rises[-1] - rises[0]) if len(rises) > 1 else 0


def check_media(name, video, audio, original):
    size = WIDTH * HEIGHT
    frames = len(video) // size
    live.check(frames >= 20, f"{name} decodes the pictures ({frames})")
    worst = max((live.difference(video[i * size:(i + 1) * size], original) for i in (0, frames // 2, frames - 1)), default=255)
    live.check(worst < 4, f"{name}'s pictures are the sent one (mean difference {worst:.2f} of 255)")
    frequency = tone_frequency(audio[4000:])
    live.check(abs(frequency - 440) < 2, f"{name} hears the tone of 440 Hz ({frequency:.1f})")


def to_gstreamer(path, picture, original, *how):
    video, audio = path / "gst.grey", path / "gst.pcm"
    with sender(path, picture, how[0], 6, *how[1:]) as ours:
        with live.Process(["gst-launch-1.0", "-q", "-e", "udpsrc", f"port={PORT}", "buffer-size=4000000", f"caps={JPEG_CAPS}", "!",
                           "rtpjitterbuffer", "!", "rtpjpegdepay", "!", "jpegdec", "!", "videoconvert", "!",
                           "video/x-raw,format=GRAY8", "!", "filesink", f"location={video}",
                           "udpsrc", f"port={PORT + 2}", f"caps={PCMU_CAPS}", "!", "rtpjitterbuffer", "!", "rtppcmudepay", "!",
                           "mulawdec", "!", "filesink", f"location={audio}"]) as gstreamer:
            ours.wait(30)
            time.sleep(0.5)
        live.check("rror" not in gstreamer.stderr, f"GStreamer reports no error {gstreamer.stderr}")
    check_media(f"GStreamer, {' '.join(how)}", video.read_bytes(), audio.read_bytes(), original)


def to_ffmpeg(path, picture, original, subsampling):
    video, audio, sdp = path / "ff.grey", path / "ff.pcm", path / "call.sdp"
    with sender(path, picture, subsampling, 9) as ours:
        time.sleep(1.5)
        live.run(live.PROGRAM, "export", path / "sent.jscope", "--format", "sdp", "--out", sdp)
        live.run("ffmpeg", "-loglevel", "error", "-y", "-protocol_whitelist", "file,udp,rtp", "-i", sdp, "-t", "3",
                 "-map", "0:v", "-f", "rawvideo", "-pix_fmt", "gray", video, "-map", "0:a", "-t", "3", "-f", "s16le", "-ar", "8000",
                 audio, seconds=30)
        ours.wait(30)
    check_media(f"ffmpeg with the exported SDP, {subsampling}", video.read_bytes(), audio.read_bytes(), original)


def from_gstreamer(path, picture):
    # GStreamer puts studio-range luminance into JPEGs, so the yardstick is its own JPEG of the picture.
    live.run("gst-launch-1.0", "-q", "filesrc", f"location={picture}", "!", "pngdec", "!", "videoconvert", "!",
             "video/x-raw,format=I420", "!", "jpegenc", "quality=90", "!", "filesink", f"location={path / 'own.jpg'}")
    own = live.grey(path / "own.jpg")
    with live.jitterscope("listen", "--plain-rtp", "--port", PORT, "--headless", "--seconds", 5, "--json", "--remote-frames",
                          path / "frames", "--trace", path / "foreign.jscope") as ours:
        time.sleep(1)
        live.run("gst-launch-1.0", "-q", "filesrc", f"location={picture}", "!", "pngdec", "!", "imagefreeze", "num-buffers=50", "is-live=true",
                 "!", "videoconvert", "!", "video/x-raw,format=I420,framerate=15/1", "!", "jpegenc", "quality=90", "!", "rtpjpegpay",
                 "!", "udpsink", "host=127.0.0.1", f"port={PORT}", seconds=30)
        ours.wait(30)
    video = ours.json()["received"]["video"]
    live.check(video["frames_complete"] == 50 and video["lost"] == 0, f"GStreamer's 50 frames arrive whole ({video['frames_complete']})")
    live.check(video["delay_mean_ms"] is None, "the delay of a foreign stream is unknown")
    saved = sorted((path / "frames").glob("*.jpg"))
    live.check(len(saved) == 50, f"and can be seen ({len(saved)} pictures)")
    if saved:
        shift = live.difference(live.grey(saved[-1]), own)
        live.check(shift < 0.5, f"GStreamer's picture is shown as sent (mean difference {shift:.2f})")


def through_tshark(path):
    with live.jitterscope("listen", "--port", 5350, "--headless", "--trace", path / "call.jscope") as listener:
        listener.wait_for("Listening")
        with live.jitterscope("call", "127.0.0.1:5350", "--headless", "--seconds", 5, "--audio-block", 171) as caller:
            caller.wait(30)
        listener.wait(10)
    capture = path / "call.pcapng"
    live.run(live.PROGRAM, "export", path / "call.jscope", "--format", "pcapng", "--out", capture)
    # Columns from the right, the payload's name may have blanks: Lost and its share, min, mean, max delta, ... mean jitter.
    table = live.run("tshark", "-r", capture, "-o", "rtp.heuristic_rtp:TRUE", "-q", "-z", "rtp,streams")
    for stream in live.analyze(path / "call.jscope"):
        row = next((line for line in table.splitlines() if f"0x{stream['ssrc']:08x}" in line.lower()), None)
        name = f"tshark, {stream['medium']} {stream['direction']}"
        if row is None:
            live.check(False, f"{name}: no stream in {table}")
            continue
        words = row.split()
        lost_at = next(i for i, word in enumerate(words) if word.startswith("("))
        packets, lost, mean_jitter = int(words[lost_at - 2]), int(words[lost_at - 1]), float(words[lost_at + 5])
        live.check(packets == stream["packets"], f"{name}: same packets ({packets})")
        live.check(lost == stream["lost"], f"{name}: same losses ({lost})")
        if stream["medium"] == "audio":
            ours = stream["jitter_rfc3550_ms"]["mean"]
            # tshark prints three decimals: on a quiet machine that alone is more than 1 %.
            live.check(abs(mean_jitter - ours) <= 0.01 * ours + 0.0006, f"{name}: same mean jitter ({mean_jitter} and {ours:.4f} ms)")


with live.folder() as path:
    picture = live.natural_picture(path / "picture.png")
    original = live.grey(picture)
    for subsampling in ("420", "422"):
        to_gstreamer(path, picture, original, subsampling)
        to_ffmpeg(path, picture, original, subsampling)
    to_gstreamer(path, picture, original, "420", "--stripes")
    from_gstreamer(path, picture)
    through_tshark(path)
live.finish()
