"""A stranger's trace: `analyze`, `export` and `report` end soon, in little memory, with a result or with a sentence."""
import contextlib
import gzip
import os
import pathlib
import re
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live

TRACES = pathlib.Path(__file__).parents[2] / "data" / "traces"
FORMATS = ("csv", "json", "pcapng", "rtpdump", "sdp", "jscope")
MOST_S, MOST_MB = 10, 500


class Ended:
    """The program with these words, when it has ended: status (negative: a signal), seconds, memory at its peak."""

    def __init__(self, *arguments, address_space=8 << 30):
        began = time.monotonic()
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(
                [live.PROGRAM, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out, stderr=err,
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
                preexec_fn=lambda: (resource.setrlimit(resource.RLIMIT_AS, (address_space, address_space)),
                                    resource.setrlimit(resource.RLIMIT_CORE, (0, 0)),
                                    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))))
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = self.status = os.waitstatus_to_exitcode(status)
            self.seconds, self.mb = time.monotonic() - began, used.ru_maxrss / 1024
            self.stdout, self.stderr = (os.pread(file.fileno(), 1 << 24, 0).decode(errors="replace") for file in (out, err))


def commands(trace, folder):
    """name -> words, and the file that is written."""
    yield "analyze", ("analyze", trace, "--json"), None
    yield "analyze as text", ("analyze", trace), None
    for form in FORMATS:
        out = folder / ("lists" if form == "csv" else f"out.{form}")
        yield f"export {form}", ("export", trace, "--format", form, "--out", out), out
    for page in ("html", "pdf"):
        yield f"report {page}", ("report", trace, "--out", folder / f"page.{page}"), folder / f"page.{page}"


def changed(folder, *statements, base="schema9-quiet"):
    """A valid trace after these statements (SQL, with rows of values or without)."""
    trace = folder / "trace.jscope"
    trace.write_bytes(gzip.decompress((TRACES / f"{base}.jscope.gz").read_bytes()))
    with sqlite3.connect(trace) as database:
        for sql, *rows in statements:
            database.executemany(sql, rows[0]) if rows else database.execute(sql)
    database.close()
    return trace


def check_all(trace, folder, what, statuses=(0, 1), only=""):
    """Every command whose name begins with `only`; gives what each wrote."""
    written = {}
    for name, words, out in commands(trace, folder):
        if not name.startswith(only):
            continue
        if out and out.is_file():
            out.unlink()
        done = Ended(*words)
        live.check(done.status in statuses and done.seconds < MOST_S and done.mb < MOST_MB and "std::" not in done.stderr
                   and (done.status == 0 or done.stderr.count("\n") == 1),
                   f"{what}, {name}: status {done.status}, {done.seconds:.1f} s, {done.mb:.0f} MB {done.stderr.strip()[:200]}")
        written[name] = out.read_bytes() if out and out.is_file() else done.stdout.encode()
    return written


def check_nested(folder):
    for begin, end in (("[", "]"), ('{"a":', "}")):
        nested = begin * 60_000 + "1" + end * 60_000
        trace = changed(folder, ("update meta set value = ? where key = 'settings'", [(nested,)]))
        check_all(trace, folder, f"settings nested 60 000 deep by {begin}", statuses=(1,))


