"""The rules of the house, checked from the sources: who may include whom, what algorithms must not touch, file lengths.

layers.py ROOT        prints each breach as FILE:LINE: REASON; status 1 when there is one
"""
import pathlib
import re
import sys

LONGEST_FILE = 500
SOURCE_ROOTS = ("core", "ui", "app", "tests", "packaging")
CODE = {".cpp", ".h"}
COUNTED = CODE | {".py", ".sh", ".cmake", ".txt", ""}

ALGORITHMS = {"metrics", "views", "quality", "rate", "shaping", "playout", "rtp", "link", "clock", "conference", "media"}
BASE = {"units", "events"}
SYSTEM = {"net", "realtime", "files"}
ALL_CORE = ALGORITHMS | BASE | SYSTEM | {"capture", "trace", "call", "lab"}

# Folder of core -> folders of core it may include besides itself. A folder that is not here may include nothing.
CORE_MAY_INCLUDE = {
    "units": set(),
    "events": {"units", "realtime"},  # realtime: the words of threads and of their classes
    **{name: BASE for name in ALGORITHMS},
    "playout": BASE | {"rtp"},  # what is put together are packets of RFC 2435
    # playout: policies run in the shadow on the same arrivals; quality: the points of the quality space; rate: the trend
    # of delays is a measure of a stored stream too
    "views": BASE | {"quality"},  # points, limits and metrics of the quality space
    "metrics": BASE | {"views", "playout", "quality", "rate"},
    "capture": BASE | {"media", "files"},
    "net": {"units", "realtime"},  # realtime: clock and threads
    "realtime": {"units"},
    "trace": BASE | {"files", "views", "metrics", "rtp", "rate"},  # metrics: streams for analysis; rtp: pcapng holds packets; rate: schedules to replay
    "call": ALL_CORE - {"lab"},
    "lab": ALL_CORE,
}
UI_MAY_INCLUDE = {"units", "events", "views", "lab"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
QT = re.compile(r"^(Q[A-Z]|Qt[A-Z]|qcustomplot)")
SOCKETS = re.compile(r"^(sys/socket\.h|netinet/|netdb\.h|linux/(net_tstamp|errqueue)\.h)")
TO_CHILD = "core/realtime/priority_program.cpp"  # a socket pair to a child; net may use realtime, not the reverse
SYSTEM_HEADERS = re.compile(r"^(thread|mutex|shared_mutex|condition_variable|semaphore|future|pthread\.h|time\.h|unistd\.h|sys/.*)$")
SYSTEM_WORDS = re.compile(
    r"\b(clock_gettime|gettimeofday|clock_nanosleep|nanosleep|usleep|steady_clock|system_clock|high_resolution_clock"
    r"|this_thread|jthread|random_device|srand|getrandom)\b|\bstd::(thread|mutex|rand|time)\b")


def without_comments(text):
    return COMMENT.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def place_of(path):
    """('core', 'metrics') for core/metrics/x.h; ('ui', None) for ui/..."""
    parts = path.split("/")
    return (parts[0], parts[1] if parts[0] == "core" and len(parts) > 2 else None)


def include_breach(path, bracket, target, root):
    layer, folder = place_of(path)
    if bracket == "<":
        if layer == "core" and QT.match(target):
            return f"core must not include Qt ({target})"
        if layer == "core" and folder != "net" and path != TO_CHILD and SOCKETS.match(target):
            return f"sockets belong to core/net ({target})"
        if folder in ALGORITHMS | BASE and SYSTEM_HEADERS.match(target):
            return f"algorithms own no clock, thread or lock ({target})"
        return None
    if target == "qcustomplot.h":
        return "core must not include Qt (qcustomplot.h)" if layer == "core" else None
    if not (root / target).is_file() and layer != "tests":
        return f'"{target}" is not a path from the root of the repository'
    to_layer, to_folder = place_of(target)
    if layer == "core":
        if to_layer != "core":
            return f"core must not include {to_layer} ({target})"
        if to_folder != folder and to_folder not in CORE_MAY_INCLUDE.get(folder, set()):
            return f"core/{folder} must not include core/{to_folder}"
    if layer == "ui":
        if to_layer not in ("ui", "core"):
            return f"ui must not include {to_layer} ({target})"
        if to_layer == "core" and to_folder not in UI_MAY_INCLUDE:
            return f"ui must not include core/{to_folder}"
    return None


def breaches_of(path, text, root):
    lines = text.count("\n") + (not text.endswith("\n") and text != "")
    if lines > LONGEST_FILE:
        yield 1, f"{lines} lines, the most is {LONGEST_FILE}"
    if pathlib.PurePosixPath(path).suffix not in CODE:
        return
    folder = place_of(path)[1]
    for number, line in enumerate(without_comments(text).split("\n"), 1):
        include = INCLUDE.match(line)
        if include:
            reason = include_breach(path, include.group(1), include.group(2), root)
            if reason:
                yield number, reason
        elif folder in ALGORITHMS | BASE and SYSTEM_WORDS.search(line):
            yield number, f"algorithms own no clock, thread, lock or random seed ({SYSTEM_WORDS.search(line).group(0)})"


def check(root):
    """All breaches under root, as 'FILE:LINE: REASON', and the number of files read."""
    found, files = [], 0
    for top in SOURCE_ROOTS:
        for file in sorted((root / top).rglob("*")):
            if not file.is_file() or file.suffix not in COUNTED or "data" in file.parts or "__pycache__" in file.parts:
                continue
            files += 1
            path = file.relative_to(root).as_posix()
            found += [f"{path}:{line}: {why}" for line, why in breaches_of(path, file.read_text(errors="replace"), root)]
    return found, files


def main():
    root = pathlib.Path(sys.argv[1])
    found, files = check(root)
    if files < 20:
        found.append(f"only {files} files under {root}: is this the repository?")
    print("\n".join(found) or f"{files} files keep the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
