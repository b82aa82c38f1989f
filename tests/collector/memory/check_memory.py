#!/usr/bin/python3
"""Records known_heap, and compares the archive with what it holds and asks for, as it says itself.

CASE is plain, fork or kill. Read by otf2-print and the Python otf2 module.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import warnings
from collections import defaultdict

import otf2

FAILURES = []
SPIKE = 64 << 20
# Beside the program's own blocks there are a few of the C library: buffers of streams, what threads need.
OTHERS = 150_000
OTHER_CALLS = 300


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


class Archive:
    def __init__(self, path):
        warnings.simplefilter("error")
        self.values = defaultdict(lambda: defaultdict(list))  # by process and metric
        self.visits = []  # (process, function, bytes)
        self.roles = {}
        self.modes = {}
        with otf2.reader.open(path) as trace:
            for member in trace.definitions.metric_members:
                self.modes[member.name] = str(member.metric_mode).rsplit(".", 1)[-1]
            for region in trace.definitions.regions:
                self.roles[region.name] = str(region.region_role).rsplit(".", 1)[-1]
            for location, event in trace.events:
                name = location.group.name
                if isinstance(event, otf2.events.Metric):
                    self.values[name][event.metric.members[0].name].append(event.values[0])
                elif isinstance(event, otf2.events.Enter) and event.attributes:
                    (_, size), = event.attributes.items()
                    self.visits.append((name, event.region.name, size))


def record(args, scratch, mode, *options):
    output = os.path.join(scratch, "archive")
    result = subprocess.run([args.record, "-o", output, "--memory", *options, "--", args.program, mode],
                            capture_output=True, text=True, check=False)
    anchor = os.path.join(output, "traces.otf2")
    printed = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=False)
    expect(printed.returncode == 0 and printed.stderr == "", f"otf2-print: {printed.stderr[:300]}")
    return result, Archive(anchor)


def check_parent(values, held, asked):
    in_use, peak = values["heap in use"], values["heap peak"]
    expect(0 <= in_use[-1] - held <= OTHERS, f"in use at the end: {in_use[-1]}, of {held}")
    expect(0 <= values["allocations"][-1] - asked <= OTHER_CALLS, f"allocations {values['allocations'][-1]}, of {asked}")
    expect(max(peak) >= SPIKE + 2 * held - 5 * 65536, f"the highest peak is {max(peak)}")
    expect(max(peak) <= SPIKE + 2 * held + OTHERS + (1 << 20), f"the highest peak is {max(peak)}")
    expect(all(most >= now for most, now in zip(peak, in_use)), "a peak is below what is in use")
    expect(values["allocations"] == sorted(values["allocations"]), "allocations go back")
    expect(max(values["resident memory"]) > held, f"resident memory {max(values['resident memory'])}")


def check_visits(archive, name):
    page = os.sysconf("SC_PAGESIZE")
    found = [(function, size) for process, function, size in archive.visits if process == name]
    expected = [("realloc", 3 << 20), ("reallocarray", 3 << 20), ("malloc", 2**64 - 1), ("calloc", 2**64 - 2),
                ("malloc", SPIKE), ("free", SPIKE)]
    expect([function for function, _ in found] == [function for function, _ in expected], f"large blocks: {found}")
    for (function, size), (_, wanted) in zip(found, expected):
        expect(wanted <= size <= wanted + 2 * page, f"{function} of {size} bytes, not {wanted}")
    roles = {name: archive.roles[name] for name in ("malloc", "realloc", "free")}
    expect(roles == {"malloc": "ALLOCATE", "realloc": "REALLOCATE", "free": "DEALLOCATE"}, f"roles {roles}")


def case_plain(args, scratch):
    result, archive = record(args, scratch, "plain")
    expect(result.returncode == 0, f"status {result.returncode}: {result.stderr}")
    held, asked = (int(word) for word in result.stdout.split())
    (name, values), = archive.values.items()
    check_parent(values, held, asked)
    check_visits(archive, name)
    modes = {name: archive.modes[name] for name in ("heap in use", "heap peak", "allocations", "allocation rate")}
    expect(modes == {"heap in use": "ABSOLUTE_POINT", "heap peak": "ABSOLUTE_LAST", "allocations": "ACCUMULATED_START",
                     "allocation rate": "ABSOLUTE_LAST"}, f"modes {modes}")
    expect("threads" not in values, "what the system counts was not asked for")


def case_fork(args, scratch):
    result, archive = record(args, scratch, "fork", "--follow-fork", "--counters=5")
    expect(result.returncode == 0, f"status {result.returncode}: {result.stderr}")
    held, asked = (int(word) for word in result.stdout.split())
    expect(len(archive.values) == 2, f"processes {list(archive.values)}")
    by_asking = sorted(archive.values.values(), key=lambda values: values["allocations"][-1])
    child, parent = by_asking
    check_parent(parent, held, asked)
    # The child has its parent's blocks, and frees them.
    expect(child["heap in use"][-1] <= OTHERS, f"the child holds {child['heap in use'][-1]}")
    expect(1 <= child["allocations"][-1] <= 20, f"the child asks {child['allocations'][-1]} times")
    expect("threads" in parent, "what the system counts is missing")


def case_kill(args, scratch):
    result, archive = record(args, scratch, "kill")
    expect(result.returncode == 137, f"status {result.returncode}")
    held, asked = (int(word) for word in result.stdout.split())
    (_, values), = archive.values.items()
    check_parent(values, held, asked)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=("plain", "fork", "kill"))
    for option in ("--record", "--program"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        globals()["case_" + args.case](args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
