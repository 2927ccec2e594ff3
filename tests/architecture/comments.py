"""Comments name no file that is not there, and cite no issue by number: what it asked for stands in the comment itself.

comments.py ROOT        prints each breach as FILE:LINE: REASON; status 1 when there is one

A file is named by its name, or by the end of its path: live.cpp, sun97/live.cpp. A word in capitals stands for any:
fuzz_NAME.cpp. Read are C++, CMake, Python (docstrings too) and shell scripts.
"""
import io
import pathlib
import re
import tokenize

from report import main

# Not of the repository, and named all the same: where it is from.
ELSEWHERE = {
    "FUNCTION_count.h": "CMake writes it into the build folder",
    "linux/capability.h": "kernel",
    "sched.h": "glibc",
    "src/os.h": "SQLite",
}

SOURCE_ROOTS = ("core", "ui", "app", "tests", "packaging")
NOT_SOURCES = "tests/data/"
C_ENDS = {".cpp", ".h", ".cc", ".hpp", ".c", ".inc"}

FILE = re.compile(r"(?<![\w./*-])[\w./-]*\w\.(?:h|cpp|py|md|txt)\b(?!\.\w)")
ISSUE = re.compile(r"\bissues?[ \t]*(?:\n[ \t]*)?[/#*]*[ \t]*\d|\bthe issue\b|\bissue:", re.I)
ANY = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")
C_TOKEN = re.compile(
    r"""R"(?P<end>[^()\\\s]*)\(.*?\)(?P=end)"|'(?:\\.|[^'\\\n])'|"(?:\\.|[^"\\\n])*"|(?P<said>//[^\n]*|/\*.*?\*/)""", re.S)
HASH_TOKEN = re.compile(r"""'[^'\n]*'|"(?:\\.|[^"\\\n])*"|(?P<said>(?<!\S)#[^\n]*)""")


def comments_by(token, text):
    """(line, comment) of each."""
    for match in token.finditer(text):
        if match.group("said"):
            yield text.count("\n", 0, match.start()) + 1, match.group("said")


def comments_of_python(text):
    """Docstrings too: strings that are statements."""
    begins = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or (token.type == tokenize.STRING and begins):
            yield token.start[0], token.string
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            begins = token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def comments_of(path, text):
    """(line, comment) of each; nothing of a file of another kind."""
    name = pathlib.PurePosixPath(path)
    if name.suffix in C_ENDS:
        return comments_by(C_TOKEN, text)
    if name.suffix == ".py" or re.match(r"#!.*python", text):
        return comments_of_python(text)
    if name.suffix in (".cmake", ".sh") or name.name == "CMakeLists.txt" or re.match(r"#!.*sh\b", text):
        return comments_by(HASH_TOKEN, text)
    return iter(())


def joined(comments):
    """Those of adjacent lines as one."""
    all_of_them = []
    for line, said in comments:
        if all_of_them and all_of_them[-1][0] + all_of_them[-1][1].count("\n") + 1 == line:
            all_of_them[-1][1] += "\n" + said
        else:
            all_of_them.append([line, said])
    return all_of_them


def is_there(name, paths):
    """`paths`: all of the repository, each after a slash, a line each."""
    if f"/{name}\n" in paths:
        return True
    pattern = ANY.sub("\0", name)
    return "\0" in pattern and re.search("/" + re.escape(pattern).replace("\0", "[^/\n]+") + "\n", paths) is not None


def breaches_of(path, text, paths, elsewhere_used):
    for begin, said in joined(comments_of(path, text)):
        for match in FILE.finditer(said):
            name = re.sub(r"^(\.{0,2}/)+", "", match.group(0))
            allowed = [each for each in ELSEWHERE if f"/{name}".endswith(f"/{each}")]
            if allowed:
                elsewhere_used.update(allowed)
            elif not is_there(name, paths):
                yield begin + said.count("\n", 0, match.start()), f"a comment names {name}, and there is no such file"
        for match in ISSUE.finditer(said):
            line = begin + said.count("\n", 0, match.start())
            yield line, "a comment names an issue: say what it asked for"


def check(files):
    """All breaches, as 'FILE:LINE: REASON', of files: path -> text."""
    found, used = [], set()
    paths = "".join(f"/{path}\n" for path in files)
    for path, text in files.items():
        if path == "CMakeLists.txt" or path.split("/")[0] in SOURCE_ROOTS and not path.startswith(NOT_SOURCES):
            found += [f"{path}:{line}: {why}" for line, why in breaches_of(path, text, paths, used)]
    return found + [f"tests/architecture/comments.py:1: no comment names {name}" for name in sorted(set(ELSEWHERE) - used)]


if __name__ == "__main__":
    main(check)
