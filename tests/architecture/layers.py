"""The rules of the architecture, checked from the sources: who may include whom, what algorithms must not touch, how
large a file or a folder may be.

layers.py ROOT        prints each breach as FILE:LINE: REASON; status 1 when there is one
"""
import pathlib
import posixpath
import re

from report import main

# 1. Doors: each may include itself and those before it. ui sees its list alone, app everything; neither is seen by core.
DOORS = ("core/base", "core/events", "core/algorithms", "core/measures", "core/record", "core/call", "core/lab")
UI_SEES = ("core/base/units", "core/events", "core/measures/views", "core/lab/engine/lab.h", "core/lab/engine/lab_plot.h",
           "core/lab/engine/lab_result.h", "core/lab/engine/lab_settings.h")

# 2. Inside two doors: floors again, and folders that do not include each other but for a reason.
BASE_FLOORS = ("core/base/units", "core/base/stats", "core/base/files", "core/base/scheduling", "core/base/realtime", "core/base/net")
APART = "core/algorithms"
APART_BUT = {  # (from, to): reason
    ("core/algorithms/playout", "core/algorithms/rtp"): "frames are put together from payloads of RFC 2435",
}

# 3. No cycle among leaf folders of these, where folders of one library count as one. 4. No leaf folder of these or of tests has more files of code.
FOLDER_ROOTS = ("core", "ui", "app")
ONE_LIBRARY = ("core/events",)  # kinds and settings lie in folders of their own, by which CMake lists them
COUNTED_ROOTS = (*FOLDER_ROOTS, "tests")
MOST_FILES = 45

# 5. What gets time and data as arguments: no clock, lock, thread, sleep, random seed, file or system header, nor by base.
STEPS = "core/call/steps"
SANS_IO = ("core/base/units", "core/base/stats", "core/base/scheduling", "core/events", "core/algorithms", "core/measures", STEPS)
NOT_SANS_IO = ("core/base/files", "core/base/realtime", "core/base/net", "core/call/path", "core/call/capture")
HAND_OVERS = tuple(f"core/base/realtime/{name}.h" for name in ("buffer_pool", "latest_value", "spsc_ring"))  # of steps: memory alone
SYSTEM_HEADERS = re.compile(
    r"(thread|mutex|shared_mutex|condition_variable|semaphore|latch|barrier|stop_token|future|ctime|csignal"
    r"|fstream|filesystem|iostream|(pthread|time|signal|sched|poll|unistd|fcntl|dirent)\.h|sys/.*|linux/.*)$")
SYSTEM_WORDS = re.compile(
    r"\b(clock_gettime|gettimeofday|clock_nanosleep|nanosleep|usleep|steady_clock|system_clock|high_resolution_clock"
    r"|this_thread|jthread|random_device|srand|getrandom|fopen|freopen|fdopen|tmpfile|[io]?fstream|stdin|stdout|stderr)\b"
    r"|\bstd::(thread|mutex|rand|time|filesystem|rename)\b")

# 5. Libraries -> where alone core, ui and app may include them.
CORE_BUT_BASE_AND_EVENTS = DOORS[2:]
TO_CHILD = "core/base/realtime/priority_program.cpp"  # a socket pair to a child; net may use realtime, not the reverse
ONLY_IN = (
    ("sockets", r"sys/(socket|un)\.h|netinet/|netdb\.h|linux/(net_tstamp|errqueue|netlink|rtnetlink|sock_diag)\.h",
     ("core/base/net", TO_CHILD, "app")),
    ("sockets of Qt", r"QtNetwork|(.*/)?Q(Tcp|Udp|Ssl|Local|Abstract|Sctp)(Socket|Server)|(.*/)?Q(Network|Host|Dtls)", ("app",)),
    ("Qt", r"Q[A-Z]|Qt[A-Z]|qcustomplot", ("ui", "app")),
    ("JSON", r"nlohmann/", (*CORE_BUT_BASE_AND_EVENTS, "app")),
    ("CLI11", r"CLI/", ("app",)),
    ("Boost", r"boost/", ("core/base/stats",)),
)

# 6. Any number of participants is known: no name for the one other end, none for the one stream of each medium.
ANY_PARTICIPANTS = FOLDER_ROOTS
ONE_REMOTE = re.compile(
    r"\b\w*far_end\w*|\b\w*FarEnd\w*|\bk(Mine|Theirs)\b|\b\w+_(mine|theirs)_?\b|\b(sent|received|peer|local|remote)_(audio|video)\b"
    r"|\b(audio|video)_(measures|compensation|playout|quality|split)\b")

# 7. What a setting is called is known to core/events/settings: elsewhere its type is asked (core/events/setting_change.h).
SETTINGS_KNOWN = "core/events"
SETTING_BY_NAME = re.compile(r'\bname\.view\(\)\s*([!=]=\s*"|\.starts_with\(")|"\s*==\s*\w+(\.|->)name\.view\(\)')

