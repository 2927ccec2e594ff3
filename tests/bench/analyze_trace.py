#!/usr/bin/env python3
"""Seconds and peak memory of `jitterscope analyze --json` on the trace of a long call with all its wake-ups and stamps.
Usage: analyze_trace.py --program build/release/jitterscope --writer build/release/write_call_trace [--rows N]
[--runs N]

Rows are those of packet_sent and packet_arrived. Aims printed beside: 1 s a million of them, 300 MB. Nothing is enforced: a
busy machine is no fault of the program.
"""
import argparse
import pathlib
import subprocess
import tempfile

from analyze import measure


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder, "long.jscope")
        subprocess.run([options.writer, trace, str(options.rows)], check=True)
        print(f"{options.rows} rows of packets, {trace.stat().st_size / 1e6:.0f} MB; aim: 1 s a million, 300 MB")
        seconds, megabytes = measure([options.program, "analyze", trace, "--json"], options.runs)
        print(f"{'analyze trace':14} {seconds:6.2f} s {megabytes:6.0f} MB; {seconds / options.rows * 1e6:.2f} s a million")


if __name__ == "__main__":
    main()
