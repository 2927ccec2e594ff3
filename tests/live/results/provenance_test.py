#!/usr/bin/env python3
"""What the program prints and writes says where it comes from: program, revision, date, command and machine. The text of
--version names them too; simulated labs stay the same bytes; what is anonymous names no machine."""
import datetime
import json
import pathlib
import re
import sqlite3
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import labs
import programs as live

KEYS = ["program", "version", "revision", "compiler", "made_at", "command", "machine"]
MACHINE = ["system", "kernel", "architecture", "processor", "processors", "virtual", "load_average"]
SIMULATED = ["--scale", "0.02", "--set", "loads=0"]


def output(*words):
    return live.run(live.PROGRAM, *map(str, words))


def check(made, what, command):
    """All of it is there, and true as far as this test can know."""
    live.check(list(made)[:len(KEYS)] == KEYS, f"{what}: {list(made)}")
    live.check(made["program"] == "jitterscope" and made["version"] == version and made["revision"] == revision,
               f"{what}: {made['program']} {made['version']}, revision {made['revision']}")
    age = datetime.datetime.now(datetime.timezone.utc) - datetime.datetime.fromisoformat(made["made_at"])
    live.check(abs(age.total_seconds()) < 600, f"{what}: made at {made['made_at']}")
    live.check(made["command"].startswith(command), f"{what}: {made['command']}")
    live.check(list(made["machine"]) == MACHINE, f"{what}: {list(made['machine'])}")
    loads = made["machine"]["load_average"]
    live.check(len(loads["begin"]) == 3 and len(loads["end"]) == 3, f"{what}: load average {loads}")


first, compiler, libraries = output("--version").splitlines()
version, revision = re.fullmatch(r"jitterscope (\S+) \(revision (\S+)\)", first).groups()
revision = None if revision == "unknown" else revision
live.check(compiler.startswith("compiler  ") and re.search(r"\d+\.\d+", compiler), compiler)
for library in ("Qt", "QCustomPlot", "OpenCV", "libjpeg-turbo", "SQLite"):
    live.check(re.search(rf"\b{library} \d+\.\d", libraries), f"--version names {library}: {libraries}")

with live.folder() as folder:
    demo = live.demo(folder / "demo", 2).json()
    check(demo["provenance"], "the summary of a demo", "jitterscope demo --headless --json --seconds 2")
    check(demo["room_b"]["provenance"], "the summary of its other end", "jitterscope call ")
    trace = folder / "demo" / "room-a.jscope"
    told = sqlite3.connect(trace).execute("SELECT value FROM meta WHERE key = 'program_version'").fetchone()[0]
    live.check(told == (f"{version} (revision {revision})" if revision else version), f"the trace names version and revision: {told}")

    for words in (["analyze", trace, "--json"], ["analyze", trace, trace, "--json"],
                  ["compare", trace, "--to", 1, "--from2", 1, "--json"], ["lab", "list", "--json"],
                  ["lab", "show", "sun97.shaping", "--json"], ["doctor", "--quick", "--json"]):
        result = json.loads(output(*words))
        check(result["provenance"], " ".join(map(str, words[:2])), "jitterscope " + words[0])

    output("export", trace, "--format", "json", "--out", folder / "call.json")
    check(json.loads((folder / "call.json").read_text())["provenance"], "export as JSON", "jitterscope export ")
    output("export", trace, "--format", "csv", "--out", folder / "lists")
    beside = json.loads((folder / "lists" / "provenance.json").read_text())
    check(beside, "export as packet lists", "jitterscope export ")
    live.check(sorted(beside["files"]) == sorted(file.name for file in (folder / "lists").glob("*.csv")), "it names the lists")
    output("export", trace, "--format", "csv", "--anonymous", "--out", folder / "given_away")
    away = json.loads((folder / "given_away" / "provenance.json").read_text())
    live.check(away["command"] is None and away["machine"] is None, "what is anonymous names no command and no machine")
    live.check(away["version"] == version and away["made_at"] is not None, "but program and date")

    live.check(live.ended("export", trace, "--format", "csv", "--out", folder / "lists").status == 0, "an export takes the place of another one")
    for there in ('{"command": "jitterscope lab run sun97.shaping --out lists", "files": ["result.json"]}', "[]", "no JSON"):
        (folder / "lists" / "provenance.json").write_text(there)
        refused = live.ended("export", trace, "--format", "csv", "--out", folder / "lists")
        live.check(refused.status == 1 and "provenance.json" in refused.stderr and "another folder" in refused.stderr and not refused.stdout,
                   f"an export does not replace what says where other files come from: {refused.status} {refused.stderr.strip()}")
        live.check((folder / "lists" / "provenance.json").read_text() == there, "which stays")

    output("report", trace, "--out", folder / "report.html")
    page = (folder / "report.html").read_text()
    live.check(f"Made by {first} at " in page and "with “jitterscope report " in page and "load average" in page,
               "the report says how it was made")

    for words in (["analyze", trace], ["compare", trace, "--to", 1, "--from2", 1]):
        last = output(*words).splitlines()[-1]
        live.check(last.startswith(f"Made by {first} at ") and f"with “jitterscope {words[0]} " in last and "load average" in last,
                   f"the text of {words[0]} ends with it: {last}")

    one, two = (labs.run("sun97.shaping", *SIMULATED, "--out", folder / name, seconds=120) for name in ("one", "two"))
    live.check(one == two, "a simulated lab prints the same bytes twice")
    same = [(folder / name / "result.json").read_bytes() for name in ("one", "two")]
    live.check(same[0] == same[1], "and writes the same result.json")
    same = [(folder / name / "report.html").read_bytes() for name in ("one", "two")]
    live.check(same[0] == same[1], "and the same report.html")
    program = json.loads(one)["provenance"]
    live.check(program["version"] == version and all(program[key] is None for key in ("made_at", "command", "machine")),
               "it names the program alone")
    check(json.loads((folder / "two" / "provenance.json").read_text()), "the lab's folder", "jitterscope lab run sun97.shaping ")

live.finish()
