"""Command lines that cannot be are refused before anything runs: status 2, and a sentence that says what and which range."""
import programs as live

WRONG = [
    (["lab", "run", "latecki04.capacity-steps", "--seed", "-1"], "'-1' is not a whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--seed", "18446744073709551616"], "whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--seed", "1.5"], "whole number from 0 to 4000000000"),
    (["lab", "run", "latecki04.capacity-steps", "--set", "seeds=1.5"], "seeds takes a whole number from 1 to 1000, not '1.5'."),
    (["lab", "run", "latecki04.capacity-steps", "--set", "controller=foo"], 'There is no rate control "foo"'),
    (["lab", "run", "latecki04.capacity-steps", "--set", "beside=replay:/nonexistent"],
     "/nonexistent cannot be read: check its name and permissions."),
    (["lab", "run", "latecki04.rate-control", "--set", "transport=sctp"], "transport takes both, udp or tcp, not 'sctp'."),
    (["lab", "run", "latecki04.rate-control", "--set", "obsolete=foo"], "obsolete takes room or unsent, not 'foo'."),
    (["lab", "run", "latecki04.rate-control", "--set", "send-buffer=7"], "from 1448 to 4194304, not '7'."),
    (["call", "127.0.0.1", "--rate-control", "two-stream,max=10kbit"], "min=20kbit lies above max=10kbit: min is 20kbit"),
    (["call", "127.0.0.1", "--rate-control", "two-stream,"], "known are min, max"),
    (["call", "127.0.0.1", "--rate-control", "two-stream,max=1mbit,max=2mbit"], "max stands there twice"),
    (["call", "127.0.0.1", "--rate-control", "fixed:0"], "a rate of 100bit to 100gbit"),
    (["call", "127.0.0.1", "--rate-control", "replay:/nonexistent"], "/nonexistent cannot be read: check its name and permissions."),
    (["call", "127.0.0.1", "--at", "nan:mute=on"], "--at takes SECONDS:COMMAND"),
    (["call", "127.0.0.1", "--at", "inf:mute=on"], "--at takes SECONDS:COMMAND"),
    (["nowhere.pcap"], "there is neither a command nor a file nowhere.pcap"),
    (["call", "127.0.0.1", "--at", "1:transport=foo"], "transport takes udp or tcp; not 'foo'"),
]

for words, sentence in WRONG:
    with live.Process([live.PROGRAM, *words]) as process:
        process.wait(30)
        live.check(process.status == 2 and sentence in process.stderr and not process.stdout,
                   f"{' '.join(words)}: {process.status}, {process.stderr.strip()}")

# What is asked for is told, and what was left as it is.
with live.Process([live.PROGRAM, "lab", "run", "latecki04.capacity-steps", "--set", "seeds=1", "--seed", "4000000000", "--json"]) as process:
    process.wait(60)
    result = process.json()
    live.check(process.status == 0 and result["seed"] == 4000000000, f"the highest seed runs ({process.status})")
    live.check(result["parameters"]["defaults"] == "controller, beside", f"defaults: {result['parameters']['defaults']}")

live.finish()
