#!/usr/bin/python3
"""Real pairs of traces: vellum-query compare beside counts and durations added up from the files themselves, as trace
comparisons of other tools define them: of each name how often and how long in either, and what was added or deleted."""

import glob
import json
import os
import subprocess
import sys
from collections import defaultdict

import testing
from slow_json import SlowTrace

PAIRS = (
    ("hta-kineto/trace_compare/base/*", "hta-kineto/trace_compare/test/*"),
    ("kineto-tbplugin/resnet50_num_workers_0/2d19*", "kineto-tbplugin/resnet50_num_workers_4/*"),
    ("tracelens-kineto/h100/Qwen*", "tracelens-kineto/mi300/Qwen*"),
)


def compare(a, b):
    done = subprocess.run(
        [testing.tool("vellum-query"), "compare", a, b, "--format", "json", "--no-cache"],
        capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)


def overlaps(spans):
    spans = sorted(spans)
    return any(later[0] < earlier[1] for earlier, later in zip(spans, spans[1:]))


class Sums:
    """Of each name how many slices and how long they are together; None where some overlap on one track: then the time
    of the inner one counts once, or not, as the tracks are laid out."""

    def __init__(self, path):
        tracks = defaultdict(lambda: defaultdict(list))
        for track, slices in SlowTrace(path).slices.items():
            for begin, end, name in slices:
                tracks[track][name].append((begin, end))
        self.count = defaultdict(int)
        self.time = {}
        for names in tracks.values():
            for name, spans in names.items():
                self.count[name] += len(spans)
                length = None if overlaps(spans) else sum(end - begin for begin, end in spans)
                before = self.time.get(name, 0)
                self.time[name] = None if None in (before, length) else before + length


def compare_row(row, name, sums, found):
    for side, own in zip("ab", sums):
        count, time = own.count.get(name, 0), own.time.get(name, 0)
        if row["visits_" + side] != count:
            found.append("%s: visits_%s is %d, not %d" % (name, side, row["visits_" + side], count))
        if time is not None and row["inclusive_%s_ns" % side] != time:
            found.append("%s: inclusive_%s_ns is %d, not %d" % (
                name, side, row["inclusive_%s_ns" % side], time))
    a, b = (own.count.get(name, 0) for own in sums)
    wanted = "both" if a and b else "only-a" if a else "only-b"
    if row["in"] != wanted:
        found.append("%s: is in %s, not %s" % (name, row["in"], wanted))


def differences(a, b):
    sums = (Sums(a), Sums(b))
    result = compare(a, b)["result"]
    rows = {row["name"]: row for row in result["rows"]}
    found = []
    names = set(sums[0].count) | set(sums[1].count)
    if set(rows) != names:
        found.append("names: missing %r, too many %r" % (
            sorted(names - set(rows))[:3], sorted(set(rows) - names)[:3]))
    for name in sorted(names & set(rows)):
        compare_row(rows[name], name, sums, found)
    total = sum(row["difference_ns"] for row in rows.values())
    if total != result["total_difference_ns"]:
        found.append("total_difference_ns is %d, not %d" % (result["total_difference_ns"], total))
    return len(names), found


def one(folder, pattern):
    paths = sorted(glob.glob(os.path.join(folder, pattern)))
    return paths[0] if paths else None


def main():
    folder = testing.real_traces()
    done = 0
    bad = 0
    for patterns in PAIRS:
        a, b = (one(folder, pattern) for pattern in patterns)
        if a is None or b is None:
            print("%s: not there" % (patterns,))
            continue
        names, found = differences(a, b)
        print("%s: %d names, %d differences" % (os.path.basename(a), names, len(found)))
        for sentence in found[:10]:
            print("  " + sentence)
        done += 1
        bad += len(found)
    if done == 0:
        testing.skip("none of the pairs is among the real traces")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
