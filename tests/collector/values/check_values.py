#!/usr/bin/python3
"""Compiles a program with vellum-cc --values, records it, and compares the side-car with the program's comments.

`found: PATTERN of OBJECT [at MARK]` must be found, at the line with the comment `here: MARK`; with -DFIXED, where the
program knows it, that pattern of that object must be found nowhere. `flow: TO reads OBJECT from FROM` must be an edge of
the value-flow graph, `flow: TO writes OBJECT from FROM unchanged U of W` one with these bytes. README.md beside this file lists what else is
checked of every recording.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import defaultdict

import otf2

PATTERNS = {"SingleZero": 1, "SingleValue": 2, "Structured": 3, "HeavyType": 5, "SilentStore": 17, "DeadStore": 18}
NOT_IN_SKETCHES = {"DeadStore"}
FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


class Source:
    """A program and what its comments say."""

    def __init__(self, path):
        self.path = path
        self.name, self.extension = os.path.splitext(os.path.basename(path))
        self.found = []
        self.flows = []
        self.marks = {}
        self.record = []
        with open(path, encoding="utf-8") as lines:
            self.text = lines.read()
        for number, line in enumerate(self.text.splitlines(), 1):
            if match := re.search(r"here: (\w+)", line):
                self.marks[match.group(1)] = number
            elif match := re.search(r"found: (\w+) of (\w+)(?: at (\w+))?", line):
                self.found.append(match.groups())
            elif match := re.search(r"flow: (\w+) (reads|writes) (\w+) from (\w+)(?: unchanged (\d+) of (\d+))?", line):
                self.flows.append(match.groups())
            elif match := re.search(r"record: (\S+)", line):
                self.record.append(match.group(1))

    def has_fix(self):
        return "#ifdef FIXED" in self.text or "#ifndef FIXED" in self.text


class SideCar:
    """The lines of print_sidecar, by their first word."""

    def __init__(self, text):
        self.rows = defaultdict(list)
        for line in text.splitlines():
            words = line.split()
            self.rows[words[0]].append(words[1:])

    @staticmethod
    def number(words, key):
        for word in words:
            if word.startswith(key + "="):
                return int(word.partition("=")[2])
        raise KeyError(key)

    def patterns(self, name, variable):
        """(file:line) of the pattern in the object that has that name, or was asked for through that variable."""
        if name == "FalseShared":
            return [None for row in self.rows["page"] if is_named(row[0], variable) and row[1] == "class=3"]
        return [row[6] for row in self.rows["pattern"]
                if int(row[0]) == PATTERNS[name] and row[4] == "approximation=0" and is_named(row[5], variable)]


def is_named(label, variable):
    return re.fullmatch(r"(\(anonymous_namespace\)::)?" + variable + r"(_\(.*\))?", label) is not None


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, **options)


def compile_program(tools, source, folder, flags, values=True):
    program = os.path.join(folder, source.name + "-".join(flags) + ("" if values else "-plain"))
    wrapper = "vellum-c++" if source.extension == ".cpp" else "vellum-cc"
    plain = "g++" if source.extension == ".cpp" else "gcc"
    command = [os.path.join(tools, wrapper), "--values"] if values else [plain]
    standard = ["-std=c++20"] if source.extension == ".cpp" else []
    result = run([*command, *standard, "-O2", "-g", "-pthread", *flags, source.path, "-o", program])
    expect(result.returncode == 0, f"{' '.join(command)} fails: {result.stderr}")
    return program


def check_archive(folder, car):
    """Each operation begins where its link says: with the enter of its function in the archive."""
    enters = set()
    with otf2.reader.open(os.path.join(folder, "traces.otf2")) as trace:
        places = {location: number for number, location in enumerate(trace.definitions.locations)}
        for location, event in trace.events:
            if isinstance(event, otf2.events.Enter):
                enters.add((places[location], event.time, event.region.name.replace(" ", "_")))
    for row in car.rows["link"]:
        if "quality=3" not in row:
            continue
        place = (SideCar.number(row, "location"), SideCar.number(row, "time"), row[2])
        expect(place in enters, f"no enter in the archive for the operation {place}")


def check_sums(car):
    """All accesses are of an operation, and in a row."""
    made = sum(SideCar.number(row, "accesses") for row in car.rows["operation"])
    listed = sum(SideCar.number(row, "accesses") for row in car.rows["access"])
    expect(made == listed, f"{made} accesses made by operations, {listed} in rows")
    expect(not car.rows["loss"], f"something was lost: {car.rows['loss']}")
    expect(not car.rows["finding"], f"the file is damaged: {car.rows['finding']}")


def check_head(car, options):
    """Visits that a forked process inherits have no event of their own."""
    head = car.rows["head"][0]
    expect("finished=1" in head, f"not finished: {head}")
    operations = SideCar.number(head, "operations")
    inherited = 1 if "--follow-fork" in options else 0
    expect(operations > 0 and SideCar.number(head, "links") == operations
           and SideCar.number(head, "exact") == operations - inherited, f"operations without link: {head}")


def record(tools, printer, program, level, options, expected):
    """Records \\p program; status and output must be \\p expected's, to the byte."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = os.path.join(scratch, "run")
        result = run([os.path.join(tools, "vellum-record"), f"--values={level}", "-o", folder, *options, "--", program])
        status = expected.returncode if expected.returncode >= 0 else 128 - expected.returncode
        expect(result.returncode == status, f"status {result.returncode} instead of {status}: {result.stderr}")
        expect(result.stdout == expected.stdout, f"output {result.stdout!r} instead of {expected.stdout!r}")
        printed = run([printer, os.path.join(folder, "traces.vps")])
        expect(printed.returncode == 0, f"the side-car cannot be read: {printed.stderr}")
        car = SideCar(printed.stdout)
        if printed.returncode == 0:
            check_head(car, options)
            check_sums(car)
            check_archive(folder, car)
        return car


