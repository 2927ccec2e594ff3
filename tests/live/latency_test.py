#!/usr/bin/env python3
"""Latency is what the user waits: from a unit's own capture to where it is handed over, as the quality space says it, as the
delay split adds it up and as the marks in the pictures and the clicks in the sound show it from outside. For each shaping
strategy, three link delays and two playout policies; `quick`: two of these calls, pictures alone."""
import bisect
import concurrent.futures
import itertools
import statistics
import sys

import programs as live
from recorded import Trace

PORT, SECONDS, SOUND_SECONDS, SETTLED_S = 5420, 16, 116, 5
STRATEGIES, DELAYS_MS, POLICIES = ("a", "b", "c"), (0, 40, 165), ("i:60", "optimum")
FRAMES_PER_SECOND = 15
MOST_APART_MS, CHUNK_MS = 10, 10
SECOND = 1_000_000_000
LOOKED_WITHIN_NS = 20_000_000  # the probe looks each millisecond


def call(folder, name, port, audio, video, strategy, delay_ms, policy, seconds):
    """What the receiver measured of the call, of it after settling, its summary, and the path of its marks."""
    marks, trace = folder / f"{name}.marks", folder / f"{name}.jscope"
    link = () if delay_ms == 0 else ("--link", f"delay={delay_ms}ms")
    _, receiver = live.call(["--shaping", strategy, "--audio", audio, "--video", video],
                            ["--json", "--seconds", seconds, "--audio", "none", "--video", "none", "--playout", policy,
                             "--lip-sync", "off", "--marks", marks, "--trace", trace, *link], port=port, seconds=seconds + 40)
    live.check(receiver.status == 0, f"{name}: the call ends well {receiver.stderr[-300:]}")
    return live.analyze(trace), live.analyze(trace, "--from", SETTLED_S), receiver.json()["received"], marks


