"""A window on a display of its own (programs.screen), with a hand and an eye: xdotool and ImageMagick."""
import os
import subprocess
import time

import programs as live


class Screen:
    def __init__(self, environment):
        self.environment = {**os.environ, **environment}
        self.left = self.top = 0

    def tool(self, *words):
        return subprocess.run(list(map(str, words)), capture_output=True, text=True, env=self.environment)

    def find(self, name="Jitterscope", seconds=20):
        """Takes the keyboard into the first visible window of this name. False when none comes."""
        found = lambda: self.tool("xdotool", "search", "--onlyvisible", "--name", name).stdout.split()
        if not live.becomes_true(found, seconds, 0.1):
            return False
        window = found()[0]
        geometry = dict(line.split("=") for line in self.tool("xdotool", "getwindowgeometry", "--shell", window).stdout.split())
        self.left, self.top = int(geometry["X"]), int(geometry["Y"])
        return self.tool("xdotool", "windowfocus", "--sync", window).returncode == 0

    def key(self, name):
        self.tool("xdotool", "key", name)
        time.sleep(0.3)

    def type(self, words):
        self.tool("xdotool", "type", "--delay", 30, words)

    def click(self, x, y):
        """In the window."""
        self.tool("xdotool", "mousemove", self.left + x, self.top + y, "click", 1)
        time.sleep(0.3)

    def save(self, path):
        return self.tool("import", "-window", "root", "-crop", f"1280x800+{self.left}+{self.top}", "+repage", path).returncode == 0
