#!/usr/bin/env python3
"""Other programs understand what Jitterscope sends and exports, and Jitterscope shows what they send."""
import socket
import struct
import time

import programs as live
from recorded import Trace

live.need("gst-launch-1.0", "ffmpeg")
WIDTH, HEIGHT, PORT = 640, 480, 6300
RESTARTED_SSRC = 0x12345678
PICTURE_AREA = (8, 68, 180, 204)  # of the window: the remote’s picture of 272 x 204, left of the own one
JPEG_CAPS = "application/x-rtp,media=video,encoding-name=JPEG,payload=26,clock-rate=90000"
PCMU_CAPS = "application/x-rtp,media=audio,encoding-name=PCMU,payload=0,clock-rate=8000"


def sender(path, picture, subsampling, seconds, *more):
    (path / "sent.jscope").unlink(missing_ok=True)  # a trace is never replaced without a word
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
    worst = max((live.difference(video[i * size:(i + 1) * size], original) for i in {0, frames // 2, frames - 1} if frames), default=255)
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
        live.check(live.becomes_true(lambda: live.holds_streams(path / "sent.jscope", 2)), "both streams are in the trace")
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
    with live.jitterscope("listen", "--plain-rtp", "--port", PORT, "--headless", "--video", "none", "--seconds", 5, "--json", "--remote-frames",
                          path / "frames", "--trace", path / "foreign.jscope", "--picture", path / "foreign.png") as ours:
        live.check(live.becomes_true(lambda: live.is_bound("udp", PORT)), "it waits for pictures")
        live.run("gst-launch-1.0", "-q", "filesrc", f"location={picture}", "!", "pngdec", "!", "imagefreeze", "num-buffers=50", "is-live=true",
                 "!", "videoconvert", "!", "video/x-raw,format=I420,framerate=15/1", "!", "jpegenc", "quality=90", "!", "rtpjpegpay",
                 "!", "udpsink", "host=127.0.0.1", f"port={PORT}", seconds=30)
        ours.wait(30)
    video = ours.json()["received"]["video"]
    live.check(video["frames_complete"] == 50 and video["lost"] == 0, f"GStreamer's 50 frames arrive whole ({video['frames_complete']})")
    live.check(video["delay_mean_ms"] is None, "the delay of a foreign stream is unknown")
    split = live.stream_of(live.analyze(path / "foreign.jscope"), "video")
    parts = split["delay_split_ms"]
    live.check(all(parts[part] is None for part in ("capture", "encode", "shaper", "socket", "queue", "link")),
               "of its frames everything up to the link is unknown")
    live.check(parts["kernel_to_user"] is not None and parts["kernel_to_user"]["n"] > 10, "this end's parts are known all the same")
    live.check(parts["whole"] is None and split["os_share"] is None and split["network_share"] is None, "and no whole and no shares are made up")
    decoded = Trace(path / "foreign.jscope").rows("select count(*), sum(ok) from frame_decoded")
    live.check(decoded == [(50, 50)], f"and every one is decoded {decoded}")
    saved = sorted((path / "frames").glob("*.jpg"))
    live.check(len(saved) == 50, f"and can be seen ({len(saved)} pictures)")
    if saved:
        shift = live.difference(live.grey(saved[-1]), own)
        live.check(shift < 0.5, f"GStreamer's picture is decoded as sent (mean difference {shift:.2f})")
    small = path / "small.png"
    live.run("ffmpeg", "-loglevel", "error", "-y", "-i", path / "own.jpg", "-vf", "scale=272:204:flags=area", small)
    shown = live.area(path / "foreign.png", *PICTURE_AREA)
    shift = live.difference(shown, live.area(small, 0, 0, *PICTURE_AREA[2:]))
    live.check(shift < 6, f"and the window shows it (mean difference {shift:.2f})")


def from_ffmpeg(path, picture):
    """MJPEG whose only quantisation table stands in band (RFC 2435 section 3.1.8), as ffmpeg sends it unless told otherwise."""
    encoding = ["-c:v", "mjpeg", "-huffman", "default", "-q:v", "3", "-pix_fmt", "yuvj420p"]
    live.run("ffmpeg", "-loglevel", "error", "-y", "-i", picture, *encoding, path / "one_table.jpg")
    own = live.grey(path / "one_table.jpg")
    with live.jitterscope("listen", "--plain-rtp", "--port", PORT, "--headless", "--video", "none", "--audio", "none", "--seconds", 6,
                          "--json", "--remote-frames", path / "ffmpeg_frames", "--trace", path / "one_table.jscope") as ours:
        live.check(live.becomes_true(lambda: live.is_bound("udp", PORT)), "it waits for pictures")
        live.run("ffmpeg", "-loglevel", "error", "-re", "-loop", "1", "-framerate", "15", "-i", picture, "-frames:v", "45", *encoding,
                 "-an", "-f", "rtp", f"rtp://127.0.0.1:{PORT}", seconds=30)
        ours.wait(30)
    video = ours.json()["received"]["video"]
    live.check(video["frames_complete"] == 45 and video["lost"] == 0,
               f"ffmpeg's 45 frames of one table arrive whole ({video['frames_complete']}, {video['lost']} packets lost)")
    decoded = Trace(path / "one_table.jscope").rows("select count(*), sum(ok) from frame_decoded")
    live.check(decoded == [(45, 45)], f"and every one is decoded {decoded}")
    saved = sorted((path / "ffmpeg_frames").glob("*.jpg"))
    shift = live.difference(live.grey(saved[-1]), own) if saved else 255
    live.check(shift < 0.5, f"ffmpeg's picture is decoded as sent (mean difference {shift:.2f})")


def refused_is_not_lost(path):
    """Of each second frame the first packet has tables of 16 bits, which is not read: it has come, and is refused."""
    trace, frames = path / "refused.jscope", 40
    with live.jitterscope("listen", "--plain-rtp", "--port", PORT, "--headless", "--video", "none", "--audio", "none", "--seconds", 4,
                          "--json", "--trace", trace) as ours, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sending:
        live.check(live.becomes_true(lambda: live.is_bound("udp", PORT)), "it waits for pictures")
        for sequence in range(3 * frames):
            frame, block = divmod(sequence, 3)
            header = struct.pack(">BBHII", 0x80, 26 | (0x80 if block == 2 else 0), sequence, frame * 6000, 7)
            jpeg = bytes([0, 0, 0, 10 * block, 1, 255, 8, 6]) + (bytes([0, frame % 2, 0, 128]) + bytes(128) if block == 0 else b"")
            sending.sendto(header + jpeg + bytes(10), ("127.0.0.1", PORT))
            time.sleep(0.01)
        ours.wait(30)
    told, stream = ours.json()["received"]["video"], live.stream_of(live.analyze(trace), "video")
    for name, of in (("the call", told), ("analyze", stream)):
        live.check((of["packets"], of["expected"], of["lost"], of["refused"]) == (120, 120, 0, 20), f"{name}: {of['lost']} lost, {of['refused']} refused")
        live.check(of["refused_by"] == {"bad JPEG header": 20}, f"{name}: with the reason {of['refused_by']}")
    live.check(told["rejected"] == {}, f"nothing of it is foreign {told['rejected']}")
    live.check((told["frames_complete"], told["frames_lost"]) == (stream["frames"]["complete"], stream["frames"]["lost"]) == (20, 20),
               f"frames that miss such a packet are not whole: {told['frames_lost']}, {stream['frames']}")
    text = live.run(live.PROGRAM, "analyze", trace)
    live.check("20 came and could not be read: 20 bad JPEG header" in text, "the text of analyze says it")
    live.run(live.PROGRAM, "report", trace, "--out", path / "refused.html")
    live.check("20 refused, which could not be read: 20 bad JPEG header" in (path / "refused.html").read_text(), "and so does the report")


def gstreamer_begins_anew(path):
    """A sender that is killed and started again with its SSRC: its numbers begin anew, and none between is lost."""
    sending = ["gst-launch-1.0", "-q", "audiotestsrc", "is-live=true", "samplesperbuffer=160", "!", "audio/x-raw,rate=8000,channels=1",
               "!", "mulawenc", "!", "rtppcmupay", f"ssrc={RESTARTED_SSRC}", "min-ptime=20000000", "max-ptime=20000000", "!",
               "udpsink", "host=127.0.0.1", f"port={PORT + 2}"]
    trace = path / "anew.jscope"
    with live.jitterscope("listen", "--plain-rtp", "--port", PORT, "--headless", "--video", "none", "--seconds", 9, "--json",
                          "--trace", trace) as ours:
        live.check(live.becomes_true(lambda: live.is_bound("udp", PORT + 2)), "it waits for sound")
        for _ in range(2):
            with live.Process(sending) as gstreamer:
                time.sleep(3)  # it sends that long, and nothing tells how much has come
                gstreamer.popen.kill()
                gstreamer.popen.wait()
        ours.wait(30)
    told = ours.json()["received"]["audio"]
    live.check(told["packets"] > 150 and told["lost"] == 0, f"no loss in the call ({told['packets']} packets, {told['lost']} lost)")
    stream = live.stream_of(live.analyze(trace), "audio")
    runs = stream.get("runs", [])
    live.check(len(runs) == 2 and all(run["packets"] > 50 and run["lost"] == 0 for run in runs), f"two runs, each without loss {runs}")
    live.check((stream["packets"], stream["lost"]) == (told["packets"], 0), f"analyze counts the same ({stream['packets']}, {stream['lost']} lost)")
    live.check(stream["jitter_rfc3550_ms"]["max"] < 20, f"the jitter knows no leap ({stream['jitter_rfc3550_ms']})")
    notices = [text for (text,) in Trace(trace).rows("select text from notice")]
    live.check(sum("began anew" in text for text in notices) == 1, f"and the trace says it once {notices}")


with live.folder() as path:
    picture = live.natural_picture(path / "picture.png")
    original = live.grey(picture)
    for subsampling in ("420", "422"):
        to_gstreamer(path, picture, original, subsampling)
        to_ffmpeg(path, picture, original, subsampling)
    to_gstreamer(path, picture, original, "420", "--stripes")
    from_gstreamer(path, picture)
    from_ffmpeg(path, picture)
    refused_is_not_lost(path)
    gstreamer_begins_anew(path)
live.finish()
