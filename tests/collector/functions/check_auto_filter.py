#!/usr/bin/python3
"""What `vellum-record --auto-filter` leaves out: nothing may be lost, each call is either a visit of the archive or counted."""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


class Archive:
    """Visits by name, who called atEnd, and the properties; every enter must have its leave."""

    def __init__(self, path):
        self.visits = Counter()
        self.parents = defaultdict(Counter)
        stacks = defaultdict(list)
        with otf2.reader.open(path) as trace:
            for location, event in trace.events:
                stack = stacks[location]
                if isinstance(event, otf2.events.Enter):
                    self.visits[event.region.name] += 1
                    self.parents[event.region.name][stack[-1] if stack else ""] += 1
                    stack.append(event.region.name)
                elif isinstance(event, otf2.events.Leave):
                    innermost = stack.pop() if stack else "nothing"
                    expect(innermost == event.region.name, f"leave {event.region.name} in {innermost}")
        expect(not any(stacks.values()), "regions are open at the end")


def record(args, *options, program, arguments, status=0):
    result = subprocess.run(
        [args.record, *options, "--", program, *arguments], capture_output=True, text=True, check=False)
    expect(result.returncode == status, f"{arguments}: status {result.returncode}: {result.stderr}")
    return {name: int(count) for name, count in re.findall(r"^(\w+) (\d+)$", result.stdout, re.M)}, result.stderr


def left_out(query, path):
    """By function: visits left out and visits recorded before, as the archive says it."""
    said = json.loads(subprocess.run([query, "info", "--format", "json", path],
                                     capture_output=True, text=True, check=True).stdout)["result"]
    properties = {one["name"]: one["value"] for one in said["property_list"]}
    lines = properties.get("VELLUM::AUTO_FILTER::FUNCTIONS", "").split("; ")
    found = {}
    for line in filter(None, lines):
        match = re.fullmatch(
            r"(.*): (\d+) visits left out from (\d+\.\d+) s on, behind (\d+) of \d+ ns on average", line)
        expect(match, f"the archive says {line!r}")
        found[match.group(1)] = (int(match.group(2)), int(match.group(4)))
    total = int(properties["VELLUM::AUTO_FILTER::VISITS_LEFT_OUT"])
    expect(total == sum(visits for visits, _ in found.values()), f"{total} visits in all, not those of {found}")
    return properties["VELLUM::AUTO_FILTER::RULE"], found


def check_balance(truth, archive, missing):
    for name, count in truth.items():
        there = archive.visits[name] + missing.get(name, (0, 0))[0]
        expect(there == count, f"{name}: {archive.visits[name]} visits and {missing.get(name)} left out are not {count}")


def check_hot(args, scratch, threads, kill):
    output = os.path.join(scratch, f"hot-{threads}-{kill}")
    program = args.hot
    arguments = [str(threads), "15000", *(["kill"] if kill else [])]
    truth, said = record(args, "--auto-filter=5000,2us", "-o", output, program=program, arguments=arguments,
                         status=137 if kill else 0)
    path = os.path.join(output, "traces.otf2")
    archive = Archive(path)
    rule, missing = left_out(args.query, path)
    expect(rule == "5000 visits below 2000 ns on average", f"the rule is {rule}")
    check_balance(truth, archive, missing)
    expect({"tiny", "recursion"} <= set(missing), f"left out are only {sorted(missing)}")
    expect(not {"slow", "worker", "main", "atEnd"} & set(missing), f"left out are {sorted(missing)}")
    expect(archive.visits["tiny"] < truth["tiny"] / 2, f"tiny has {archive.visits['tiny']} visits")
    # The outermost visits were open when the function was left out: their leaves are their own.
    expect(archive.parents["atEnd"] == {"recursion": 1}, f"atEnd is called by {archive.parents['atEnd']}")
    expect(archive.parents["worker"]["main"] == 1, f"worker is called by {archive.parents['worker']}")
    expect(f"visits of {len(missing)} functions were left out" in said, f"it says {said!r}")
    check_filter_file(args, output, missing, program, scratch)


def check_filter_file(args, output, missing, program, scratch):
    """The filter that is written leaves out just these, and a rule less makes it say so."""
    again = os.path.join(scratch, "again")
    record(args, "--filter", os.path.join(output, "auto.filter"), "-o", again, program=program, arguments=["1", "100"])
    names = set(Archive(os.path.join(again, "traces.otf2")).visits)
    expect(not names & set(missing), f"the filter keeps {names & set(missing)}")
    expect({"slow", "worker", "main"} <= names, f"the filter leaves {names}")
    subprocess.run(["rm", "-r", again], check=True)


def check_short_threads(args, scratch):
    output = os.path.join(scratch, "short")
    truth, _ = record(args, "--auto-filter=5000", "-o", output, program=args.short, arguments=["400"])
    path = os.path.join(output, "traces.otf2")
    archive = Archive(path)
    _, missing = left_out(args.query, path)
    check_balance(truth, archive, missing)
    expect(set(missing) == {"tiny"}, f"left out is {missing}")
    expect(4900 <= archive.visits["tiny"] <= 6000, f"tiny has {archive.visits['tiny']} visits")


def check_nothing(args, scratch):
    """A rule that nobody meets changes nothing, and is said all the same."""
    output = os.path.join(scratch, "nothing")
    truth, said = record(args, "--auto-filter", "-o", output, program=args.hot, arguments=["2", "100"])
    path = os.path.join(output, "traces.otf2")
    rule, missing = left_out(args.query, path)
    expect(rule == "100000 visits below 1000 ns on average" and missing == {}, f"{rule}: {missing}")
    check_balance(truth, Archive(path), missing)
    expect("left out" not in said and not os.path.exists(os.path.join(output, "auto.filter")), f"it says {said!r}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--hot", "--short"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_hot(args, scratch, 1, False)
        check_hot(args, scratch, 4, False)
        check_hot(args, scratch, 2, True)
        check_short_threads(args, scratch)
        check_nothing(args, scratch)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
