"""sizes.py on made-up lines: bare lengths are named, sized ones are not."""
import unittest

import sizes


def lines_of(text):
    return [line for line, _ in sizes.breaches_of(text)]


class Sizes(unittest.TestCase):
    def test_a_bare_number_and_a_constant_are_named(self):
        for line in ("left->setMinimumWidth(256);", "row->setSpacing(kSpacing);", "setMinimumSize(160, 120);",
                     "column->setContentsMargins(0, 4, 0, 0);", "pen(QPen(colour, 2));", "grid->setColumnMinimumWidth(1, 30);",
                     "QSize sizeHint() const override { return {200, 18 * rows()}; }", "if (width() >= kWide) show();",
                     "label->setFixedWidth(label->width() + 2);", "return QSize(300, 0);", "setFixedHeight(18 * rows);",
                     "setFixedHeight(rows * 18);", "header->insertSpacing(2, 4);", "elided(words, width() - 200);"):
            self.assertEqual(lines_of(line), [1], line)

    def test_what_is_sized_or_nothing_is_no_breach(self):
        for line in ("left->setMinimumWidth(px(256));", "row->setSpacing(0);", "label->setContentsMargins(0, 0, 0, 0);",
                     "pen(QPen(colour, hairline(), Qt::DotLine));", "grid->setColumnMinimumWidth(1, px(30));",
                     "item->setPadding(px({2, 0, 2, 0}));", "QSize sizeHint() const override { return px({200, 18 * rows()}); }",
                     "if (width() >= px(kWide)) show();", "label->setFixedWidth(text.width() + 2 * px(kSide));",
                     "rows.at(30);", "setMinimumWidth(2 * text.width());", "setMinimumHeight(px(18) * 3 / 2);"):
            self.assertEqual(lines_of(line), [], line)

    def test_comments_and_words_are_not_read(self):
        self.assertEqual(lines_of('// setSpacing(4)\nsay("setSpacing(4)");\n'), [])

    def test_the_line_is_that_of_the_call(self):
        self.assertEqual(lines_of("void f() {\n  row->setSpacing(\n      4);\n}\n"), [2])


if __name__ == "__main__":
    unittest.main()
