#!/usr/bin/python3
"""Random archives of one to eight processes as a series: every number of vellum-query compare --series beside sums that
the slow reader makes of the archives alone."""

import json
import math
import os
import subprocess
import sys
import tempfile

import testing

SERIES = (        # of each archive a seed and how many processes
    ((11, 1), (12, 2), (13, 4), (14, 8)),
    ((21, 3), (22, 3), (23, 1), (24, 6), (25, 6)),
    ((31, 2), (32, 5)),
)
CPU_THREAD = 1    # OTF2's number


def generate(folder, seed, processes):
    out = os.path.join(folder, "s%d" % seed)
    subprocess.run([testing.tool("vellum-generate"), "random", "--seed", str(seed), "--out", out,
                    "--processes", str(processes), "--locations", str(2 * processes),
                    "--events", "150"], check=True)
    return os.path.join(out, "traces.otf2")


class Slow:
    """One run, from the archive alone."""

    def __init__(self, path):
        from slow_answers import Answers
        from slow_trace import Trace

        trace = Trace(path)
        answers = Answers(trace)
        self.path = path
        self.resolution = trace.resolution
        self.ranks = len({loc.group for loc in answers.all if loc.kind == CPU_THREAD})
        self.locations = len(answers.all)
        self.length = self.nanoseconds(trace.end - trace.begin)
        self.times = {}
        for by in ("region", "group"):
            rows = answers.profile((trace.begin, trace.end), answers.all, by)["rows"]
            times = self.times.setdefault(by, {})
            for row in rows:
                time = self.nanoseconds(row["exclusive_ticks"])
                times[row["name"]] = times.get(row["name"], 0) + time
        self.total = sum(self.times["region"].values())

    def nanoseconds(self, ticks):
        return (2 * ticks * 10**9 + self.resolution) // (2 * self.resolution)


def slope(points):
    """By the two sums of all pairs: the same line as of least squares, another way to it."""
    points = [(math.log(p), math.log(t)) for p, t in points if p > 0 and t > 0]
    if len({x for x, _ in points}) < 3:
        return None
    above = sum((x - u) * (y - v) for x, y in points for u, v in points)
    return above / sum((x - u) ** 2 for x, _ in points for u, _ in points)


def near(got, want):
    if got is None or want is None:
        return got is want
    return abs(got - want) <= 1e-9 * max(1, abs(want))


def ask(runs, options):
    done = subprocess.run(
        [testing.tool("vellum-query"), "compare", "--series", "--format", "json", "--no-cache"]
        + [run.path for run in runs] + options, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)["result"]


def wanted_of(run, first, weak):
    more = run.ranks / first.ranks
    speed_up = first.length / run.length * (more if weak else 1)
    return {"ranks": run.ranks, "locations": run.locations, "length_ns": run.length,
            "total_ns": run.total, "speed_up": speed_up, "ideal_speed_up": more,
            "efficiency": speed_up / more,
            "ideal_length_ns": first.length if weak else first.length / more,
            "mpi_share": run.times["group"].get("MPI", 0) / run.total if run.total else None}


def differences(runs, by, weak):
    found = []
    asked = {"region": "function", "group": "group"}[by]
    got = ask(runs, ["--by", asked] + (["--scaling", "weak"] if weak else []))
    runs = sorted(runs, key=lambda run: run.ranks)
    for number, run in enumerate(runs):
        row = got["runs"][number]
        for key, want in {**wanted_of(run, runs[0], weak), "path": run.path}.items():
            if row[key] != want and (key == "path" or not near(row[key], want)):
                found.append("run %d: %s is %r, not %r" % (number + 1, key, row[key], want))
    names = {name for run in runs for name in run.times[by]}
    rows = {row["name"]: row for row in got["rows"]}
    if set(rows) != names or len(got["rows"]) != len(names) or got["count"] != len(names):
        found.append("names: %r" % sorted(set(rows) ^ names)[:3])
    for name in sorted(names & set(rows)):
        times = [run.times[by].get(name, 0) for run in runs]
        if [one["exclusive_ns"] for one in rows[name]["runs"]] != times:
            found.append("%s: times are not %r" % (name, times))
        shares = [time / run.total if run.total else None for time, run in zip(times, runs)]
        if not all(near(one["share"], want) for one, want in zip(rows[name]["runs"], shares)):
            found.append("%s: shares are not %r" % (name, shares))
        want = slope([(run.ranks, time) for run, time in zip(runs, times)])
        if not near(rows[name]["slope"], want):
            found.append("%s: slope is %r, not %r" % (name, rows[name]["slope"], want))
    return len(names), found


def main():
    testing.need_otf2()
    bad = 0
    with tempfile.TemporaryDirectory(prefix="vellum-series-") as folder:
        for series in SERIES:
            runs = [Slow(generate(folder, seed, processes)) for seed, processes in reversed(series)]
            for by, weak in (("region", False), ("group", False), ("region", True)):
                names, found = differences(runs, by, weak)
                print("%d runs by %s: %d names, %d differences" % (
                    len(runs), by, names, len(found)))
                for sentence in found[:10]:
                    print("  " + sentence)
                bad += len(found)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
