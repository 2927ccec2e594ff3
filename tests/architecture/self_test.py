"""The smaller checks on made-up files: what breaks a rule is named, near misses are not."""
import unittest

import agreement
import classes
import sizes
import where_is

CMAKE = "cmake_minimum_required(VERSION 3.25)\nproject(jitterscope VERSION 0.2.0 LANGUAGES CXX)\n"
WITH_IT = "if(x)\n  add_dependencies(jitterscope jitterscope_priority)  # started from beside it\nendif()\n"
README = "# X\n\n## Where is …\n\n| question | file | name |\n|---|---|---|\n{}\n## Licence\n\n| x | `gone.h` | `Gone` |\n"


def changes(*headings, text="- A thing.\n"):
    return "# Changes\n\nWords.\n" + "".join(f"\n## {each}\n\n{text}" for each in headings)


class Agreement(unittest.TestCase):
    def test_versions(self):
        for page, cmake, breaches in (
                (changes("0.2.0, not released", "0.1.10", "0.1.9"), CMAKE, []),
                (changes("0.1.0"), CMAKE, ["changes.md's newest version is 0.1.0, the project's is 0.2.0"]),
                (changes("0.3.0, not released", "0.2.0"), CMAKE, ["changes.md's newest version is 0.3.0, the project's is 0.2.0"]),
                (changes("0.2.0", "0.1.9", "0.1.10"), CMAKE, ["changes.md: 0.1.10 stands below 0.1.9"]),
                (changes("0.2.0", "0.2.0"), CMAKE, ["changes.md: 0.2.0 stands below 0.2.0"]),
                (changes("0.2.0", "Older"), CMAKE, ['changes.md: "Older" is no version']),
                (changes(), CMAKE, ["changes.md names no version"]),
                (changes("0.2.0", text=""), CMAKE, ["changes.md does not say what 0.2.0 brought"]),
                (changes("0.2.0"), "project(x)", ["CMakeLists.txt names no version of the project"])):
            self.assertEqual(agreement.version_breaches(cmake, page), breaches)

    def test_citation(self):
        cited = ('cff-version: 1.2.0\nmessage: "Cite it."\ntype: software\ntitle: "X: y"\nauthors:\n  - name: "All"\n'
                 "version: 0.2.0\nlicense: GPL-3.0-or-later\n")
        for text, breaches in (
                (cited, []),
                (cited.replace("0.2.0", "0.1.9"), ["CITATION.cff cites version 0.1.9, the project's is 0.2.0"]),
                (cited.replace("1.2.0", "1.1.0"), ["CITATION.cff is of another format than 1.2.0: 1.1.0"]),
                (cited.replace('  - name: "All"\n', ""), ["CITATION.cff names no author"]),
                (cited.replace("license:", "licence:"), ["CITATION.cff says no license"]),
                ("", [f"CITATION.cff says no {key}" for key in agreement.CITATION_HAS])):
            self.assertEqual(agreement.citation_breaches(CMAKE, text), breaches)

    def test_what_is_built_to_run(self):
        needed = "jitterscope jitterscope_opencv_reader"
        for targets, cmake, breaches in (
                (needed, WITH_IT, []),
                (f"{needed} jitterscope_priority", "", []),
                (f"{needed} all", WITH_IT, ["builds everything"]),
                ("", WITH_IT, ["builds everything", *(f"does not build {each}" for each in sorted(agreement.NEEDED))]),
                ("jitterscope", WITH_IT, ["does not build jitterscope_opencv_reader"]),
                (needed, "#" + WITH_IT[6:], ["does not build jitterscope_priority"])):
            script = f'set -e\n"$root/packaging/build" release {targets}\nexec "$program"\n'
            self.assertEqual(agreement.run_breaches(script, cmake), [f"packaging/run {each}" for each in breaches])
        self.assertEqual(agreement.run_breaches('# "$root/packaging/build" release jitterscope\n', WITH_IT), ["packaging/run builds nothing"])


