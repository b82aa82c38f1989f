#!/usr/bin/python3
"""Records one program with --sample and compares the archive with what the program's comments promise."""

import argparse
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict

import otf2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import check_case  # noqa: E402
from check_case import expect  # noqa: E402

CUT = "(cut stack)"
SAMPLES_PER_SECOND = 1000     # of a thread's processor time, where nothing else is asked for


class Samples:
    """What the Python otf2 module reads, with the checks that hold for every archive."""

    def __init__(self, anchor):
        self.paths = Counter()
        self.paths_on = Counter()
        self.exclusive = Counter()
        self.names = set()
        self.generators = []
        with otf2.reader.open(anchor) as trace:
            self.generators = list(trace.definitions.interrupt_generators)
            self.ticks_per_second = trace.timer_resolution
            self._read_events(trace)

    def _read_events(self, trace):
        last = {}
        before = {}
        stacks = defaultdict(list)
        for location, event in trace.events:
            expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
            last_time = last.get(location, event.time)
            last[location] = event.time
            stack = stacks[location]
            if isinstance(event, otf2.events.CallingContextSample):
                path = path_of(event.calling_context)
                names = tuple(context.region.name for context in path)
                self.paths[names] += 1
                self.paths_on[location.name, names] += 1
                self.names.add(location.name)
                expect(event.interrupt_generator in self.generators, "a generator without definition")
                self._check_distance(before.get(location, []), path, event.unwind_distance)
                before[location] = path
            elif stack or isinstance(event, otf2.events.Enter):
                if stack:
                    self.exclusive[stack[-1]] += event.time - last_time
                if isinstance(event, otf2.events.Enter):
                    stack.append(event.region.name)
                elif isinstance(event, otf2.events.Leave):
                    stack.pop()
                continue
            if stack:
                self.exclusive[stack[-1]] += event.time - last_time

    @staticmethod
    def _check_distance(before, path, distance):
        """OTF2: newly entered contexts, and one more for the one that made progress, or for none at all."""
        common = 0
        while common < min(len(before), len(path)) and before[common] == path[common]:
            common += 1
        expect(distance == len(path) - common + 1,
               f"unwind distance {distance} of {len(path)} contexts, {common} of them as before")

    def starting_with(self, names, location=None):
        paths = self.paths.items() if location is None else (
            (path, count) for (on, path), count in self.paths_on.items() if on == location)
        return sum(count for path, count in paths if begins_with(path, names))

    def having(self, name):
        return sum(count for path, count in self.paths.items() if name in path)


def begins_with(path, names):
    """`…` stands for any functions."""
    if not names:
        return True
    if names[0] == "…":
        return any(begins_with(path[i:], names[1:]) for i in range(len(path)))
    return bool(path) and path[0] == names[0] and begins_with(path[1:], names[1:])


def path_of(context):
    path = []
    while context is not None:
        path.insert(0, context)
        context = context.parent
    return path


def check_query(query, anchor, samples):
    """vellum-query counts the very same: its paths are those of the samples."""
    result = subprocess.run([query, "call-tree", "--no-cache", "--format", "json", anchor],
                            capture_output=True, text=True, check=False)
    expect(result.returncode == 0, f"vellum-query: {result.stderr}")
    if result.returncode != 0:
        return
    counted = Counter()
    path = []
    for row in json.loads(result.stdout)["result"]:
        del path[row["depth"] - 1:]
        path.append(row["name"])
        if row.get("exclusive_samples"):
            counted[tuple(path)] += row["exclusive_samples"]
    expect(counted == samples.paths, f"vellum-query counts otherwise: {counted - samples.paths} {samples.paths - counted}")


def check_print(anchor, samples):
    result = subprocess.run(["otf2-print", anchor], capture_output=True, text=True, check=False)
    expect(result.returncode == 0 and result.stderr == "", f"otf2-print: {result.stderr[:300]}")
    count = sum(line.startswith("CALLING_CONTEXT_SAMPLE") for line in result.stdout.splitlines())
    expect(count == sum(samples.paths.values()), f"otf2-print counts {count} samples")


def properties_of(anchor):
    result = subprocess.run(["otf2-print", "-A", anchor], capture_output=True, text=True, check=False)
    names = re.findall(r"Property name +(\S+)\nProperty value +(.*)", result.stdout)
    return dict(names)


def tolerance(share, count):
    """0.05, or where there are few samples four standard deviations of such a share."""
    return max(0.05, 4 * math.sqrt(share * (1 - share) / max(1, count)))


