"""Runs of labs and what they print."""
import programs as live


def run(name, *arguments, seconds, started=None):
    """What `lab run NAME --json` prints; the test ends where it fails. The list `started` gets the id of its process."""
    with live.jitterscope("lab", "run", name, "--json", *arguments) as process:
        if started is not None:
            started.append(process.popen.pid)
        process.wait(seconds)
    if process.status != 0:
        live.check(False, f"{name} ends well: {process.stderr[-400:]}")
        live.finish()
    return process.stdout


def finding(result, name):
    return next(one for one in result["findings"] if one["id"] == name)


def rows(result, name):
    """Of a table, each as {column: value}."""
    table = next(one for one in result["tables"] if one["name"] == name)
    return [dict(zip(table["columns"], row)) for row in table["rows"]]


def check_files(folder, *names):
    for name in names:
        live.check((folder / name).stat().st_size > 200, f"{name} is written")
