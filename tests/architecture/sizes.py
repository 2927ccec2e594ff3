"""Lengths on screen grow with the interface's zoom: outside the theme none is a bare number of pixels.

sizes.py ROOT        prints each breach as FILE:LINE: REASON; status 1 when there is one

Read is ui/ without the theme's own files. A number but 0, or a constant, that is given to a function which sets a
length must stand in px(), exact_px() or the like (ui/sizes.h); so must one that a width or height is compared with.
"""
import re

from report import main

THEME = {"ui/theme.cpp", "ui/theme.h", "ui/sizes.cpp", "ui/sizes.h"}

# What sets a length, and which of its arguments are lengths: all, or those from that place on.
SETTERS = {
    "QMargins": 0, "QMarginsF": 0, "QPen": 1, "QSize": 0, "QSizeF": 0,
    "addSpacing": 0, "insertSpacing": 1, "resize": 0, "resizeSection": 1, "setBorder": 0, "setCellPadding": 0, "setColumnMinimumWidth": 1,
    "setColumnWidth": 1, "setContentsMargins": 0, "setDefaultSectionSize": 0, "setDocumentMargin": 0, "setFixedHeight": 0,
    "setFixedSize": 0, "setFixedWidth": 0, "setHandleWidth": 0, "setHorizontalSpacing": 0, "setIconSize": 0, "setIndent": 0,
    "setLabelPadding": 0, "setLineWidth": 0, "setMargin": 0, "setMargins": 0, "setMaximumHeight": 0, "setMaximumSize": 0,
    "setMaximumWidth": 0, "setMinimumHeight": 0, "setMinimumMargins": 0, "setMinimumSectionSize": 0, "setMinimumSize": 0,
    "setMinimumWidth": 0, "setPadding": 0, "setPixelSize": 0, "setPointSize": 0, "setPointSizeF": 0,
    "setRowHeight": 1, "setRowMinimumHeight": 1, "setSpacing": 0, "setTickLabelPadding": 0, "setTickLengthIn": 0,
    "setTickLengthOut": 0, "setVerticalSpacing": 0, "set_sizes": 0, "setSizes": 0,
}
CALL = re.compile(r"(?<![\w:])(" + "|".join(SETTERS) + r")\(")
HINT = re.compile(r"\b(?:minimumSizeHint|sizeHint)\(\) const (?:override )?\{\s*return \{([^;]*)\};")
SIZED = re.compile(r"\b(?:px|exact_px|hairline)\(")
PIXELS = re.compile(r"\b(?:width|height)\(\) *(?:[-+]|[<>]=?) *(?:\d{2,}|k[A-Z])")
LENGTH = re.compile(r"(?<![\w.])(?:\d+\.?\d*|k[A-Z]\w*)\b")
FACTOR = re.compile(r"[*/] *\d+\.?\d*|\b\d+\.?\d* *(?=\*)")  # of a sized length, not one
SMALL_FACTOR = re.compile(r"[*/] *[0-3](?:\.\d*)?\b|\b[0-3](?:\.\d*)? *(?=\*)")  # of whatever it is
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"", re.S)


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def end_of_call(text, opened):
    """Behind the parenthesis that closes the one before `opened`."""
    depth, at = 1, opened
    while depth and at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    return at


def without_sized(text):
    """What stands in px() and the like is blank."""
    while match := SIZED.search(text):
        end = end_of_call(text, match.end())
        text = text[:match.start()] + "_" * (end - match.start()) + text[end:]
    return text


def arguments(text):
    """Those of a call, parted at commas outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def bare(text):
    """The first length that nothing sizes, or None."""
    text = without_sized(text)
    for match in LENGTH.finditer((FACTOR if "__" in text else SMALL_FACTOR).sub("", text)):
        if match.group(0).startswith("k") or float(match.group(0)) != 0:
            return match.group(0)
    return None


def breaches_of(text):
    """(line, reason) of each."""
    text = COMMENT.sub(blank, text)
    found = [(match, f"{match.group(0)!r} counts in pixels") for match in PIXELS.finditer(text)]
    for match in HINT.finditer(text):
        if length := bare(match.group(1)):
            found.append((match, f"a size hint of {length}"))
    for match in CALL.finditer(text):
        given = arguments(text[match.end():end_of_call(text, match.end()) - 1])
        if length := next(filter(None, map(bare, given[SETTERS[match.group(1)]:])), None):
            found.append((match, f"{match.group(1)} takes {length}"))
    return [(text.count("\n", 0, match.start()) + 1, why + ": px() grows with the zoom") for match, why in found]


def check(files):
    """All breaches, as 'FILE:LINE: REASON', of files: path -> text."""
    return [f"{path}:{line}: {why}" for path, text in files.items()
            if path.startswith("ui/") and path.endswith((".cpp", ".h")) and path not in THEME
            for line, why in breaches_of(text)]


if __name__ == "__main__":
    main(check)
