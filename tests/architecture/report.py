"""What every check of many files ends with."""


def report(found, files, root):
    """Prints the breaches, or that there are none; the status to exit with. Few files are a wrong folder, not a pass."""
    if files < 20:
        found = [*found, f"only {files} files under {root}: is this the repository?"]
    print("\n".join(found) or f"{files} files keep the rules")
    return 1 if found else 0