def rows_of(count, *values):
    """So many rows in the call: an id beyond all others, a local time, no conference time, and these values of a number."""
    begin_ns, end_ns = times_of(TRACES / "schema9-quiet.jscope.gz")
    return ((10_000_000 + i, begin_ns + (end_ns - begin_ns) * i // count, None, *(value(i) for value in values)) for i in range(count))


def times_of(packed):
    with tempfile.NamedTemporaryFile() as file:
        file.write(gzip.decompress(packed.read_bytes()))
        file.flush()
        with contextlib.closing(sqlite3.connect(file.name)) as database:
            return database.execute("select min(local_ns), max(local_ns) from peer_summary").fetchone()


def check_long_lists(folder):
    setting = "insert into setting_changed values (?, ?, ?, ?, ?, 'remote', 'remote', null)"
    for what, statement, rows, told in (
            ("144 000 changes of a setting", setting, rows_of(144_000, lambda _: "fps", lambda i: str(1 + i % 30)),
             r"and (?:143 9|144 0)\d\d more changes"),
            ("144 000 settings", setting, rows_of(144_000, lambda i: f"setting {i}", str), r"and more than 2\d\d more settings"),
            ("300 000 markers", "insert into marker values (?, ?, ?, ?)", rows_of(300_000, lambda i: f"marker {i}"),
             r"and (?:299 9|300 0)\d\d more changes"),
            ("300 000 notices", "insert into notice values (?, ?, ?, ?, ?)", rows_of(300_000, lambda _: 1, lambda i: f"notice {i}"), "")):
        trace = changed(folder, (statement, rows))
        pages = check_all(trace, folder, what, statuses=(0,), only="report")
        found = re.search(told, pages["report html"].decode())
        live.check(found is not None and len(pages["report html"]) < 1_000_000,
                   f"{what}: the page says how many it leaves out ({found and found[0]}), in {len(pages['report html'])} bytes")


def check_lines(folder):
    """Texts of a trace and names of files keep to their line, whatever characters are in them."""
    words = "one\ntwo\r\nthree\x0b\x0c\x1b[31m\x85\u2028\u2029four, \"five\""
    trace = changed(folder, ("insert into marker values (?, ?, ?, ?)", rows_of(3, lambda _: words)))
    live.run(live.PROGRAM, "export", trace, "--format", "csv", "--out", folder / "lists")
    lines = (folder / "lists" / "marker.csv").read_text().splitlines()
    live.check(len(lines) == 4 and all("four" in line for line in lines[1:]), f"a row of a list is a line ({len(lines)})")
    live.check(not any(ord(c) < 32 for line in lines for c in line), "without control characters")
    name = "good\nJitterscope: all is well.\x1b[2J.jscope"
    (folder / name).write_bytes(b"SQLite format 3\0" + bytes(100))
    for words in (("analyze", folder / name), ("export", folder / name, "--format", "json", "--out", folder / "out.json"),
                  ("report", folder / name, "--out", folder / "page.html"),
                  ("report", trace, "--out", folder / "none\nsuch" / "page.html")):
        done = Ended(*words)
        live.check(done.status == 1 and done.stderr.count("\n") == 1, f"{words[0]} says one sentence: {done.stderr!r}")
    (folder / name).write_bytes(trace.read_bytes())
    head = Ended("analyze", folder / name).stdout.splitlines()[0]
    live.check(head.endswith(".jscope"), f"the name of a file is a line of what is told of it: {head!r}")


def check_one_answer(folder):
    for table in ("thread_load", "peer_quality", "compact_thread_woke", "load_report"):
        trace = changed(folder, (f"update {table} set local_ns = 'noon' where id = (select max(id) from {table})",))
        answers = {Ended(*words).stderr for name, words, _ in commands(trace, folder) if name.startswith(("analyze", "report"))}
        live.check(len(answers) == 1 and "damaged" in next(iter(answers)), f"{table}: analyze and report say the same: {answers}")


def check_memory(folder):
    """Where there is too little, each command says of what, and what may be done."""
    with contextlib.closing(sqlite3.connect(changed(folder))) as database:
        columns = [row[1] for row in database.execute("pragma table_info(compact_packet_arrived)")]
        last = database.execute("select * from compact_packet_arrived order by id desc limit 1").fetchone()
    place = columns.index("sequence")
    rows = ((10_000_000 + i, *last[1:place], last[place] + i, *last[place + 1:]) for i in range(1, 600_000))
    trace = changed(folder, (f"insert into compact_packet_arrived values ({', '.join('?' * len(columns))})", rows))
    for name, words, _ in commands(trace, folder):
        if name.split()[-1] in ("json", "jscope", "sdp"):
            continue  # which hold no packets
        done = Ended(*words, address_space=150 << 20)
        live.check(done.status == 1 and done.stderr.count("\n") == 1 and f"{trace} does not fit into memory: " in done.stderr,
                   f"too little memory, {name}: {done.status} {done.stderr.strip()}")


with live.folder() as path:
    check_nested(path)
    check_long_lists(path)
    check_lines(path)
    check_one_answer(path)
    check_memory(path)
live.finish()
