"""Three in a conference, a process each, on loopback: all send sound and pictures, each receives two of each; streams
stop and begin again, one leaves and comes back; nothing is lost, and each stream's figures are those of its participant
alone.

conference_test.py CONFERENCE_END
"""
import json
import subprocess
import sys
import time

import programs as live

END = sys.argv[1]
STEADY = 4  # seconds between two changes


class End:
    def __init__(self, name, trace):
        self.name = name
        self.process = subprocess.Popen([END, name, str(trace)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = self.answer()["port"]

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name} has ended: {self.process.wait(10)}")
        return json.loads(line)

    def tell(self, words):
        self.process.stdin.write(words + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self):
        said = self.tell("end")
        self.process.wait(20)
        return said

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def streams(state, **which):
    return [each for each in state.get("received", []) if all(each[key] == value for key, value in which.items())]


def eventually(holds, what, seconds=15):
    live.check(live.becomes_true(holds, seconds), what)


def receives_all(end, others):
    state = end.tell("state")
    return len(state.get("remotes", [])) == others and len(streams(state)) >= 2 * others and all(
        each["packets"] > 10 for each in streams(state))


def grows(end, **which):
    before = {each["ssrc"]: each["packets"] for each in streams(end.tell("state"), **which)}
    time.sleep(1)  # of ten pictures or thirty blocks
    return any(each["packets"] > before.get(each["ssrc"], 0) for each in streams(end.tell("state"), **which))


def id_of(end, name):
    return next(each["id"] for each in end.tell("state")["remotes"] if each["name"] == name)


def conference(folder, ends):
    a, b, c = ends
    a.tell(f"call {b.port}")
    eventually(lambda: receives_all(a, 1), "a call of two")
    a.tell(f"call {c.port}")
    b.tell(f"call {c.port}")
    for end in ends:
        eventually(lambda: receives_all(end, 2), f"{end.name} receives two of each medium")
    time.sleep(STEADY)
    state = a.tell("state")
    live.check(all(each["delay_known"] for each in streams(state)), "delays are known of all, by one clock")
    live.check([each["measured"] for each in streams(state, id=1)] == [True, True]
               and [each["measured"] for each in streams(state, id=2)] == [False, False],
               "measures are made of whom they are wanted, and of nobody else")
    live.check(not any(state["made_for_nobody"]), f"a view that nobody wants is not made ({state['made_for_nobody']})")

    b.tell("sound off")
    b.tell("picture off")
    for end in (a, c):  # what is begun is sent, and played
        eventually(lambda: not grows(end, id=id_of(end, "B")), f"B's streams stop at {end.name}", 4)
        live.check(grows(end, id=id_of(end, "C" if end is a else "A")), f"and the other's go on at {end.name}")
    b.tell("sound on")
    b.tell("picture on")
    for end in (a, c):
        eventually(lambda: grows(end, id=id_of(end, "B"), medium="audio")
                   and grows(end, id=id_of(end, "B"), medium="video"), f"and begin again at {end.name}")

    old = {each["ssrc"] for each in streams(a.tell("state"), id=id_of(a, "C"))}
    was = {end.name: id_of(end, "C") for end in (a, b)}
    live.check(c.tell("leave")["left"], "C leaves")
    for end in (a, b):
        eventually(lambda: [each["name"] for each in end.tell("state")["remotes"]] != []
                   and "C" not in [each["name"] for each in end.tell("state")["remotes"]], f"{end.name} goes on without C")
    live.check(grows(a, id=id_of(a, "B")) and grows(b, id=id_of(b, "A")), "A and B hear each other")
    c.tell(f"record {folder / 'c_again.jscope'}")
    c.tell(f"call {a.port}")
    eventually(lambda: len(c.tell("state").get("remotes", [])) == 1, "C comes back")
    c.tell(f"call {b.port}")
    for end in ends:
        eventually(lambda: len(end.tell("state").get("remotes", [])) == 2, f"{end.name} has two again")
    live.check({end.name: id_of(end, "C") for end in (a, b)} == was, "C is who it was")
    eventually(lambda: grows(a, id=id_of(a, "C"), medium="audio") and grows(b, id=id_of(b, "C"), medium="video"),
               "its new streams come")
    live.check(old.isdisjoint(each["ssrc"] for each in streams(a.tell("state"), id=id_of(a, "C"))), "with other SSRCs")
    time.sleep(STEADY)


def examine(end, said):
    live.check(all(dropped == 0 for dropped in said.get("drops", {}).values()), f"{end}: no ring drops ({said.get('drops')})")
    compared = said["compared"]
    if isinstance(compared, dict):
        live.check(False, f"{end}: {compared}")
        return
    live.check(len({(each["id"], each["medium"]) for each in compared}) == 4, f"{end}: two of each medium in the trace")
    live.check(end == "C" or len(compared) == 6, f"{end}: C's old streams and its new ones ({len(compared)})")
    for each in compared:
        whose = f"{end}: {each['medium']} {each['ssrc']} of {each['id']}"
        live.check(each["packets"] > 20 and each["lost"] == 0, f"{whose}: {each['packets']} packets, {each['lost']} lost")
        live.check(each["frames_lost"] == 0, f"{whose}: {each['frames_complete']} frames or blocks, {each['frames_lost']} lost")
        live.check(each["differs"] == [], f"{whose}: figures as of its participant alone {each['differs'][:3]}")
        live.check(each.get("differs_live", []) == [], f"{whose}: and as they were shown {each.get('differs_live', [])[:3]}")


with live.folder() as folder:
    ends = [End(name, folder / f"{name.lower()}.jscope") for name in "ABC"]
    try:
        conference(folder, ends)
        for end in reversed(ends):
            examine(end.name, end.end())
    finally:
        for end in ends:
            end.close()
live.finish()
