"""coverage.py on made-up counts: what is too low as a whole or in one file is named."""
import pathlib
import unittest

import coverage

ROOT = pathlib.Path(__file__).resolve().parents[2]

WELL = {line: 1 for line in range(100)}
HALF = {line: line % 2 for line in range(10)}


class List(unittest.TestCase):
    def test_what_is_listed_is_there(self):
        self.assertEqual([name for name in coverage.listed(ROOT) if not (ROOT / name).is_file()], [])


class Verdict(unittest.TestCase):
    def test_the_whole_and_each_file_are_judged(self):
        for files, least, said in (
                ({"a.cpp": WELL, "b.cpp": WELL}, 90, []), ({"b.cpp": HALF}, 0, []),
                ({"a.cpp": {**WELL, **{line: 0 for line in range(20)}}}, 90, ["all: 80.0 %, at least 90 % are wanted"]),
                ({"a.cpp": WELL, "b.cpp": HALF}, 90, ["b.cpp: 50.0 %, at least 70 % are wanted"])):
            self.assertEqual(coverage.breaches(files, least), said)

    def test_lines_are_told_by_their_ends(self):
        self.assertEqual(coverage.ranges([3, 4, 7, 9, 10, 11]), "3-4 7 9-11")


if __name__ == "__main__":
    unittest.main()
