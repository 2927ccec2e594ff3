"""demonstrations.py finds each clause that a table does not say."""
import sys

sys.dont_write_bytecode = True
from demonstrations import Cell, contradictions, report, untrue

failures = []


def check(holds, what):
    if not holds:
        failures.append(what)


def rows(**named):
    return {name.replace("__", ", ").replace("_", " "): tuple(map(Cell, cells)) for name, cells in named.items()}


SHAPING = ("With C 7.11 % of the packets and 38.7 % of the frames were lost, with A 0 % and 0 %. A lost fewer packets and frames: the"
           " 95 % intervals lie apart. The bursts of whole frames overrun the short queue; spread packets find room in it. A frame takes"
           " 66.1 ms with A, 41.5 ms with C: the price of spreading it. The spacing of the sound beside it varied by 2.31 ms with C, by"
           " 1.2 ms with A.")
SHAPING_ROWS = rows(Packet_loss__local=("7.11 % (5.83–8.39 %)", "0 % (at most 0.30 %)"), Frame_loss__local=("38.7 % (30–47 %)", "0 % (at most 2.1 %)"),
                    Frame_delay__mean=("41.5 ms", "66.1 ms (64.0–68.1 ms)"))
SHAPING_ROWS["Spacing of the sound, σ"] = (Cell("2.31 ms (2.0–2.6 ms)"), Cell("1.2 ms"))
PRIORITY = ("In the default class 99 of 100 packets reached their thread within 1.71 ms of the kernel, in the real-time class within"
            " 32.5 µs, 53 times sooner: the 95 % intervals lie apart. The spacing of the sound varied by 1.1 ms in the default class, by 80 µs"
            " in the real-time class. No gap was heard in either half.")
PRIORITY_ROWS = rows(Kernel_to_user__p99=("1.71 ms (1.41–2.11 ms)", "32.5 µs (25.1–80.7 µs)"), Gaps_in_the_sound=("0", "0"))
PRIORITY_ROWS["Spacing of the sound, σ"] = (Cell("1.1 ms"), Cell("80 µs"))
RATE = ("Without rate control the sound came 400 ms late (median), 18.4 % of it was lost. With it the sound came 11.5 ms late (median),"
        " 0.38 % of it was lost. The sound is saved. The picture reached 1230 of 1480 kbit/s after 14 s. The controller left out"
        " 210 of 450 pictures.")
RATE_ROWS = rows(Delay_of_the_sound__median=("400 ms (380–410 ms)", "11.5 ms"), Sound_lost=("18.4 % (15–21 %)", "0.38 % (0.1–0.7 %)"),
                 Pictures_left_out=("0 % (0 of 225)", "46.7 % (210 of 450)"))

for kind, sentence, table in (("shaping", SHAPING, SHAPING_ROWS), ("priority", PRIORITY, PRIORITY_ROWS), ("rate-control", RATE, RATE_ROWS)):
    check(contradictions(kind, sentence, table) == [], f"{kind}: {contradictions(kind, sentence, table)}")
    check(contradictions(kind, "", table), f"{kind}: an empty sentence passes")
    for name in table:
        swapped = {**table, name: table[name][::-1]}
        check(table[name][0].text == table[name][1].text or contradictions(kind, sentence, swapped), f"{kind}: {name} swapped passes")

for kind, table, sentence, altered in (
        ("shaping", SHAPING_ROWS, SHAPING, ("7.11 %", "7.12 %")), ("shaping", SHAPING_ROWS, SHAPING, ("lost fewer", "lost more")),
        ("shaping", SHAPING_ROWS, SHAPING, ("fewer packets and frames", "fewer packets")), ("shaping", SHAPING_ROWS, SHAPING, ("66.1 ms", "66.2 ms")),
        ("shaping", SHAPING_ROWS, SHAPING, ("2.31 ms", "2.3 ms")), ("priority", PRIORITY_ROWS, PRIORITY, ("53 times", "63 times")),
        ("priority", PRIORITY_ROWS, PRIORITY, ("sooner", "later")), ("priority", PRIORITY_ROWS, PRIORITY, ("32.5 µs", "32.4 µs")),
        ("priority", PRIORITY_ROWS, PRIORITY, (": the 95 % intervals lie apart.", "; no 95 % interval is known.")),
        ("rate-control", RATE_ROWS, RATE, ("400 ms", "40 ms")), ("rate-control", RATE_ROWS, RATE, ("0.38 %", "0 %")),
        ("rate-control", RATE_ROWS, RATE, ("1230 of", "730 of")), ("rate-control", RATE_ROWS, RATE, ("210 of", "201 of"))):
    check(altered[0] in sentence and contradictions(kind, sentence.replace(altered[0], altered[1], 1), table), f"{kind}: “{altered[1]}” passes")

