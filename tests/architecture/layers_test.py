"""Each rule of layers.py catches its breach, and lets the near miss pass, in a small tree made for the purpose."""
import posixpath
import re
import unittest

import layers

def including(*targets):
    return "".join(f"#include {target}\n" if target[0] == "<" else f'#include "{target}"\n' for target in targets)


CLEAN = {
    "core/base/units/time.h": "#pragma once\n#include <cstdint>\n",
    "core/base/stats/fit.cpp": "#include <boost/math.hpp>\n",
    "core/base/files/file.h": "#include <sys/stat.h>\n",
    "core/base/scheduling/role.h": '#include "core/base/units/time.h"\n',
    "core/base/realtime/thread.h": "#include <pthread.h>\n#include <mutex>\n",
    "core/base/realtime/latest_value.h": "#pragma once\n",
    layers.TO_CHILD: "#include <sys/socket.h>\n",
    "core/base/net/socket.h": "#include <sys/socket.h>\n",
    "core/events/events.h": "#pragma once\n",
    "core/events/kinds/drop.h": '#include "core/base/units/time.h"\n',
    "core/algorithms/rtp/packet.h": '#include <nlohmann/json.hpp>\n#include "core/events/kinds/drop.h"\n',
    "core/algorithms/playout/frames.h": '#include "core/algorithms/rtp/packet.h"\n',
    "core/algorithms/rate/rate.h": "#pragma once\n",
    "core/algorithms/rate/controllers/ours.cpp": '#include "core/algorithms/rate/rate.h"\n',
    "core/measures/views/view.h": '#include "core/algorithms/rate/rate.h"\n// no steady_clock: only a word\n',
    "core/measures/tracks/jitter.h": '#include <nlohmann/json.hpp>\n#include "core/measures/views/view.h"\n',
    "core/record/trace/recorder.h": '#include <nlohmann/json.hpp>\n#include "core/base/net/socket.h"\n',
    "core/call/capture/source.h": "#pragma once\n",
    "core/call/steps/arrival.h": '#include "core/base/realtime/latest_value.h"\n',
    "core/call/path/path.h": '#include <nlohmann/json.hpp>\n#include "core/record/trace/recorder.h"\n',
    "core/lab/engine/lab.h": '#include <nlohmann/json.hpp>\n#include "core/call/path/path.h"\n',
    "core/lab/engine/lab_plot.h": "#pragma once\n",
    "core/lab/engine/lab_result.h": "#pragma once\n",
    "core/lab/engine/lab_settings.h": "#pragma once\n",
    "ui/handout/lab_page.h": including("core/lab/engine/lab.h", "core/lab/engine/lab_plot.h", "core/lab/engine/lab_result.h",
                                       "core/lab/engine/lab_settings.h"),
    "ui/panels/panel.h": '#include <QWidget>\n#include "qcustomplot.h"\n#include "core/measures/views/view.h"\n'
                         '#include "core/base/units/time.h"\n#include "core/events/events.h"\n',
    "app/devices/link.cpp": "#include <sys/socket.h>\n#include <nlohmann/json.hpp>\n#include <QString>\n#include <QTcpSocket>\n",
    "app/main.cpp": '#include <CLI/CLI.hpp>\n#include "ui/panels/panel.h"\n#include "core/lab/engine/lab.h"\n',
    "tests/unit/rtp/packet_test.cpp": '#include "fake.h"\n#include <QTcpSocket>\n#include "app/main.cpp"\n',
    "packaging/run": "#!/bin/bash\n" * layers.LONGEST_FILE,
}


