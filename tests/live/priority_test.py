#!/usr/bin/env python3
"""Classes as a user gets them: none without rights (the call works, and one sentence says what helps), real-time by rlimit
("rlimit": that alone) and by rtkit on a system bus of the test's own; and in a call a class is in force within 100 ms of being
asked for."""
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import time

import programs as live
from recorded import Trace

live.need("setpriv", "prlimit", "capsh", "dbus-daemon")
SKIPPED = 77  # to ctest
RTKIT, POLKIT = "/usr/libexec/rtkit-daemon", "/usr/lib/polkit-1/polkitd"
MEDIA = ("audio-send", "audio-receive", "video-send", "video-receive")
NOBODY = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--")
NO_LIMITS = ("prlimit", "--rtprio=0:0", "--nice=0:0", "--")
NO_BUS = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "HOME": "/nonexistent"}
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>system</type><listen>unix:path={}</listen><auth>EXTERNAL</auth><policy context="default"><allow user="*"/>
<allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>"""


def demo(path, *options, program=live.PROGRAM, prefix=(), environment=None):
    """Both ends' summaries."""
    out = path / f"out{time.monotonic_ns()}"
    out.mkdir()
    out.chmod(0o1777)
    result = live.demo(out, 4, *options, program=program, prefix=prefix, environment=environment).json()
    return {name: result[name] for name in ("room_a", "room_b")}, out


def check_threads(who, ends, effective, way):
    """`effective` = how the words begin."""
    for name, end in ends.items():
        live.check(end["received"]["video"]["frames_complete"] > 20, f"{who}, {name}: the call works")
        rows = {row["thread"]: row for row in end["threads"]}
        for thread in (*MEDIA, "watchdog"):
            row = rows.get(thread, {"effective": "not there", "way": ""})
            live.check(row["effective"].startswith(effective) and row["way"] == way,
                       f"{who}, {name}: {thread} has '{row['effective']}' {row['way']}")
        live.check(all(row["cpu_share"] is not None for row in rows.values()), f"{who}, {name}: what the threads use is known")


def hints(end):
    return [notice["text"] for notice in end["notices"] if "setcap" in notice["text"]]


def check_without_rights(path):
    ends, _ = demo(path, program=path / "jitterscope", prefix=(*NO_LIMITS, *NOBODY), environment=NO_BUS)
    check_threads("no rights", ends, "default", "none")
    for name, end in ends.items():
        live.check(len(hints(end)) == 1, f"no rights, {name}: one sentence says what helps {hints(end)}")
        live.check(all(text.endswith(".") for text in hints(end)), f"no rights, {name}: it is whole")


def check_rlimit(path):
    limits = ("prlimit", "--rtprio=40:40", "--nice=0:0", "--")
    if subprocess.run([*limits, "true"], capture_output=True, check=False).returncode != 0:
        print("root may not raise limits here: CAP_SYS_RESOURCE is missing, as in some containers", flush=True)
        raise SystemExit(SKIPPED)
    ends, _ = demo(path, program=path / "jitterscope", prefix=(*limits, *NOBODY), environment=NO_BUS)
    check_threads("rlimit", ends, "realtime ", "by rlimit")
    levels = {row["thread"]: row["effective"] for row in ends["room_a"]["threads"]}
    live.check(levels.get("watchdog") == "realtime 40", f"rlimit: the watchdog is above all others ({levels.get('watchdog')})")


@contextlib.contextmanager
def system_bus(path):
    """A system bus with polkit and rtkit on it; its address."""
    address = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={path}/bus"}
    (path / "bus.conf").write_text(BUS.format(path / "bus"))
    with contextlib.ExitStack() as stack:
        def begin(*command):
            # rtkit-daemon may write no files.
            process = subprocess.Popen(command, env={**os.environ, **address}, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            stack.callback(process.wait)
            stack.callback(process.terminate)
        begin("dbus-daemon", f"--config-file={path}/bus.conf", "--nofork", "--nopidfile")
        live.becomes_true((path / "bus").exists, 10)
        begin(POLKIT, "--no-debug")
        begin(RTKIT)

        def are_there():
            names = subprocess.run(["dbus-send", "--system", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                                    "org.freedesktop.DBus.ListNames"], env={**os.environ, **address}, capture_output=True, text=True,
                                   check=False).stdout
            return all(name in names for name in ("PolicyKit1", "RealtimeKit1"))

        live.becomes_true(are_there, 10, 0.1)
        yield address


def check_rtkit(path):
    for daemon in (RTKIT, POLKIT):
        if not os.path.exists(daemon):
            live.check(False, f"{daemon} is there: run packaging/dependencies --test")
            return
    with system_bus(path) as address:
        # Polkit lets root without the capability have it, and a user at a desktop.
        ends, _ = demo(path, prefix=(*NO_LIMITS, "capsh", "--drop=cap_sys_nice", "--shell=/usr/bin/env", "--"), environment=address)
    check_threads("rtkit", ends, "rr ", "by rtkit")


def check_in_force(path):
    """The class of audio-receive, changed ten times in a call: from the command to the kernel's view of it."""
    slices = tuple(int(number) for number in re.findall(r"\d+", os.uname().release)[:2]) >= (6, 12)
    if not slices:
        print("not tried: slices (they need Linux 6.12)", flush=True)
    classes = ("default", "realtime", "rr", "nice", "slice:1" if slices else "realtime:5")
    changes = [(1 + 0.3 * i, classes[i % 5]) for i in range(10)]
    script = [word for at, value in changes for word in ("--at", f"{at:.1f}:priority.audio-receive={value}")]
    _, out = demo(path, *script, "--seconds", 5)
    trace = Trace(out / "room-a.jscope")
    asked = trace.rows("select asked_ns, value from setting_changed where name = 'priority.audio-receive' order by asked_ns")
    had = trace.rows("select local_ns, effective, change from class_changed where role = 'audio-receive' order by local_ns")
    seen = trace.rows("select local_ns, effective from thread_status where role = 'audio-receive' order by local_ns")
    delays = []
    for at, value in asked[-10:]:
        word = value.split(":")[0]
        after = [time_ns for time_ns, effective, change in had if time_ns >= at and change == "granted" and effective.startswith(word)]
        read = [time_ns for time_ns, effective in seen if time_ns >= at and effective.startswith(word)]
        if after and read:
            delays.append((max(after[0], read[0]) - at) / 1e6)
    live.check(len(delays) == 10, f"all ten changes are granted and read back ({len(delays)})")
    live.check(bool(delays) and statistics.median(delays) < 100, f"a class is in force within 100 ms (median {statistics.median(delays or [-1]):.2f} ms)")


def main():
    live.need_root()
    with live.folder() as path:
        path.chmod(0o755)
        shutil.copy(live.PROGRAM, path / "jitterscope")
        if sys.argv[1:] == ["rlimit"]:
            check_rlimit(path)
        else:
            check_without_rights(path)
            check_rtkit(path)
            check_in_force(path)
    live.finish()


main()
