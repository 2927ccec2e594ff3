#!/usr/bin/env python3
"""What the window costs: processor time of an end with it less that of one without, in percent of a core, and how long its
thread is busy at a time. Usage: window.py --program build/release/jitterscope --window build/release/bench_window

The remote end is headless; the call is the default demo's (640x480 at 15 frames/s, speech). Ends with a window and without
take turns, so that a busy machine is busy for both; each row has the median, the smallest and the largest of its runs. The
platform is Qt's offscreen one (software drawing, no display); QT_QPA_PLATFORM=xcb and a DISPLAY show another. Limits are
printed, not enforced. A tab is shown by its title, a layout by "=" and its name, what is presented as "=present".
With --counters N there are N processes beside all runs that only count, on any processor. With --wakes N there are N interleaved pairs of an end without and one with a window of the first size instead, and how late
their media threads wake up.
"""
import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys

sys.dont_write_bytecode = True
import pairs

LIMITS = {"1280x800": 20, "1920x1080": 30}  # percent of a core
CALL_LIMIT = 12  # in the layout "call"
TABS = ["", "Threads"]
LONGEST_CALL_S = 60


@contextlib.contextmanager
def counters(program, count):
    """Processes that only count, on any processor."""
    children = [subprocess.Popen([program, "counter", str(os.getpid())]) for _ in range(count)]
    try:
        yield
    finally:
        for child in children:
            child.kill()
            child.wait()


def run(options, arguments):
    """What one end says of itself."""
    far = subprocess.Popen([options.program, "listen", "--port", str(options.port), "--headless", "--video", "synthetic:640x480@15",
                            "--audio", "speech", "--seconds", str(options.seconds + LONGEST_CALL_S)],
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        far.stderr.readline()  # that it listens
        with counters(options.program, options.counters):
            near = subprocess.run([options.window, str(options.port), str(options.seconds), *arguments], capture_output=True,
                                  text=True, timeout=options.seconds + LONGEST_CALL_S)
    finally:
        far.terminate()
        far.wait()
    if near.returncode:
        sys.exit(near.stderr.strip() or f"bench_window ended with {near.returncode}")
    return json.loads(near.stdout)


def spread(values, digits=1):
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} … {max(values):.{digits}f})"


def compare_wakes(options, of_class, arguments):
    runs = []
    for number in range(options.wakes):
        order = [["--wakes", *arguments], [options.sizes[0], "--wakes", *arguments]]
        said = [run(options, words)["wake_p99_us"] for words in (order if number % 2 == 0 else order[::-1])]
        runs.append(tuple(said if number % 2 == 0 else said[::-1]))
    print(f"{len(runs)} pairs of {options.seconds:.0f} s, {of_class} class: p99 of the wake-ups of the last 10 s, µs")
    print(f"{'thread':16} {'without a window':26} {'with':26} {'ratio':>6}  95 % bound")
    for thread in sorted(set.intersection(*(set(one) for pair in runs for one in pair))):
        of = pairs.compare(thread, [(old[thread], new[thread]) for old, new in runs])
        without, shown = ([pair[which][thread] for pair in runs] for which in (0, 1))
        print(f"{thread:16} {spread(without):26} {spread(shown):26} {of.ratio:6.2f}  {of.low:.2f} … {of.high:.2f}")


def look_at_acts(options):
    options.seconds = 60  # the remote end listens for as long
    runs = [run(options, [options.sizes[0], "--acts"]) for _ in range(options.runs)]
    print(f"{len(runs)} runs, a window of {options.sizes[0]}: the longest turn of its thread in 3 s from each act on, ms")
    print(f"{'act':24} {'wall':24} {'processor':24} {'turns that waited':18} longest without the processor in these")
    for rows in zip(*runs):
        print(f"{rows[0]['act']:24} {spread([row['wall_ms'] for row in rows]):24} {spread([row['cpu_ms'] for row in rows]):24}"
              f" {spread([row['waits'] for row in rows], 0):18} {spread([row['waited_ms'] for row in rows])}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--window", required=True)
    parser.add_argument("--port", type=int, default=21960)
    parser.add_argument("--seconds", type=float, default=10, help="of a run")
    parser.add_argument("--runs", type=int, default=3, help="of each row")
    parser.add_argument("--sizes", nargs="*", default=list(LIMITS))
    parser.add_argument("--tabs", nargs="*", default=TABS, help="titles; empty: the first one")
    parser.add_argument("--counters", type=int, default=0, metavar="N", help="processes that want a processor beside")
    parser.add_argument("--wakes", type=int, default=0, metavar="N", help="pairs")
    parser.add_argument("--acts", action="store_true", help="what a user does, and how long each holds the window's thread up")
    options = parser.parse_args()
    if options.acts:
        return look_at_acts(options)
    if options.wakes:
        compare_wakes(options, "real-time", [])
        return compare_wakes(options, "default", ["--default-class"])
    print(f"{options.runs} runs of {options.seconds:.0f} s, {options.counters} counters: median (min … max)")
    print(f"{'window':10} {'tab':14} {'% of a core':24} {'limit':>6} {'its thread':24} {'draws/s':18}"
          f" turns: wall p99, longest, CPU p99, longest, ms; that waited, longest without the processor, ms")
    for size in options.sizes:
        for tab in options.tabs:
            costs, threads, draws, turns, ageing = [], [], [], [], []
            for _ in range(options.runs):
                without = run(options, [])
                shown = run(options, [size, tab] if tab else [size])
                costs.append(shown["process_percent"] - without["process_percent"])
                threads.append(shown["main_thread_percent"])
                draws.append(shown["draws_per_second"])
                turns.append(shown["turns"])
                minutes = shown["minutes_percent"]
                ageing += [minutes[-1] / minutes[0]] if len(minutes) > 1 else []
            longest = [max(turn[kind][of] for turn in turns) for kind in ("wall_ms", "cpu_ms") for of in ("p99", "max")]
            print(f"{size:10} {tab or 'first':14} {spread(costs):24} {CALL_LIMIT if tab == '=call' else LIMITS.get(size, '–'):>6} {spread(threads):24}"
                  f" {spread(draws):18} " + " ".join(f"{value:6.1f}" for value in longest)
                  + "; " + spread([turn["waited_ms"]["n"] if turn["waited_ms"] else 0 for turn in turns], 0)
                  + f", {max((turn['waited_ms'] or {'max': 0})['max'] for turn in turns):.1f}"
                  + (f"  last minute / first {spread(ageing, 3)}" if ageing else ""), flush=True)


if __name__ == "__main__":
    main()
