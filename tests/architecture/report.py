"""What every check of the repository's files begins and ends with."""
import pathlib
import sys

NOT_REPOSITORY = {".git", "build", ".cache", "__pycache__"}


def source_files(folder, root=None):
    """Path from the root -> text, of each file below the folder that belongs to the repository."""
    found = {}
    for file in sorted(folder.iterdir()):
        if file.name in NOT_REPOSITORY:
            continue
        if file.is_dir():
            found |= source_files(file, root or folder)
        else:
            found[file.relative_to(root or folder).as_posix()] = file.read_text(encoding="utf-8", errors="replace")
    return found


def main(check):
    """Prints the breaches that check(files) finds in the repository at the first argument, or that there are none; ends
    with the status. Few files are a wrong folder, not a pass."""
    files = source_files(pathlib.Path(sys.argv[1]))
    found = check(files)
    if len(files) < 20:
        found = [*found, f"only {len(files)} files under {sys.argv[1]}: is this the repository?"]
    print("\n".join(found) or f"{len(files)} files keep the rules")
    sys.exit(1 if found else 0)
