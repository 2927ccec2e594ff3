"""The revision that the build writes into one source: that of the checkout, unknown without one, and the same file while
nothing is committed, so that nothing is compiled again."""
import pathlib
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).parents[2] / "app" / "provenance" / "revision.cmake"


class Revision(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.source, self.output = pathlib.Path(self.folder.name, "source"), pathlib.Path(self.folder.name, "revision.cpp")
        self.source.mkdir()

    def git(self, *words):
        names = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        done = subprocess.run(["git", *names, *words], cwd=self.source, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def commit(self, text):
        (self.source / "file").write_text(text)
        self.git("add", "file")
        self.git("commit", "-q", "-m", text)
        return self.git("describe", "--always")

    def revision(self):
        subprocess.run(["cmake", f"-DSOURCE={self.source}", f"-DOUTPUT={self.output}", "-P", SCRIPT], check=True)
        text = self.output.read_text()
        return text.split('kSourceRevision = "')[1].split('"')[0]

    def test_of_a_checkout(self):
        self.git("init", "-q")
        first = self.commit("one")
        self.assertEqual(self.revision(), first)
        written = self.output.stat().st_mtime_ns
        self.assertEqual(self.revision(), first)
        self.assertEqual(self.output.stat().st_mtime_ns, written, "the same revision writes nothing")
        (self.source / "file").write_text("changed")
        self.assertEqual(self.revision(), first + "-dirty")
        second = self.commit("two")
        self.assertEqual(self.revision(), second)
        self.assertNotEqual(first, second)

    def test_without_a_checkout(self):
        self.assertEqual(self.revision(), "")

    def test_in_a_folder_of_another_checkout(self):
        self.git("init", "-q")
        self.commit("one")
        self.source = self.source / "below"
        self.source.mkdir()
        self.assertEqual(self.revision(), "")


if __name__ == "__main__":
    unittest.main()
