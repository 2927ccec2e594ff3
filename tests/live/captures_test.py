"""Captures of three kinds of calls, analyzed by the program and by tshark: our own call's export, streams of GStreamer and
ffmpeg caught on loopback, and a capture made here with wrap-around, overtaking, copies, losses, VLAN tags and IPv6."""
import pathlib
import random
import shutil
import sqlite3
import struct

import programs as live
import tshark

live.need("gst-launch-1.0", "ffmpeg", "tshark")
GSTREAMER_PORT, FFMPEG_PORT = 21950, 21960
VLAN, SIX = 0x0A, 0x0B  # SSRCs of the made capture


def compare(name, capture, clock_rates, *, count, listed_jitter=(), analyzed=None):
    """`clock_rates`: by SSRC. `listed_jitter`: SSRCs or media whose clock rate tshark knows, without copies. `analyzed`: the
    trace that was exported, in place of the capture."""
    streams, table, packets_of = live.analyze(analyzed or capture), tshark.listed(capture), tshark.dissected(capture)
    live.check(len(streams) == count and {s["ssrc"] for s in streams} == set(table), f"{name}: the same {count} streams")
    for stream in streams:
        ssrc, what = stream["ssrc"], f"{name}, {stream['medium']} 0x{stream['ssrc']:x}"
        packets, lost, jitter = table[ssrc]
        live.check(packets == stream["packets"] + stream["duplicates"], f"{what}: same packets ({packets})")
        received = stream["direction"] == "received"
        if received:  # tshark: a copy is a loss less
            live.check(lost == stream["lost"] - stream["duplicates"], f"{what}: same losses ({lost})")
        clock_rate = clock_rates[ssrc] if ssrc in clock_rates else clock_rates[stream["medium"]]
        is_listed = ssrc in listed_jitter or stream["medium"] in listed_jitter
        tshark.check_jitter(what, stream["jitter_rfc3550_ms"]["mean"], packets_of[ssrc], clock_rate, jitter if is_listed else None)
        if not received:
            continue
        live.check(len(stream["compensation"]["curve"]) > 1 and stream["compensation"]["area_ms_percent"] > 0, f"{what}: a curve")
        live.check(stream["quality"]["jitter_ms"] is not None and stream["quality"]["limits"]["jitter_ms"] > 0, f"{what}: quality")
    return {stream["ssrc"]: stream for stream in streams}


def with_losses(trace, changed, copies):
    """A copy of the trace in which every 50th packet of each medium was lost, and every 50th came again a millisecond later."""
    shutil.copy(trace, changed)
    later = 1_000_000
    with sqlite3.connect(changed) as database:
        rows = "compact_packet_arrived"  # under the view packet_arrived; stamps are told from when the packet came
        columns = [row[1] for row in database.execute(f"pragma table_info({rows})") if row[1] != "id"]
        again = ", ".join({"bits": "bits | 2", "local_ns": f"local_ns + {later}", "kernel_ns": f"kernel_ns - {later}",
                           "sent_conference_ns": f"sent_conference_ns - {later}"}.get(column, column)
                          for column in columns)
        for medium in ("audio", "video"):
            ids = database.execute("select id from packet_arrived where medium = ? order by id", (medium,)).fetchall()
            database.executemany(f"delete from {rows} where id = ?", ids[7:-7:50])
            if copies:
                database.executemany(f"insert into {rows} ({', '.join(columns)}) select {again} from {rows} where id = ?",
                                     ids[20:-7:50])
    return changed


def exported(trace):
    capture = trace.with_suffix(".pcapng")
    live.run(live.PROGRAM, "export", trace, "--format", "pcapng", "--out", capture)
    return capture


def our_own_call(path):
    live.call(["--trace", path / "call.jscope"], ["--seconds", 4, "--audio-block", 171], port=5352)
    capture, rates = exported(path / "call.jscope"), {"audio": 8000, "video": 90000}
    for copies in (False, True):
        name = "our own call with losses" + " and copies" * copies
        trace = with_losses(path / "call.jscope", path / f"changed{copies}.jscope", copies)
        found = compare(name, exported(trace), rates, count=4, listed_jitter=() if copies else tuple(rates), analyzed=trace)
        for stream in found.values():
            if stream["direction"] == "sent":
                live.check(stream["lost"] is None, f"{name}: what was lost on the way is not known here")
            else:
                live.check(stream["lost"] > 0 and (stream["duplicates"] > 0) == copies, f"{name}: {stream['lost']} lost, {stream['duplicates']} repeated")
    found = compare("our own call", capture, rates, count=4, listed_jitter=tuple(rates))
    live.check(set(tshark.listed(capture, settings=())) == set(found), "our own call: tshark lists its streams without settings")
    live.check(all(stream["delay_ms"] is None and stream["quality"]["acceptable"] is None for stream in found.values()),
               "our own call: delays by two clocks are unknown in a capture")
    common = live.json.loads(live.run(live.PROGRAM, "analyze", capture, "--clocks", "common", "--json"))["streams"]
    found = {stream["ssrc"]: stream for stream in common}
    for stream in live.analyze(path / "call.jscope"):
        same = found[stream["ssrc"]]
        keys = ("packets", "expected", "lost", "bytes", "reordered", "duplicates", "direction")
        live.check(all(stream[key] == same[key] for key in keys), f"our own call, {stream['medium']} {stream['direction']}: trace and capture agree")
        if stream["direction"] == "received":
            live.check(same["delay_ms"] is not None and abs(same["delay_ms"]["mean"] - stream["delay_ms"]["mean"]) < 1,
                       f"our own call, {stream['medium']}: the same delays")
            if stream["medium"] == "video":
                live.check(same["frames"]["complete"] == stream["frames"]["complete"], "our own call: the same frames")
    lists = path / "lists"
    told = live.run(live.PROGRAM, "export", path / "call.jscope", "--format", "csv", "--out", lists).splitlines()
    live.check(sorted(told) == sorted(map(str, lists.iterdir())), f"the export names the files that it wrote {told}")
    for stream in live.analyze(path / "call.jscope"):
        again = live.analyze(lists / f"{stream['medium']}-{stream['direction']}-{stream['ssrc']:08x}.csv")[0]
        keys = ("ssrc", "direction", "packets", "expected", "lost", "bytes", "jitter_rfc3550_ms", "pdv_ms", "ipdv_ms")
        different = [key for key in keys if stream[key] != again[key]]
        live.check(not different, f"our own call, {stream['medium']} {stream['direction']}: its packet list says the same {different}")
    dump = path / "call.rtpdump"
    live.run(live.PROGRAM, "export", path / "call.jscope", "--format", "rtpdump", "--out", dump)
    live.check({s["ssrc"]: s["packets"] for s in live.analyze(dump)} ==
               {s["ssrc"]: s["packets"] for s in live.analyze(path / "call.jscope") if s["direction"] == "received"}, "rtpdump: the received packets")


