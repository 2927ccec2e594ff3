"""A report of a trace says what `analyze` says of the same file and span; wrong uses are refused with a sentence."""
import gzip
import html.parser
import pathlib
import re
import sqlite3
import struct

import programs as live

TRACES = pathlib.Path(__file__).parent.parent / "data" / "traces"
VOID = {"meta", "br"}
HOSTILE = "<script>alert(1)</script>"


class Page(html.parser.HTMLParser):
    """Rows of all tables as lists of cells; complains about tags that are not closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.tags, self.rows, self.words = [], [], set(), [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.wrong += [f"{tag} {name}" for name, value in attributes if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        if tag not in VOID and (not self.open or self.open.pop() != tag):
            self.wrong.append(f"</{tag}>")

    def handle_data(self, text):
        if "style" not in self.open:
            self.words.append(text)
        if self.open and {"td", "th"} & set(self.open):
            self.rows[-1][-1] += text + " "


def check_page(path, span, folder):
    out = folder / "report.html"
    live.run(live.PROGRAM, "report", path, "--out", out, *span)
    page = Page(out.read_text())
    what = f"{path.name} {' '.join(span)}"
    live.check(not page.wrong and not page.open, f"{what}: well-formed, and nothing from outside ({page.wrong[:3]}, {page.open})")
    live.check("script" not in page.tags and page.tags >= {"svg", "clippath"}, f"{what}: no script, drawings with clips")
    words = " ".join(page.words)
    command = re.search(r"jitterscope (analyze \S+( --\S+ \S+)*)", words).group(1)
    printed = live.run(live.PROGRAM, *command.split())
    streams = live.json.loads(live.run(live.PROGRAM, *command.split(), "--json"))["streams"]
    live.check(command.split()[2:] == list(span), f"{what}: names the command of the same span ({command})")
    received = [stream for stream in streams if stream["direction"] == "received"]
    rows = {row[0].strip(): row[1:] for row in reversed(page.rows) if row}
    for i, stream in enumerate(received):
        cell = lambda name: rows[name][i]
        live.check(cell("Packets").split()[:3] == [str(stream["packets"]), "of", str(stream["expected"])], f"{what}: packets {cell('Packets')}")
        for name in ("One-way delay, mean and p95", "Jitter (RFC 3550), mean", "Time between arrivals, σ", "Optimum buffer"):
            numbers = re.findall(r"\d+(?:\.\d+)?", cell(name))
            live.check(all(re.search(rf"(?<![\d.]){re.escape(number)}(?![\d.])", printed) for number in numbers),
                       f"{what}: {name}: {' '.join(cell(name).split())}")
        if stream["delay_ms"]:
            live.check(abs(float(cell("One-way delay, mean and p95").split()[0]) - stream["delay_ms"]["mean"]) < 0.01 * stream["delay_ms"]["mean"] + 0.001,
                       f"{what}: the mean delay is the one of its name")
    for verdict in re.findall(r"quality +(.*)", printed):
        live.check(verdict in words or "summaries" in verdict, f"{what}: verdict {verdict}")


def check_pages(folder):
    for name, spans in (("schema8-b", ((), ("--from", "3", "--to", "8"), ("--from", "6"))), ("schema9-quiet", ((),)), ("schema9-tcp", ((),))):
        for span in spans:
            check_page(TRACES / f"{name}.jscope.gz", span, folder)


def packet(number, second, port, ssrc):
    rtp = struct.pack("!BBHII", 0x80, 0, number & 0xFFFF, number * 160 & 0xFFFFFFFF, ssrc) + bytes(160)
    udp = struct.pack("!HHHH", port, port + 1000, 8 + len(rtp), 0) + rtp
    frame = struct.pack("!BBHHHBBH", 0x45, 0, 20 + len(udp), 0, 0x4000, 64, 17, 0) + b"\x0a\0\0\1\x0a\0\0\2" + udp
    ns = round((1_700_000_000 + second) * 1e9)
    return struct.pack("<IIII", ns // 10**9, ns % 10**9, len(frame), len(frame)) + frame


def check_streams_of_other_times(folder):
    """The stream with most packets is shown, and begins 30 s after another one, which is second 0 of everything."""
    capture = folder / "two.pcap"
    times = sorted([(n * 0.02, 4000, n, 1) for n in range(500)] + [(30 + n * 0.02, 6000, n, 2) for n in range(1500)])
    capture.write_bytes(struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535, 101)
                        + b"".join(packet(n, second, port, ssrc) for second, port, n, ssrc in times))
    for span, plots in (((), True), (("--from", "35", "--to", "50"), True), (("--from", "5", "--to", "9"), False)):
        out = folder / "two.html"
        live.run(live.PROGRAM, "report", capture, "--out", out, *span)
        words = " ".join(Page(out.read_text()).words)
        what = f"streams of other times {' '.join(span)}"
        live.check("22:13:20" in words, f"{what}: and when the file began")
        live.check(("No jitter over time" not in words) == plots, f"{what}: plots of that span alone")


def check_pdf(folder):
    out = folder / "report.pdf"
    live.run(live.PROGRAM, "report", TRACES / "schema8-b.jscope.gz", "--out", out)
    pdf = out.read_bytes()
    live.check(pdf.startswith(b"%PDF-") and len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1, "the PDF is one page")
    live.check(re.search(rb"/MediaBox\s*\[\s*0 0 59[45][.\d]* 84[12]", pdf) is not None, "of A4")
    live.check(out.stat().st_mode & 0o777 == 0o600, "a new file is its user's alone")


def check_hostile(folder):
    trace = folder / "hostile.jscope"
    trace.write_bytes(gzip.decompress((TRACES / "schema8-b.jscope.gz").read_bytes()))
    with sqlite3.connect(trace) as database:
        database.execute("update meta set value = ? where key = 'host'", (HOSTILE,))
    live.run(live.PROGRAM, "report", trace, "--out", folder / "hostile.html")
    page = Page((folder / "hostile.html").read_text())
    live.check("script" not in page.tags and HOSTILE in " ".join(page.words), "a name is shown as it came")


def check_refusals(folder):
    trace = TRACES / "schema8-b.jscope.gz"
    (folder / "list.html").write_text("seq,send_us,recv_us\n1,0,5\n2,20000,20005\n")
    (folder / "link.html").symlink_to("elsewhere.html")
    for arguments, status, sentence in (
            (("nowhere.jscope", "--out", folder / "a.html"), 1, "nowhere.jscope: there is no such file."),
            ((trace, "--out", folder / "a.txt"), 1, "a.txt is neither .html nor .pdf"),
            ((trace, "--out", folder / "none" / "a.html"), 1, "a.html cannot be written"),
            ((trace, "--out", folder / "link.html"), 1, "link.html is a link"),
            ((folder / "list.html", "--out", folder / "list.html"), 1, "is the file that is reported on"),
            ((trace, "--out", folder / "a.html", "--from", "5", "--to", "5"), 2, "5 is not after --from 5"),
            ((trace,), 2, "--out is required")):
        process = live.ended("report", *arguments)
        live.check(process.status == status and sentence in process.stderr and not process.stdout,
                   f"{sentence}: {process.status}, {process.stderr.strip()}")
    live.check((folder / "list.html").read_text().startswith("seq,"), "what is reported on is as it was")


with live.folder() as path:
    check_pages(path)
    check_streams_of_other_times(path)
    check_pdf(path)
    check_hostile(path)
    check_refusals(path)
live.finish()