def check_numbers(promises, samples, properties, stdout, clock):
    for text in promises["path"]:
        path, relation, count = re.fullmatch(r"(.*) (=|>=|<=) (\d+)", text).groups()
        if clock == "timer" and relation == ">=":
            count = max(1, int(count) // 20)  # of a machine with much to do few ticks meet the program
        path, _, location = path.partition(" @ ")
        found = samples.starting_with(tuple(path.split(" > ")), location or None)
        check_case.compare(found, relation, int(count), f"samples of {path} {location}")
        if not found and relation == ">=":
            expect(False, f"there are: {sorted(samples.paths)[:8]}")
    for text in promises["share"]:
        part, whole, share = re.fullmatch(r"(.*) of (.*) = ([\d.]+)", text).groups()
        count = samples.having(whole)
        expect(count >= 20, f"{count} samples of {whole} are too few for a share")
        found = samples.having(part) / max(1, count)
        expect(abs(found - float(share)) <= tolerance(float(share), count), f"{part} is {found:.3f} of {whole}, not {share}")
    cut = int(properties.get("VELLUM::SAMPLING::CUT_STACKS", 0))
    promised = (promises["cut"] or ["0"])[0]
    least = 0 if promised == "any" else int(promised)
    most = sum(samples.paths.values()) if promised != "0" else sum(samples.paths.values()) / 100
    expect(least <= cut <= most, f"{cut} stacks were cut: "
           f"{[path for path in samples.paths if CUT in path][:4]}")
    expect(samples.having(CUT) == cut, f"{samples.having(CUT)} samples under {CUT}, {cut} counted")
    for text in promises["per_second"]:
        seconds = float(re.search(r"(\d+\.\d+)", stdout).group(1))
        interrupts = sum(samples.paths.values()) + int(properties.get("VELLUM::SAMPLING::MERGED_INTERRUPTS", 0))
        expect(0.85 * int(text) <= interrupts / seconds <= 1.15 * int(text),
               f"{interrupts} interrupts in {seconds} s of processor time, not {text} a second")
    for text in promises["alike"]:
        names = text.split(", ")
        sampled = {name: samples.having(name) for name in names}
        # Visits also last while other programs have the processor, in whichever of them that happens to be.
        times = [samples.exclusive[name] / samples.ticks_per_second for name in names]
        had_all = sum(times) <= 1.1 * sum(sampled.values()) / SAMPLES_PER_SECOND
        allowed = 0.03 if had_all else 0.1
        for name in names:
            one = sampled[name] / max(1, sum(sampled.values()))
            two = samples.exclusive[name] / max(1, sum(samples.exclusive[other] for other in names))
            expect(abs(one - two) <= allowed, f"{name}: {one:.3f} of the samples, {two:.3f} of the time")


def check_recording(args, promises, clock, scratch):
    output = os.path.join(scratch, clock)
    options = " ".join(promises["record"] or ["--sample"]).split()
    environment = dict(os.environ, PATH=os.environ.get("PATH", ""))
    if clock != "best":
        environment["VELLUM_SAMPLING_CLOCK"] = clock
    libraries = {"LIBRARY": args.library, "OTHER": args.other}
    words = [libraries.get(word, word) for word in " ".join(promises["args"]).split()]
    result = subprocess.run(
        [args.record, "-o", output, *options, "--", args.program, *words],
        capture_output=True, text=True, cwd=scratch, check=False, env=environment)
    status = int((promises["status"] or ["0"])[0])
    expect(result.returncode == status, f"status {result.returncode}, not {status}: {result.stderr}")
    for text in promises["stdout"]:
        expect(text in result.stdout, f"stdout {result.stdout!r} lacks {text!r}")
    anchor = os.path.join(output, "traces.otf2")
    if not os.path.exists(anchor):
        expect(False, f"no archive: {result.stderr}")
        return
    check_case.check_files(output)
    samples = Samples(anchor)
    properties = properties_of(anchor)
    generator = properties.get("VELLUM::SAMPLING::GENERATOR", "none")
    if clock == "timer":
        expect("POSIX timer" in generator, f"the clock was {generator}")
    if clock == "user":
        expect("without time in system calls" in generator or "POSIX timer" in generator,
               f"the clock was {generator}")
    expect(int(properties.get("VELLUM::SAMPLING::SAMPLES", 0)) == sum(samples.paths.values()), "samples counted")
    expect("VELLUM::SAMPLING::LOST" not in properties, "samples were lost")
    check_print(anchor, samples)
    check_query(args.query, anchor, samples)
    check_numbers(promises, samples, properties, result.stdout, clock)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--program", "--source", "--library", "--other"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    warnings.simplefilter("error")
    promises, _ = check_case.directives(args.source)
    with tempfile.TemporaryDirectory() as scratch:
        for clock in " ".join(promises["clocks"] or ["best"]).split(", "):
            before = len(check_case.FAILURES)
            check_recording(args, promises, clock, scratch)
            for message in check_case.FAILURES[before:before + 20]:
                print(f"FAILED, clock {clock}:", message)
    return 1 if check_case.FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
