#!/usr/bin/env python3
"""Every command that the README and the reference show runs and does what is said, and every example of a link, a policy, a
controller and a change during a call is read. A command that is new there has to come into the table below."""
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import time

import programs as live

live.need("tshark")
ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "resources/reference").glob("*.md"))]
PORT = 5060
COMMANDS = ("analyze", "call", "compare", "demo", "doctor", "export", "lab", "listen", "plot", "report")
OTHERS = ("build/", "ctest ", "JITTERSCOPE=", "packaging/", "perf ", "sqlite3 ", "tests/", "tshark ")
SPREADS = "lab_cells_test does the same with a smaller lab"
# What is the program's help, a step on the way or a program of its own, and why it does not run here.
BUILDS, MEASURES = "it builds or tests this tree, as whoever runs this test has done", "it measures for minutes; other live tests run it shortened"
NOT_RUN = {
    "packaging/run": BUILDS, "packaging/test": BUILDS, "packaging/test --full": BUILDS, "packaging/test --full tsan tidy": BUILDS,
    "packaging/dependencies": "it installs packages", "packaging/dependencies --run --build --test": "it installs packages",
    "packaging/build": BUILDS, "packaging/build release jitterscope jitterscope_opencv_reader": BUILDS,
    "packaging/build release unit_playout": BUILDS, "build/release/unit_playout --gtest_filter='FixedDelay*'": BUILDS,
    "packaging/build release window_picture": BUILDS, "build/release/window_picture OUT.png dark 1280x800 call 9": BUILDS,
    "packaging/build release fuzz_rtp": BUILDS, "ctest --test-dir build/release -L slow": BUILDS,
    "packaging/build asan unit_playout": BUILDS, r"ctest --test-dir build/asan -R '^playout\.'": BUILDS, "packaging/build alone": BUILDS,
    "packaging/format": "it changes sources", "packaging/tidy": BUILDS, "packaging/tidy core/base/units/*.h": BUILDS,
    "packaging/fuzz 60 rtp": BUILDS, "packaging/coverage": BUILDS, "packaging/screenshots [NAME]": "it takes pictures of real calls for minutes",
    "packaging/build release benches": BUILDS, "ctest --test-dir build/release -L bench -V": MEASURES,
    "packaging/build profile jitterscope": BUILDS,
    "perf record -g -o build/profile/perf.data build/profile/jitterscope demo --headless --seconds 20 --out build/demo --force": "it needs perf and a build for it",
    "tests/data/renew": "it changes the goldens", "tests/bench/against HEAD~1 link": MEASURES, "packaging/realtime/grant": "it changes rights on this machine",
    "packaging/realtime/grant --limits": "it changes rights on this machine", "ctest --test-dir build/release -R '^live.link_test$'": BUILDS,
    "JITTERSCOPE=$PWD/build/release/jitterscope python3 tests/live/demo_test.py": "it is another live test",
    "build/release/unit_ui --gtest_filter=Suite.Name": BUILDS, "packaging/build release unit_ui && build/release/unit_ui": BUILDS,
    **{f"lab run {lab} --live --judged": MEASURES for lab in (
        "claypool98.priority", "claypool98.buffer", "claypool98.wakeup", "nahrstedt94.os-versus-network", "nahrstedt94.robotics",
        "nahrstedt94.transports", "sun97.shaping")},
    "lab run sun97.shaping --live": MEASURES, "lab run latecki04.rate-control": MEASURES, "lab run latecki04.capacity-steps": MEASURES,
    "packaging/lab_examples": "it makes the examples that come with the program anew",
    "jitterscope lab run sun97.shaping --out shaping": MEASURES, "jitterscope lab run sun97.shaping --out s --resume": MEASURES,
    "jitterscope lab run claypool98.priority --live --out p": MEASURES, "jitterscope lab run claypool98.priority --live --judged --out p": MEASURES,
    'jitterscope lab run own.matrix --live --factor shaping=a,c --factor "link={rate=2mbit,queue=8},off" --repetitions 9 --out m': MEASURES,
    "jitterscope lab cells sun97.shaping --out s > keys": SPREADS,
    "jitterscope lab cells sun97.shaping --out s | parallel jitterscope lab cell sun97.shaping {} --out s": SPREADS,
}
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def shown_commands():
    """Command -> the pages that show it."""
    shown = {}
    for page in PAGES:
        text = page.read_text()
        blocks = re.findall(r"```\w*\n(.*?)```", text, re.DOTALL)
        lines = [re.split(r"\s{2,}", line)[0] for block in blocks for line in block.splitlines()]
        spans = re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
        spans = [span for span in spans if " " in span or span.startswith("packaging/")]
        for words in lines + spans:
            words = words.removeprefix("build/release/") if words.startswith("build/release/jitterscope ") else words
            if words.startswith(("jitterscope ", *OTHERS)) or words.split(" ")[0] in COMMANDS and words.split(" ")[0] != words:
                shown.setdefault(words.strip(), set()).add(page.name)
    return shown


