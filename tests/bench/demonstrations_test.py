"""demonstrations.py reads tables of reports, and finds what a trace's rows do not have."""
import sys
import unittest

sys.dont_write_bytecode = True
from demonstrations import Cell, report, untrue

ROWS = {"Frame loss, local": (Cell("38.7 % (30–47 %)"), Cell("0 % (at most 2.1 %)"))}
PAGE = ("<h2>Demonstration: Shaping</h2>\n<p>A &amp; B</p>\n<table><tr><th></th><th>Strategy C</th></tr>"
        "<tr><td>Frame delay, mean</td><td>41.5\u00a0ms</td><td>66.1\u00a0ms (64.0–68.1\u00a0ms)</td><td>24.6\u00a0ms longer</td></tr></table>")


class Rows:
    """What a trace says."""

    def __init__(self, *seen):
        self.seen = seen

    def shaping(self):
        return "Frame loss, local", list(self.seen)


class Demonstrations(unittest.TestCase):
    def test_figures_are_near_those_of_the_trace(self):
        for seen, faults in (((38.0, 0.4), 0), ((None, 0.4), 1), ((34.0, 0.4), 1), ((34.0, 4), 2)):
            self.assertEqual(len(list(untrue("shaping", ROWS, Rows(*seen)))), faults, seen)

    def test_a_report_is_read(self):
        sentence, table = report(PAGE)
        before, after = table["Frame delay, mean"]
        self.assertEqual(sentence, "A & B")
        self.assertEqual((before.value, before.low, after.value, after.low, after.high), (41.5, None, 66.1, 64.0, 68.1))

    def test_intervals_lie_apart_or_are_not_known(self):
        for first, second, apart in (("3 ms (2–4 ms)", "500 µs (1–900 µs)", True), ("3 ms (2–4 ms)", "3 s (3–4 s)", True),
                                     ("38.7 % (30–47 %)", "0 % (at most 31 %)", False), ("3 ms", "3 s (3–4 s)", None), ("–", "4", None)):
            self.assertIs(Cell(first).apart(Cell(second)), apart, (first, second))


if __name__ == "__main__":
    unittest.main()
