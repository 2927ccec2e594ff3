"""pairs.py on made-up times."""
import json
import unittest

import pairs

OUTPUT = json.dumps({"context": {"date": "x"}, "benchmarks": [
    {"name": "Live/1", "run_name": "Live/1", "run_type": "iteration", "cpu_time": 2.5, "real_time": 9.0, "time_unit": "us"},
    {"name": "Live/1", "run_name": "Live/1", "run_type": "iteration", "cpu_time": 3.5, "real_time": 9.0, "time_unit": "us"},
    {"name": "Live/1", "run_name": "Live/1", "run_type": "iteration", "cpu_time": 9.5, "real_time": 9.0, "time_unit": "us"},
    {"name": "Live/1_mean", "run_name": "Live/1", "run_type": "aggregate", "cpu_time": 100.0, "real_time": 9.0, "time_unit": "us"},
    {"name": "Disk/real_time", "cpu_time": 1.0, "real_time": 4.0, "time_unit": "ms"}]})


def around(middle, spread):
    """Nine values, not in order."""
    return [middle * (1 + spread * step / 4) for step in (0, 3, -1, 4, -3, 1, -4, 2, -2)]


def comparison(old, new):
    return pairs.compare("x", list(zip(old, new)))


class Parsing(unittest.TestCase):
    def test_times_are_ns_medians_of_repetitions_and_no_aggregates(self):
        self.assertEqual(pairs.google_benchmark_ns(OUTPUT), {"Live/1": 3500.0, "Disk/real_time": 4e6})

    def test_what_failed_is_named_and_what_is_no_json_an_error(self):
        failed = {"name": "Live", "error_occurred": True, "error_message": "no file", "cpu_time": 0, "time_unit": "ns"}
        for text, said in ((json.dumps({"benchmarks": [failed]}), "Live: no file"), ("Failed to match any benchmarks", "")):
            with self.assertRaisesRegex(ValueError, said):
                pairs.google_benchmark_ns(text)

    def test_rows_of_our_benches_are_read_by_name_and_unit(self):
        for bench, text, times in (
                ("cost", "CPU seconds per 1000 frames, 640x480\nsend     default     1.29 (1.28 … 1.31)    0.98 of GStreamer\n",
                 {"send default": 1.29e9}),
                ("analyze", "999 packets; aim: under 1 s\nanalyze csv      0.69 s    215 MB\ntshark      4.08 s; analyze pcap takes 0.10\n",
                 {"analyze csv": 0.69e9}),
                ("departures", "realtime+spin  realtime 18         4  b            450     0.11      1.1        9\n",
                 {"realtime+spin 4 b": 110.0, "realtime+spin 4 b p99": 1100.0}),
                ("relay", "straight over loopback                    0    25000       12.3       40.5\n",
                 {"straight over loopback 0": 12300.0, "straight over loopback 0 p99": 40500.0}),
                ("link", "a million packets   0.05 s\n", {})):
            self.assertEqual(pairs.printed_ns(bench, text), times)


class Bootstrap(unittest.TestCase):
    def test_medians_and_their_ratio(self):
        found = comparison([1, 2, 3, 4, 5, 6, 7, 8, 90], [2, 4, 6, 8, 10, 12, 14, 16, 18])
        self.assertEqual((found.old, found.new, found.ratio), (5, 10, 2))

    def test_verdicts(self):
        for old, new, verdict in (
                (around(100, 0.02), around(90, 0.02), "faster"), (around(100, 0.02), around(110, 0.02), "slower"),
                (around(100, 0.02), around(101, 0.02)[::-1], "cannot tell"), (around(100, 0.5), around(90, 0.5)[::-1], "cannot tell"),
                (around(100, 0.02), around(100, 0.02)[:-1] + [1000], "cannot tell"), ([7] * 9, [7] * 9, "cannot tell")):
            self.assertEqual(comparison(old, new).verdict, verdict)

    def test_the_bound_holds_the_ratio_and_is_the_same_each_time(self):
        first, second = (comparison(around(100, 0.1), around(97, 0.1)[::-1]) for _ in range(2))
        self.assertEqual(first, second)
        self.assertLess(first.low, first.ratio)
        self.assertGreater(first.high, first.ratio)

    def test_pairs_stay_together(self):  # a machine that is slow for a pair is so for both
        old = around(100, 0.4)
        found = comparison(old, [time * 0.95 for time in old])
        self.assertAlmostEqual(found.low, 0.95)
        self.assertAlmostEqual(found.high, 0.95)
        self.assertEqual(found.verdict, "faster")

    def test_quantiles_lie_between_values(self):
        self.assertEqual([pairs.quantile([1, 2, 4], share) for share in (0, 0.25, 0.5, 1)], [1, 1.5, 2, 4])


class Table(unittest.TestCase):
    def test_what_only_some_runs_have_is_not_compared(self):
        compared, lacking = pairs.compare_all([({"a": 1, "b": 2}, {"a": 1}), ({"a": 1}, {"a": 1, "c": 3})])
        self.assertEqual([each.name for each in compared], ["a"])
        self.assertEqual(lacking, ["b", "c"])

    def test_a_row_has_its_figures(self):
        row = pairs.table([pairs.Comparison("Live/1", 2500, 1.5e9, 0.5, 0.4, 0.61)]).splitlines()[1].split()
        self.assertEqual(row, ["Live/1", "2.5", "us", "1.5", "s", "0.500", "0.400", "…", "0.610", "faster"])


if __name__ == "__main__":
    unittest.main()
