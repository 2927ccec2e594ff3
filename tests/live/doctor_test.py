#!/usr/bin/env python3
"""`doctor` says the same of the scheduling classes as the kernel does, as root and as an ordinary user; each check has a verdict,
and a remedy unless all is well; --json is one object and nothing else."""
import json
import os
import shutil
import subprocess

import programs as live

live.need("setpriv", "prlimit", "chrt", "renice")
ORDINARY = ("prlimit", "--rtprio=0:0", "--nice=0:0", "--",
            *(("setpriv", "--reuid", "65534", "--clear-groups", "--") if os.geteuid() == 0 else ()))
TRIALS = {
    "class.nice": ("sh", "-c", "renice -n -19 -p $$"),
    "class.fifo": ("chrt", "-f", "20", "true"),
    "class.rr": ("chrt", "-r", "20", "true"),
    "class.deadline": ("chrt", "-d", "-T", "2000000", "-D", "10000000", "-P", "10000000", "0", "true"),
}
IDS = {"class.default", *TRIALS, "class.slice", "rights.rtkit", "realtime.throttling", "scheduler.autogroup", "timer.default.idle", "timer.nice.idle",
       "timer.realtime.idle", "timer.rr.idle", "stamps.kernel", "stamps.transmit", "socket.buffers", "clock.source", "clock.tick", "clock.namespace", "audio.block",
       "machine.cores", "devices.sound", "devices.camera", "display", "links.rights"}
LOADED = {"timer.default.loaded", "timer.nice.loaded", "timer.realtime.loaded", "timer.rr.loaded"}


def doctor(*options, prefix=(), program=live.PROGRAM):
    process = live.ended("doctor", "--json", *options, prefix=prefix, program=program)
    live.check(process.status == 0, f"doctor ends well ({process.status}) {process.stderr}")
    live.check(not process.stderr, f"no library speaks beside it {process.stderr}")
    report = json.loads(process.stdout)  # nothing else is there
    live.check(set(report) == {"machine", "checks", "provenance"}, "the object holds machine, checks and where it comes from")
    return {check["id"]: check for check in report["checks"]}


def value(check, name):
    return check["values"][name]["value"]


def check_shape(checks, ids, who):
    live.check(set(checks) == ids, f"{who}: all checks are there {sorted(set(checks) ^ ids)}")
    for name, check in checks.items():
        live.check(set(check) == {"id", "name", "values", "verdict", "remedy"}, f"{who}: {name} has its five parts")
        live.check(check["verdict"] in ("good", "limited", "missing"), f"{who}: {name} is {check['verdict']}")
        live.check((check["remedy"] == "") == (check["verdict"] == "good"), f"{who}: {name} has a remedy unless good")
        live.check(all(set(v) == {"value", "unit"} for v in check["values"].values()), f"{who}: {name} has values with units")


def check_classes(checks, who, prefix=()):
    live.run(*prefix, "true")
    for name, trial in TRIALS.items():
        can = subprocess.run([*prefix, *trial], capture_output=True, check=False).returncode == 0
        live.check(value(checks[name], "granted") == can, f"{who}: {name} is {'granted' if can else 'refused'} as by the kernel")
        live.check(checks[name]["verdict"] == ("good" if can else "missing"), f"{who}: {name}'s verdict agrees")
    measured = value(checks["timer.realtime.idle"], "p50") is not None
    live.check(measured == value(checks["class.fifo"], "granted"), f"{who}: the real-time timer is measured where it can be")


def check_ordinary(checks):
    for name in (*TRIALS, "timer.realtime.idle"):
        live.check(checks[name]["verdict"] == "missing", f"ordinary: {name} is missing")
        live.check("setcap cap_sys_nice+ep" in checks[name]["remedy"], f"ordinary: {name} names setcap")
    live.check(checks["class.default"]["verdict"] == "good", "ordinary: the default class is there")
    live.check(value(checks["timer.default.idle"], "p50") > 0, "ordinary: the default class's timer is measured")
    live.check(checks["links.rights"]["verdict"] == "missing", "ordinary: no kernel links")


def check_loaded(checks):
    live.check(value(checks["timer.default.loaded"], "counters") >= os.cpu_count(), "a counter process a core")
    live.check(value(checks["timer.default.loaded"], "p50") > 0, "the default class is measured beside them")


def check_text():
    process = live.ended("doctor", "--quick")
    text = process.stdout
    live.check(process.status == 0 and not process.stderr, f"no library speaks beside it {process.stderr}")
    live.check("Real-time SCHED_FIFO" in text and "\ngood " in text, "the table is for people")


def main():
    mine = doctor()
    check_shape(mine, IDS | LOADED, "full")
    check_classes(mine, "full")
    check_loaded(mine)
    with live.folder() as path:
        path.chmod(0o755)
        alone = shutil.copy(live.PROGRAM, path)  # beside no jitterscope_priority that was granted the right
        ordinary = doctor("--quick", prefix=ORDINARY, program=alone)
    check_shape(ordinary, IDS, "ordinary")
    check_classes(ordinary, "ordinary", ORDINARY)
    check_ordinary(ordinary)
    check_text()
    live.finish()


main()
