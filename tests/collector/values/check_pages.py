#!/usr/bin/python3
"""Compiles a program with gcc as it is, records it with --values=coarse, and compares the side-car with the program's comments.

`watched: PATTERN of OBJECT` must be found, with -DFIXED, where the program knows it, nowhere. `slice: NAME writes OBJECT` must be an
operation of that name that wrote the object. Of every recording: status and output are those of the plain program, and the
side-car is sound.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

PATTERNS = {"RedundantValues": "32", "DuplicateValues": "33", "DuplicateConstant": "34"}
FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=100, check=False, **options)


def is_named(label, variable):
    return re.fullmatch(variable + r"(_\(.*\))?", label) is not None


class Recording:
    """The lines of print_sidecar."""

    def __init__(self, arguments, program, options, expected):
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.join(scratch, "run")
            record = os.path.join(arguments.tools, "vellum-record")
            result = run([record, "--values=coarse", "-o", folder, *options, "--", program])
            status = expected.returncode if expected.returncode >= 0 else 128 - expected.returncode
            expect(result.returncode == status, f"status {result.returncode} instead of {status}: {result.stderr}")
            expect(result.stdout == expected.stdout, f"output {result.stdout!r} instead of {expected.stdout!r}")
            self.says = result.stderr
            printed = run([arguments.printer, os.path.join(folder, "traces.vps")])
            expect(printed.returncode == 0, f"the side-car cannot be read: {printed.stderr}")
            self.rows = [line.split() for line in printed.stdout.splitlines()]
            expect(not self.of("finding"), f"the file is not sound: {self.of('finding')}")

    def of(self, kind):
        return [row[1:] for row in self.rows if row[0] == kind]

    def patterns(self, name, variable):
        return [row for row in self.of("pattern") if row[0] == PATTERNS[name] and is_named(row[5], variable)]

    def writers(self, variable):
        return {row[1] for row in self.of("run") if is_named(row[0], variable)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", required=True)
    parser.add_argument("--print", dest="printer", required=True)
    parser.add_argument("--source", required=True)
    parser.add_argument("--include", required=True)
    parser.add_argument("--library", required=True)
    arguments = parser.parse_args()
    with open(arguments.source, encoding="utf-8") as source:
        text = source.read()
    watched = re.findall(r"watched: (\w+) of (\w+)", text)
    slices = re.findall(r"slice: (\w+) writes (\w+)", text)
    options = re.findall(r"record: (\S+)", text)
    with tempfile.TemporaryDirectory() as folder:
        for flags in [[], ["-DFIXED"]] if "FIXED" in text else [[]]:
            program = os.path.join(folder, "program" + "".join(flags))
            built = run(["gcc", "-O2", "-g", "-pthread", *flags, "-I", arguments.include, arguments.source, "-o", program,
                         f"-Wl,-rpath,{os.path.dirname(arguments.library)}", "-Wl,--as-needed", arguments.library])
            expect(built.returncode == 0, f"gcc fails: {built.stderr}")
            recording = Recording(arguments, program, options, run([program]))
            if "pages watched by nothing" in recording.says:
                print("skipped: this kernel has no way to watch pages")
                return 77
            for name, variable in watched:
                found = recording.patterns(name, variable)
                expect(bool(found) != bool(flags), f"{flags}: {name} of {variable}: {found}, among {recording.of('pattern')}")
            for name, variable in slices:
                writers = recording.writers(variable)
                expect(name in writers, f"{variable} is written by {writers}, not by {name}")
    for failure in FAILURES:
        print(failure)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
