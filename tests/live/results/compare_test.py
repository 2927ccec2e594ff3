"""`compare` answers what strategy C against A did on a link whose queue is too short for a picture at once: frame loss is clear
in pairs of stretches of a call of 20, 40 and 110 s, as received and as the remote counted, and so is the interarrival σ."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import programs as live

# About 34 packets a picture, 30 pictures a second: of pictures sent at once some are larger than the queue. The larger ones
# follow each other for half a second or so. Queue in packets by the call's length in s: of the call of 20 s about 80 % of the
# pictures with C are lost, of the others about 40 %.
QUEUES = {20: 31, 40: 33, 110: 33}
SETTLING = 0.5  # s, after the change too


def told(rows, name, what):
    row = rows[name]
    number = lambda value: "–" if value is None else f"{value:.4g}"
    interval = "–" if row["interval"] is None else " … ".join(map(number, row["interval"]))
    print(f"      {what}: {number(row['before'])} -> {number(row['after'])}, {interval}: {row['verdict']} {row['reason'] or ''}")
    return row


def check_call(folder, seconds):
    half = seconds / 2
    live.run(live.PROGRAM, "demo", "--headless", "--seconds", seconds, "--fps", 30, "--shaping", "c", "--link",
             f"rate=20mbit,queue={QUEUES[seconds]}",
             "--at", f"{half}:shaping=a", "--out", folder, seconds=seconds + 60)
    stretches = ("--from", SETTLING, "--to", half, "--from2", half + SETTLING, "--to2", seconds)
    stretches = tuple(map(str, stretches))
    there = live.json.loads(live.run(live.PROGRAM, "compare", folder / "room-b.jscope", *stretches, "--json"))
    here = live.json.loads(live.run(live.PROGRAM, "compare", folder / "room-a.jscope", *stretches, "--json"))
    received = next(of["figures"] for of in there["media"] if of["medium"] == "video")
    sent = next(of["figures"] for of in here["sent"] if of["medium"] == "video")
    call = f"call of {seconds} s"
    frames = told(received, "frame_loss_ratio", f"{call}, frame loss received")
    live.check(0.1 < frames["before"] and frames["after"] < 0.02, f"{call}: C loses frames ({frames['before']:.3f}), A does not")
    live.check(frames["verdict"] == "clear" and frames["interval"][1] < 0, f"{call}: frame loss received is clear")
    live.check(told(sent, "frame_loss_ratio", f"{call}, frame loss told")["verdict"] == "clear", f"{call}: as the remote counted too")
    for rows, where in ((received, "received"), (sent, "told")):
        packets = told(rows, "loss_ratio", f"{call}, packet loss {where}")
        known = ("clear", "too few") if seconds == 20 else ("clear",)
        live.check(packets["verdict"] in known, f"{call}: packet loss {where} is {' or '.join(known)}")
    sigma = told(received, "interarrival_stddev_ms", f"{call}, interarrival σ")
    live.check(sigma["verdict"] == "clear" and sigma["interval"][1] < 0, f"{call}: A sends more evenly")
    for figures in (received, sent):
        for name, row in figures.items():
            if row["verdict"] == "too few":
                live.check("s of each stretch would do; these have" in row["reason"] or row["reason"].startswith(("Before", "After")),
                           f"{call}, {name}: too few says how long would do, or why nobody knows ({row['reason']})")
    sound = next(of["figures"] for of in there["media"] if of["medium"] == "audio")
    live.check("frame_loss_ratio" not in sound and "interarrival_stddev_ms" in sound, f"{call}: sound has no frames")


with live.folder() as path:
    for seconds in QUEUES:
        check_call(path / str(seconds), seconds)
live.finish()