def clicks_ms(path):
    """From the second's beginning, where the tone begins, until heard; after settling."""
    heard = [int(line.split()[1]) for line in path.read_text().splitlines() if line.startswith("click")]
    begin = min(heard) // SECOND * SECOND + SETTLED_S * SECOND
    return [at % SECOND / 1e6 for at in heard if at // SECOND * SECOND >= begin]  # no delay here comes near a second


def pictures_by_both(trace, marks):
    """(by the mark, by the trace) of each picture that was shown and whose sender's times are known, in ms from capture;
    the mean of all by the trace."""
    rows = Trace(trace).rows(
        "select shown.local_ns, packet.sent_conference_ns - sent.capture_ns - sent.encode_ns - sent.shaper_ns"
        " - (packet.conference_ns - packet.local_ns) from frame_played shown"
        " join sender_times sent on sent.frame = shown.frame and sent.medium = 'video'"
        " join packet_arrived packet on packet.frame = sent.frame and packet.block = sent.block and packet.medium = 'video'"
        " where shown.outcome = 'played' order by shown.local_ns")
    found = []
    for words in (line.split() for line in marks.read_text().splitlines() if line.startswith("picture")):
        captured, seen = int(words[2]), int(words[3])
        before = bisect.bisect_right(rows, (seen, SECOND << 32)) - 1
        if before >= 0 and seen - rows[before][0] < LOOKED_WITHIN_NS:
            found.append(((seen - captured) / 1e6, (rows[before][0] - rows[before][1]) / 1e6))
    return found, statistics.mean(shown - captured for shown, captured in rows) / 1e6 if rows else None


def check_marks(name, trace, marks, latency_ms):
    pairs, mean = pictures_by_both(trace, marks)
    live.check(mean is not None and latency_ms is not None and abs(mean - latency_ms) <= 1, f"{name}: the trace's rows have that mean ({mean} ms)")
    live.check(len(pairs) >= 100, f"{name}: there are enough marks ({len(pairs)})")
    by_mark, by_trace = (statistics.median(column) for column in zip(*pairs)) if pairs else (0, 0)
    apart = statistics.median(abs(one - other) for one, other in pairs) if pairs else 0
    live.check(abs(by_mark - by_trace) <= MOST_APART_MS and apart <= MOST_APART_MS,
               f"{name}: the marks say the same of these pictures (median {by_mark:.1f} ms, trace {by_trace:.1f} ms; each {apart:.1f} ms apart)")


def check_clicks(name, settled, marks):
    """Clicks cannot be told which block they were in: the medians of one stretch of time."""
    seen = clicks_ms(marks)
    live.check(len(seen) >= 100, f"{name}: there are enough marks ({len(seen)})")
    then = live.stream_of(settled, "audio")["delay_split_ms"]["whole"]["p50"]
    live.check(abs(statistics.median(seen) - then) <= MOST_APART_MS + CHUNK_MS,
               f"{name}: the marks say the same (median {statistics.median(seen):.1f} ms, split of these seconds {then:.1f} ms)")


def check(name, medium, streams, received):
    stream = live.stream_of(streams, medium)
    quality, split = stream["quality"], stream["delay_split_ms"]
    latency, whole = quality["latency_ms"], split["whole"]
    if latency is None or whole is None:
        live.check(False, f"{name}: the latency is known ({quality['latency_unknown']})")
        return None
    bound = stream["delay_ms"]["uncertainty"] or 0
    live.check(quality.get("from") == "capture" and quality.get("ends_at") == "hand-over", f"{name}: from capture to hand-over")
    live.check(abs(latency - whole["mean"]) <= 1 + bound, f"{name}: latency {latency:.2f} ms and split {whole['mean']:.2f} ms are the same")
    parts = [part for word, part in split.items() if word != "whole" and part]
    apart = sum(part["mean"] * part["n"] for part in parts) / whole["n"] - whole["mean"]
    live.check(abs(apart) <= 0.01, f"{name}: the parts add up to the whole ({apart * 1e3:.2f} µs off)")
    played = received["playout_count"]
    live.check(whole["n"] >= 0.9 * played, f"{name}: the sender told of nearly all that was played ({whole['n']} of {played})")
    last = received[medium]["quality"]
    shown = received[medium]["delay_split_ms"]["whole"]
    live.check(last["latency_ms"] is not None and abs(last["latency_ms"] - shown["mean"]) <= 1 + bound,
               f"{name}: so say the last 10 s of the call ({last['latency_ms']}, {shown and shown['mean']})")
    network = quality.get("network_latency_ms")
    live.check(network is not None and network < latency, f"{name}: of which the network's part is {network} ms")
    return quality


def picture_call(folder, strategy, delay_ms, policy):
    name = f"picture, {strategy.upper()}, {delay_ms} ms, {policy}"
    file = f"{strategy}{delay_ms}{policy[0]}"
    streams, _, received, marks = call(folder, file, PORT, "none", f"synthetic:320x240@{FRAMES_PER_SECOND}",
                                       strategy, delay_ms, policy, SECONDS)
    received["playout_count"] = live.stream_of(streams, "video")["frames"]["complete"]
    quality = check(name, "video", streams, received)
    check_marks(name, folder / f"{file}.jscope", marks, quality and quality["latency_ms"])
    return quality


def sound_call(folder, index, delay_ms, policy):
    return call(folder, f"sound{index}", PORT + 20 * (index + 1), "clicks", "none", "a", delay_ms, policy, SOUND_SECONDS)


def check_sounds(folder):
    """All at once: they mostly wait. The strategies are the picture's alone."""
    cases = list(itertools.product(DELAYS_MS, POLICIES))
    with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
        calls = list(pool.map(lambda case: sound_call(folder, case[0], *case[1]), enumerate(cases)))
    for (delay_ms, policy), (streams, settled, received, marks) in zip(cases, calls):
        stream = live.stream_of(streams, "audio")
        received["playout_count"] = stream["audio"]["blocks"] - stream["audio"]["error"]
        name = f"sound, {delay_ms} ms, {policy}"
        check(name, "audio", streams, received)
        check_clicks(name, settled, marks)


def check_order(points):
    """What shaping holds back the user waits for: on a quiet link A lies farther out than C."""
    for delay_ms, policy in itertools.product(DELAYS_MS, POLICIES):
        a, c = points.get(("a", delay_ms, policy)), points.get(("c", delay_ms, policy))
        if a is None and c is None:
            continue  # not called, or said above
        known = all(point and point["distance"] is not None for point in (a, c))
        live.check(known and a["distance"] > c["distance"] and a["latency_ms"] > c["latency_ms"] + 10,
                   f"{delay_ms} ms, {policy}: A lies farther out than C "
                   f"({[point and (point['latency_ms'], point['distance']) for point in (a, c)]})")


quick = sys.argv[1:] == ["quick"]
with live.folder() as folder:
    calls = [("a", 40, "i:60"), ("c", 40, "i:60")] if quick else itertools.product(STRATEGIES, DELAYS_MS, POLICIES)
    check_order({case: picture_call(folder, *case) for case in calls})
    if not quick:
        check_sounds(folder)
live.finish()
