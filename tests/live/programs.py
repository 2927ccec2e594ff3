"""What the live tests share: the program under test, temporary folders, bounded processes, checks that explain themselves."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PROGRAM = os.environ["JITTERSCOPE"]
failures = []


def need(*programs):
    """A live test fails loudly on a machine that lacks what it needs."""
    missing = [program for program in programs if not shutil.which(program)]
    if missing:
        sys.exit(f"missing: {', '.join(missing)}. Run packaging/dependencies --test.")


def need_root():
    if os.geteuid() != 0:
        sys.exit("missing: root, for network namespaces, mounts or scheduling classes")


def check(holds, what):
    print(("ok    " if holds else "FAIL  ") + what, flush=True)
    if not holds:
        failures.append(what)


def finish():
    print(f"{len(failures)} failed" if failures else "all hold", flush=True)
    sys.exit(1 if failures else 0)


@contextlib.contextmanager
def folder():
    with tempfile.TemporaryDirectory() as path:
        yield pathlib.Path(path)


def home_in(folder, **more):
    """Of a program that keeps what it keeps in this folder; offscreen, unless `more` says otherwise."""
    return {"QT_QPA_PLATFORM": "offscreen", "HOME": str(folder), "XDG_DATA_HOME": str(folder / "data"),
            "XDG_CONFIG_HOME": str(folder / "config"), **more}


@contextlib.contextmanager
def joined_namespaces(first, first_address, second, second_address):
    """Two network namespaces of these names with a veth between them; gone when the block is left."""
    try:
        for namespace in (first, second):
            run("ip", "netns", "add", namespace)
        run("ip", "link", "add", "veth", "netns", first, "type", "veth", "peer", "name", "veth", "netns", second)
        for namespace, address in ((first, first_address), (second, second_address)):
            run("ip", "-n", namespace, "addr", "add", f"{address}/24", "dev", "veth")
            run("ip", "-n", namespace, "link", "set", "veth", "up")
            run("ip", "-n", namespace, "link", "set", "lo", "up")
        yield
    finally:
        for namespace in (first, second):
            subprocess.run(["ip", "netns", "del", namespace], check=False)


class Process:
    """A child that is ended when its block is left; output goes to files, so that no pipe fills up."""

    def __init__(self, arguments, prefix=(), environment=None):
        self.out = tempfile.TemporaryFile()
        self.err = tempfile.TemporaryFile()
        arguments = [*prefix, *map(str, arguments)]
        self.popen = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=self.out, stderr=self.err,
                                      env={**os.environ, **(environment or {})})

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.popen.poll() is None:
            self.popen.send_signal(signal.SIGTERM)
            try:
                self.popen.wait(10)
            except subprocess.TimeoutExpired:
                self.popen.kill()
                self.popen.wait()

    def wait(self, seconds):
        self.popen.wait(seconds)
        return self

    @property
    def status(self):
        return self.popen.returncode

    def _text(self, file):
        # By position: the child writes at the offset that it shares with this end.
        return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode(errors="replace")

    @property
    def stdout(self):
        return self._text(self.out)

    @property
    def stderr(self):
        return self._text(self.err)

    def json(self):
        return json.loads(self.stdout)

    def wait_for(self, text, seconds=10):
        deadline = time.monotonic() + seconds
        while text not in self.stderr:
            if time.monotonic() > deadline or self.popen.poll() is not None:
                raise RuntimeError(f"'{text}' did not come; said: {self.stderr}")
            time.sleep(0.02)


def jitterscope(*arguments, prefix=(), environment=None, program=PROGRAM):
    return Process([program, *arguments], prefix, environment)


def ended(*arguments, seconds=60, **how):
    """The program with these words, when it has ended."""
    with jitterscope(*arguments, **how) as process:
        return process.wait(seconds)


def demo(folder, seconds, *options, **how):
    """Two ends without a window that have called each other for so long, and ended well; their traces are in the folder."""
    done = ended("demo", "--headless", "--json", "--seconds", seconds, "--out", folder, "--force", *options, seconds=seconds + 60, **how)
    check(done.status == 0, f"the demo ends well ({done.status}) {done.stderr}")
    return done


def call(listens, calls, *, port=5004, host="127.0.0.1", prefixes=((), ()), seconds=60, patience=20, meanwhile=None):
    """Two ends without a window, one of which calls the other, when both have ended: (who listens, who calls).

    `listens` and `calls` are their options, `prefixes` what each is started by. `meanwhile` is called with both when they
    have begun. An end that listens is given `patience` seconds after the other one, then it is told to end."""
    with jitterscope("listen", "--port", port, "--headless", *listens, prefix=prefixes[0]) as listener:
        listener.wait_for("Listening")
        with jitterscope("call", f"{host}:{port}", "--headless", *calls, prefix=prefixes[1]) as caller:
            if meanwhile:
                meanwhile(listener, caller)
            caller.wait(seconds)
        becomes_true(lambda: listener.popen.poll() is not None, patience)
    return listener, caller


def processes():
    """pid -> (parent, command line), zombies left out."""
    found = {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rsplit(")", 1)[1].split()
            if fields[0] != "Z":
                words = (stat.parent / "cmdline").read_bytes().split(b"\0")[:-1]
                found[int(stat.parent.name)] = (int(fields[1]), [word.decode(errors="replace") for word in words])
    return found


def children_of(root):
    """pid -> command line."""
    return {pid: words for pid, (parent, words) in processes().items() if parent == root}


def all_gone(pids, seconds=5):
    return becomes_true(lambda: not set(pids) & set(processes()), seconds)


def network_spaces():
    """Inode numbers of all network namespaces that a process is in or holds open."""
    found = set()
    for link in [*pathlib.Path("/proc").glob("[0-9]*/ns/net"), *pathlib.Path("/proc").glob("[0-9]*/fd/*")]:
        with contextlib.suppress(OSError):
            name = os.readlink(link)
            if name.startswith("net:["):
                found.add(int(name[5:-1]))
    return found


def family(root):
    """The process and all that it started, directly or not."""
    all_processes, members = processes(), [root]
    for member in members:
        members += [pid for pid, (parent, _) in all_processes.items() if parent == member]
    return members


def sockets_of(pids):
    """(protocol, local address and port, state), as the kernel lists them, of all Internet sockets of these processes."""
    inodes = set()
    for link in (link for pid in pids for link in pathlib.Path(f"/proc/{pid}/fd").glob("*")):
        with contextlib.suppress(OSError):
            inodes.add(os.readlink(link))
    return [(protocol, fields[1], fields[3]) for protocol in ("tcp", "tcp6", "udp", "udp6")
            for fields in map(str.split, pathlib.Path(f"/proc/net/{protocol}").read_text().splitlines()[1:])
            if f"socket:[{fields[9]}]" in inodes]


def run(*arguments, seconds=60):
    """Runs to the end and returns standard output; a failure ends the test with what the program said."""
    done = subprocess.run(list(map(str, arguments)), capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments} ended with {done.returncode}: {done.stderr}")
    return done.stdout


def analyze(trace, *options):
    return json.loads(run(PROGRAM, "analyze", trace, *map(str, options), "--json"))["streams"]


def becomes_true(condition, seconds=20, pause=0.05):
    """As soon as it holds; the limit bounds a failure alone."""
    deadline = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(pause)
    return bool(holds)


def holds_streams(trace, count=4):
    """Whether a trace, which may still be written, tells of so many streams."""
    done = subprocess.run([PROGRAM, "analyze", str(trace), "--json"], capture_output=True, text=True, timeout=60)
    return done.returncode == 0 and len(json.loads(done.stdout)["streams"]) >= count


def is_bound(protocol, port):
    """Whether a socket of this machine has the port, and listens there if it is of TCP."""
    tables = [pathlib.Path(f"/proc/net/{protocol}{version}") for version in ("", "6")]
    rows = [line.split() for table in tables if table.exists() for line in table.read_text().splitlines()[1:]]
    return any(row[1].endswith(f":{port:04X}") and (protocol == "udp" or row[3] == "0A") for row in rows)


def stream_of(streams, medium, direction="received"):
    return next(s for s in streams if s["medium"] == medium and s["direction"] == direction)


def natural_picture(path, width=640, height=480):
    """A photograph of a street (package opencv-doc) as a PNG of this size."""
    film = next(pathlib.Path("/usr/share/doc/opencv-doc").rglob("vtest.avi*"), None)
    if film is None:
        sys.exit("missing: the film vtest.avi of package opencv-doc. Run packaging/dependencies --test.")
    if film.suffix == ".gz":
        unpacked = path.with_suffix(".avi")
        with open(unpacked, "wb") as out:
            subprocess.run(["gzip", "-dc", film], stdout=out, check=True)
        film = unpacked
    run("ffmpeg", "-loglevel", "error", "-y", "-i", film, "-frames:v", "1", "-vf", f"scale={width}:{height}", path)
    return path


def grey(path, width=640, height=480):
    """The picture's luminance, a byte a pixel."""
    raw = path.with_suffix(".grey")
    run("ffmpeg", "-loglevel", "error", "-y", "-i", path, "-vf", f"scale={width}:{height}", "-f", "rawvideo", "-pix_fmt", "gray", raw)
    return raw.read_bytes()


