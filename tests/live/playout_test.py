#!/usr/bin/env python3
"""Playout policies in a call over a link with 30 ms of jitter: the I-policy is on the compensation curve, the live optimum at
the marked optimum, and policies follow each other while the call runs."""
import programs as live
from recorded import Trace

LINK = "delay=40ms,jitter=30ms"
SECONDS = 75  # the figures are of the last 60


def call(port, seconds, caller, listener=()):
    there, here = live.call(["--json", *listener], ["--json", "--seconds", seconds, "--link", LINK, *caller], port=port,
                            seconds=seconds + 30)
    live.check(here.status == 0 and there.status == 0, f"both ends end well {here.stderr[-300:]} {there.stderr[-300:]}")
    return here.json(), there.json()


def in_force(end, medium):
    view = end["compensation"][medium]
    return next(point for point in view["points"] if point["in_force"]), view


def dropped_at(curve, delay_ms):
    """The step function of the curve."""
    below = [percent for buffer, percent in curve if buffer <= delay_ms]
    return below[-1] if below else 100.0


def check_on_curve(end, medium):
    point, view = in_force(end, medium)
    delay, dropped = point["delay_ms"], point["dropped_percent"]
    low, high = dropped_at(view["curve"], delay + 3), dropped_at(view["curve"], delay - 3)
    live.check(low - 0.5 <= dropped <= high + 0.5,
               f"{medium}: {point['policy']} is on the curve ({delay:.1f} ms, {dropped:.2f} %; the curve has {low:.2f} to {high:.2f} %)")


def check_at_optimum(end, medium):
    point, view = in_force(end, medium)
    optimal = view["optimal"]
    live.check(point["policy"] == "optimum", f"{medium}: the optimum is in force")
    live.check(abs(point["delay_ms"] - optimal["buffer_ms"]) <= 5 and abs(point["dropped_percent"] - optimal["dropped_percent"]) <= 0.5,
               f"{medium}: it is within 5 ms and 0.5 % of the marked one ({point['delay_ms']:.1f} ms, {point['dropped_percent']:.2f} %; "
               f"{optimal['buffer_ms']:.1f} ms, {optimal['dropped_percent']:.2f} %)")


def check_switches(folder):
    trace = folder / "switch.jscope"
    policies = ("ramjee1", "ramjee4", "queue-monitoring", "optimum", "e")
    script = [word for i, policy in enumerate(policies) for word in ("--at", f"{2 + 2 * i}:playout={policy}")]
    end, _ = call(5392, 14, ("--trace", trace, *script))
    twice = Trace(trace).value("select count(*) - count(distinct sequence) from audio_block")
    live.check(twice == 0, "each block ends once")
    for medium in ("audio", "video"):
        seen = Trace(trace).rows("select policy from playout_decided where medium = ? order by id", medium)
        in_turn = list(dict.fromkeys(policy for policy, in seen))
        live.check(in_turn == ["i:60", *policies], f"{medium}: the policies follow each other {in_turn}")
        figures = end["playout"][medium]
        live.check(figures["policy"] == "e" and figures["played"] > 0, f"{medium}: the summary says so {figures}")
    drops = {ring: count for ring, count in end["ring_drops"].items() if count}
    live.check(not drops, f"no ring dropped anything {drops}")


with live.folder() as path:
    check_switches(path)
    fixed, optimum = call(5390, SECONDS, ("--playout", "i:30", "--lip-sync", "off"), ("--playout", "optimum", "--lip-sync", "off"))
    for kind in ("audio", "video"):
        check_on_curve(fixed, kind)
        check_at_optimum(optimum, kind)
live.finish()
