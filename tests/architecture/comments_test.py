"""comments.py on made-up trees: a file that is not there and an issue are named, near misses are not."""
import unittest

import comments

ELSEWHERE = "".join(f"// {name}\n" for name in comments.ELSEWHERE)
CLEAN = {
    "core/lab/sun97/live.cpp": "// shaping_lab.cpp, sun97/shaping_lab.cpp, core/lab/sun97/shaping_lab.cpp, *_gone.cpp\n" + ELSEWHERE,
    "core/lab/sun97/shaping_lab.cpp": "#pragma once\n// As core/lab/PAPER/NAME_lab.cpp; README.md\n",
    "resources/reference/threads.md": "",
    "README.md": "gone.h of issue 3\n",
    "tests/data/x.txt": "# gone.h of issue 3\n",
}

# File, text, and the line of the one breach that it has; None: it has none.
CASES = [
    ("core/x.h", "#pragma once\n// gone.h\n", 2),
    ("core/x.h", "/* a\n   gone.cpp */\n", 2),
    ("core/x.h", "int a;  // as gone.py does\n", 1),
    ("core/x.h", "/// docs/gone.md\n", 1),
    ("core/x.h", "// gone.txt.\n", 1),
    ("core/x.h", "// latecki04/live.cpp\n", 1),
    ("core/x.h", "// sun97_live.cpp\n", 1),
    ("core/x.h", "// ./sun97/live.cpp, threads.md, x.h\n", None),
    ("core/x.h", "// SUITE/live.cpp, PAPER_gone.cpp\n", 1),
    ("core/x.h", "// gone.hide e.g. gone.cpp.in, 3.h264, T.h(), GROUP.svg\n", 1),  # the call
    ("core/x.h", '#include "gone.h"\nauto a = "// gone.h"; auto b = R"(// gone.h")"; int c = 1\'000;\n', None),
    ("core/x.h", "auto a = '\"'; // gone.h\n", 1),
    ("tests/x.py", '"""As gone.py does."""\n', 1),
    ("tests/x.py", 'def f():\n    """As\n    gone.py does."""\n', 3),
    ("tests/x.py", "a = 1  # gone.py\n", 1),
    ("tests/x.py", 'a = "# gone.py"\nb = ("gone.py",\n     "gone.md")\nf("""gone.h""")\n', None),
    ("packaging/x", "#!/usr/bin/env python3\n# gone.py\n", 2),
    ("packaging/x", "#!/bin/bash\nls gone.py  # gone.md\n", 2),
    ("packaging/x", "#!/bin/bash\nls gone.py '# gone.md' $#\n", None),
    ("packaging/x", "# gone.py\n", None),
    ("CMakeLists.txt", "add_library(a gone.cpp)  # gone.md\n", 1),
    ("core/CMakeLists.txt", "# gone.md\n", 1),
    ("core/x.h", "// Limit of issue 3\n", 1),
    ("core/x.h", "// Issues #3 and 4\n", 1),
    ("core/x.h", "int a;\n// under 1 s (issue\n// 5)\n", 2),
    ("core/x.h", "int a;  // what the issue asks\n", 1),
    ("core/x.h", "// how sharp (issue: keep it)\n", 1),
    ("core/x.h", "// The tissue 3; they issue commands; reissued 3 times\nint issue3;\n", None),
    ("tests/x.py", "# (issue\n# 5)\n", 1),
]


class Comments(unittest.TestCase):
    def test_a_clean_tree_has_no_breach(self):
        self.assertEqual(comments.check(CLEAN), [])

    def test_each_breach_is_the_only_one_found_and_near_misses_are_none(self):
        for path, text, line in CASES:
            with self.subTest(path=path, text=text):
                found = comments.check({**CLEAN, path: text})
                self.assertEqual(len(found), 1 if line else 0, found)
                self.assertTrue(not line or found[0].startswith(f"{path}:{line}: "), found)

    def test_a_name_of_elsewhere_that_no_comment_has_is_named(self):
        found = comments.check({**CLEAN, "core/lab/sun97/live.cpp": ""})
        self.assertEqual(len(found), len(comments.ELSEWHERE), found)
        self.assertTrue(all("no comment names" in each for each in found), found)


if __name__ == "__main__":
    unittest.main()