overlapping = {**SHAPING_ROWS, "Frame loss, local": (Cell("38.7 % (30–47 %)"), Cell("0 % (at most 31 %)"))}
check(contradictions("shaping", SHAPING, overlapping), "shaping: intervals that overlap are said to lie apart")
check(contradictions("rate-control", RATE.replace("0.38 %", "1.38 %"), {**RATE_ROWS, "Sound lost": (Cell("18.4 %"), Cell("1.38 %"))}),
      "rate-control: saved with more than a per cent lost")
for fast, passes in (("10 µs", True), ("40 µs", False)):
    much = {**PRIORITY_ROWS, "Kernel to user, p99": (Cell("1.71 ms (1.41–2.11 ms)"), Cell(f"{fast} (9–41 µs)"))}
    said = PRIORITY.replace("32.5 µs", fast).replace("53 times", "more than 100 times")
    check((contradictions("priority", said, much) == []) == passes, f"priority: more than 100 times of 1.71 ms and {fast}")
for kind, sentence, table, gone in (("shaping", SHAPING, SHAPING_ROWS, "With C"), ("priority", PRIORITY, PRIORITY_ROWS, "of the kernel")):
    check(contradictions(kind, sentence.replace(gone, "otherwise"), table), f"{kind}: a main clause in other words passes")

TOLD = SHAPING.partition(" The bursts")[0]  # of one direction
BOTH = ("A lost fewer frames both ways. Of the video received locally: " + TOLD + " Of the video received by the remote: With C 4.62 % of"
        " the packets and 33.7 % of the frames were lost, with A 1.17 % and 5.18 %. A lost fewer frames: the 95 % intervals lie apart."
        " Whether A loses fewer packets than C cannot be told from these seconds: the 95 % intervals of packets overlap"
        " (1.90–7.33 % with C, 0–2.53 % with A).")
BOTH_ROWS = {**SHAPING_ROWS, "Packet loss, remote": (Cell("4.62 % (1.90–7.33 %)"), Cell("1.17 % (0–2.53 %)")),
             "Frame loss, remote": (Cell("33.7 % (30–40 %)"), Cell("5.18 % (2–8 %)"))}
check(contradictions("shaping", BOTH, BOTH_ROWS) == [], f"both ways: {contradictions('shaping', BOTH, BOTH_ROWS)}")
check(contradictions("shaping", BOTH.replace("fewer frames both", "fewer packets both"), BOTH_ROWS), "packets both ways passes")


class Rows:
    """What a trace says."""

    def __init__(self, *seen):
        self.seen = seen

    def shaping(self):
        return "Frame loss, local", list(self.seen)


check(not list(untrue("shaping", SHAPING_ROWS, Rows(38.0, 0.4))), "shaping: the trace's rows are near")
check(list(untrue("shaping", SHAPING_ROWS, Rows(None, 0.4))), "shaping: the trace has no rows")
check(list(untrue("shaping", SHAPING_ROWS, Rows(34.0, 0.4))), "shaping: the trace's rows are far")

page = ("<h2>Demonstration: Shaping</h2>\n<p>A &amp; B</p>\n<table><tr><th></th><th>Strategy C</th></tr>"
        "<tr><td>Frame delay, mean</td><td>41.5\u00a0ms</td><td>66.1\u00a0ms (64.0–68.1\u00a0ms)</td><td>24.6\u00a0ms longer</td></tr></table>")
sentence, table = report(page)
check(sentence == "A & B", sentence)
check(table["Frame delay, mean"][1].low == 64.0 and table["Frame delay, mean"][1].words == "66.1 ms", "a report is read")

for each in failures:
    print("FAIL", each)
sys.exit(1 if failures else 0)
