"""version.py on made-up pages: a version that is not the project's, or not in its place, is named."""
import unittest

import version

CMAKE = "cmake_minimum_required(VERSION 3.25)\nproject(jitterscope VERSION 0.2.0 LANGUAGES CXX)\n"


def breaches_of(*headings, cmake=CMAKE, text="- A thing.\n"):
    return version.breaches(cmake, "# Changes\n\nWords.\n" + "".join(f"\n## {each}\n\n{text}" for each in headings))


class Version(unittest.TestCase):
    def test_the_newest_is_the_projects(self):
        self.assertEqual(breaches_of("0.2.0, not released", "0.1.10", "0.1.9"), [])

    def test_another_one_is_named(self):
        self.assertIn("newest version is 0.1.0, the project's is 0.2.0", breaches_of("0.1.0")[0])
        self.assertIn("newest version is 0.3.0, the project's is 0.2.0", breaches_of("0.3.0, not released", "0.2.0")[0])

    def test_an_order_that_is_not_one_is_named(self):
        self.assertEqual(breaches_of("0.2.0", "0.1.9", "0.1.10"), ["changes.md: 0.1.10 stands below 0.1.9"])
        self.assertEqual(len(breaches_of("0.2.0", "0.2.0")), 1)

    def test_what_is_no_version_or_says_nothing_is_named(self):
        self.assertEqual(breaches_of("0.2.0", "Older"), ['changes.md: "Older" is no version'])
        self.assertEqual(breaches_of(), ["changes.md names no version"])
        self.assertEqual(breaches_of("0.2.0", text=""), ["changes.md does not say what 0.2.0 brought"])
        self.assertEqual(breaches_of("0.2.0", cmake="project(x)"), ["CMakeLists.txt names no version of the project"])


if __name__ == "__main__":
    unittest.main()
