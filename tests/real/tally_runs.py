#!/usr/bin/python3
"""Real pairs of traces: compare --by message, collective, kernel, copy and duration beside what the slow readers add up by themselves."""

import glob
import json
import os
import sqlite3
import subprocess
import sys
from collections import defaultdict

import testing

OTF2_PAIRS = (
    ("pipit-otf2/ping-pong-otf2", "pipit-otf2/ping-pong-otf2-papi"),
    ("casita-otf2/2_jacobi_blame_cpu_015", "casita-otf2/2_cuda_simple"),
    ("casita-otf2/2_cloverleaf_oaccregions_cudafull", "casita-otf2/10_scorep_mpi_tags"),
)
JSON_PAIRS = (
    ("hta-kineto/trace_compare/base/*", "hta-kineto/trace_compare/test/*"),
    ("kineto-tbplugin/resnet50_num_workers_0/2d19*", "kineto-tbplugin/resnet50_num_workers_4/*"),
)
NSYS_PAIRS = (("nsys-ai/mfu_2gpu_before.sqlite", "nsys-ai/mock.sqlite"),)
MEASURES = ("count", "time", "wait", "bytes")


class Sums:
    """Of each name how many, how long in nanoseconds, how long somebody waited and how many bytes."""

    def __init__(self):
        self.of = defaultdict(lambda: dict.fromkeys(MEASURES, 0))

    def add(self, name, **more):
        for measure, amount in more.items():
            self.of[name][measure] += amount


def nearest(ticks, resolution):
    """Whole nanoseconds; half ones away from zero."""
    scaled = abs(ticks) * 10 ** 9
    whole = (2 * scaled + resolution) // (2 * resolution)
    return whole if ticks >= 0 else -whole


class Otf2:
    """What an archive did, by kind and key."""

    def __init__(self, path):
        from slow_answers import Answers
        from slow_trace import Trace

        answers = Answers(Trace(os.path.join(path, "traces.otf2")))
        trace = answers.trace
        self.sums = defaultdict(Sums)

        def place(location):
            group = trace.groups[location.group][0]
            return "%s · %s" % (group, location.name) if group else location.name

        ticks = defaultdict(lambda: [0, 0, 0])      # sums are in ticks, and made nanoseconds once
        for message in answers.messages:
            names = {"pair": "%s → %s" % (place(message.sender), place(message.receiver)),
                     "size": "%s B" % format(message.bytes, ","), "tag": "tag %d" % message.tag}
            for key, name in names.items():
                of = ticks[key, name]
                of[0] += 1
                of[1] += message.receive - message.send
                of[2] += message.bytes
        for (key, name), (count, time, size) in ticks.items():
            self.sums["message", key].add(
                name, count=count, time=nearest(time, trace.resolution), bytes=size)
        for row in answers.collectives.rows:
            self.sums["collective", "operation"].add(
                row["operation"], count=1, bytes=row["bytes_sent"],
                time=nearest(row["end_ticks"] - row["begin_ticks"], trace.resolution),
                wait=nearest(row["wait_ticks"], trace.resolution))
        self.kinds = (("message", "pair"), ("message", "size"), ("message", "tag"),
                      ("collective", "operation"))


class Json:
    """The kernels, copies and sets of a trace of PyTorch; what is called as NCCL's is communication."""

    KINDS = {"kernel": "kernel", "gpu_memcpy": "copy", "gpu_memset": "copy", "memcpy": "copy", "memset": "copy"}

    def __init__(self, path):
        from slow_json import SlowTrace

        self.sums = defaultdict(Sums)
        self.kinds = (("kernel", "name"), ("copy", "name"))
        self.durations = defaultdict(list)      # of kernels, which call nothing
        trace = SlowTrace(path)
        for track, slices in trace.slices.items():
            for begin, end, name in slices:
                category = trace.categories[track + (begin, end, name)]
                kind = self.KINDS.get(str(category).lower())
                if kind and not name.lower().startswith(("nccl", "rccl")):
                    self.sums[kind, "name"].add(name, count=1, time=end - begin)
                    if kind == "kernel":
                        self.durations[name].append(end - begin)


class Nsys:
    """The kernels of an export of Nsight Systems."""

    def __init__(self, path):
        self.sums = defaultdict(Sums)
        self.kinds = (("kernel", "name"),)
        with sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True) as base:
            rows = base.execute(
                "SELECT value, start, end FROM CUPTI_ACTIVITY_KIND_KERNEL "
                "JOIN StringIds ON StringIds.id = demangledName")
            for name, begin, end in rows:
                if not name.lower().startswith(("nccl", "rccl")):
                    self.sums["kernel", "name"].add(name, count=1, time=end - begin)


