"""What a recorded trace tells of settings and of the phases of a demonstration."""
import sqlite3


class Trace:
    def __init__(self, path):
        self.database = sqlite3.connect(path)

    def rows(self, query, *values):
        return self.database.execute(query, values).fetchall()

    def settings(self, name, end="local"):
        """[(ns, value)] in order."""
        return self.rows("SELECT local_ns, value FROM setting_changed WHERE name = ? AND end_of_call = ? ORDER BY id", name, end)

    def phases(self):
        return {value: at for at, value in self.settings("demonstration")}