# 5, 6, 7. Words -> where they may not be, nor (but there) why.
WORDS = (
    (SYSTEM_WORDS, SANS_IO, None, "{place} owns no clock, thread, lock, random seed or file ({word})"),
    (ONE_REMOTE, ANY_PARTICIPANTS, None, "{word} is of one remote alone: say which participant and medium"),
    (SETTING_BY_NAME, FOLDER_ROOTS, SETTINGS_KNOWN, "a setting is asked for by its type (concerns, as), not by its name"),
)

# 8. Files, and where they are.
LONGEST_FILE = 500
SOURCE_ROOTS = (*COUNTED_ROOTS, "packaging")
NOT_SOURCES = "tests/data"
CODE = {".cpp", ".h", ".cc", ".hpp", ".c", ".inc"}
COUNTED_CODE = CODE | {".py"}
COUNTED = COUNTED_CODE | {".sh", ".cmake", ".txt", ""}

INCLUDE = re.compile(r'\s*#\s*include\s*([<"])([^>"]+)[>"]')
LITERAL_OR_COMMENT = re.compile(r"""'(?:\\.|[^'\\\n])'|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/""", re.S)


def without_comments(text):
    def kept(match):
        found = match.group(0)
        return "\n" * found.count("\n") if found[0] == "/" else found

    return LITERAL_OR_COMMENT.sub(kept, text)


def suffix_of(path):
    return pathlib.PurePosixPath(path).suffix


def holder(path, places):
    """Which of the places (folders or files) is or holds the path, or None."""
    return next((place for place in places if path == place or path.startswith(place + "/")), None)


def folder_below(path, folder):
    """core/algorithms/rtp for a file below it; None when it is not below a folder of that folder."""
    rest = path.removeprefix(folder + "/").split("/")
    return f"{folder}/{rest[0]}" if path.startswith(folder + "/") and len(rest) > 1 else None


def place_breach(path):
    if not path.startswith("core/"):
        return None
    folder = posixpath.dirname(path)
    if not holder(folder, DOORS):
        return f"{folder} is in none of the doors of core"
    if holder(folder, DOORS[:1]) and not holder(folder, BASE_FLOORS):
        return f"{folder} is in none of the floors of {DOORS[0]}"
    if folder == APART:
        return f"{APART} has folders only"
    return None


def library_breach(path, target):
    for name, pattern, places in ONLY_IN:
        if re.match(pattern, target) and holder(path, FOLDER_ROOTS) and not holder(path, places):
            return f"no {name} here, only in {', '.join(places)} ({target})"
    if holder(path, SANS_IO) and SYSTEM_HEADERS.match(target):
        return f"{holder(path, SANS_IO)} owns no clock, thread, lock or file ({target})"
    return None


def core_breach(path, target):
    """Of a file of core including one."""
    if not target.startswith("core/"):
        return f"core must not include {target.split('/')[0]} ({target})"
    for floors in (DOORS, BASE_FLOORS):
        own, other = holder(path, floors), holder(target, floors)
        if own and other and floors.index(other) > floors.index(own):
            return f"{own} must not include {other}, a later one"
    own, other = folder_below(path, APART), folder_below(target, APART)
    if own and other and own != other and (own, other) not in APART_BUT:
        return f"{own} must not include {other} without a reason"
    if holder(path, SANS_IO) and holder(target, NOT_SANS_IO) and not (holder(path, (STEPS,)) and target in HAND_OVERS):
        return f"{holder(path, SANS_IO)} owns no clock, thread, socket or file ({target})"
    return None


def include_breach(path, bracket, target, files):
    reason = library_breach(path, target)
    if reason:
        return reason
    if not holder(path, FOLDER_ROOTS):
        return None
    own = target in files
    if bracket == "<":
        return f"a file of the repository is included by quotes ({target})" if own else None
    if target == "qcustomplot.h":
        return None
    if not own or target != posixpath.normpath(target):
        return f'"{target}" is not a path from the root of the repository'
    if holder(path, ("core",)):
        return core_breach(path, target)
    if holder(path, ("ui",)) and not holder(target, ("ui", *UI_SEES)):
        return f"ui must not include {posixpath.dirname(target)} ({target})"
    if holder(path, ("app",)) and not holder(target, FOLDER_ROOTS):
        return f"app must not include {target.split('/')[0]} ({target})"
    return None


def includes_of(text):
    """(line, bracket, target) of each."""
    for number, line in enumerate(text.split("\n"), 1):
        include = INCLUDE.match(line)
        if include:
            yield number, include.group(1), include.group(2)