class WhereIs(unittest.TestCase):
    def test_rows(self):
        files = {"core/rates/fixed.cpp": "", "core/queue.h": "class Queue {};\n"}
        for path, name, why in (("core/queue.h", "Queue", None), ("core/rates", "fixed", None),
                                ("core/line.h", "Line", "core/line.h does not exist"), ("core/queue.h", "Line", "core/queue.h has no Line"),
                                ("core/queue.h", "Que", "core/queue.h has no Que"), ("core/rates", "ours", "core/rates/ has no file ours"),
                                ("core/queue.h", "Queue` of `all", "cannot be read")):
            rows = f"| where? | `{path}` | `{name}` |\n" * where_is.LEAST_ROWS
            found = where_is.check({**files, "README.md": README.format(rows)})
            self.assertEqual(len(found), where_is.LEAST_ROWS if why else 0, found)
            self.assertTrue(all(why in each for each in found), found)

    def test_few_rows_and_other_tables(self):
        self.assertEqual(where_is.check({"README.md": README.format("")}), ["README.md, Where is …: only 0 rows"])


class Classes(unittest.TestCase):
    HEADER = ("class Call {{\n public:\n  Call();\n  explicit Call(int of);  // not one more\n  std::function<void(int)> bell_;\n"
              "  void set(A&& a = A()) {{ use(a); }}\n  void set(B);\n  struct Part {{\n    void inner();\n  }};\n{}}};\n")
    SOURCE = "Call::Call() {\n}\n\n/// Says it.\nvoid Call::set(B b) {\n  if (b) {\n    use(b);\n  }\n}\nvoid Other::go() {\n}\n"

    def files(self, more=""):
        return {"core/call/call.h": "#pragma once\n" + self.HEADER.format(more), "core/call/call.cpp": self.SOURCE, "core/lab/x.h": self.HEADER.format("")}

    def test_functions_count_once_and_lines_over_all_files(self):
        self.assertEqual(classes.sizes(self.files()), {"Call": [2, 12 + 8, "core/call/call.h"]})

    def test_what_is_beyond_is_named(self):
        many = "".join(f"  void f{i}();\n" for i in range(24))
        self.assertEqual(classes.check(self.files(), {}), [])
        self.assertEqual(len(classes.check(self.files(many), {})), 1)
        self.assertEqual(classes.check(self.files(many), {"Call": (26, 60)}), [])
        self.assertEqual(len(classes.check(self.files(many), {"Call": (25, 60)})), 1)
        self.assertEqual(len(classes.check(self.files(), {"Call": (26, 60), "Gone": (30, 1)})), 2)
        self.assertEqual(len(classes.check(self.files("  int x;\n" * 340), {})), 1)


class Sizes(unittest.TestCase):
    def test_a_bare_number_and_a_constant_are_named(self):
        for line in ("left->setMinimumWidth(256);", "row->setSpacing(kSpacing);", "setMinimumSize(160, 120);",
                     "column->setContentsMargins(0, 4, 0, 0);", "pen(QPen(colour, 2));", "grid->setColumnMinimumWidth(1, 30);",
                     "QSize sizeHint() const override { return {200, 18 * rows()}; }", "if (width() >= kWide) show();",
                     "label->setFixedWidth(label->width() + 2);", "return QSize(300, 0);", "setFixedHeight(18 * rows);",
                     "setFixedHeight(rows * 18);", "header->insertSpacing(2, 4);", "elided(words, width() - 200);"):
            self.assertEqual(len(sizes.breaches_of(line)), 1, line)

    def test_what_is_sized_or_nothing_is_no_breach(self):
        for line in ("left->setMinimumWidth(px(256));", "row->setSpacing(0);", "label->setContentsMargins(0, 0, 0, 0);",
                     "pen(QPen(colour, hairline(), Qt::DotLine));", "grid->setColumnMinimumWidth(1, px(30));",
                     "item->setPadding(px({2, 0, 2, 0}));", "QSize sizeHint() const override { return px({200, 18 * rows()}); }",
                     "if (width() >= px(kWide)) show();", "label->setFixedWidth(text.width() + 2 * px(kSide));",
                     "rows.at(30);", "setMinimumWidth(2 * text.width());", "setMinimumHeight(px(18) * 3 / 2);",
                     '// setSpacing(4)\nsay("setSpacing(4)");'):
            self.assertEqual(sizes.breaches_of(line), [], line)

    def test_the_line_is_that_of_the_call(self):
        self.assertEqual([line for line, _ in sizes.breaches_of("void f() {\n  row->setSpacing(\n      4);\n}\n")], [2])


if __name__ == "__main__":
    unittest.main()