def check_found(source, car, level):
    for name, variable, mark in source.found:
        if level == "sketch" and name in NOT_IN_SKETCHES:
            continue
        places = car.patterns(name, variable)
        expect(places, f"{level}: {name} of {variable} is not found")
        if mark is not None:
            place = f"{source.name}{source.extension}:{source.marks[mark]}"
            expect(place in places, f"{level}: {name} of {variable} is found at {places}, not at {place}")


def check_flows(source, car, level):
    for to, what, variable, origin, unchanged, written in source.flows:
        # A block has the name of the pointer to it, and is what is meant where there is one.
        named = {row[3] for row in car.rows["edge"] if is_named(row[3], variable)}
        names = {name for name in named if name != variable} or named
        edges = [row for row in car.rows["edge"] if row[:3] == [what, origin, to] and row[3] in names]
        expect(edges, f"{level}: {to} {what} {variable} from {origin}: no such edge among {car.rows['edge']}")
        if unchanged is not None and edges:
            counts = tuple(sum(car.number(row, key) for row in edges) for key in ("unchanged", "bytes"))
            expect(counts == (int(unchanged), int(written)),
                   f"{level}: {to} {what} {variable}: {counts[0]} unchanged of {counts[1]}, not {unchanged} of {written}")


def check_fixed(source, car, level):
    for name, variable, _ in source.found:
        places = car.patterns(name, variable)
        expect(not places, f"{level}: {name} of {variable} is found at {places} after the fix")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True)
    parser.add_argument("--print", dest="printer", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--levels", default="record,sketch")
    arguments = parser.parse_args()
    source = Source(arguments.source)
    with tempfile.TemporaryDirectory() as folder:
        for flags in [[], ["-DFIXED"]] if source.has_fix() else [[]]:
            plain = run([compile_program(arguments.tools, source, folder, flags, values=False)])
            program = compile_program(arguments.tools, source, folder, flags)
            dormant = run([program])
            expect((dormant.returncode, dormant.stdout) == (plain.returncode, plain.stdout),
                   f"without a recorder: {dormant.returncode} {dormant.stdout!r}, plain {plain.returncode} {plain.stdout!r}")
            libraries = run(["ldd", program]).stdout
            expect("libtsan" not in libraries, f"the thread sanitizer's runtime is linked: {libraries}")
            for level in arguments.levels.split(","):
                car = record(arguments.tools, arguments.printer, program, level, source.record, plain)
                (check_fixed if flags else check_found)(source, car, level)
                if not flags:
                    check_flows(source, car, level)
    for failure in FAILURES:
        print(failure)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
