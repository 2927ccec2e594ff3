"""What pairs of runs of a bench, one of each of two programs, say: medians, their ratio with its 95 % bound, a verdict."""
import dataclasses
import json
import random
import re
import statistics

RESAMPLES = 4000
SEED = 1
NS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


@dataclasses.dataclass
class Comparison:
    name: str
    old: float  # medians
    new: float
    ratio: float  # new/old
    low: float  # its 95 % bound
    high: float

    @property
    def verdict(self):
        if self.high < 1:
            return "faster"
        return "slower" if self.low > 1 else "cannot tell"


def google_benchmark_ns(text):
    """ns an iteration of each benchmark, from --benchmark_format=json: processor time, or real time where it asks for that
    by its name; the median when it was repeated. ValueError names one that failed."""
    times = {}
    for entry in json.loads(text)["benchmarks"]:
        if entry.get("error_occurred"):
            raise ValueError(f"{entry['name']}: {entry.get('error_message', 'failed')}")
        if entry.get("run_type", "iteration") != "iteration":
            continue
        name = entry.get("run_name", entry["name"])
        kind = "real_time" if "real_time" in name or "manual_time" in name else "cpu_time"
        times.setdefault(name, []).append(entry[kind] * NS[entry["time_unit"]])
    return {name: statistics.median(values) for name, values in times.items()}


# Of the rows that our own benches print: what names a row (and what else belongs to its name), and its times by unit.
ROWS = {
    "cost": (r"^(?P<row>(?:send|receive) +\S+) +(?P<s>[\d.]+) \(", ["s"]),
    "analyze": (r"^(?P<row>analyze \w+) +(?P<s>[\d.]+) s", ["s"]),
    "departures": (r"^(?P<row>\S+) .*? (?P<beside>\d+ +[ab]) +\d+ +(?P<us>[\d.]+) +(?P<us_p99>[\d.]+)", ["us", "us_p99"]),
    "relay": (r"^(?P<row>\D+\d+) +\d+ +(?P<us>[\d.]+) +(?P<us_p99>[\d.]+)", ["us", "us_p99"]),
}


def printed_ns(bench, text):
    """{row: ns} of a table that the bench printed; nothing of one whose rows are not known."""
    pattern, columns = ROWS.get(bench, (None, []))
    if not pattern:
        return {}
    times = {}
    for match in re.finditer(pattern, text, re.M):
        row = " ".join((match["row"] + " " + match.groupdict().get("beside", "")).split())
        for column in columns:
            unit, _, share = column.partition("_")
            times[f"{row} {share}".strip()] = float(match[column]) * NS[unit]
    return times


def quantile(ordered, share):
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def compare(name, pairs):
    """Pairs are (old, new). The bound is that of the percentile bootstrap: pairs are drawn anew, with one seed."""
    def ratio(drawn):
        return statistics.median(new for _, new in drawn) / statistics.median(old for old, _ in drawn)

    draw = random.Random(SEED)
    ratios = sorted(ratio(draw.choices(pairs, k=len(pairs))) for _ in range(RESAMPLES))
    return Comparison(name, statistics.median(old for old, _ in pairs), statistics.median(new for _, new in pairs),
                      ratio(pairs), quantile(ratios, 0.025), quantile(ratios, 0.975))


def compare_all(runs):
    """Runs are pairs of {name: time}. Comparisons of what every run has, and the names that some lack."""
    times = [one for pair in runs for one in pair]
    names = list(dict.fromkeys(name for one in times for name in one))
    common = [name for name in names if all(name in one for one in times)]
    return [compare(name, [(old[name], new[name]) for old, new in runs]) for name in common], [n for n in names if n not in common]


def time_words(ns):
    for unit in ("s", "ms", "us"):
        if ns >= NS[unit]:
            return f"{ns / NS[unit]:.4g} {unit}"
    return f"{ns:.4g} ns"


def table(comparisons):
    width = max([len(each.name) for each in comparisons] + [len("benchmark")])
    lines = [f"{'benchmark':<{width}}  {'old':>10}  {'new':>10}  new/old   95 % bound      verdict"]
    for each in comparisons:
        lines.append(f"{each.name:<{width}}  {time_words(each.old):>10}  {time_words(each.new):>10}  {each.ratio:7.3f}   "
                     f"{each.low:.3f} … {each.high:.3f}   {each.verdict}")
    return "\n".join(lines)
