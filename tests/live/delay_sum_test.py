#!/usr/bin/env python3
"""The parts of the delay split sum to the whole: in a demo call on one machine, the delay of each frame and block that the
remote told of, measured from one end's trace to the other's on their common clock, against the sum of the receiver's parts."""
import statistics

import programs as live
from recorded import Trace

SECONDS = 12
US = 1e3
STAMP_ERROR = 50 * US  # ns, of a kernel stamp brought to the program's clock; some 1 µs is usual
PARTS = ("capture", "encode", "shaper", "socket", "queue", "link", "kernel_to_user", "reassembly", "decode", "playout")


def rows(trace, query):
    return Trace(trace).rows(query)


def told(trace, medium):
    """What the remote end told, by frame or block modulo 2^16: capture ... queue, ns."""
    query = ("select frame, block, capture_ns, encode_ns, shaper_ns, socket_ns, queue_ns from sender_times "
             f"where medium = '{medium}'")
    return {row[0] % 65536: row[1:] for row in rows(trace, query)}


def arrivals(trace, medium):
    """The last packet of each: frame, block, sequence, received, kernel and transit on the conference clock, ns."""
    query = ("select frame, block, sequence, local_ns, kernel_ns, conference_ns - sent_conference_ns from packet_arrived "
             f"where medium = '{medium}' and duplicate = 0 and frame is not null order by id")
    return {row[0]: row[1:] for row in rows(trace, query)}


def sums(trace, medium, ends):
    """By frame modulo 2^16: the sum of the receiver's parts, and of those packets that have every stamp the parts that cancel
    in it (socket, queue, link, kernel to user). `ends`: of (frame, sequence), when the last part ends."""
    result = {}
    accounts = told(trace, medium)
    for frame, (block, sequence, received, kernel, transit) in arrivals(trace, medium).items():
        account, end = accounts.get(frame % 65536), ends(frame, sequence)
        if account is None or end is None or transit is None or account[0] != block:
            continue
        _, capture, encode, shaper, socket, queue = account
        whole = capture + encode + shaper + transit + (end - received)
        stamped = None not in (kernel, socket, queue)
        parts = {"socket": socket, "queue": queue, "link": transit - (received - kernel) - socket - queue,
                 "kernel to user": received - kernel} if stamped else None
        result[frame % 65536] = whole, parts
    return result


def begins_of_frames(trace):
    query = ("select e.frame, e.local_ns - s.fetching_ns from frame_encoded e join frame_sent s "
             "on e.frame = s.frame and e.ssrc = s.ssrc")
    return {frame % 65536: begin for frame, begin in rows(trace, query)}


def begins_of_blocks(trace):
    """A block begins its own length, told by the next one's timestamp, before it was due."""
    sent = rows(trace, "select frame, due_ns, rtp_timestamp from packet_sent where medium = 'audio' order by frame")
    return {frame % 65536: due - (after - stamp) * 1_000_000_000 // 8000
            for (frame, due, stamp), (_, _, after) in zip(sent, sent[1:])}


def check_medium(name, medium, begins, sums_here, ends, trace):
    bound_ns = rows(trace, "select max(bound_ms) from clock_synced where synchronised = 1")[0][0] * 1e6
    wholes = {frame: ends[frame] - begins[frame] for frame in sums_here if frame in begins and frame in ends}
    usual = len(begins) * (SECONDS - 2) // SECONDS  # the last ones are told too late
    live.check(len(wholes) >= 0.9 * usual, f"{name}, {medium}: the remote end told of nearly all ({len(wholes)} of {len(begins)})")
    if not wholes:
        return
    worst = max(abs(sums_here[frame][0] - whole) for frame, whole in wholes.items())
    live.check(worst <= bound_ns + 1 * US,
               f"{name}, {medium}: the parts sum to the whole ({worst / US:.2f} µs off at most, bound ±{bound_ns / US:.1f} µs)")
    for part in ("socket", "queue", "link", "kernel to user"):  # they cancel in the sum: each for itself
        times = {frame: sums_here[frame][1][part] for frame in wholes if sums_here[frame][1]}
        live.check(len(times) >= len(wholes) / 2, f"{name}, {medium}: most packets have every stamp ({len(times)})")
        allowed = STAMP_ERROR + (bound_ns if part == "link" else 0)
        live.check(all(-allowed <= ns <= wholes[frame] for frame, ns in times.items()),
                   f"{name}, {medium}: {part} is not negative and within the whole ({min(times.values()) / US:.2f} to {max(times.values()) / US:.2f} µs)")
    stream = live.stream_of(live.analyze(trace), medium)
    split, measured = stream["delay_split_ms"], sorted(whole / 1e6 for whole in wholes.values())
    live.check(all(split[part] is not None for part in PARTS), f"{name}, {medium}: every part is known {[p for p in PARTS if split[p] is None]}")
    if medium == "video" and rows(trace, "select count(*) from frame_shown")[0][0]:
        return  # some wholes end later, when the picture is painted
    live.check(split["display"] is None, f"{name}, {medium}: but the display, as there is neither window nor speaker")
    live.check(stream["quality"]["ends_at"] == "hand-over" and stream["quality"]["latency_ms"] == split["whole"]["mean"],
               f"{name}, {medium}: the latency is that of the whole, to hand-over")
    live.check(split["whole"]["n"] == len(wholes), f"{name}, {medium}: the analysis has the same ones ({split['whole']['n']}, {len(wholes)})")
    off_ms = max(abs(split["whole"]["mean"] - statistics.fmean(measured)), abs(split["whole"]["p50"] - statistics.median(measured)))
    live.check(off_ms <= (bound_ns + 1 * US) / 1e6, f"{name}, {medium}: and the same mean and median ({off_ms * 1e3:.2f} µs off)")
    shares = stream["os_share"], stream["network_share"]
    live.check(None not in shares and abs(sum(shares) - 1) < 1e-9, f"{name}, {medium}: the shares sum to 1 {shares}")


def check_end(name, here, there):
    handed = {frame: end for frame, end in rows(here, "select frame, local_ns from frame_played where outcome = 'played'")}
    video = sums(here, "video", lambda frame, _: handed.get(frame))
    check_medium(name, "video", begins_of_frames(there), video, {frame % 65536: end for frame, end in handed.items()}, here)
    played = {sequence: end for sequence, end in rows(here, "select sequence, handed_ns from audio_block where outcome = 'played'")}
    audio = sums(here, "audio", lambda _, sequence: played.get(sequence))
    ends = {frame % 65536: played[row[1]] for frame, row in arrivals(here, "audio").items() if row[1] in played}
    check_medium(name, "audio", begins_of_blocks(there), audio, ends, here)


with live.folder() as folder:
    live.demo(folder, SECONDS)
    a, b = folder / "room-a.jscope", folder / "room-b.jscope"
    check_end("room b", b, a)
    check_end("room a", a, b)
live.finish()
