"""The README's table "Where is …": each file is there and holds the name beside it, which is a file of it for a folder.

where_is.py ROOT            names each row that is not so; status 1 when there is one, or fewer than ten rows
"""
import re

from report import main

ROW = re.compile(r"\|[^|]+\| `([^`|]+)` \| `([^`|]+)` \|")
LEAST_ROWS = 10


def breach(row, files):
    read = ROW.fullmatch(row)
    if not read:
        return f"cannot be read: {row}"
    path, name = read.groups()
    if path in files:
        return None if re.search(rf"\b{re.escape(name)}\b", files[path]) else f"{path} has no {name}"
    if any(each.startswith(f"{path}/") for each in files):
        return None if any(each.startswith(f"{path}/{name}.") for each in files) else f"{path}/ has no file {name}"
    return f"{path} does not exist"


def check(files):
    """All breaches of files: path -> text."""
    table = files["README.md"].partition("\n## Where is")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("|")][2:]  # below the table's head
    found = [why for row in rows if (why := breach(row, files))]
    return [f"README.md, Where is …: {why}" for why in found + [f"only {len(rows)} rows"] * (len(rows) < LEAST_ROWS)]


if __name__ == "__main__":
    main(check)
