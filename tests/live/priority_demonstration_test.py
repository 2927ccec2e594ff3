"""Demonstrate -> Priority in a demo call, from the trace alone: the marks, what is set and restored at both ends, and how
long packets wait for their thread in both halves. Where they did not tell it is done once more, and those halves count."""
import itertools
import signal
import statistics

import programs as live
from recorded import Trace, has_come_to

SECONDS = 84  # for both times; the call is ended when the demonstration is over
FACTOR = 5  # of the 99th percentile, default over real-time
MEDIA_THREADS = [f"priority.{medium}-{way}" for medium in ("audio", "video") for way in ("send", "receive")]
PHASES = ["settling priority", "before default", "switching", "after realtime", "done"]


class Waits(Trace):
    def settings(self, name, end="local"):
        """Changes: a repetition sets again what is set."""
        return [next(same) for _, same in itertools.groupby(super().settings(name, end), key=lambda setting: setting[1])]

    def wait_p99_us(self, begin, end):
        waits = [(local - kernel) / 1e3 for local, kernel in self.rows(
            "SELECT local_ns, kernel_ns FROM packet_arrived WHERE NOT duplicate AND kernel_ns NOT NULL AND local_ns >= ? AND local_ns < ?", begin, end)]
        return statistics.quantiles(waits, n=100)[98]


def check_settings(trace):
    phases = trace.phases()
    for end in ("local", "remote"):
        block = trace.settings("audio-block", end)
        live.check([value for _, value in block] == ["171", "256"], f"{end}: audio blocks of 171 bytes, then as before ({block})")
    times = trace.rows("SELECT count(*) FROM demonstration_entered WHERE end_of_call = 'local' AND phase = 'before'")[0][0]
    live.check(times in (1, 2), f"once, or once more ({times})")
    for thread in MEDIA_THREADS:
        values = [value for _, value in trace.settings(thread)]
        live.check(values == ["realtime"] + times * ["default", "realtime"],
                   f"{thread} is default, then realtime, which it was before: nothing to restore ({values})")
    after = [at for at, _ in trace.settings("priority.audio-receive")][-1]
    live.check(abs(after - phases["switching"]) < 1e9, "the class changes with the mark")
    places = [value for _, value in trace.settings("receive-processor")]
    live.check(len(places) == 2 and places[0].isdigit() and places[1] == "any",
               f"receivers and counters share a processor, then run anywhere ({places})")
    seen = {cpu for (cpu,) in trace.rows("SELECT DISTINCT cpu FROM thread_load WHERE role IN ('audio-receive', 'video-receive')"
                                         " AND local_ns > ? AND local_ns < ?", phases["before default"], phases["done"])}
    live.check(seen == {int(places[0])}, f"the receivers ran there alone in both halves ({seen})")


def is_restored(trace):
    """What the demonstration had set, as both ends tell it and the trace has it; check_settings says what is missing."""
    return all(len(trace.settings(name, end)) >= 2 for name, end in
               [("audio-block", "local"), ("audio-block", "remote"), ("receive-processor", "local"), ("cpu-load", "local")])


def check_run(folder):
    with live.jitterscope("demo", "--headless", "--seconds", SECONDS, "--out", folder, "--at", "2:demonstrate=priority") as demo:
        live.becomes_true(lambda: has_come_to(folder / "room-a.jscope", "done"), SECONDS + 30, 1)
        live.becomes_true(lambda: is_restored(Waits(folder / "room-a.jscope")), 10, 0.5)
        demo.popen.send_signal(signal.SIGINT)
        demo.wait(30)
    live.check(demo.status == 0, f"the demo ends with status 0 ({demo.status}) {demo.stderr}")
    trace = Waits(folder / "room-a.jscope")
    live.check(list(trace.phases()) == PHASES, "the phases are marked in order")
    check_settings(trace)
    counters = [value for _, value in trace.settings("cpu-load")]
    live.check(len(counters) == 2 and int(counters[0]) >= 4 and counters[1] == "0", f"counters come and go ({counters})")
    phases = trace.phases()
    ran = trace.rows("SELECT min(counters) FROM load_report WHERE local_ns BETWEEN ? AND ?", phases["before default"], phases["done"])[0][0]
    live.check(ran == int(counters[0]), f"all of them run in both halves ({ran})")
    for begin, kind in (("before default", "default"), ("after realtime", "realtime 18")):
        at = phases[begin]
        effective = trace.rows("SELECT effective FROM thread_status WHERE role = 'audio-receive' AND local_ns < ? ORDER BY id DESC LIMIT 1", at)[0][0]
        live.check(effective == kind, f"{begin}: the kernel has audio-receive as {effective}")
    before = trace.wait_p99_us(phases["before default"], phases["switching"])
    after = trace.wait_p99_us(phases["after realtime"], phases["done"])
    print(f"      kernel to user, p99: {before:.0f} µs default, {after:.0f} µs real-time, {before / after:.1f} x", flush=True)
    return before / after


with live.folder() as path:
    factors = [check_run(path / f"run-{i}") for i in range(3)]
    live.check(statistics.median(factors) >= FACTOR,
               f"in the median of three runs 99 of 100 packets wait at least {FACTOR} times less ({statistics.median(factors):.1f})")
live.finish()
