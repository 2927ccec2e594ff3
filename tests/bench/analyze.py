#!/usr/bin/env python3
"""Seconds and peak memory of `jitterscope analyze --json` on a million packets, CSV and pcap, and of tshark -z rtp,streams on
the same pcap; and on the trace of a long call with all its wake-ups and stamps.
Usage: analyze.py --program build/release/jitterscope --writer build/release/write_call_trace [--packets N] [--rows N] [--runs N]

Rows are those of packet_sent and packet_arrived. Aims printed beside: 1 s (0.3 s), 150 MB, less than tshark; of the trace 1 s
a million rows, 300 MB. Nothing is enforced: a busy machine is no fault of the program.
"""
import argparse
import os
import pathlib
import random
import struct
import subprocess
import tempfile
import time

PORT, PERIOD_US, CLOCK_A_BLOCK = 5006, 20_000, 160
PAYLOAD = bytes(160)


def packets(count):
    """(sequence, sent, received) in order of arrival, µs: 20 ms apart, delay 5 ms and exponential jitter, 0.5 % lost."""
    chance = random.Random(7)
    made = []
    for number in range(count):
        if chance.random() >= 0.005:
            sent = number * PERIOD_US
            made.append((sent + 5000 + int(chance.expovariate(1 / 4000)), number, sent))
    made.sort()
    return made


def write_csv(made, path):
    with open(path, "w") as out:
        out.write("seq,send_us,recv_us,size\n")
        out.writelines(f"{number},{sent},{received},172\n" for received, number, sent in made)


def write_pcap(made, path):
    udp = struct.pack("!HHHH", PORT, PORT, 8 + 12 + len(PAYLOAD), 0)
    ip = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(udp) + 12 + len(PAYLOAD), 0, 0x4000, 64, 17, 0, bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2]))
    head = bytes(12) + b"\x08\x00" + ip + udp
    size = len(head) + 12 + len(PAYLOAD)
    with open(path, "wb") as out:
        out.write(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 1))
        for received, number, _ in made:
            rtp = struct.pack("!BBHII", 0x80, 0, number & 0xFFFF, number * CLOCK_A_BLOCK & 0xFFFFFFFF, 0x1234)
            out.write(struct.pack("<IIII", received // 10**6, received % 10**6, size, size) + head + rtp + PAYLOAD)


def measure(command, runs):
    """Best seconds and largest peak memory in MB of some runs."""
    best, peak = float("inf"), 0
    for _ in range(runs):
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode != 0:
            raise SystemExit(f"{' '.join(map(str, command))} failed with status {child.returncode}")
        best = min(best, time.monotonic() - begin)
        peak = max(peak, usage.ru_maxrss / 1024)
    return best, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True)
    parser.add_argument("--writer", required=True)
    parser.add_argument("--packets", type=int, default=1_000_000)
    parser.add_argument("--rows", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        csv, pcap, trace = (pathlib.Path(folder, f"long.{suffix}") for suffix in ("csv", "pcap", "jscope"))
        made = packets(options.packets)
        write_csv(made, csv)
        write_pcap(made, pcap)
        print(f"{len(made)} packets; aim: under 1 s (0.3 s), 150 MB")
        for name, command in (("analyze csv", [options.program, "analyze", csv, "--json"]),
                              ("analyze pcap", [options.program, "analyze", pcap, "--json"])):
            seconds, megabytes = measure(command, options.runs)
            print(f"{name:14} {seconds:6.2f} s {megabytes:6.0f} MB")
        other, megabytes = measure(["tshark", "-q", "-r", pcap, "-d", f"udp.port=={PORT},rtp", "-z", "rtp,streams"], 1)
        print(f"{'tshark':14} {other:6.2f} s {megabytes:6.0f} MB; analyze pcap takes {seconds / other:.2f} of that")
        subprocess.run([options.writer, trace, str(options.rows)], check=True)
        print(f"{options.rows} rows of packets, {trace.stat().st_size / 1e6:.0f} MB; aim: 1 s a million, 300 MB")
        seconds, megabytes = measure([options.program, "analyze", trace, "--json"], options.runs)
        print(f"{'analyze trace':14} {seconds:6.2f} s {megabytes:6.0f} MB; {seconds / options.rows * 1e6:.2f} s a million")


if __name__ == "__main__":
    main()
