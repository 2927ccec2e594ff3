"""run_targets.py on made-up scripts: a part that is not built, or everything that is, is named."""
import unittest

import run_targets

CMAKE = "if(x)\n  add_dependencies(jitterscope jitterscope_priority)  # started from beside it\nendif()\n"
ALL_NEEDED = "jitterscope jitterscope_opencv_reader"


def breaches_of(targets, cmake=CMAKE):
    return run_targets.breaches(f'set -e\n"$root/packaging/build" release {targets}\nexec "$program"\n', cmake)


class RunTargets(unittest.TestCase):
    def test_the_program_with_its_parts(self):
        self.assertEqual(breaches_of(ALL_NEEDED), [])
        self.assertEqual(breaches_of(f"{ALL_NEEDED} jitterscope_priority", cmake=""), [])

    def test_everything_is_named(self):
        self.assertIn("packaging/run builds everything", breaches_of("all"))
        self.assertIn("packaging/run builds everything", breaches_of(""))
        self.assertEqual(breaches_of(f"{ALL_NEEDED} all"), ["packaging/run builds everything"])

    def test_a_part_that_is_missing_is_named(self):
        self.assertEqual(breaches_of("jitterscope"), ["packaging/run does not build jitterscope_opencv_reader"])
        self.assertEqual(breaches_of(ALL_NEEDED, cmake="# add_dependencies(jitterscope jitterscope_priority)\n"),
                         ["packaging/run does not build jitterscope_priority"])

    def test_a_script_that_builds_nothing_is_named(self):
        self.assertEqual(run_targets.breaches('# "$root/packaging/build" release jitterscope\n', CMAKE), ["packaging/run builds nothing"])


if __name__ == "__main__":
    unittest.main()