def area(path, x, y, width, height):
    """A rectangle of a picture file: three bytes (red, green, blue) a pixel, row by row."""
    raw = pathlib.Path(path).with_suffix(".rgb")
    run("ffmpeg", "-loglevel", "error", "-y", "-i", path, "-vf", f"crop={width}:{height}:{x}:{y}:exact=1", "-f", "rawvideo",
        "-pix_fmt", "rgb24", raw)
    return raw.read_bytes()


def share_of(pixels, colour):
    """Of the pixels that have this colour, give or take two levels."""
    points = list(zip(pixels[::3], pixels[1::3], pixels[2::3]))
    return sum(all(abs(a - b) <= 2 for a, b in zip(point, colour)) for point in points) / len(points)


def difference(one, other):
    """Mean absolute difference of two pictures of the same size, in grey levels."""
    assert len(one) == len(other) and one
    return sum(abs(a - b) for a, b in zip(one, other)) / len(one)


@contextlib.contextmanager
def screen(display, size):
    """An X server without a screen, at `display` (":7"); gone when the block is left."""
    with Process(["Xvfb", display, "-screen", "0", size]) as server:
        deadline = time.monotonic() + 20
        while not pathlib.Path(f"/tmp/.X11-unix/X{display[1:]}").exists():
            if time.monotonic() > deadline or server.popen.poll() is not None:
                raise RuntimeError(f"Xvfb did not begin: {server.stderr}")
            time.sleep(0.05)
        yield
