"""test_list.py on made-up trees: a test that goes is named, unless test_moves.txt says where it went or why."""
import pathlib
import tempfile
import unittest

import test_list

TEST = "TEST(Queue, {}) {{\n}}\n"
OLD = "link.Queue.Drops\n"


def breaches_in(tests, moves="", cmake=""):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in {"tests/unit/link/queue_test.cpp": "".join(TEST.format(name) for name in tests),
                           "tests/live/CMakeLists.txt": cmake}.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        (root / "moves").write_text(moves)
        said, wrong = test_list.moves_of(root / "moves")
        return wrong + test_list.breaches(set(OLD.split()), test_list.names_of(root), said)


class TestList(unittest.TestCase):
    def test_what_is_still_there_is_no_breach(self):
        self.assertEqual(breaches_in(["Drops", "Waits"]), [])

    def test_what_is_gone_is_named(self):
        found = breaches_in(["Waits"])
        self.assertEqual(len(found), 1)
        self.assertIn("link.Queue.Drops is gone", found[0])

    def test_commented_out_is_gone(self):
        self.assertEqual(len(breaches_in(["Waits"], cmake="# jitterscope_live(link.Queue.Drops live)\n")), 1)

    def test_a_successor_or_a_reason_will_do(self):
        self.assertEqual(breaches_in(["Waits"], "link.Queue.Drops -> link.Queue.Waits\n"), [])
        self.assertEqual(breaches_in(["Waits"], "# why\nlink.Queue.Drops: queues do not drop any more\n"), [])

    def test_a_successor_must_exist(self):
        self.assertIn("no such test", breaches_in(["Waits"], "link.Queue.Drops -> link.Queue.Sheds\n")[0])

    def test_the_file_of_moves_holds_nothing_else(self):
        self.assertIn("not understood", breaches_in(["Drops"], "link.Queue.Drops\n")[0])
        self.assertIn("not in test_list", breaches_in(["Drops"], "link.Queue.Other: gone\n")[0])
        self.assertIn("is still there", breaches_in(["Drops"], "link.Queue.Drops: gone\n")[0])

    def test_other_ctests_are_found(self):
        with tempfile.TemporaryDirectory() as folder:
            live = pathlib.Path(folder) / "tests/live"
            live.mkdir(parents=True)
            (live / "CMakeLists.txt").write_text("jitterscope_live(demo_test live)\n# jitterscope_live(gone live)\n"
                                                 "jitterscope_live_script(quick demo_test live)\nadd_test(NAME live.own X)\n")
            self.assertEqual(test_list.ctest_names(pathlib.Path(folder)), {"live.demo_test", "live.quick", "live.own"})

    def test_what_no_program_holds_is_named(self):
        today = {"link.Queue.Drops", "link.Queue.Waits", "fuzz.fuzz_rtp"}
        self.assertEqual(list(test_list.not_run(today, ["link.Queue.Drops", "link.Queue.Waits", "fuzz.fuzz_rtp"])), [])
        found = list(test_list.not_run(today, ["link.Queue.Drops", "fuzz.fuzz_rtp", "link.Queue.WaitsLong"]))
        self.assertEqual(len(found), 1, found)
        self.assertIn("link.Queue.Waits is in the sources", found[0])

    def test_another_folder_is_another_test(self):
        self.assertEqual(len(list(test_list.not_run({"link.Queue.Drops"}, ["links.Queue.Drops", "Queue.Drops"]))), 1)

    def test_parameters_and_types_do_not_count(self):
        run = ["link.All/Queue.Drops/1.5 s", "link.All/Queue.Drops/a/b.c", "link.Ring/std::vector<int>.Turns", "link.Line/0.Ends"]
        self.assertEqual(list(test_list.not_run({"link.Queue.Drops", "link.Ring.Turns", "link.Line.Ends"}, run)), [])

    def test_a_program_in_shards_says_itself_what_it_has(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "unit_link"
            program.write_text("#!/bin/sh\n[ $1 = --gtest_list_tests ] && printf 'Main says\\nQueue.\\n  Drops\\nAll/Line.\\n  Ends/0  # 5\\n'\n")
            program.chmod(0o700)
            run = [f"link.{name}" for name in test_list.listed_by(program)]
        self.assertEqual(run, ["link.Queue.Drops", "link.All/Line.Ends/0"])
        self.assertEqual(list(test_list.not_run({"link.Queue.Drops", "link.Line.Ends"}, run)), [])
        self.assertEqual(len(list(test_list.not_run({"link.Queue.Waits"}, run))), 1)

    def test_a_program_that_is_not_built_may_hold_its_tests(self):
        self.assertEqual(list(test_list.not_run({"link.Queue.Drops"}, ["unit_link_NOT_BUILT"])), [])
        self.assertEqual(list(test_list.not_run({"goldens.Trace.Is"}, ["goldens_traces_NOT_BUILT"])), [])
        self.assertEqual(len(list(test_list.not_run({"link.Queue.Drops"}, ["unit_rtp_NOT_BUILT"]))), 1)


if __name__ == "__main__":
    unittest.main()
