"""packaging/run builds what the program needs at run time, and not everything: who tries it waits for no tests.

run_targets.py ROOT         names each breach; status 1 when there is one
"""
import pathlib
import re
import sys

NEEDED = ("jitterscope", "jitterscope_opencv_reader", "jitterscope_priority")
BUILD = re.compile(r"^[^#\n]*packaging/build\"?[ \t]+(.*)$", re.M)
DEPENDENCIES = re.compile(r"^\s*add_dependencies\((\S+)\s+([^)]*)\)", re.M)


def with_dependencies(targets, cmake):
    built = set(targets)
    for target, needs in DEPENDENCIES.findall(cmake):
        if target in targets:
            built.update(needs.split())
    return built


def breaches(run, cmake):
    """`cmake`: what the CMakeLists.txt of app/ and above say."""
    builds = [line.split() for line in BUILD.findall(run)]
    if not builds:
        return ["packaging/run builds nothing"]
    targets = [target for _, *named in builds for target in named]
    found = ["packaging/run builds everything" for _, *named in builds if not named or "all" in named]
    built = with_dependencies(targets, cmake)
    return found + [f"packaging/run does not build {target}" for target in NEEDED if target not in built]


def main(root):
    found = breaches((root / "packaging/run").read_text(encoding="utf-8"),
                     "\n".join((root / path).read_text(encoding="utf-8") for path in ("CMakeLists.txt", "app/CMakeLists.txt")))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
