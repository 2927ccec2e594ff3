"""RTP streams of a capture as tshark sees them, and RFC 3550's jitter computed by hand from its arrival times."""
import collections

import programs as live

RTP = ("-o", "rtp.heuristic_rtp:TRUE")
Packet = collections.namedtuple("Packet", "at stamp sequence marker")  # seconds, RTP ticks


def dissected(capture):
    """Packets in order of arrival, by SSRC."""
    fields = ("rtp.ssrc", "frame.time_epoch", "rtp.timestamp", "rtp.seq", "rtp.marker")
    table = live.run("tshark", "-r", capture, *RTP, "-Y", "rtp", "-T", "fields", *(word for field in fields for word in ("-e", field)))
    packets = collections.defaultdict(list)
    for line in table.splitlines():
        ssrc, at, stamp, sequence, marker = line.split()
        whole, fraction = at.split(".")  # of the whole seconds only the end, so that nanoseconds fit
        packets[int(ssrc, 16)].append(Packet(int(whole) % 10**6 + float("0." + fraction), int(stamp), int(sequence),
                                             marker in ("1", "True")))
    return packets


def listed(capture, settings=RTP):
    """Packets, losses and mean jitter in ms by SSRC, as `-z rtp,streams` prints them (three decimals)."""
    streams = {}
    for line in live.run("tshark", "-r", capture, *settings, "-q", "-z", "rtp,streams").splitlines():
        words = line.split()
        ssrc = next((word for word in words if word.startswith("0x")), None)
        if ssrc is not None:
            # The payload's name may have blanks; after Lost and its share come min, mean, max delta, min, mean jitter.
            lost_at = next(i for i, word in enumerate(words) if word.startswith("("))
            streams[int(ssrc, 16)] = int(words[lost_at - 2]), int(words[lost_at - 1]), float(words[lost_at + 5])
    return streams


def jitter_estimates(packets, clock_rate):
    """RFC 3550 A.8 in ms, after each packet but the first."""
    jitter, estimates = 0.0, []
    for earlier, later in zip(packets, packets[1:]):
        step = (later.stamp - earlier.stamp + 2**31) % 2**32 - 2**31
        jitter += (abs((later.at - earlier.at) * clock_rate - step) - jitter) / 16
        estimates.append(1000 * jitter / clock_rate)
    return estimates


def mean_jitter(packets, clock_rate):
    """Mean of the estimates over packets that have not come before: what `analyze` says."""
    first_to_come = {}
    for packet in packets:
        first_to_come.setdefault(packet.sequence, packet)
    estimates = jitter_estimates(list(first_to_come.values()), clock_rate)
    return sum(estimates) / len(estimates)


def listed_mean_jitter(packets, clock_rate):
    """What tshark 4.0 lists: a running mean that steps over packets with the marker bit, yet counts them."""
    mean = 0.0
    for count, (packet, estimate) in enumerate(zip(packets[1:], jitter_estimates(packets, clock_rate)), 1):
        if not packet.marker:
            mean += (estimate - mean) / count
    return mean


def check_jitter(what, ours, packets, clock_rate, listed=None):
    """`listed`: tshark's number, where it knows the clock rate and no packet came twice."""
    by_hand = mean_jitter(packets, clock_rate)
    live.check(abs(by_hand - ours) <= 0.001 * ours + 1e-5, f"{what}: RFC 3550 by hand {by_hand:.4f}, here {ours:.4f} ms")
    if listed is not None:
        expected = listed_mean_jitter(packets, clock_rate)
        live.check(abs(listed - expected) <= 0.0006, f"{what}: tshark lists {listed:.3f}, from these packets {expected:.4f} ms")
