#!/usr/bin/env python3
"""path=kernel: rate, spacing, drops and queue of the kernel's own interface queue, background through it, what it says when
it cannot be had, and that nothing is left of it after kill -9.   kernel_path_test.py PROBE"""
import json
import subprocess
import time

import programs as live

PROBE = live.sys.argv[1]
FRAME_BITS = 8 * (1024 + 42)

live.need("ip", "tc", "unshare", "setpriv")
live.need_root()


def probe(*words):
    return json.loads(live.run(PROBE, *words))


def check_direction(way, got, rate, limit):
    below, above, queue = got["below"], got["above"], got["above_queue"]
    label = f"{rate / 1e6:g} Mbit/s {way}:"
    live.check(below["refused"] == 0 and below["received"] == below["sent"] > 100,
               f"{label} nothing is lost at 0.8 of the rate ({below['received']} of {below['sent']})")
    live.check(got["below_queue"]["dropped"] == 0, f"{label} and the queue says so")
    live.check(abs(above["bps"] / rate - 1) <= 0.01, f"{label} under overload the rate is exact to 1 % ({above['bps']:.0f} bit/s)")
    live.check(above["refused"] > 0 and above["received"] == above["sent"] - above["refused"],
               f"{label} overload drops, each drop is told to the sender ({above['refused']} of {above['sent']})")
    live.check(queue["longest"] == limit, f"{label} the queue fills to its limit of {limit} and no further ({queue['longest']})")
    live.check(queue["dropped"] == above["refused"] and queue["offered"] == below["sent"] + above["sent"]
               and queue["delivered"] == below["received"] + above["received"],
               f"{label} reports agree with what was sent, received, refused ({queue})")
    wire_us = FRAME_BITS / rate * 1e6
    live.check(abs(got["trains"]["spacing_us"] - wire_us) <= 500,
               f"{label} packets follow each other by 8·size/rate = {wire_us:.0f} µs ({got['trains']['spacing_us']:.0f} µs)")
    live.check(got["trains"]["first_us"] <= 500,
               f"{label} an idle line takes a packet at once: with its time on the wire, which the relay adds, the smallest delay is"
               f" 8·size/rate + {got['trains']['first_us']:.0f} µs")


def lines():
    for rate, limit in ((1_000_000, 20), (10_000_000, 10)):
        got = probe("line", rate, limit)
        for way in ("up", "down"):
            check_direction(way, got[way], rate, limit)
        live.check(abs(got["idle_wire_us"] - FRAME_BITS / rate * 1e6) < 1, f"time on the wire: {got['idle_wire_us']} µs")
        halved, queue = got["halved"], got["halved_queue"]
        live.check(abs(halved["bps"] / (rate / 2) - 1) <= 0.01, f"changed to half the rate while it runs ({halved['bps']:.0f} bit/s)")
        live.check(queue["longest"] == 2 * limit, f"and to twice the limit ({queue['longest']})")
        live.check(got["open"]["refused"] == 0 and got["open"]["received"] == got["open"]["sent"], "an open line drops nothing")
        live.check(got["open_queue"]["delivered"] == queue["delivered"] + got["open"]["received"], "totals go on over a change")


def background():
    got = probe("background", 200)
    live.check(abs(got["bytes"] / 4 / 1000 / 200 - 1) < 0.15, f"about 200 KB/s are offered for 4 s ({got['bytes'] / 4000:.0f} KB/s)")
    live.check(got["down"] == 0, "in the direction asked for")
    live.check(got["dropped"] > 0 and got["dropped"] == got["queue_dropped"] and got["offered"] == got["queue_offered"],
               f"the sender knows what the queue dropped: {got}")
    live.check(got["report_background_dropped"] == got["dropped"] and got["report_media_dropped"] == 0, "and the report tells it apart")


def refusals():
    poor = subprocess.run(["setpriv", "--bounding-set", "-sys_admin", PROBE, "line", "1000000", "10"], capture_output=True, text=True)
    live.check(poor.returncode == 1 and "root" in poor.stderr and poor.stderr.count("\n") == 1, f"without rights: {poor.stderr.strip()}")
    bare = subprocess.run(["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /usr/sbin && exec "$@"', "sh", PROBE, "line", "1000000", "10"],
                          capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"})
    live.check(bare.returncode == 1 and "iproute2" in bare.stderr, f"without tc: {bare.stderr.strip()}")

    for words, what in (("rate=1mbit,limit=10,audio-first", "audio-first"), ("rate=1mbit,at=5s:rate=2mbit", "at="),
                        ("ethernet=10mbit,stations=5", "ethernet=")):
        refused = subprocess.run([PROBE, "make", words + ",path=kernel"], capture_output=True, text=True)
        live.check(refused.returncode == 1 and what in refused.stderr and "relay" in refused.stderr, f"{words}: {refused.stderr.strip()}")
    for words in ("rate=100kbit,limit=32000b,delay=20ms,path=kernel", "limit=5,path=kernel", "up:rate=1mbit,limit=5,path=kernel;down:loss=1%"):
        live.check("make_ms" in probe("make", words), f"{words} can be had")


def kill_leaves_nothing():
    before, interfaces = live.network_spaces(), live.run("ip", "-o", "link")
    for attempt in ("first", "second"):
        holder = subprocess.Popen([PROBE, "hold"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        said = json.loads(holder.stdout.readline())
        counters = live.children_of(holder.pid)
        live.check(set(said["spaces"]) <= live.network_spaces() - before, f"{attempt} run: two new network namespaces")
        live.check(len(counters) == said["counters"] == 3, f"{attempt} run: three counters ({counters})")
        time.sleep(0.5)
        holder.kill()
        holder.wait()
        live.check(live.becomes_true(lambda: not live.network_spaces() & set(said["spaces"]), 5), f"{attempt} run: after kill -9 nobody holds the namespaces")
        live.check(live.all_gone(counters), f"{attempt} run: and no counter lives")
    live.check(live.network_spaces() <= before, "no network namespace more than before")
    live.check(live.run("ip", "-o", "link") == interfaces, "no interface more than before")


lines()
background()
refusals()
kill_leaves_nothing()
live.finish()
