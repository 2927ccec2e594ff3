#!/usr/bin/env python3
"""Counter processes and further video applications: how many, of which class and session, that they work, that a death is
said, and that they end with who asked for them, even after kill -9.   loads_test.py PROBE"""
import json
import os
import pathlib
import signal
import subprocess
import time

import programs as live

PROBE = live.sys.argv[1]
live.need_root()


class Loads:
    """The probe, which takes the real-time class and nice −10 before it starts anything."""

    def __init__(self):
        alone = ["unshare", "-n", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]  # so that its datagrams can be counted
        self.popen = subprocess.Popen([*alone, PROBE, "loads", live.PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                      stderr=subprocess.PIPE, text=True)

    def ask(self, words=""):
        self.popen.stdin.write(words + "\n")
        self.popen.stdin.flush()
        return json.loads(self.popen.stdout.readline())

    def ask_until(self, key, value, seconds=20):
        live.becomes_true(lambda: self.ask()[key] == value, seconds, 0.2)
        return self.ask()

    def children(self):
        return live.children_of(self.popen.pid)

    def kill(self):
        self.popen.kill()
        self.popen.wait()


def busy_ticks(pid):
    return sum(map(int, pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]))


def normal(pid):
    """Default class and nice 0 in every thread, and the session of this test."""
    threads = [int(task) for task in os.listdir(f"/proc/{pid}/task")]
    return (all(os.sched_getscheduler(each) & ~os.SCHED_RESET_ON_FORK == os.SCHED_OTHER and os.getpriority(os.PRIO_PROCESS, each) == 0 for each in threads)
            and os.getsid(pid) == os.getsid(0))


def datagrams(pid):
    """That have come in the network of a process."""
    lines = [line.split() for line in pathlib.Path(f"/proc/{pid}/net/snmp").read_text().splitlines() if line.startswith("Udp:")]
    return int(dict(zip(*lines))["InDatagrams"])


def counters():
    loads = Loads()
    answer = loads.ask("counters 3")
    live.check(answer["counters"] == 3 and answer["error"] == "", f"three counters run {answer}")
    live.becomes_true(lambda: [words[1:2] for words in loads.children().values()] == [["counter"]] * 3)
    pids = loads.children()
    live.check(len(pids) == 3 and all(words[1] == "counter" for words in pids.values()), f"they are processes of their own: {pids}")
    live.check(live.becomes_true(lambda: all(map(normal, pids))), "of the normal class in this session, whatever their starter's")
    before = {pid: busy_ticks(pid) for pid in pids}
    live.check(live.becomes_true(lambda: all(busy_ticks(pid) > before[pid] + 10 for pid in pids)), "and each counts")
    answer = loads.ask("counters 1")
    live.check(answer["counters"] == 1 and len(loads.children()) == 1, "one is left at once")
    os.kill(next(iter(loads.children())), signal.SIGKILL)
    answer = loads.ask_until("counters", 0)
    live.check(answer["counters"] == 0, f"the death of a counter is noticed {answer}")
    live.check(loads.ask("counters 4")["counters"] == 4, "four run")
    live.check("64" in loads.ask("counters 65")["error"], "65 are refused, with the reason")
    pids = loads.children()
    loads.kill()
    live.check("killed by signal 9" in loads.popen.stderr.read(), "and was said")
    live.check(len(pids) == 4 and live.all_gone(pids), "kill -9 of the parent ends them all")


def video():
    loads = Loads()
    loads.ask("video 2")
    answer = loads.ask_until("video", 2)
    pids = loads.children()
    live.check(answer["video"] == 2 and len(pids) == 4, f"two further video applications of two processes each {answer}")
    time.sleep(2)
    live.check(all(normal(pid) for pid in pids), "of the normal class in this session")
    before = datagrams(loads.popen.pid)
    live.check(live.becomes_true(lambda: datagrams(loads.popen.pid) - before > 200, 4), "they send video")
    answer = loads.ask("video 1")
    live.check(answer["video"] == 1 and len(loads.children()) == 2, "one is left at once")
    os.kill(next(iter(loads.children())), signal.SIGKILL)
    answer = loads.ask_until("video", 0)
    live.check(answer["video"] == 0 and not loads.children(), f"the death of a half ends the other {answer}")
    loads.ask("video 1")
    live.check(loads.ask_until("video", 1)["video"] == 1, "and another one can be had")
    pids = loads.children()
    loads.kill()
    live.check(len(pids) == 2 and live.all_gone(pids), "kill -9 of the parent ends both")


counters()
video()
live.finish()
