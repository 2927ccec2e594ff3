"""The README's table "Where is …": each file is there and holds the name beside it, which is a file of it for a folder.

where_is.py ROOT            names each row that is not so; status 1 when there is one, or fewer than ten rows
"""
import pathlib
import re
import sys

ROW = re.compile(r"\|[^|]+\| `([^`|]+)` \| `([^`|]+)` \|")


def rows_of(text):
    """The lines of the table below its head."""
    table = text.partition("\n## Where is")[2].partition("\n## ")[0]
    return [line for line in table.splitlines() if line.startswith("|")][2:]


def breaches(root, text):
    found = []
    for row in rows_of(text):
        read = ROW.fullmatch(row)
        if not read:
            found.append(f"cannot be read: {row}")
            continue
        path, name = read.groups()
        place = root / path
        if place.is_dir():
            if not any(place.glob(f"{name}.*")):
                found.append(f"{path}/ has no file {name}")
        elif not place.is_file():
            found.append(f"{path} does not exist")
        elif not re.search(rf"\b{re.escape(name)}\b", place.read_text(encoding="utf-8")):
            found.append(f"{path} has no {name}")
    return found


def main(root):
    text = (root / "README.md").read_text(encoding="utf-8")
    found = breaches(root, text)
    if len(rows_of(text)) < 10:
        found.append(f"only {len(rows_of(text))} rows")
    for each in found:
        print("README.md, Where is …:", each)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
