"""What a recorded trace tells of settings and of the phases of a demonstration."""
import sqlite3


def of_demo(folder):
    """The traces of both ends."""
    return [Trace(folder / f"room-{room}.jscope") for room in "ab"]


class Trace:
    def __init__(self, path):
        self.database = sqlite3.connect(path)

    def rows(self, query, *values):
        return self.database.execute(query, values).fetchall()

    def value(self, query, *values):
        return self.rows(query, *values)[0][0]

    def settings(self, name, end="local"):
        """[(ns, value)] in order."""
        return self.rows("SELECT local_ns, value FROM setting_changed WHERE name = ? AND end_of_call = ? ORDER BY id", name, end)

    def phases(self):
        """{"before c": ns} of this end's, in order."""
        entered = self.rows("SELECT local_ns, phase, kind, variant FROM demonstration_entered WHERE end_of_call = 'local' ORDER BY id")
        return {" ".join([phase, kind if phase == "settling" else variant]).strip(): at for at, phase, kind, variant in entered}


def has_come_to(path, phase):
    """Whether a demonstration has entered a phase of this first word, by a trace that may not be one yet."""
    try:
        return path.exists() and any(each.startswith(phase) for each in Trace(path).phases())
    except sqlite3.OperationalError:
        return False
