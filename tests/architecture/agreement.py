"""Files of the project that must agree.

The project's version is the newest of resources/reference/changes.md, which names them newest first, each with what it
brought. CITATION.cff, by which the program is cited, has that version too. packaging/run builds what the program needs at run time, and not everything: who tries it waits for no tests.

agreement.py ROOT           names each breach; status 1 when there is one
"""
import re

from report import main

PROJECT = re.compile(r"^project\(\w+ VERSION (\d+\.\d+\.\d+)\b", re.M)
HEADING = re.compile(r"^## +(.*)$", re.M)
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(, not released)?")
CITED = re.compile(r"^([a-z-]+):(.*)$", re.M)  # top keys of the citation file format
CITATION_HAS = ("cff-version", "message", "type", "title", "authors", "version", "license")
NEEDED = {"jitterscope", "jitterscope_opencv_reader", "jitterscope_priority"}
BUILD = re.compile(r"^[^#\n]*packaging/build\"?[ \t]+\w+(.*)$", re.M)
BUILT_WITH_IT = re.compile(r"^\s*add_dependencies\(jitterscope\s+([^)]*)\)", re.M)


def version_breaches(cmake, changes):
    project = PROJECT.search(cmake)
    if not project:
        return ["CMakeLists.txt names no version of the project"]
    _, *parts = HEADING.split(changes)
    headings, texts = [heading.strip() for heading in parts[::2]], parts[1::2]
    read = [VERSION.fullmatch(heading) for heading in headings]
    if not read or not all(read):
        return [f'changes.md: "{heading}" is no version' for heading, version in zip(headings, read) if not version] or [
            "changes.md names no version"]
    numbers = [tuple(map(int, version.groups()[:3])) for version in read]
    words = [".".join(map(str, number)) for number in numbers]
    found = [f"changes.md: {words[i + 1]} stands below {words[i]}" for i in range(len(words) - 1) if numbers[i + 1] >= numbers[i]]
    if words[0] != project.group(1):
        found.append(f"changes.md's newest version is {words[0]}, the project's is {project.group(1)}")
    return found + [f"changes.md does not say what {word} brought" for word, text in zip(words, texts) if not text.strip()]


def citation_breaches(cmake, citation):
    keys = {key: value.strip().strip('"') for key, value in CITED.findall(citation)}
    found = [f"CITATION.cff says no {key}" for key in CITATION_HAS if key not in keys]
    project = PROJECT.search(cmake)
    if project and keys.get("version", project.group(1)) != project.group(1):
        found.append(f"CITATION.cff cites version {keys['version']}, the project's is {project.group(1)}")
    if keys.get("cff-version", "1.2.0") != "1.2.0":
        found.append(f"CITATION.cff is of another format than 1.2.0: {keys['cff-version']}")
    if "authors" in keys and not re.search(r"^authors:\n  - (name|family-names): \S", citation, re.M):
        found.append("CITATION.cff names no author")
    return found


def run_breaches(run, cmake):
    builds = [set(named.split()) for named in BUILD.findall(run)]
    if not builds:
        return ["packaging/run builds nothing"]
    built = set().union(*builds)
    if "jitterscope" in built:
        built.update(*map(str.split, BUILT_WITH_IT.findall(cmake)))
    everything = ["packaging/run builds everything"] * any(not named or "all" in named for named in builds)
    return everything + [f"packaging/run does not build {target}" for target in sorted(NEEDED - built)]


def check(files):
    """All breaches of files: path -> text."""
    return (version_breaches(files["CMakeLists.txt"], files["resources/reference/changes.md"])
            + citation_breaches(files["CMakeLists.txt"], files.get("CITATION.cff", ""))
            + run_breaches(files["packaging/run"], files["app/CMakeLists.txt"]))


if __name__ == "__main__":
    main(check)