# What is planted (beside or over CLEAN), and a part of the one reason it must give; None: it is allowed.
CASES = {
    "1 doors": [
        ("core/events/x.h", including("core/call/path/path.h"), "core/events must not include core/call, a later one"),
        ("core/base/net/x.h", including("core/events/events.h"), "core/base must not include core/events"),
        ("core/lab/sun97/x.h", including("core/base/net/socket.h", "core/call/path/path.h", "core/events/events.h"), None),
        ("core/record/import/x.h", including("core/record/trace/recorder.h"), None),
        ("core/call/x.h", including("ui/panels/panel.h"), "core must not include ui"),
        ("core/call/x.h", including("tests/unit/rtp/packet_test.cpp"), "core must not include tests"),
        ("core/x.h", including("core/base/units/time.h"), "core is in none of the doors"),
        ("core/newcomer/x.h", "", "core/newcomer is in none of the doors"),
        ("core/newcomer/CMakeLists.txt", "", None),
        ("ui/x.h", including("core/base/units/time.h", "core/events/kinds/drop.h", "core/measures/views/view.h"), None),
        ("ui/x.h", including("core/call/path/path.h", "ui/panels/panel.h"), "ui must not include core/call/path"),
        ("core/lab/engine/x.h", "", None),
        ("ui/x.h", including("core/measures/tracks/jitter.h"), "ui must not include core/measures/tracks"),
        ("ui/x.h", including("core/base/net/socket.h"), "ui must not include core/base/net"),
        ("ui/x.h", including("app/main.cpp"), "ui must not include app"),
        ("app/x.h", including("core/base/net/socket.h", "core/algorithms/rate/rate.h", "ui/panels/panel.h"), None),
        ("app/x.h", including("tests/unit/rtp/packet_test.cpp"), "app must not include tests"),
    ],
    "2 floors of base": [
        ("core/base/units/x.h", including("core/base/stats/fit.cpp"), "core/base/units must not include core/base/stats"),
        ("core/base/realtime/x.h", including("core/base/net/socket.h"), "core/base/realtime must not include core/base/net"),
        ("core/base/net/x.h", including("core/base/realtime/thread.h", "core/base/stats/fit.cpp"), None),
        ("core/base/x.h", "", "core/base is in none of the floors"),
        ("core/base/newcomer/x.h", "", "core/base/newcomer is in none of the floors"),
    ],
    "2 algorithms apart": [
        ("core/algorithms/link/deep/x.h", including("core/algorithms/rate/rate.h"),
         "core/algorithms/link must not include core/algorithms/rate without"),
        ("core/algorithms/rate/deep/x.h", including("core/algorithms/rate/rate.h"), None),
        ("core/algorithms/playout/deep/x.h", including("core/algorithms/rtp/packet.h"), None),
        ("core/algorithms/x.h", "", "core/algorithms has folders only"),
    ],
    "4 files of a folder": [
        *[(folder + "/0.h", "", None) for folder in ("core/call/full", "app/full", "tests/full")],  # with 44 others
        *[(folder + "/more.h", "", f"{folder}:1: 46 files, the most is 45")
          for folder in ("core/call/full", "ui/full", "app/full", "tests/full")],
        ("tests/full/more_test.py", "", "tests/full:1: 46 files, the most is 45"),
        ("tests/full/CMakeLists.txt", "", None),
        ("tests/data/full/more.h", "", None),
        ("core/call/full/CMakeLists.txt", "", None),
        ("core/call/full/deep/more.h", "", None),
    ],
    "5 sans-IO": [
        *[(folder + "/deep/x.h", including("<mutex>"), "owns no clock, thread, lock or file (mutex)")
          for folder in layers.SANS_IO if folder != "core/algorithms"],
        ("core/base/realtime/x.h", including("<mutex>", "<unistd.h>") + "steady_clock nanosleep", None),
        ("core/call/x.h", including("<thread>", "<sys/stat.h>") + "std::random_device", None),
        ("core/events/x.h", including("<chrono>", "<random>", "<atomic>"), None),
        ("core/measures/views/x.h", "auto t = std::chrono::steady_clock::now();\n", "(steady_clock)"),
        ("core/algorithms/link/x.h", "/* a\ncomment */ clock_gettime(0, &t);\n", "clock_gettime"),
        ("core/algorithms/link/x.h", 'auto u = "file://"; nanosleep(0);\n', "nanosleep"),
        ("core/algorithms/link/x.h", "auto u = '\"'; // nanosleep(0);\n", None),
        ("core/algorithms/link/x.h", "/* a\nsteady_clock */ std::time_point timed_mutex;\n", None),
        ("core/algorithms/link/x.h", including("core/base/realtime/thread.h"), "no clock, thread, socket or file"),
        ("core/algorithms/link/x.h", including("core/base/files/file.h"), "no clock, thread, socket or file"),
        *[("core/algorithms/link/x.h", including(f"<{header}>"), f"({header})")
          for header in ("fstream", "filesystem", "iostream", "fcntl.h", "dirent.h")],
        *[("core/algorithms/link/x.h", including("<cstdio>") + f"auto f = {word}(path);\n", f"({word})")
          for word in ("fopen", "freopen", "ifstream", "std::filesystem", "std::rename")],
        ("core/events/x.h", 'fputs("no", stderr);\n', "(stderr)"),
        ("core/algorithms/link/x.h", including("<cstdio>") + "std::snprintf(text, 8, words); std::remove(a, b, 0);\n", None),
        ("core/record/disk/x.h", including("<fstream>", "<filesystem>") + "fopen(path);", None),
        ("core/call/steps/x.h", including("core/base/realtime/thread.h"), "no clock, thread, socket or file"),
        ("core/call/steps/x.h", including("core/base/realtime/latest_value.h"), None),
    ],
    "5 libraries": [
        ("core/base/net/deep/x.h", including("<netinet/in.h>", "<netdb.h>", "<linux/errqueue.h>"), None),
        ("app/relay/x.h", including("<sys/socket.h>", "<QTcpSocket>"), None),
        ("ui/x.h", including("<sys/socket.h>"), "no sockets here"),
        *[("ui/x.h", including(header), "no sockets of Qt here")
          for header in ("<QTcpSocket>", "<QTcpServer>", "<QtNetwork/QUdpSocket>", "<QUdpSocket>", "<QNetworkAccessManager>",
                         "<QHostAddress>", "<QLocalSocket>", "<QtNetwork>")],
        ("ui/x.h", including("<QLocale>", "<QAbstractButton>", "<QtWidgets/QLabel>"), None),
        ("core/call/path/x.h", including("<QString>"), "no Qt here"),
        ("core/call/path/x.h", "  #  include <QtCore/QString>\n", "no Qt here"),
        ("core/call/path/x.h", including("<Queue.h>"), None),
        ("core/algorithms/signalling/x.h", including("<nlohmann/json.hpp>"), None),
        ("core/call/path/x.h", including("<CLI/CLI.hpp>"), "no CLI11 here"),
        ("app/commands/x.h", including("<CLI/CLI.hpp>", "<nlohmann/json.hpp>"), None),
        ("core/base/stats/x.h", including("<boost/math/x.hpp>"), None),
        ("ui/x.h", including("<nlohmann/json.hpp>"), "no JSON here"),
    ],
    "6 any number of participants": [
        *[(folder + "/x.h", f"int {word};\n", f"{word} is of one remote alone")
          for folder in ("core/call/session", "ui/panels", "app/devices")
          for word in ("to_far_end_", "kFarEndLeft", "kTheirs", "shaping_mine_", "sent_audio", "video_compensation")],
        ("ui/x.h", "int a;  // far_end, sent_audio\nint received_audio_, audio_quality_words, unsent_audio;\n", None),
        ("tests/unit/x.h", "int far_end, sent_audio, audio_split;\n", None),
    ],
    "7 settings": [
        ("core/call/session/x.cpp", 'if (changed.name.view() == "shaping") return;\n', "asked for by its type"),
        ("ui/x.cpp", 'return e.name.view().starts_with("priority.");\n', "asked for by its type"),
        ("core/measures/tracks/x.cpp", "if (e.name.view() == kDemonstrationSetting) return;  // name.view() == \"x\"\n", None),
        ("core/events/x.h", 'return change.name.view() == "shaping";\n', None),
    ],
    "8 files": [
        ("packaging/run", "echo\n" * (layers.LONGEST_FILE + 1), "501 lines"),
        ("packaging/run", "echo\n" * (layers.LONGEST_FILE - 1) + "echo", None),
        ("tests/live/x_test.py", "\n" * (layers.LONGEST_FILE + 1), "501 lines"),
        ("tests/data/x.txt", "\n" * (layers.LONGEST_FILE + 1), None),
        ("core/call/data/x.h", "\n" * (layers.LONGEST_FILE + 1), "501 lines"),
        ("core/call/path/x.h", including("path.h"), "not a path from the root"),
        ("core/call/path/x.h", including("core/call/path/gone.h"), "not a path from the root"),
        ("core/call/path/x.h", including("core/events/../lab/engine/lab.h"), "not a path from the root"),
        ("core/events/x.h", including("<core/call/path/path.h>"), "by quotes"),
        ("core/events/x.hpp", including("core/call/path/path.h"), "core/events must not include core/call"),
    ],
}
FULL = {f"{folder}/{number}.{end}": "" for folder in ("core/call/full", "ui/full", "app/full", "tests/full", "tests/data/full")
        for number, end in [(i, "h") for i in range(20)] + [(i, "cpp") for i in range(25)]}


