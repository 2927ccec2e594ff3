"""No class of core/call does everything: it declares at most 25 functions (overloads once) and takes at most 350 lines over all
its files.

classes.py ROOT        prints each class beyond that; status 1 when there is one

Lines are those of the files that define the class or its functions, but for blank ones and what other classes take in them.
Classes that were beyond when this check came are named
below with what they had: they may only shrink, and leave the list when they fit.
"""
import re

from report import main

MOST_FUNCTIONS, MOST_LINES = 25, 350
FOLDER = "core/call/"
BEYOND = {"EndpointSession": (92, 1538), "LocalMedia": (61, 671), "PeerSession": (38, 514)}  # class -> (functions, lines)

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)
CLASS = re.compile(r"^(?:class|struct) (\w+)\b[^;{]*\{\n(.*?)^\};", re.M | re.S)
DEFINITION = re.compile(r"^(?!namespace|class|struct|enum|using|static_assert)(?:[\w~][^\n;={}]*?)??\b(\w+)::(?:~?\w+|operator[^\n(]+)\((?:[^\n]*\}$|.*?^\}$)", re.M | re.S)
BRACED, ANGLED = re.compile(r"\{[^{}]*\}"), re.compile(r"<[^<>]*>")
FUNCTION = re.compile(r"(~?\w+|operator[^\w\s(]+|operator\(\))\s*\(")
NO_FUNCTION = {"requires", "noexcept", "alignas", "decltype", "static_assert"}


def functions_of(body):
    """The names that the body of a class declares as functions."""
    body = COMMENT.sub(" ", body)
    while BRACED.search(body):
        body = BRACED.sub(";", body)
    while ANGLED.search(body):
        body = ANGLED.sub(" ", body)
    found = set()
    for statement in re.split(r"[;]|\b(?:public|private|protected)\s*:", body):
        names = [name for name in FUNCTION.findall(statement.split("=")[0] if "operator" not in statement else statement) if name not in NO_FUNCTION]
        if names:
            found.add(names[0])
    return found


def lines_in(text):
    return sum(1 for line in text.split("\n") if line.strip())


def sizes(files):
    """Class -> [functions, lines, path] of those that headers of the folder define."""
    found, parts = {}, {}
    for path, text in files.items():
        if path.startswith(FOLDER):
            for match in [*CLASS.finditer(text), *DEFINITION.finditer(text)]:
                of_file = parts.setdefault(path, {})
                of_file[match.group(1)] = of_file.get(match.group(1), 0) + lines_in(match.group(0))
            if path.endswith(".h"):
                found |= {match.group(1): [len(functions_of(match.group(2))), 0, path] for match in CLASS.finditer(text)}
    for path, of_file in parts.items():
        for name in set(of_file) & set(found):
            found[name][1] += lines_in(files[path]) - sum(lines for other, lines in of_file.items() if other != name)
    return found


def check(files, beyond=None):
    """All breaches of files: path -> text."""
    beyond = BEYOND if beyond is None else beyond
    found, of_all = [], sizes(files)
    for name, (functions, lines, path) in sorted(of_all.items()):
        most_functions, most_lines = beyond.get(name, (MOST_FUNCTIONS, MOST_LINES))
        if functions > most_functions or lines > most_lines:
            found.append(f"{path}: {name} declares {functions} functions and takes {lines} lines, of {most_functions} and {most_lines} that it may")
        elif name in beyond and functions <= MOST_FUNCTIONS and lines <= MOST_LINES:
            found.append(f"tests/architecture/classes.py names {name}, which fits by now")
    return found + [f"tests/architecture/classes.py names {name}, which is no more" for name in sorted(set(beyond) - set(of_all))]


if __name__ == "__main__":
    main(check)
