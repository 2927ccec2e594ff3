"""Where the delay goes, in medians of several short demo calls: load on the processors raises the operating system's part, a
slow link the network's. The link is the kernel's own queue, so that no relay
competes for the processors."""
import os
import statistics

import programs as live

RUNS, SECONDS = 5, 12  # a loaded processor keeps few packets waiting, those for ms: short calls may see none
FAST, SLOW = "path=kernel,rate=50mbit", "path=kernel,rate=6mbit"
COUNTERS = 16  # on the receivers' processor: beside four a thread that wakes runs nearly always at once (Linux 6.18)
SYSTEM, NETWORK = ("socket", "kernel_to_user"), ("queue", "link")


def sum_of(split, parts):
    return sum(split[part]["mean"] for part in parts)


def call(folder, *arguments):
    """(system ms, network ms, system's share, network's share) of the video that room A received."""
    live.demo(folder, SECONDS, "--priority", "default", *arguments)
    video = live.stream_of(live.analyze(folder / "room-a.jscope"), "video")
    split = video["delay_split_ms"]
    return sum_of(split, SYSTEM), sum_of(split, NETWORK), video["os_share"], video["network_share"]


def medians(folder, name, *arguments):
    runs = [call(folder / f"{name}-{i}", *arguments) for i in range(RUNS)]
    found = [statistics.median(values) for values in zip(*runs)]
    print("      {}: system {:.3f} ms, network {:.3f} ms, shares {:.2f} and {:.2f}".format(name, *found), flush=True)
    return found


def check_shares(folder):
    quiet = medians(folder, "quiet", "--link", FAST)
    loaded = medians(folder, "loaded", "--link", FAST, "--cpu-load", COUNTERS,
                     "--at", f"0.2:receive-processor={max(os.sched_getaffinity(0))}")
    slow = medians(folder, "slow", "--link", SLOW)
    live.check(loaded[0] > 2 * quiet[0], "under load packets lose more than twice the time in the operating system")
    live.check(loaded[2] > quiet[2], "and its share rises")
    live.check(slow[1] > 2 * quiet[1], "a slow link takes more than twice the time")
    live.check(slow[3] > quiet[3], "and the network's share rises")


with live.folder() as path:
    check_shares(path)
live.finish()