class Layers(unittest.TestCase):
    def test_each_breach_is_the_only_one_found_and_near_misses_are_none(self):
        self.assertEqual(layers.check(CLEAN), [])
        self.assertEqual(layers.check({**CLEAN, **FULL}), [])
        for rule, cases in CASES.items():
            tree = {**CLEAN, **FULL} if rule.startswith("4") else CLEAN
            for path, text, reason in cases:
                with self.subTest(rule=rule, path=path, text=text[:60]):
                    found = layers.check({**tree, path: text})
                    self.assertEqual(len(found), 1 if reason else 0, found)
                    self.assertTrue(not reason or reason in found[0], found)
                    self.assertTrue(not reason or found[0].split(":")[0] in (path, posixpath.dirname(path)), found)

    def test_the_line_is_named(self):
        found = layers.check({**CLEAN, "ui/x.h": "/* 1\n2 */\n\n" + including("app/main.cpp")})
        self.assertTrue(found[0].startswith("ui/x.h:4: "), found)


class Cycles(unittest.TestCase):
    def test_cycles(self):
        for tree, cycles in (
                ({"ui/bar.h": including("ui/panels/panel.h"), "ui/panels/y.h": including("ui/bar.h")},
                 ["ui/bar.h:1: cycle of folders: ui -> ui/panels (ui/bar.h) -> ui (ui/panels/y.h)"]),
                ({"core/call/a/x.h": including("core/call/b/y.h"), "core/call/b/y.h": "",  # files that do not include each other
                  "core/call/b/z.cpp": "\n" + including("core/call/c/x.h"), "core/call/c/x.h": "",
                  "core/call/c/y.cpp": including("core/call/a/y.h"), "core/call/a/y.h": ""},
                 ["core/call/a/x.h:1: cycle of folders: core/call/a -> core/call/b (core/call/a/x.h)"
                  " -> core/call/c (core/call/b/z.cpp) -> core/call/a (core/call/c/y.cpp)"]),
                ({"app/a.h": including("app/b/x.h", "app/c/x.h"), "app/b/x.h": including("app/a.h"), "app/c/x.h": including("app/a.h")},
                 ["app/a.h:1: cycle of folders: app -> app/b (app/a.h) -> app (app/b/x.h)",
                  "app/c/x.h:1: cycle of folders: app/c -> app (app/c/x.h) -> app/c (app/a.h)"]),
                # A chain, a diamond and the own folder.
                ({"app/a/x.h": including("app/b/x.h", "app/c/x.h", "app/a/y.h"), "app/a/y.h": "", "app/b/x.h": including("app/d/x.h"),
                  "app/c/x.h": including("app/d/x.h"), "app/d/x.h": "", "app/e.h": '// #include "app/a/x.h"\n',
                  "app/d/y.h": '/*\n#include "app/a/x.h"\n*/\n'}, [])):
            self.assertEqual(layers.check({**CLEAN, **tree}), cycles)


