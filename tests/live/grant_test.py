#!/usr/bin/env python3
"""packaging/realtime/grant gives the right to classes to jitterscope_priority alone: code that a user brings into
jitterscope by a plugin path has none, the call's threads have their classes all the same, also new ones while it runs;
and a jitterscope that has the right itself lays it down and reads no plugin path."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

import programs as live

live.need("setpriv", "prlimit", "setcap", "getcap")
PLANTED = sys.argv[1]
GRANT = pathlib.Path(__file__).resolve().parents[2] / "packaging/realtime/grant"
MEDIA = ("audio-send", "audio-receive", "video-send", "video-receive")
ORDINARY = ("prlimit", "--rtprio=0:0", "--nice=0:0", "--",
            "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "--")
NO_BUS = {"DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent", "HOME": "/nonexistent"}
SYS_NICE = 1 << 23


def capabilities(file):
    return live.run("getcap", file).strip()


class Folder:
    """Of a user who may run the programs but not change them, and the plugin that he planted."""

    def __init__(self, path):
        path.chmod(0o755)
        self.program = shutil.copy(live.PROGRAM, path)
        self.priority = path / "jitterscope_priority"
        if (beside := pathlib.Path(live.PROGRAM).parent / "jitterscope_priority").exists():
            shutil.copy(beside, path)
        self.plugins = path / "plugins"
        self.plugins.mkdir()
        self.plugins.chmod(0o777)
        (self.plugins / "generic").mkdir()
        (self.plugins / "generic").chmod(0o777)
        self.planted = shutil.copy(PLANTED, self.plugins / "generic")
        self.told = pathlib.Path(str(self.planted) + ".loaded")
        self.count = 0

    def call(self, *options):
        """The first end's summary, and the rights that the planted code found, None where it did not run."""
        self.told.unlink(missing_ok=True)
        self.count += 1
        out = self.plugins / f"out{self.count}"
        environment = {**NO_BUS, "QT_PLUGIN_PATH": str(self.plugins), "QT_QPA_GENERIC_PLUGINS": "planted"}
        call = live.demo(out, 4, *options, program=self.program, prefix=ORDINARY, environment=environment)
        end = call.json()["room_a"] if call.status == 0 else {"threads": [], "notices": []}
        rights = dict(line.split(":\t") for line in self.told.read_text().splitlines()) if self.told.exists() else None
        return end, rights


def row_of(end, thread):
    return next((row for row in end["threads"] if row["thread"] == thread), {"effective": "not there", "way": ""})


def has_right(rights):
    return any(int(rights[name], 16) & SYS_NICE for name in ("CapEff", "CapPrm", "CapInh", "CapAmb"))


def check_granted(end, who):
    for name in (*MEDIA, "watchdog"):
        row = row_of(end, name)
        live.check(row["effective"].startswith("realtime ") and row["way"] == "directly",
                   f"{who}: {name} has '{row['effective']}' {row['way']}")
    watchdog = row_of(end, "watchdog")["effective"]
    live.check(watchdog == "realtime 60", f"{who}: the watchdog is above all others ({watchdog})")
    hints = [notice["text"] for notice in end["notices"] if "setcap" in notice["text"]]
    live.check(not hints, f"{who}: nothing needs to be said {hints}")


def check_grant(folder):
    live.run("setcap", "cap_sys_nice+ep", folder.program)  # as the grant was before
    _, rights = folder.call()
    live.check(rights is None, f"a program with the right reads no plugin path {rights}")
    done = subprocess.run([GRANT, folder.program], capture_output=True, text=True, check=False)
    live.check(done.returncode == 0, f"grant ends well: {done.stdout}{done.stderr}")
    own = capabilities(folder.program)
    given = capabilities(folder.priority) if folder.priority.exists() else "no such file"
    live.check(own == "", f"jitterscope has no right of its own, also not from before: {own}")
    live.check("cap_sys_nice" in given, f"jitterscope_priority has it: {given}")


def check_call_with_grant(folder):
    end, rights = folder.call()
    live.check(rights is not None, "the planted code runs in a program without rights")
    live.check(rights is not None and not has_right(rights), f"it has no right to classes: {rights}")
    check_granted(end, "grant")


def check_change(folder):
    classes = {"audio-receive": "realtime:21", "video-send": "nice:-7", "audio-send": "deadline:1/10",
               "video-receive": "rr:9"}
    script = [f"{1 + 0.4 * i}:priority.{name}={value}" for i, (name, value) in enumerate(classes.items())]
    end, _ = folder.call("--priority", "default", *(word for command in script for word in ("--at", command)))
    for name, value in classes.items():
        row = row_of(end, name)
        had = row["effective"].removesuffix(" ms").replace(" ", ":")
        live.check((had, row["way"]) == (value, "directly"),
                   f"in the call: {name} has '{row['effective']}' {row['way']}")


def check_doctor(folder):
    done = subprocess.run([*ORDINARY, folder.program, "doctor", "--quick", "--json"], env={**os.environ, **NO_BUS},
                          capture_output=True, text=True, check=True)
    checks = {check["id"]: check for check in json.loads(done.stdout)["checks"]}
    for name in ("class.nice", "class.fifo", "class.rr", "class.deadline"):
        check = checks[name]
        by = check["values"]["by"]["value"]
        live.check((check["verdict"], by) == ("good", "jitterscope_priority"),
                   f"doctor: {name} is {check['verdict']}, by {by}")


def check_both(folder):
    live.run("setcap", "cap_sys_nice+ep", folder.program)
    end, rights = folder.call()
    live.check(rights is None, f"granted twice: no plugin path is read {rights}")
    check_granted(end, "granted twice, the program's own right laid down")


def main():
    live.need_root()
    with live.folder() as path:
        folder = Folder(path)
        _, rights = folder.call()
        live.check(rights is not None and not has_right(rights), f"the planted code runs without a grant: {rights}")
        check_grant(folder)
        check_call_with_grant(folder)
        check_change(folder)
        check_doctor(folder)
        check_both(folder)
    live.finish()


main()