def ran(command, *words, wanted="", **how):
    """The program with these words ends well, and what it prints has the text `wanted`."""
    done = live.ended(*words, seconds=60, **how)
    live.check(done.status == 0 and wanted in done.stdout, f"{command}: {done.status} {done.stderr.strip()[-200:]}")
    return done


class Examples:
    """Each method runs a command that is shown, with files for its capital letters."""

    def __init__(self, folder):
        self.done = []
        self.folder, self.trace, self.list = folder, folder / "demo/room-a.jscope", folder / "list.csv"
        # A packet a second for more than an hour, so that each stretch that is shown is there.
        self.list.write_text("seq,send_us,recv_us\n" + "".join(f"{i},{i * 10**6},{i * 10**6 + 40 + i * i % 97}\n" for i in range(5000)))
        self.table = {
            "jitterscope [FILE] [--name NAME] [--usual-settings] [--payload …] [--clocks …]": lambda command: self.window(
                command, self.list, "--name", "Ada", "--usual-settings", "--payload", "97=AMR/8000", "--clocks", "unknown"),
            "jitterscope --name NAME": lambda command: self.window(command, "--name", "Ada"),
            "jitterscope FILE": lambda command: self.window(command, self.trace),
            "jitterscope demo [--seconds N] [--headless] [--out DIR [--force]]": self.demo,
            "demo --headless": self.demo, "demo --out": self.demo,
            "jitterscope listen [--port 5004] [--auto-accept] [options]": self.call,
            "jitterscope call HOST[:PORT] [options]": self.call,
            "call HOST:PORT --plain-rtp": self.plain, "listen --port PORT --plain-rtp": self.plain,
            "listen --auto-accept": self.call, "listen --seconds": self.call, "jitterscope listen --headless": self.call,
            "jitterscope call ADDRESS --headless": self.call,
            "jitterscope analyze FILE... [options] [--json]": lambda command: (
                ran(command, "analyze", self.trace, self.list, "--json", wanted='"files":['), self.analyze(command)),
            "jitterscope analyze": self.analyze, "analyze --json": lambda command: ran(command, "analyze", self.trace, "--json", wanted='"streams":['),
            "analyze --remove-skew": lambda command: ran(command, "analyze", self.list, "--clocks", "unknown", "--remove-skew"),
            "analyze --dvt 1": lambda command: self.analyze(command, "--dvt", 1),
            "analyze --from --to": lambda command: self.analyze(command, "--from", 1, "--to", 2),
            "analyze --from 10 --to 20": lambda command: self.part(command, 10, 20),
            "analyze --from 4000 --to 4060": lambda command: self.part(command, 4000, 4060),
            "jitterscope compare FILE [FILE2] [options] [--json]": lambda command: (
                ran(command, "compare", self.trace, folder / "demo/room-b.jscope", "--json", wanted='"media":['), self.compare(command)),
            "jitterscope compare": self.compare,
            "compare FILE --to 60 --from2 60": lambda command: ran(command, "compare", self.list, "--to", 60, "--from2", 60, wanted="audio"),
            "compare FILE FILE2": lambda command: ran(command, "compare", self.trace, folder / "demo/room-b.jscope", wanted="video"),
            "jitterscope export FILE --format csv|json|pcapng|rtpdump|sdp|jscope [--anonymous] --out PATH": self.export_all,
            "jitterscope export --format pcapng": lambda command: self.export(command, "pcapng"),
            "export --format csv": lambda command: self.export(command, "csv"),
            "jitterscope export": lambda command: self.export(command, "csv"),
            "jitterscope export FILE --format jscope --out COPY": lambda command: self.export(command, "jscope"),
            "jitterscope report FILE --out REPORT.html|REPORT.pdf [--from T] [--to T]": lambda command: (
                self.report(command, "html", "--from", 0.5, "--to", 2), self.report(command, "pdf")),
            "report FILE --out REPORT.html": lambda command: self.report(command, "html"),
            "jitterscope report FILE --out REPORT.html|REPORT.pdf": lambda command: self.report(command, "html"),
            "jitterscope report TRACE --out report.pdf": lambda command: self.report(command, "pdf"),
            "jitterscope lab run NAME|FILE.json [--simulated|--live] [--seed N] [--scale F] [--set NAME=VALUE]... "
            "[--factor NAME=LEVEL,…]... [--repetitions N] [--judged] [--out DIR [--resume|--force]] [--json]":
                lambda command: (self.lab(command), self.lab_file(command)),
            "jitterscope lab list | show NAME": lambda command: (self.labs(command), self.lab_shown(command)),
            "jitterscope lab": self.labs, "lab list": self.labs, "lab show NAME": self.lab_shown,
            "jitterscope lab run NAME": self.lab, "lab run": self.lab, "lab run --out": self.lab, "lab run FILE.json": self.lab_file,
            "jitterscope lab cells NAME [--out DIR] | cell NAME KEY --out DIR | merge DIR... --out DIR | findings DIR...": self.lab_cells,
            "lab cells": self.lab_cells, "lab cells NAME … --out DIR": self.lab_cells, "lab cell NAME KEY --out DIR": self.lab_cells,
            "lab merge DIR… --out DIR": self.lab_cells, "jitterscope lab findings DIR…": self.lab_cells,
            "jitterscope doctor [--json] [--quick]": lambda command: ran(command, "doctor", "--json", "--quick", wanted='"checks":['),
            "lab run --json": self.lab, "lab run --out DIR": self.lab, "export --format json": lambda command: self.export(command, "json"),
            "jitterscope --version": lambda command: ran(command, "--version", wanted="libraries"),
            "jitterscope plot FILE --panel NAME --out X.svg|X.pdf|X.png|X.csv [options]": lambda command: [
                self.plot(command, kind, "--from", 0.5, "--to", 2) for kind in ("svg", "pdf", "png", "csv")],
            "jitterscope plot FILE --panel NAME --out X.svg|X.pdf|X.png|X.csv": self.plot, "plot FILE --panel NAME --out X.svg": self.plot,
            "plot --panel": self.plot, "plot --out X.csv": lambda command: self.plot(command, "csv"),
            "jitterscope plot call.jscope --panel jitter --out jitter.pdf": lambda command: self.plot(command, "pdf"),
            "jitterscope doctor": lambda command: ran(command, "doctor", wanted="SCHED_FIFO"),
            "jitterscope relay": lambda command: ran(command, "relay", "--help"),
            "tshark -z rtp,streams": self.tshark,
        }

    def window(self, command, *words):
        with live.jitterscope(*words, environment=live.home_in(self.folder)) as process:
            time.sleep(2)  # a window that stays says nothing of itself
            live.check(process.popen.poll() is None, f"{command}: it stays {process.stderr}")
            process.popen.send_signal(signal.SIGTERM)
            live.check(process.wait(20).status == 0, f"{command}: and ends ({process.status})")

    def demo(self, command):
        live.check(self.trace.exists() and (self.folder / "demo/room-b.jscope").exists(), f"{command}: both traces are there")

    def call(self, command):
        listener, caller = live.call(["--json", "--seconds", 20], ["--json", "--seconds", 1], port=PORT)
        live.check(caller.status == 0 and listener.json()["received"]["audio"]["packets"] > 10, f"{command}: {caller.stderr.strip()}")

    def plain(self, command):
        with live.jitterscope("listen", "--port", PORT + 10, "--plain-rtp", "--headless", "--seconds", 4, "--json", "--video", "none") as listener:
            live.check(live.becomes_true(lambda: live.is_bound("udp", PORT + 10)), "it waits for pictures")
            ran(command, "call", f"127.0.0.1:{PORT + 10}", "--plain-rtp", "--headless", "--seconds", 1, "--bind", "127.0.0.2")
            listener.wait(20)
        live.check(listener.json()["received"]["video"]["packets"] > 10, f"{command}: pictures came")

    def analyze(self, command, *more):
        ran(command, "analyze", self.trace, *more, wanted="video received")

    def part(self, command, begin, end):
        stream = live.analyze(self.list, "--from", begin, "--to", end)[0]
        live.check(stream["packets"] == end - begin, f"{command}: {stream['packets']} packets")

    def compare(self, command):
        ran(command, "compare", self.trace, "--to", 1, "--from2", 1, wanted="video")

    def export(self, command, kind, *more):
        out = self.folder / f"exported.{kind}"
        out.unlink(missing_ok=True)
        out = self.folder / "folder" if kind == "csv" else out
        ran(command, "export", self.trace, "--format", kind, "--out", out, *more, wanted=str(out))
        live.check(out.exists(), f"{command}: {out.name} is there")
        return out

    def export_all(self, command):
        for kind in ("csv", "json", "pcapng", "rtpdump", "sdp", "jscope"):
            self.export(f"{command}: {kind}", kind, "--anonymous")

    def report(self, command, kind, *more):
        out = self.folder / f"report.{kind}"
        ran(command, "report", self.trace, "--out", out, *more, wanted=str(out))
        live.check(out.stat().st_size > 5000, f"{command}: {out.name} is written")

    def plot(self, command, kind="svg", *more):
        out = self.folder / f"figure.{kind}"
        ran(command, "plot", self.trace, "--panel", "jitter", "--out", out, "--force", *more, wanted=str(out))
        live.check(out.stat().st_size > 1000, f"{command}: {out.name} is written")

    def labs(self, command):
        ran(command, "lab", "list", wanted="claypool98.priority")

    def lab(self, command):
        out = self.folder / "lab"
        ran(command, "lab", "run", "latecki04.capacity-steps", "--simulated", "--seed", 1, "--scale", 0.5, "--set", "repetitions=1", "--out", out, "--force",
            "--json", wanted='"findings":[')
        live.check((out / "report.html").exists(), f"{command}: its report is there")

    def lab_shown(self, command):
        ran(command, "lab", "show", "sun97.shaping", wanted="sun97.shaping")

    def lab_file(self, command):
        file = self.folder / "lab.json"
        file.write_text('{"lab": "own.matrix", "mode": "simulated", "settings": {"repetitions": "1", "seconds": "1"}}')
        ran(command, "lab", "run", file, "--out", self.folder / "from_file", "--force", wanted="means")

    def lab_cells(self, command):
        spread = [self.folder / f"spread{seat}" for seat in (1, 2)]
        for out in spread:
            keys = ran(command, "lab", "cells", "own.matrix", "--repetitions", "2", "--set", "seconds=1", "--out", out).stdout.split()
        live.check(len(keys) > 1, f"{command}: {len(keys)} keys")
        for i, key in enumerate(keys):
            ran(command, "lab", "cell", "own.matrix", key, "--out", spread[i % 2])
        ran(command, "lab", "merge", *spread, "--out", self.folder / "merged")
        ran(command, "lab", "findings", self.folder / "merged", wanted="| verdict |")

    def tshark(self, command):
        capture = self.export(command, "pcapng")
        listed = live.run("tshark", "-r", capture, "-q", "-z", "rtp,streams")
        live.check(listed.count("0x") >= 4, f"{command}: it lists four streams\n{listed}")

    def sqlite(self, command):
        statement = re.fullmatch(r'sqlite3 (\S+) "(.*)"', command)
        shutil.copy(self.trace, self.folder / "copy.jscope")
        trace = sqlite3.connect(self.folder / "copy.jscope")
        rows = trace.execute(statement[2]).fetchall()
        trace.close()
        live.check(len(rows) > 0, f"{command}: {len(rows)} rows")

    def run(self, command):
        if command.startswith("sqlite3 "):
            self.sqlite(command)
        elif command in self.table:
            run = self.table[command]
            if run not in self.done:  # several commands may be one
                self.done.append(run)
                run(command)
        else:
            live.check(command in NOT_RUN, f"{command}: {NOT_RUN.get(command, 'nothing runs it, and nothing says why not')}")


