"""The project's version is the newest of resources/reference/changes.md, which names them newest first, each with what it brought.

version.py ROOT             names each breach; status 1 when there is one
"""
import pathlib
import re
import sys

PROJECT = re.compile(r"^project\(\w+ VERSION (\d+\.\d+\.\d+)\b", re.M)
HEADING = re.compile(r"^## +(.*)$", re.M)
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(, not released)?")


def breaches(cmake, changes):
    project = PROJECT.search(cmake)
    if not project:
        return ["CMakeLists.txt names no version of the project"]
    _, *parts = HEADING.split(changes)
    headings, texts = parts[::2], parts[1::2]
    read = [VERSION.fullmatch(heading.strip()) for heading in headings]
    found = [f'changes.md: "{heading}" is no version' for heading, version in zip(headings, read) if not version]
    if found or not read:
        return found or ["changes.md names no version"]
    numbers = [tuple(map(int, version.groups()[:3])) for version in read]
    words = [".".join(map(str, number)) for number in numbers]
    if words[0] != project.group(1):
        found.append(f"changes.md's newest version is {words[0]}, the project's is {project.group(1)}")
    found += [f"changes.md: {older} stands below {newer}" for newer, older, a, b in zip(words, words[1:], numbers, numbers[1:]) if b >= a]
    found += [f"changes.md does not say what {word} brought" for word, text in zip(words, texts) if not text.strip()]
    return found


def main(root):
    found = breaches((root / "CMakeLists.txt").read_text(encoding="utf-8"),
                     (root / "resources/reference/changes.md").read_text(encoding="utf-8"))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
