#!/usr/bin/python3
"""Records known_use with counters, and compares them with what it uses and with what it reads of itself at its end.

CASE is plain, fork, kill or options. Read by otf2-print, the Python otf2 module and vellum-query.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections import defaultdict

import otf2

FAILURES = []
MEMORY = 64 << 20
FILE = 4 << 20
USED = ("CPU time in user mode", "CPU time in the kernel", "context switches, voluntary", "context switches, involuntary",
        "page faults, minor")


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def record(args, scratch, mode, *options):
    path = os.path.join(scratch, "file")
    with open(path, "wb") as file:
        file.write(b"x" * FILE)
    output = os.path.join(scratch, "archive")
    result = subprocess.run([args.record, "-o", output, *options, "--", args.program, mode, path],
                            capture_output=True, text=True, check=False)
    return result, os.path.join(output, "traces.otf2")


def read(anchor):
    """process -> metric -> [(tick, value)], the metrics' modes and units, and the kinds of locations."""
    warnings.simplefilter("error")
    values = defaultdict(lambda: defaultdict(list))
    with otf2.reader.open(anchor) as trace:
        metrics = {m.name: (str(m.metric_mode).rsplit(".", 1)[-1], m.unit) for m in trace.definitions.metric_members}
        kinds = [str(location.type).rsplit(".", 1)[-1] for location in trace.definitions.locations]
        for location, event in trace.events:
            if isinstance(event, otf2.events.Metric):
                values[location.group.name][event.metric.members[0].name].append((event.time, event.values[0]))
    return values, metrics, kinds


def check_use(values, name):
    """What each process that does it uses at least, and what nobody else does for it."""
    last = {metric: samples[-1][1] for metric, samples in values.items()}
    most = {metric: max(value for _, value in samples) for metric, samples in values.items()}
    expect(most["resident memory"] >= MEMORY, f"{name}: resident memory {most['resident memory']}")
    expect(last["resident memory"] < MEMORY, f"{name}: resident memory at the end {last['resident memory']}")
    expect(last["page faults, minor"] >= MEMORY // os.sysconf("SC_PAGESIZE"), f"{name}: {last['page faults, minor']} faults")
    expect(last["CPU time in user mode"] + last["CPU time in the kernel"] >= 150_000_000, f"{name}: CPU time {last}")
    expect(most["threads"] == 2, f"{name}: {most['threads']} threads")
    expect(last["context switches, voluntary"] >= 1, f"{name}: no switches")
    for metric, samples in values.items():
        ticks = [tick for tick, _ in samples]
        expect(ticks == sorted(set(ticks)), f"{name}: times of {metric}")


def check_bytes(values, name, files=1):
    """The file so many times, and no more than libraries and the collector's own few words beside it."""
    samples = values.get("bytes read")
    if samples is None:
        print("the system does not tell bytes")
        return
    expected = files * FILE
    expect(expected <= samples[-1][1] < expected + 200_000, f"{name}: bytes read {samples[-1][1]}, of {expected}")


def check_sums(values, metrics, name):
    for metric, (mode, _) in metrics.items():
        if mode != "ACCUMULATED_START":
            continue
        numbers = [value for _, value in values[metric]]
        expect(numbers == sorted(numbers), f"{name}: {metric} goes back")


def case_plain(args, scratch):
    result, anchor = record(args, scratch, "plain", "--counters=5")
    expect(result.returncode == 0, f"status {result.returncode}: {result.stderr}")
    at_end = [int(word) for word in result.stdout.split()]
    printed = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=True)
    expect(printed.stderr == "", f"otf2-print: {printed.stderr[:300]}")
    values, metrics, kinds = read(anchor)
    (name, counters), = values.items()
    check_use(counters, name)
    check_bytes(counters, name)
    check_sums(counters, metrics, name)
    # The program reads the same counters a moment before the last sample.
    for metric, count in zip(USED, at_end):
        last = counters[metric][-1][1]
        expect(count <= last, f"{metric}: {count} when the program ended, and {last} afterwards")
        expect(last <= count + max(count // 10, 20_000_000 if "time" in metric else 300),
               f"{metric}: {count} when the program ended, and {last} afterwards")
    expect(kinds.count("METRIC") == 1, f"locations {kinds}")
    expect(metrics["resident memory"] == ("ABSOLUTE_POINT", "bytes"), f"{metrics['resident memory']}")
    expect(metrics["CPU use in user mode"] == ("ABSOLUTE_LAST", "%"), f"{metrics['CPU use in user mode']}")
    # Some 220 ms or more of 5 each; a busy machine may be late.
    expect(len(counters["threads"]) >= 10, f"{len(counters['threads'])} samples")
    check_query(args, anchor, counters)


def check_query(args, anchor, counters):
    answer = json.loads(subprocess.run(
        [args.query, "counters", anchor, "--metric", "resident memory", "--columns", "1", "--format", "json", "--no-cache"],
        capture_output=True, text=True, check=True).stdout)
    row, = answer["result"]["rows"]
    column = {key: (value[0] if isinstance(value, list) else value) for key, value in row.items()}
    numbers = [value for _, value in counters["resident memory"]]
    expect((column["count"], column["max"]) == (len(numbers), max(numbers)), f"vellum-query says {column}")


def case_fork(args, scratch):
    result, anchor = record(args, scratch, "fork", "--counters=5", "--follow-fork")
    expect(result.returncode == 0, f"status {result.returncode}: {result.stderr}")
    values, metrics, _ = read(anchor)
    expect(len(values) == 2, f"processes {list(values)}")
    # The kernel adds to a process what a child read that it has waited for.
    parent = min(values, key=lambda name: values[name]["threads"][0][0])
    for name, counters in values.items():
        check_use(counters, name)
        check_bytes(counters, name, files=2 if name == parent else 1)
        check_sums(counters, metrics, name)


def case_kill(args, scratch):
    result, anchor = record(args, scratch, "kill", "--counters=5")
    expect(result.returncode == 137, f"status {result.returncode}")
    values, _, _ = read(anchor)
    (name, counters), = values.items()
    check_use(counters, name)


def case_options(args, scratch):
    for words in ("--counters=0",), ("--counters=x",), ("--counters=3600001",), ("--counters=-1",):
        result, _ = record(args, scratch, "plain", *words)
        expect(result.returncode == 2 and "milliseconds" in result.stderr, f"{words}: {result.stderr}")
    result, anchor = record(args, scratch, "plain", "--sources", "counters")
    values, _, kinds = read(anchor)
    expect(kinds == ["METRIC"], f"locations {kinds}")
    (_, counters), = values.items()
    expect(2 <= len(counters["threads"]) <= 40, f"{len(counters['threads'])} samples of 100 ms")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=("plain", "fork", "kill", "options"))
    for option in ("--record", "--query", "--program"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        globals()["case_" + args.case](args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
