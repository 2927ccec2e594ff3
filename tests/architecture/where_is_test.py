"""where_is.py on a made-up tree: what is not there is named."""
import pathlib
import tempfile
import unittest

import where_is

README = "# X\n\n## Where is …\n\n| question | file | name |\n|---|---|---|\n{}\n## Licence\n\n| x | `gone.h` | `Gone` |\n"


def breaches_in(*rows):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "core/rates").mkdir(parents=True)
        (root / "core/rates/fixed.cpp").write_text("")
        (root / "core/queue.h").write_text("class Queue {};\n")
        table = "".join(f"| where? | `{path}` | `{name}` |\n" for path, name in rows)
        return where_is.breaches(root, README.format(table))


class WhereIs(unittest.TestCase):
    def test_what_is_there_is_no_breach(self):
        self.assertEqual(breaches_in(("core/queue.h", "Queue"), ("core/rates", "fixed")), [])

    def test_a_missing_file_a_missing_name_and_a_part_of_one_are_named(self):
        found = breaches_in(("core/line.h", "Line"), ("core/queue.h", "Line"), ("core/queue.h", "Que"), ("core/rates", "ours"))
        self.assertEqual(len(found), 4, found)

    def test_a_row_that_cannot_be_read_is_named(self):
        self.assertEqual(len(breaches_in(("core/queue.h", "Queue"), ("core/queue.h", "Queue` of `all"))), 1)

    def test_other_tables_do_not_count(self):
        self.assertEqual(where_is.rows_of(README.format("")), [])


if __name__ == "__main__":
    unittest.main()
