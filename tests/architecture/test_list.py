"""The tests as they stood at one commit, beside those of today: none may go without a word.

test_list.py ROOT           names each test of tests/data/test_list.txt that is neither there any more nor in
                            tests/data/test_moves.txt ("OLD -> NEW", or "OLD: reason"; "OLD.* -> NEW.*, NEW.*" for a
                            program whose tests are in others now); status 1 when there is one
test_list.py ROOT --built FOLDER    also each test that is in the sources and that ctest does not run there
test_list.py ROOT --list    the names of today, one a line, read from the sources: no build is needed
"""
import json
import pathlib
import re
import subprocess
import sys

GTEST = re.compile(r"^\s*(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P)\(\s*(\w+)\s*,\s*(\w+)\s*\)", re.M)
ADDED = re.compile(r"^\s*add_test\(NAME ([\w.-]+) ", re.M)
LIVE = re.compile(r"^\s*jitterscope_live(?:_script)?\((\w+) ", re.M)
BENCH = re.compile(r"^\s*jitterscope_bench\((\w+) ", re.M)
FUZZ = re.compile(r"file\(GLOB entries")
NOT_BUILT = "_NOT_BUILT"
DOORS_OF_LEAVES = ("base", "algorithms", "call", "app")  # as tests/unit/CMakeLists.txt has it


def code_of(path):
    """Without comments that begin a line."""
    return re.sub(r"^\s*(//|#(?!include)).*$", "", path.read_text(encoding="utf-8"), flags=re.M)


def program_of(path):
    """Under tests/unit some doors have a test program for each leaf folder, the others one for all of it, as tests/ui has but for its sizes."""
    folders = path.parent.parts
    if folders[:3] == ("tests", "ui", "sizes"):
        return "ui_sizes"
    if folders[:2] == ("tests", "ui"):
        return "ui"
    if folders[:2] == ("tests", "unit") and len(folders) > 2:
        return folders[3] if folders[2] in DOORS_OF_LEAVES and len(folders) > 3 else folders[2]
    return folders[-1]


def gtest_names(root):
    """As ctest names them: PROGRAM.Suite.Name; tests with parameters once, without these."""
    names = set()
    for path in (root / "tests").rglob("*.cpp"):
        for suite, name in GTEST.findall(code_of(path)):
            names.add(f"{program_of(path.relative_to(root))}.{suite}.{name}")
    return names


def ctest_names(root):
    """Those that are no gtest."""
    names = set()
    for path in (root / "tests").rglob("CMakeLists.txt"):
        text = code_of(path)
        names |= set(ADDED.findall(text))
        names |= {f"live.{name}" for name in LIVE.findall(text)}
        names |= {f"bench.{name}" for name in BENCH.findall(text)}
        if FUZZ.search(text):
            names |= {f"fuzz.{entry.stem}" for entry in path.parent.glob("fuzz_*.cpp")}
    return names


def names_of(root):
    return gtest_names(root) | ctest_names(root)


def listed_by(program):
    """Suite.Name of each test of a program that is there, as it says itself."""
    said = subprocess.run([program, "--gtest_list_tests"], check=True, capture_output=True, text=True).stdout
    suite = ""
    for line in said.splitlines():
        word = line.split("#")[0].strip()
        if line.startswith("  "):
            yield suite + word
        elif word.endswith("."):
            suite = word


def run_by_ctest(build):
    """What ctest calls its tests; PROGRAM_NOT_BUILT stands for those of a program. In place of FOLDER.shard_N, which
    runs some of a program's, all of these."""
    said = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True, capture_output=True, text=True).stdout
    names, sharded = [], {}
    for test in json.loads(said)["tests"]:
        folder, _, rest = test["name"].partition(".")
        if not rest.startswith("shard_"):
            names.append(test["name"])
        elif "command" in test and pathlib.Path(test["command"][0]).exists():
            sharded[folder] = test["command"][0]
        else:
            names.append(f"unit_{folder}{NOT_BUILT}")
    return names + [f"{folder}.{name}" for folder, program in sharded.items() for name in listed_by(program)]


def without_parameters(name):
    """FOLDER.Suite.Name of FOLDER.Instance/Suite.Name/value and FOLDER.Suite/Type.Name: one of the names that are given."""
    folder, _, rest = name.partition(".")
    suite, _, test = rest.partition(".")
    return {f"{folder}.{word}.{test.split('/')[0]}" for word in suite.split("/")}


def not_run(today, run):
    """Those of today that ctest, which says `run`, does not know. Those of a program that is not built may be there."""
    programs = [name.removesuffix(NOT_BUILT) for name in run if name.endswith(NOT_BUILT)]
    known = set(run).union(*(without_parameters(name) for name in run))
    for name in sorted(today - known):
        folder = name.split(".")[0]
        if not any(program.endswith(f"_{folder}") or program.startswith(f"{folder}_") for program in programs):
            yield f"{name} is in the sources, and no program that ctest runs has it"


def lines_of(path):
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def moves_of(path):
    """Old name -> new names (none: gone), and what is wrong with the file."""
    moves, wrong = {}, []
    for line in lines_of(path):
        if " -> " in line:
            old, new = line.split(" -> ", 1)
            moves[old.strip()] = new.replace(",", " ").split()
        elif ": " in line:
            moves[line.split(": ", 1)[0].strip()] = []
        else:
            wrong.append(f"{path.name}: not understood: {line}")
    return moves, wrong


def moved_with_program(name, today, moves):
    program, _, rest = name.partition(".")
    return any(f"{new.removesuffix('*')}{rest}" in today for new in moves.get(f"{program}.*", []))


def breaches(old, today, moves):
    found = []
    for name in sorted(old - today):
        if name not in moves:
            if moved_with_program(name, today, moves):
                continue
            found.append(f"{name} is gone: name its successor, or the reason, in tests/data/test_moves.txt")
        for successor in moves.get(name, []):
            if successor not in today:
                found.append(f"{name} -> {successor}: there is no such test")
    for name in sorted(name for name in set(moves) - old if not name.endswith(".*")):
        found.append(f"test_moves.txt: {name} is not in test_list.txt")
    for name in sorted(set(moves) & old & today):
        found.append(f"test_moves.txt: {name} is still there")
    return found


def main(arguments):
    root = pathlib.Path(arguments[0])
    today = names_of(root)
    if arguments[1:] == ["--list"]:
        print("\n".join(sorted(today)))
        return 0
    data = root / "tests/data"
    moves, found = moves_of(data / "test_moves.txt")
    found += breaches(set(lines_of(data / "test_list.txt")), today, moves)
    if arguments[1:2] == ["--built"]:
        found += not_run(today, run_by_ctest(arguments[2]))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
