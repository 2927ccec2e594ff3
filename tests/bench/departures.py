#!/usr/bin/env python3
"""How well the departures of a real call follow the schedule, from its trace: the error of the spacing of consecutive
bursts of a frame, without and with four counter processes. Usage: departures.py --program build/release/jitterscope

C has no row: a frame is one burst. The limits of the real-time class beside the counters are printed, not enforced: a
busy machine is no fault of the program. Status 1 when a call sent nothing, 77 when the system refuses the class.
"""
import argparse
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

from window import counters

COUNTERS = 4
LARGEST_MEDIAN_US, LARGEST_P99_US, LARGEST_SPIN_MEDIAN_US = 20, 150, 1
SPIN_US = 100
PORT = 21900  # nobody listens: the kernel drops the stream after the sending, which is what is measured
REFUSED = 77
WAITINGS = (("default", "default", 0), ("realtime", "realtime", 0), ("realtime+spin", "realtime", SPIN_US))


def record(options, priority, spin, shaping, trace):
    subprocess.run([options.program, "call", f"127.0.0.1:{PORT}", "--plain-rtp", "--headless", "--audio", "none", "--fps", "15",
                    "--shaping", shaping, "--priority", priority, "--spin", str(spin), "--seconds", str(options.seconds),
                    "--trace", str(trace)], check=True, timeout=options.seconds + 30, stdout=subprocess.DEVNULL)


def spacing_errors_us(trace):
    """Sorted. Frames that were cut short by the next one have no schedule any more and are left out."""
    with sqlite3.connect(f"file:{trace}?mode=ro", uri=True) as database:
        rows = database.execute("select frame, min(local_ns), due_ns from packet_sent where medium = 'video' and frame in"
                                " (select frame from frame_sent where overrun_blocks = 0) group by frame, due_ns"
                                " order by frame, due_ns").fetchall()
        effective = database.execute("select effective from thread_status where role = 'video-send'"
                                     " order by local_ns desc limit 1").fetchone()[0]
    errors = sorted(abs((b[1] - a[1]) - (b[2] - a[2])) / 1e3 for a, b in zip(rows, rows[1:]) if a[0] == b[0])
    return errors, effective


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--seconds", type=float, default=5, help="of a row")
    options = parser.parse_args()
    print(f"Error of the spacing of bursts in µs, of a call at 15 frames/s; {options.seconds:.0f} s a row.")
    print(f"{'waiting':14} {'effective':12} {'counters':>8}  shaping {'spacings':>9}{'median':>9}{'p99':>9}{'max':>9}")
    broken, refused = 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for count in (0, COUNTERS):
            for name, priority, spin in WAITINGS:
                for shaping in ("a", "b"):
                    trace = pathlib.Path(folder) / f"{name}-{count}-{shaping}.jscope"
                    with counters(options.program, count):
                        record(options, priority, spin, shaping, trace)
                    errors, effective = spacing_errors_us(trace)
                    if not errors:
                        sys.exit(f"{name}, {shaping}: no frame was sent by its schedule")
                    median, p99 = (errors[int(share * (len(errors) - 1))] for share in (0.5, 0.99))
                    met = True
                    if priority == "realtime" and count:
                        granted = effective.startswith("realtime")
                        refused += not granted
                        met = not granted or (median < LARGEST_SPIN_MEDIAN_US if spin else
                                              median <= LARGEST_MEDIAN_US and p99 <= LARGEST_P99_US)
                        broken += not met
                    print(f"{name:14} {effective:12} {count:8}  {shaping:7} {len(errors):9}{median:9.2f}{p99:9.1f}{errors[-1]:9.0f}"
                          f"{'' if met else '  TOO MUCH'}", flush=True)
    print(f"Limits, real-time beside {COUNTERS} counters: median ≤ {LARGEST_MEDIAN_US} µs and p99 ≤ {LARGEST_P99_US} µs,"
          f" with spin median < {LARGEST_SPIN_MEDIAN_US} µs: " +
          (f"broken in {broken} rows" if broken else "not checked, the system refuses the real-time class" if refused else "met"))
    return REFUSED if refused else 0


if __name__ == "__main__":
    sys.exit(main())