def foreign_streams(path):
    capture = path / "foreign.pcapng"
    ports = f"udp port {GSTREAMER_PORT} or udp port {FFMPEG_PORT}"
    with live.Process(["tshark", "-i", "lo", "-f", ports, "-w", capture, "-a", "duration:12", "-q"]) as catcher:
        catcher.wait_for("Capture started")
        with live.Process(["gst-launch-1.0", "-q", "audiotestsrc", "is-live=true", "num-buffers=300", "samplesperbuffer=160", "!",
                           "audio/x-raw,rate=8000", "!", "mulawenc", "!", "rtppcmupay", "max-ptime=20000000", "!", "udpsink",
                           "host=127.0.0.1", f"port={GSTREAMER_PORT}"]) as gstreamer:
            live.run("ffmpeg", "-loglevel", "error", "-re", "-f", "lavfi", "-i", "sine", "-t", 5, "-ar", 48000, "-c:a", "libopus",
                     "-f", "rtp", f"rtp://127.0.0.1:{FFMPEG_PORT}")
            gstreamer.wait(20)
        catcher.wait(30)
    streams = live.analyze(capture)
    pcmu = next(s["ssrc"] for s in streams if s["packets"] == 300)
    opus = next(s["ssrc"] for s in streams if s["ssrc"] != pcmu)
    compare("GStreamer and ffmpeg", capture, {pcmu: 8000, opus: 48000}, count=2, listed_jitter=(pcmu,))
    named = live.json.loads(live.run(live.PROGRAM, "analyze", capture, "--port", FFMPEG_PORT, "--json"))["streams"]
    live.check([s["ssrc"] for s in named] == [opus], "--port finds the one stream")


def ip(six, segment):
    if six:
        return struct.pack("!IHBB", 6 << 28, len(segment), 17, 64) + bytes(15) + b"\1" + bytes(15) + b"\2" + segment
    return struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(segment), 0, 0x4000, 64, 17, 0) + b"\x0a\0\0\1\x0a\0\0\2" + segment


def made_frame(ssrc, number):
    rtp = struct.pack("!BBHII", 0x80, 0, number & 0xFFFF, number * 160 & 0xFFFFFFFF, ssrc) + bytes(160)
    segment = struct.pack("!HHHH", 7000 + ssrc * 2, 7100 + ssrc * 2, 8 + len(rtp), 0) + rtp
    tag = b"\x81\0\0\5" if ssrc == VLAN else b""
    return bytes(12) + tag + (b"\x86\xdd" if ssrc == SIX else b"\x08\0") + ip(ssrc == SIX, segment)


def made_capture(path):
    """Both streams wrap; VLAN's packets overtake each other and every 40th is lost, SIX's come twice now and then."""
    chance = random.Random(3)
    arrivals = []
    for i in range(400):
        if i % 40 != 39:
            # The first and the last stay so: tshark counts from the first to arrive.
            delay = {0: 0, 398: 0.1}.get(i, chance.expovariate(1 / 0.012))
            arrivals.append((i * 0.02 + delay, made_frame(VLAN, 65400 + i)))
        arrivals.append((i * 0.02 + chance.uniform(0, 0.004), made_frame(SIX, 65300 + i)))
        if i % 50 == 20:
            arrivals.append((i * 0.02 + 0.006, made_frame(SIX, 65300 + i)))
    capture = path / "made.pcap"
    with open(capture, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 1))
        for at, frame in sorted(arrivals):
            ns = round((1000 + at) * 1e9)
            out.write(struct.pack("<IIII", ns // 10**9, ns % 10**9, len(frame), len(frame)) + frame)
    found = compare("made", capture, {VLAN: 8000, SIX: 8000}, count=2, listed_jitter=(VLAN,))
    live.check(found[VLAN]["lost"] == 9 and found[VLAN]["expected"] == 399, "made: the losses inside are counted, the wrap is none")
    live.check(found[VLAN]["reordered"] > 0 and found[SIX]["duplicates"] == 8, "made: overtaking and copies are seen")


def damaged(path):
    noise = path / "noise.pcap"
    noise.write_bytes(random.Random(1).randbytes(5000))
    for file, said in ((noise, "no trace, packet list, capture"), (pathlib.Path("/nowhere.pcap"), "no such file")):
        program = live.ended("analyze", file, "--json")
        live.check(program.status == 1 and said in program.stderr and program.stderr.count("\n") == 1, f"{file.name}: one sentence")


with live.folder() as path:
    made_capture(path)
    damaged(path)
    foreign_streams(path)
    our_own_call(path)
live.finish()
