"""Line coverage of the parsers, from what a build with --coverage counted (gcov).

coverage.py ROOT BUILD [LEAST]     a line for each file of tests/fuzz/parsers.txt: lines reached, lines that can be, per cent,
                                   and which are not; then the whole. Status 1, with what is too low, when that is below LEAST
                                   per cent or, where LEAST is given, a file below 70.
"""
import itertools
import json
import pathlib
import subprocess
import sys


LEAST_A_FILE = 70


def listed(root):
    lines = (root / "tests/fuzz/parsers.txt").read_text(encoding="utf-8").splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def documents(build):
    """gcov's JSON of each object file that has run."""
    counts = sorted(build.rglob("*.gcda"))
    for begin in range(0, len(counts), 20):
        told = subprocess.run(["gcov", "--json-format", "--stdout", *counts[begin:begin + 20]], cwd=build,
                              capture_output=True, text=True, check=True)
        for line in told.stdout.splitlines():
            if line.startswith("{"):
                yield json.loads(line)


def reached(root, build, wanted):
    """File -> line -> how often at most; a line of a template counts when one of its instances was reached."""
    files = {name: {} for name in wanted}
    for document in documents(build):
        folder = pathlib.Path(document["current_working_directory"])
        for file in document["files"]:
            path = (folder / file["file"]).resolve()
            name = str(path.relative_to(root)) if path.is_relative_to(root) else ""
            if name not in files:
                continue
            for line in file["lines"]:
                before = files[name].get(line["line_number"], 0)
                files[name][line["line_number"]] = max(before, line["count"])
    return files


def ranges(numbers):
    """[3, 4, 7] -> "3-4 7"."""
    runs = [list(run) for _, run in itertools.groupby(numbers, key=lambda number, count=itertools.count(): number - next(count))]
    return " ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def reached_percent(lines):
    return 100 * sum(count > 0 for count in lines.values()) / len(lines)


def whole_of(files):
    return {(name, line): count for name, lines in files.items() for line, count in lines.items()}


def breaches(files, least):
    """`files`: as reached() gives them, none without lines. Of `least` 0: none."""
    found = [f"{name}: {reached_percent(lines):.1f} %, at least {LEAST_A_FILE} % are wanted"
             for name, lines in files.items() if least and reached_percent(lines) < LEAST_A_FILE]
    whole = reached_percent(whole_of(files))
    return found if whole >= least else [*found, f"all: {whole:.1f} %, at least {least:g} % are wanted"]


def main(root, build, least):
    files = reached(root, build, listed(root))
    silent = [name for name, lines in files.items() if not lines]
    if silent:
        print("no counts of:", *silent)
        return 1
    for name, lines in [*files.items(), ("all", whole_of(files))]:
        missed = [] if name == "all" else sorted(number for number, count in lines.items() if count == 0)
        hit = sum(count > 0 for count in lines.values())
        print(f"{name:44} {hit:5} of {len(lines):5} {reached_percent(lines):6.1f} %  {ranges(missed)}".rstrip())
    found = breaches(files, least)
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(),
                  float(sys.argv[3]) if len(sys.argv) > 3 else 0))