class Vanished(unittest.TestCase):
    def test_whatever_a_rule_names_is_missed(self):
        for place in (*layers.DOORS, *layers.BASE_FLOORS, *layers.UI_SEES, *layers.SANS_IO, *layers.NOT_SANS_IO, layers.APART,
                      *sum(layers.APART_BUT, ()), layers.TO_CHILD, "ui", "app"):
            found = layers.check({path: "" for path in CLEAN if not layers.holder(path, (place,))})
            self.assertTrue(any(f"a rule names {place}, and there is no code" in each for each in found), place)

    def test_a_renamed_door_is_unknown(self):
        found = layers.check({path.replace("core/measures/", "core/metrics/"): "" for path in CLEAN})
        self.assertTrue(any("core/metrics/views is in none of the doors" in each for each in found), found)

    def test_each_permission_that_nothing_uses_is_named(self):
        for name, pattern, places in layers.ONLY_IN:
            for place in places:
                tree = {path: re.sub(rf"#include <{pattern}.*", "", text) if layers.holder(path, (place,)) else text
                        for path, text in CLEAN.items()}
                self.assertIn(f"tests/architecture/layers.py:1: {name} may be in {place}, and is not", layers.check(tree))
        found = layers.check({path: re.sub(r'#include "core/.*', "", text) for path, text in CLEAN.items()})
        for here, there in (*(("ui", place) for place in layers.UI_SEES), *layers.APART_BUT):
            self.assertIn(f"tests/architecture/layers.py:1: {here} may include {there}, and does not", found)


if __name__ == "__main__":
    unittest.main()
