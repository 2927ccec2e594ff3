"""Line coverage of the parsers, from what a build with --coverage counted (gcov).

coverage.py ROOT BUILD [LEAST]     a line for each file of tests/fuzz/parsers.txt: lines reached, lines that can be, per cent,
                                   and which are not; then the whole. Status 1 when that is below LEAST per cent.
"""
import json
import pathlib
import subprocess
import sys


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
    words = []
    for number in numbers:
        if words and words[-1][1] == number - 1:
            words[-1][1] = number
        else:
            words.append([number, number])
    return " ".join(str(a) if a == b else f"{a}-{b}" for a, b in words)


def main(root, build, least):
    files = reached(root, build, listed(root))
    silent = [name for name, lines in files.items() if not lines]
    if silent:
        print("no counts of:", *silent)
        return 1
    total = hit = 0
    for name, lines in files.items():
        missed = sorted(number for number, count in lines.items() if count == 0)
        total += len(lines)
        hit += len(lines) - len(missed)
        share = 100 * (len(lines) - len(missed)) / len(lines)
        print(f"{name:44} {len(lines) - len(missed):5} of {len(lines):5} {share:6.1f} %  {ranges(missed)}".rstrip())
    share = 100 * hit / total
    print(f"{'all':44} {hit:5} of {total:5} {share:6.1f} %")
    return 0 if share >= least else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(),
                  float(sys.argv[3]) if len(sys.argv) > 3 else 0))