def check_not_run(shown):
    live.check(not set(NOT_RUN) - set(shown), f"what is not run is shown {sorted(set(NOT_RUN) - set(shown))}")
    for command in set(NOT_RUN) & set(shown):
        program = ROOT / command.split(" ")[0]
        if command.startswith(("packaging/", "tests/")):
            live.check(os.access(program, os.X_OK), f"{command} is a program")
        if words := re.match(r"(?:jitterscope )?lab (?:run|cells) (\S+)", command):
            ran(command, "lab", "show", words[1])


def is_read(option, words):
    """Whether a call takes this option: it is refused for its address alone."""
    done = live.ended("call", "no address", option, words)
    live.check(done.status == 2 and "'no address' is no address" in done.stderr, f"{option} {words}: {done.stderr.strip()}")


def check_words():
    """The words of the link in its table, presets, policies and controllers as the page on the command line has them."""
    page = (ROOT / "resources/reference/command_line.md").read_text()
    link, rest = page.split("## The link", 1)[1].split("## Labs", 1)[0], page.split("## The link", 1)[0]
    rows = re.findall(r"^\| ((?:`[^`]+` ?)+)\|", link.split("| here | netem |")[0], re.MULTILINE)
    words = [word for row in rows for word in re.findall(r"`([^`]+)`", row) if word not in ("trace=FILE",)]
    live.check(len(words) > 10, f"the table has words {words}")
    for word in words:
        is_read("--link", word)
    for preset in re.search(r"a preset \(((?:`[^`]+`,? ?)+)\)", link)[1].replace("`", "").split(", "):
        is_read("--link", preset)
    policies = re.search(r"Policies of `--playout`: (.*?)\. ", rest)[1]
    for policy in re.findall(r"`([^`]+)`", policies):
        is_read("--playout", policy.replace("MS", "60"))
    for setting in re.findall(r"`([\w-]+(?:\.[\w-]+)?=[^`]+)`", rest.split("COMMAND is ", 1)[1].split("\n")[0]):
        if not re.search("[A-Z]", setting):
            is_read("--at", f"1:{setting}")


with live.folder() as folder:
    live.demo(folder / "demo", 3)
    shown, examples = shown_commands(), Examples(folder)
    live.check(len(shown) > 40, f"commands are found ({len(shown)})")
    for command in sorted(shown):
        if command not in NOT_RUN:
            examples.run(command)
    check_not_run(shown)
    check_words()
    stale = sorted(set(examples.table) - set(shown))
    live.check(not stale, f"what runs here is shown {stale}")
live.finish()
