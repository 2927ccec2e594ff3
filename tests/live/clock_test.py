#!/usr/bin/env python3
"""Two ends whose monotonic clocks differ (a time namespace of its own each) hold a call over a veth: one-way delays come out
right within the bound that the trace states, and are unknown until the clocks have been compared."""
import os

import programs as live
from recorded import Trace

live.need("ip", "unshare")
live.need_root()

A, B = f"jsA{os.getpid()}", f"jsB{os.getpid()}"
ADDRESS_A, ADDRESS_B = "10.78.0.1", "10.78.0.2"
AHEAD_S = 3700  # the listener's monotonic clock is ahead of the caller's by so much
MS = 1e6


def inside(namespace, ahead_s):
    return ("ip", "netns", "exec", namespace, "unshare", "--time", "--monotonic", str(ahead_s))


def rows(trace, query):
    return Trace(trace).rows(query)


def call(folder):
    here, there = folder / "here.jscope", folder / "there.jscope"
    listener, caller = live.call(["--trace", there], ["--seconds", 6, "--trace", here], host=ADDRESS_B,
                                 prefixes=(inside(B, AHEAD_S), inside(A, 0)))
    live.check(caller.status == 0 and listener.status == 0, f"both ends end well {caller.stderr} {listener.stderr}")
    return here, there


def check_clocks(here, there):
    monotonic = [rows(trace, "select min(local_ns) from packet_sent")[0][0] for trace in (here, there)]
    apart_s = (monotonic[1] - monotonic[0]) / 1e9
    live.check(abs(apart_s - AHEAD_S) < 1, f"the ends' clocks are apart ({apart_s:.1f} s)")
    slave = rows(there, "select synchronised, offset_ms, skew_ppm, bound_ms, round_trip_ms, source from clock_synced order by id")
    master = rows(here, "select synchronised, bound_ms, source from clock_synced order by id")
    live.check(len(slave) >= 4 and {row[5] for row in slave} == {"exchanges"}, f"the callee compares clocks twice a second ({len(slave)})")
    live.check(len(master) >= 4 and {row[2] for row in master} == {"master"}, f"the caller is the master ({len(master)})")
    live.check(slave[0][0] == 0 and slave[-1][0] == 1 and master[0][0] == 0 and master[-1][0] == 1, "both become synchronised")
    _, _, skew, bound, trip, _ = slave[-1]
    live.check(0 < bound < 1 and 0 < trip < 5, f"the bound is small on a quiet link (±{bound:.3f} ms, round trip {trip:.3f} ms)")
    live.check(abs(skew) < 500, f"and the skew one that is possible ({skew:.1f} ppm; one machine, so it is 0)")


def check_offset(here, there):
    """Both time namespaces lie on one machine clock, so the offsets of conference time are known exactly."""
    offsets = []
    for trace in (here, there):
        offsets += rows(trace, "select local_ns, conference_ns - local_ns from packet_arrived where conference_ns is not null order by id")[-1:]
    (_, master), (_, slave) = offsets
    bound = rows(there, "select bound_ms from clock_synced order by id desc limit 1")[0][0]
    error_ms = (slave - (master - AHEAD_S * 1e9)) / MS
    live.check(abs(error_ms) <= bound, f"the callee's conference time is right within its bound ({error_ms:+.3f}, ±{bound:.3f} ms)")


def check_unknown_before(trace, name):
    first = rows(trace, "select min(local_ns) from clock_synced where synchronised = 1")[0][0]
    early = rows(trace, f"select count(*), sum(sent_conference_ns is not null) from packet_arrived where local_ns < {first}")[0]
    live.check(early[0] > 0 and early[1] == 0, f"the {name}'s delays are unknown before that ({early[0]} packets, {early[1]} with a delay)")
    late = rows(trace, f"select count(*), sum(sent_conference_ns is null) from packet_arrived where local_ns > {first} + 500000000")[0]
    live.check(late[0] > 500 and late[1] == 0, f"and known from then on ({late[0]} packets, {late[1]} without)")


def check_delays(here, there):
    """The veth is as quick one way as the other, so each smallest delay is half of their sum, within the bound."""
    delays = []
    for trace, name in ((here, "caller"), (there, "callee")):
        delay = live.stream_of(live.analyze(trace), "video")["delay_ms"]
        stated = rows(trace, "select max(bound_ms) from clock_synced where synchronised = 1")[0][0]
        live.check(delay is not None and 0 < delay["uncertainty"] <= stated, f"the {name}'s delays have the uncertainty stated of their time ({delay}, {stated} ms)")
        delays.append(delay)
    half = sum(delay["min"] for delay in delays) / 2
    live.check(0 < half < 1, f"both ways together take a little time ({2 * half:.3f} ms)")
    for delay, way in zip(delays, ("callee to caller", "caller to callee")):
        low, bound = delay["min"], delay["uncertainty"]
        live.check(abs(low - half) <= bound, f"{way}: at least {low:.3f} ms, half the way there and back ({half:.3f}) ± {bound:.3f} ms")
        live.check(0 < delay["p50"] < 5, f"and {delay['p50']:.3f} ms as a rule, not the {AHEAD_S} s between the clocks")


with live.joined_namespaces(A, ADDRESS_A, B, ADDRESS_B), live.folder() as folder:
    here, there = call(folder)
    check_clocks(here, there)
    check_offset(here, there)
    check_unknown_before(here, "caller")
    check_unknown_before(there, "callee")
    check_delays(here, there)
live.finish()
