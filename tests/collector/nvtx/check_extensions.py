#!/usr/bin/python3
"""Counters and extended payloads of NVTX, of a program that NVIDIA's own headers are compiled into."""

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

import otf2

FAILURES = []


def equal(actual, expected, what):
    if actual != expected:
        FAILURES.append(f"{what}: expected {expected}, found {actual}")


def check(args, scratch):
    output = os.path.join(scratch, "out")
    anchor = os.path.join(output, "traces.otf2")
    result = subprocess.run([args.record, "-o", output, "--", args.program], capture_output=True, text=True, check=False)
    equal((result.returncode, result.stdout), (7, "done\n"), f"status and output: {result.stderr}")
    for sentence in ("source nvtx: counters of groups and in batches are not recorded",
                     "source nvtx: what extended payloads hold is not recorded, only their ranges and marks"):
        equal(result.stderr.count(sentence), 1, sentence)
    printed = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=False)
    equal((printed.returncode, printed.stderr), (0, ""), "otf2-print")
    values, ranges = defaultdict(list), Counter()
    with otf2.reader.open(anchor) as trace:
        for _, event in trace.events:
            if isinstance(event, otf2.events.Metric):
                values[event.metric.members[0].name].append(event.values[0])
            elif isinstance(event, otf2.events.Enter):
                ranges[event.region.name] += 1
    marks = subprocess.run(["otf2-marker", anchor], capture_output=True, text=True, check=False).stdout
    equal(dict(values), {"model: batch": [10, 20, 30, 40, 50, 0], "loss": [1 / i for i in range(1, 6)],
                         "model: chosen": [-1, -2, -3, -4, -5]}, "counters")
    equal((ranges["training step"], ranges["payload"], marks.count('Text: "training step"')), (3, 1, 3), "ranges and marks")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", required=True)
    parser.add_argument("--program", required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check(args, scratch)
    for message in FAILURES:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