def word_breaches(path, code):
    for pattern, places, but, why in WORDS:
        place = holder(path, places)
        if not place or but and holder(path, (but,)):
            continue
        for number, line in enumerate(code.split("\n"), 1):
            if (found := pattern.search(line)) and not INCLUDE.match(line):
                yield number, why.format(place=place, word=found.group(0))


def breaches_of(path, text, files):
    lines = text.count("\n") + (not text.endswith("\n") and text != "")
    if lines > LONGEST_FILE:
        yield 1, f"{lines} lines, the most is {LONGEST_FILE}"
    if suffix_of(path) not in CODE:
        return
    if place_breach(path):
        yield 1, place_breach(path)
    code = without_comments(text)
    for number, bracket, target in includes_of(code):
        if reason := include_breach(path, bracket, target, files):
            yield number, reason
    yield from word_breaches(path, code)


def includes_of_folders(texts):
    """Folder -> {folder it includes: (file, line) of the first}, of texts: path -> text."""
    graph = {}
    for path, text in sorted(texts.items()):
        for number, _, target in includes_of(without_comments(text)):
            here, there = (holder(file, ONE_LIBRARY) or posixpath.dirname(file) for file in (path, target))
            if target in texts and there != here:
                graph.setdefault(here, {}).setdefault(there, (path, number))
    return graph


def shortest_cycle(graph, start):
    """Folders from start back to start, or None."""
    queue, came_from = [start], {}
    for folder in queue:
        for other in sorted(graph.get(folder, {})):
            if other == start:
                back = [start, folder]
                while back[-1] != start:
                    back.append(came_from[back[-1]])
                return back[::-1]
            if other not in came_from:
                came_from[other] = folder
                queue.append(other)
    return None


def cycle_breaches(texts):
    """The shortest cycle of each folder that is in one, unless all its edges have been shown."""
    graph, shown = includes_of_folders(texts), set()
    cycles = [cycle for cycle in (shortest_cycle(graph, folder) for folder in sorted(graph)) if cycle]
    for cycle in sorted(cycles, key=len):
        edges = set(zip(cycle, cycle[1:]))
        if edges <= shown:
            continue
        shown |= edges
        steps = [f"-> {there} ({graph[here][there][0]})" for here, there in zip(cycle, cycle[1:])]
        path, line = graph[cycle[0]][cycle[1]]
        yield f"{path}:{line}: cycle of folders: {cycle[0]} {' '.join(steps)}"


def size_breaches(paths):
    folders = [posixpath.dirname(path) for path in paths]
    for folder in sorted(set(folders)):
        if folders.count(folder) > MOST_FILES:
            yield f"{folder}:1: {folders.count(folder)} files, the most is {MOST_FILES}: a folder is missing"


def vanished(texts):
    """A rule for what is not there would hold for ever."""
    named = [*DOORS, *UI_SEES, *BASE_FLOORS, APART, *sum(APART_BUT, ()), *SANS_IO, *NOT_SANS_IO]
    named += [place for _, _, places in ONLY_IN for place in places]
    named += ANY_PARTICIPANTS
    for place in sorted(set(named)):
        if not any(holder(path, (place,)) for path in texts):
            yield f"tests/architecture/layers.py:1: a rule names {place}, and there is no code"


def unused(texts):
    """Permissions that nothing uses: what they are for is gone."""
    included = [(path, target) for path, text in texts.items() for _, _, target in includes_of(without_comments(text))]
    for name, pattern, places in ONLY_IN:
        for place in places:
            if not any(holder(path, (place,)) and re.match(pattern, target) for path, target in included):
                yield f"tests/architecture/layers.py:1: {name} may be in {place}, and is not"
    for place in UI_SEES:
        if not any(holder(path, ("ui",)) and holder(target, (place,)) for path, target in included):
            yield f"tests/architecture/layers.py:1: ui may include {place}, and does not"
    for here, there in APART_BUT:
        if not any(holder(path, (here,)) and holder(target, (there,)) for path, target in included):
            yield f"tests/architecture/layers.py:1: {here} may include {there}, and does not"


def check(files):
    """All breaches, as 'FILE:LINE: REASON', of files: path -> text."""
    files = {path: text for path, text in files.items()
             if holder(path, SOURCE_ROOTS) and suffix_of(path) in COUNTED and not holder(path, (NOT_SOURCES,))}
    found = [f"{path}:{line}: {why}" for path, text in files.items() for line, why in breaches_of(path, text, files)]
    texts = {path: text for path, text in files.items() if holder(path, FOLDER_ROOTS) and suffix_of(path) in CODE}
    counted = [path for path in files if holder(path, COUNTED_ROOTS) and suffix_of(path) in COUNTED_CODE]
    return [*found, *cycle_breaches(texts), *size_breaches(counted), *vanished(texts), *unused(texts)]


if __name__ == "__main__":
    main(check)