def asked(a, b, kind, key, function=None):
    what = ["--function", function] if function else ["--key", key]
    done = subprocess.run(
        [testing.tool("vellum-query"), "compare", a, b, "--by", kind, *what, "--format", "json",
         "--no-cache"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())
    return json.loads(done.stdout)["result"]


def differences_of_row(row, sides, found):
    name = row["name"]
    for measure in MEASURES:
        unit = "_ns" if measure in ("time", "wait") else ""
        a, b = (side.of[name][measure] if name in side.of else 0 for side in sides)
        expected = {"a": a, "b": b, "difference": b - a}
        for what, number in expected.items():
            key = "%s_%s%s" % (measure, what, unit)
            if row[key] != number:
                found.append("%s: %s is %d, not %d" % (name, key, row[key], number))
        ratio = row[measure + "_ratio"]
        if (ratio is None) != (a == 0) or (a and abs(ratio - b / a) > 1e-12 * abs(b / a)):
            found.append("%s: %s_ratio is %s, not %d / %d" % (name, measure, ratio, b, a))
    where = [name in side.of for side in sides]
    wanted = "both" if all(where) else "only-a" if where[0] else "only-b"
    if row["in"] != wanted:
        found.append("%s: is in %s, not %s" % (name, row["in"], wanted))


def differences(sides, result):
    found = []
    names = set(sides[0].of) | set(sides[1].of)
    rows = {row["name"]: row for row in result["rows"]}
    if set(rows) != names or len(rows) != len(result["rows"]):
        found.append("names: missing %r, too many %r" % (
            sorted(names - set(rows))[:3], sorted(set(rows) - names)[:3]))
    for name in sorted(names & set(rows)):
        differences_of_row(rows[name], sides, found)
    times = [abs(row["time_difference_ns"]) for row in result["rows"]]
    if times != sorted(times, reverse=True):
        found.append("rows are not by how much the time differs")
    for row in result["rows"]:
        share = row["time_difference_ns"] / sum(times) if sum(times) else None
        if (share is None) != (row["share"] is None) or (share and abs(share - row["share"]) > 1e-12):
            found.append("%s: share is %s, not %s" % (row["name"], row["share"], share))
    return found


def report(found):
    for sentence in found[:10]:
        print("  " + sentence)
    return len(found)


def differences_of_durations(a, b, runs):
    """The three kernels that are called the most in both. Ten significant bits of a duration are kept, and a class counts where its
    middle is: near a bound a visit may be on either side of it."""
    both = set(runs[0].durations) & set(runs[1].durations)
    most = sorted(both, key=lambda name: (-len(runs[0].durations[name]), name))[:3]
    found = []
    for name in most:
        result = asked(a, b, "duration", None, name)
        for side, run in zip("ab", runs):
            of = run.durations[name]
            if result["visits_" + side] != len(of):
                found.append("%s: visits_%s is %d, not %d" % (
                    name, side, result["visits_" + side], len(of)))
            before = 0
            for row in result["rows"]:
                before += row["visits_" + side]
                high = row["high_ns"]
                least = sum(ns * 1.001 < high for ns in of)
                largest = sum(ns * 0.999 < high for ns in of)
                if not least <= before <= largest:
                    found.append("%s: %d visits of %s below %s ns, not %d … %d" % (
                        name, before, side, high, least, largest))
                if abs(row["up_to_" + side] - before / len(of)) > 1e-12:
                    found.append("%s: up_to_%s below %s ns is %s, not %d / %d" % (
                        name, side, high, row["up_to_" + side], before, len(of)))
            if before != len(of):
                found.append("%s: %d visits of %s in all bins, not %d" % (name, before, side, len(of)))
    return len(most), found


def main():
    testing.need_otf2()
    folder = testing.real_traces()
    done = bad = 0
    for read, pairs in ((Otf2, OTF2_PAIRS), (Json, JSON_PAIRS), (Nsys, NSYS_PAIRS)):
        for pair in pairs:
            paths = [(sorted(glob.glob(os.path.join(folder, one))) or [None])[0] for one in pair]
            if None in paths:
                print("%s: not there" % (pair,))
                continue
            runs = [read(path) for path in paths]
            for kind, key in runs[0].kinds:
                found = differences([run.sums[kind, key] for run in runs],
                                    asked(*paths, kind, key))
                print("%s, %s by %s: %d names, %d differences" % (
                    pair[0], kind, key, len(runs[0].sums[kind, key].of), len(found)))
                done += 1
                bad += report(found)
            if read is Json:
                count, found = differences_of_durations(*paths, runs)
                print("%s, durations: %d kernels, %d differences" % (pair[0], count, len(found)))
                bad += report(found)
    if done == 0:
        testing.skip("none of the pairs is among the real traces")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
