"""Each rule of layers.py catches its breach, and only it, in a small tree made for the purpose."""
import pathlib
import tempfile
import unittest

import layers

CLEAN = {
    "core/units/time.h": "#pragma once\n#include <cstdint>\n",
    "core/metrics/jitter.h": '#include "core/units/time.h"\n// reads steady_clock: only a word in a comment\n',
    "core/net/socket.h": "#include <sys/socket.h>\n#include <thread>\n",
    layers.TO_CHILD: "#include <sys/socket.h>\n",
    "core/call/call.h": '#include "core/net/socket.h"\n#include "core/metrics/jitter.h"\n',
    "core/rtp/packet.h": "#pragma once\n",
    "ui/panel.h": '#include <QWidget>\n#include "core/units/time.h"\n',
    "app/main.cpp": '#include "ui/panel.h"\n#include "core/call/call.h"\n',
    "packaging/run": "#!/bin/bash\n" * layers.LONGEST_FILE,
}
# What is planted, where, and a word of the one reason it must give.
BREACHES = [
    ("core/rtp/packet.h", '#include "core/metrics/jitter.h"\n', "core/rtp must not include core/metrics"),
    ("core/units/time.h", '#include "core/events/x.h"\n', "not a path"),
    ("core/units/time.h", '#include "core/rtp/packet.h"\n', "core/units must not include core/rtp"),
    ("core/newcomer/x.h", '#include "core/units/time.h"\n', "core/newcomer must not include core/units"),
    ("core/call/call.h", "#include <QString>\n", "core must not include Qt"),
    ("core/call/call.h", "  #  include <QtCore/QString>\n", "core must not include Qt"),
    ("core/call/call.h", '#include "ui/panel.h"\n', "core must not include ui"),
    ("core/call/call.h", "#include <netinet/in.h>\n", "sockets belong to core/net"),
    ("core/realtime/watchdog.cpp", "#include <sys/socket.h>\n", "sockets belong to core/net"),
    ("core/metrics/jitter.h", "#include <mutex>\n", "no clock, thread or lock"),
    ("core/metrics/jitter.h", "auto t = std::chrono::steady_clock::now();\n", "steady_clock"),
    ("core/rtp/packet.h", "std::random_device seed;\n", "random_device"),
    ("core/rtp/packet.h", "/* a\ncomment */ clock_gettime(0, &t);\n", "clock_gettime"),
    ("ui/panel.h", '#include "core/net/socket.h"\n', "ui must not include core/net"),
    ("ui/panel.h", '#include "core/call/call.h"\n', "ui must not include core/call"),
    ("ui/panel.h", '#include "core/rtp/packet.h"\n', "ui must not include core/rtp"),
    ("ui/panel.h", '#include "app/main.cpp"\n', "ui must not include app"),
    ("packaging/run", "echo\n" * (layers.LONGEST_FILE + 1), "501 lines"),
    ("app/main.cpp", "\n" * (layers.LONGEST_FILE + 1), "501 lines"),
]


def breaches_in(tree):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in tree.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return layers.check(root)[0]


class Layers(unittest.TestCase):
    def test_clean_tree_has_no_breach(self):
        self.assertEqual(breaches_in(CLEAN), [])

    def test_each_planted_breach_is_the_only_one_found(self):
        for path, text, reason in BREACHES:
            with self.subTest(path=path, text=text[:40]):
                found = breaches_in({**CLEAN, path: text})
                self.assertEqual(len(found), 1, found)
                self.assertIn(reason, found[0])
                self.assertTrue(found[0].startswith(path + ":"), found[0])


if __name__ == "__main__":
    unittest.main()
