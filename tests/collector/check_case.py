#!/usr/bin/python3
"""Records one program and compares the archive with what the program's comments promise.

Directives are comments `// KEY: TEXT` of the source; README.md beside this file lists them.
"""

import argparse
import os
import re
import stat
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def directives(source):
    found = defaultdict(list)
    begins = {}
    with open(source, encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            match = re.search(r"// begin: (.*\S)", line)
            if match:
                begins[match.group(1)] = number
                continue
            match = re.match(r"// (\w+): (.*\S)", line)
            if match:
                found[match.group(1)].append(match.group(2))
    return found, begins


def compare(actual, relation, expected, what):
    holds = {"=": actual == expected, ">=": actual >= expected, "<=": actual <= expected}[relation]
    expect(holds, f"{what}: expected {relation} {expected}, found {actual}")


class Recording:
    """What the Python otf2 module reads, checked for the promises every archive keeps."""

    def __init__(self, path):
        self.visits = Counter()
        self.visits_on = Counter()
        self.calls = Counter()
        self.regions = {}
        self.locations = []
        self.processes = set()
        with otf2.reader.open(path) as trace:
            self._read_definitions(trace)
            self._read_events(trace)

    def _read_definitions(self, trace):
        definitions = trace.definitions
        clock = definitions.clock_properties
        self.begin = clock.global_offset
        self.end = clock.global_offset + clock.trace_length
        expect(clock.timer_resolution > 1_000_000, f"timer resolution {clock.timer_resolution}")
        # 2020 and later: a realtime stamp that was really taken.
        expect(clock.realtime_timestamp > 1_577_836_800 * 10**9, f"realtime {clock.realtime_timestamp}")
        for region in definitions.regions:
            self.regions[region.name] = region
        for location in definitions.locations:
            self.locations.append(location)
            self.processes.add(location.group)
        nodes = [(node.class_name, node.parent is None) for node in definitions.system_tree_nodes]
        expect(nodes == [("machine", True), ("node", False)], f"system tree {nodes}")

    def _read_events(self, trace):
        stacks = defaultdict(list)
        last = {}
        counts = Counter()
        for location, event in trace.events:
            counts[location] += 1
            expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
            expect(self.begin <= event.time <= self.end, f"{location.name}: {event.time} outside trace")
            last[location] = event.time
            stack = stacks[location]
            if isinstance(event, otf2.events.Enter):
                name = event.region.name
                self.visits[name] += 1
                self.visits_on[location.name, name] += 1
                self.calls[stack[-1] if stack else "", name] += 1
                stack.append(name)
            elif isinstance(event, otf2.events.Leave):
                open_region = stack.pop() if stack else None
                expect(open_region == event.region.name,
                       f"{location.name}: leave {event.region.name} in {open_region}")
            else:
                expect(False, f"unexpected event {event}")
        for location, stack in stacks.items():
            expect(not stack, f"{location.name}: still open: {stack}")
        for location in self.locations:
            expect(counts[location] == location.number_of_events,
                   f"{location.name}: {counts[location]} events, {location.number_of_events} defined")


def check_files(folder):
    for path, folders, files in os.walk(folder):
        expect(".spool" not in folders, f"the spool is left in {path}")
        expect(stat.S_IMODE(os.stat(path).st_mode) == 0o700, f"mode of {path}")
        for name in files:
            mode = stat.S_IMODE(os.stat(os.path.join(path, name)).st_mode)
            expect(mode == 0o600, f"mode {mode:o} of {name}")


def check_print(anchor):
    for mode in ([], ["-G"]):
        result = subprocess.run(["otf2-print", *mode, anchor], capture_output=True, text=True, check=False)
        expect(result.returncode == 0, f"otf2-print {mode} ends with {result.returncode}")
        said = result.stderr + "".join(
            line for line in result.stdout.splitlines() if re.search(r"WARNING|ERROR|error:", line))
        expect(said == "", f"otf2-print {mode} says: {said[:400]}")


def check_regions(recording, promises, begins, source):
    for name, line in begins.items():
        region = recording.regions.get(name)
        expect(region is not None, f"region {name} is missing: {sorted(recording.regions)}")
        if region is not None:
            place = (os.path.basename(region.source_file or ""), region.begin_line_number)
            expect(place == (os.path.basename(source), line), f"{name} is at {place}, not line {line}")
            expect(region.region_role == otf2.RegionRole.FUNCTION, f"role of {name}")
            expect(region.paradigm == otf2.Paradigm.COMPILER, f"paradigm of {name}")
            mangled = region.canonical_name
            expect(name in ("main", mangled) or mangled.startswith("_Z"), f"{name} is also {mangled}")
    for text in promises["region"]:
        name, role, paradigm = re.fullmatch(r"(.*) is (\w+) of (\w+)", text).groups()
        region = recording.regions.get(name)
        found = region and tuple(str(kind).split(".")[-1] for kind in (region.region_role, region.paradigm))
        expect(found == (role, paradigm), f"{name}: {found}, not {role} of {paradigm}")
    for pattern in promises["named"]:
        expect(any(re.fullmatch(pattern, name) for name in recording.regions),
               f"no region is named like {pattern}: {sorted(recording.regions)}")


def check_counts(recording, promises):
    for text in promises["visits"]:
        name, relation, count = re.fullmatch(r"(.*) (=|>=|<=) (\d+)", text).groups()
        if " @ " in name:
            region, location = name.split(" @ ")
            compare(recording.visits_on[location, region], relation, int(count), f"visits of {name}")
        else:
            compare(recording.visits[name], relation, int(count), f"visits of {name}")
    for text in promises["calls"]:
        caller, callee, relation, count = re.fullmatch(r"(.*) > (.*) (=|>=|<=) (\d+)", text).groups()
        caller = "" if caller == "nothing" else caller
        compare(recording.calls[caller, callee], relation, int(count), f"calls {caller} > {callee}")
    for text in promises["locations"]:
        compare(len(recording.locations), "=", int(text), "locations")
    for text in promises["processes"]:
        compare(len(recording.processes), "=", int(text), "processes")
    for name in promises["location"]:
        names = [location.name for location in recording.locations]
        expect(name in names, f"location {name} is missing: {names}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--program", "--source"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    warnings.simplefilter("error")
    promises, begins = directives(args.source)

    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, "archive")
        options = " ".join(promises["record"]).replace("SOURCE_DIR", os.path.dirname(args.source)).split()
        arguments = " ".join(promises["args"]).split()
        # The archive is the user's alone whatever the umask says.
        result = subprocess.run(
            [args.record, "-o", output, *options, "--", args.program, *arguments],
            capture_output=True, text=True, umask=0o022, cwd=scratch, check=False)
        status = int((promises["status"] or ["0"])[0])
        expect(result.returncode == status, f"status {result.returncode}, not {status}: {result.stderr}")
        for text in promises["stdout"]:
            expect(result.stdout == text + "\n", f"stdout {result.stdout!r}, not {text!r}")
        for text in promises["stderr"]:
            expect(text in result.stderr, f"stderr lacks {text!r}: {result.stderr!r}")
        if promises["nothing"]:
            expect(promises["nothing"][0] in result.stderr, f"stderr: {result.stderr!r}")
            expect(not os.path.exists(output), "an archive was made all the same")
        elif result.returncode == status:
            check_files(output)
            anchor = os.path.join(output, "traces.otf2")
            check_print(anchor)
            recording = Recording(anchor)
            check_regions(recording, promises, begins, args.source)
            check_counts(recording, promises)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
