#!/usr/bin/python3
"""Records nvtx_program and compares the archive with what it sets; read by OTF2's tools and the Python otf2 module."""

import argparse
import os
import re
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


def equal(actual, expected, what):
    expect(actual == expected, f"{what}: expected {expected}, found {actual}")


class Archive:
    def __init__(self, path):
        self.visits = []  # (name, location, the names around it, values, begin, end)
        self.markers = []
        self.regions = {}
        with otf2.reader.open(path) as trace:
            for region in trace.definitions.regions:
                self.regions[region.name] = region
            self.locations = [location.name for location in trace.definitions.locations]
            stacks = defaultdict(list)
            for location, event in trace.events:
                stack = stacks[location]
                if isinstance(event, otf2.events.Enter):
                    values = {a.name: value for a, value in (event.attributes or {}).items()}
                    around = tuple(visit[0] for visit in stack)
                    visit = [event.region.name, location.name, around, values, event.time, None]
                    self.visits.append(visit)
                    stack.append(visit)
                elif isinstance(event, otf2.events.Leave):
                    visit = stack.pop()
                    equal(event.region.name, visit[0], f"{location.name}: a leave")
                    visit[5] = event.time
                else:
                    expect(False, f"unexpected {event}")
            expect(not any(stacks.values()), "something is still open")
            self._read_markers(path, trace.definitions)

    def _read_markers(self, path, definitions):
        """The Python module reads none."""
        printed = subprocess.run(["otf2-marker", path], capture_output=True, text=True, check=False).stdout
        category = None
        for line in printed.splitlines():
            defined = re.match(r'MARKER_DEF +Group: "(.*)", Category: "(.*)", Severity', line)
            marker = re.match(r'MARKER +Time: \d+, Duration 0, Scope: LOCATION:(\d+), Text: "(.*)"', line)
            if defined:
                category = defined.groups()
            elif marker:
                location = definitions.locations[int(marker.group(1))].name
                self.markers.append((*category, marker.group(2), location))

    def named(self, name):
        return [visit for visit in self.visits if visit[0] == name]

    def only(self, name):
        found = self.named(name)
        equal(len(found), 1, f"visits of {name}")
        return found[0] if found else [name, "", (), {}, 0, 0]


def check(archive):
    outer = archive.only("outer")
    equal(Counter(visit[1] for visit in archive.named("inner")), {"main": 4, "helper": 1}, "where inner is")
    for visit in archive.named("inner"):
        expect(visit[2][-1].endswith("work()"), f"inner is in {visit[2]}")
    # Crosses a range of the domain "library": one of the two has a row of its own, neither is cut.
    registered = archive.only("registered")
    expect({outer[1], registered[1]} == {"main", "main, NVTX"}, f"rows {outer[1]}, {registered[1]}")
    expect(outer[4] < registered[4] < outer[5] < registered[5], "outer and registered cross")
    equal(registered[3], {"nvtx_domain": "library", "nvtx_payload": 0.25}, "what registered carries")
    coloured = archive.only("coloured")
    equal(coloured[3], {"nvtx_category": "third category", "nvtx_color": 0xff00ff80, "nvtx_payload": -5},
          "what coloured carries")
    archive.only("weit ä")
    in_call = archive.only("set in a call")
    equal(in_call[1], "main, NVTX", "the row of a range that outlives its call")
    outlived = archive.only("(anonymous namespace)::pushAndGoOn()")
    expect(outlived[4] < in_call[4] < outlived[5] < in_call[5], "the range outlives the call that set it")
    # What a guard's constructor sets is in the function that has the guard.
    guarded = archive.only("guarded")
    equal((guarded[1], guarded[2][-1]), ("main", "(anonymous namespace)::guarded()"), "the guard's place")
    inside = [visit for visit in archive.named("(anonymous namespace)::work()") if "guarded" in visit[2]]
    equal(len(inside), 1, "calls within the guard")

    operators = archive.named("aten::addmm")
    equal(len(operators), 1000, "operators")
    equal(operators[7][3], {"op_id": 5007, "seq": 7, "sizes": "[[8, 16], [16, 4]]"}, "its arguments")

    rows = sorted(name for name in archive.locations if name.startswith("NVTX start/end ranges"))
    equal(len(rows), 2, f"rows of started ranges {rows}")
    whole, second, open_end = (archive.only(name) for name in ("whole", "second", "never ended"))
    expect(whole[4] < second[4] < whole[5] < second[5] < open_end[5], "started ranges")
    never = archive.only("never popped")
    equal(never[1], "main, NVTX", "the row of what is never popped, which outlives main")
    expect(never[5] >= archive.only("main")[5], "what is never popped ends with the thread")
    equal(archive.markers, [("NVTX", "mark", "begun", "main"),
                            ("NVTX", "third category", "marked with a tab", "main")], "marks")
    expect("helper" in archive.locations, f"{archive.locations}")
    region = archive.regions["coloured"]
    equal((region.source_file, region.description, str(region.paradigm)),
          ("NVTX_RANGE", "NVTX, colour #00ff80", "Paradigm.USER"), "the region of coloured")
    equal(archive.regions["registered"].description, "NVTX domain library", "the region of registered")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--program"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    warnings.simplefilter("error")
    with tempfile.TemporaryDirectory() as scratch:
        output = os.path.join(scratch, "archive")
        anchor = os.path.join(output, "traces.otf2")
        result = subprocess.run([args.record, "-o", output, "--", args.program],
                                capture_output=True, text=True, check=False)
        equal((result.returncode, result.stdout), (0, "done\n"), f"the program: {result.stderr}")
        for mode in ([], ["-G"]):
            printed = subprocess.run(["otf2-print", *mode, anchor], capture_output=True, text=True, check=False)
            equal((printed.returncode, printed.stderr), (0, ""), f"otf2-print {mode}")
        check(Archive(anchor))
        groups = subprocess.run([args.query, "profile", "--by", "group", anchor],
                                capture_output=True, text=True, check=False)
        expect("Annotation" in groups.stdout, f"the groups: {groups.stdout}{groups.stderr}")

        output = os.path.join(scratch, "forked")
        result = subprocess.run([args.record, "-o", output, "--follow-fork", "--", args.program, "fork"],
                                capture_output=True, text=True, check=False)
        equal(result.returncode, 0, f"the forked program: {result.stderr}")
        forked = Archive(os.path.join(output, "traces.otf2"))
        found = Counter(visit[0] for visit in forked.visits if "fork" in visit[0] or " the " in visit[0])
        del found["(anonymous namespace)::forked()"]
        equal(found, {"before the fork": 2, "in the child": 1, "in the parent": 1}, "ranges around a fork")

        output = os.path.join(scratch, "without")
        subprocess.run([args.record, "-o", output, "--sources", "functions", "--", args.program],
                       capture_output=True, text=True, check=False)
        without = Archive(os.path.join(output, "traces.otf2"))
        equal((without.named("inner"), without.markers), ([], []), "ranges that nobody asked for")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
