#!/usr/bin/python3
"""Recordings with a bound: `--max-size` keeps the begin, `--last` the end, and both keep what they say."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict

import otf2

FAILURES = []


def expect(condition, message):
    if not condition:
        FAILURES.append(message)


class Archive:
    """Events by location, as (tick, is an enter, name); well nested."""

    def __init__(self, path):
        self.events = defaultdict(list)
        stacks = defaultdict(list)
        with otf2.reader.open(path) as trace:
            clock = trace.definitions.clock_properties
            self.begin = clock.global_offset
            self.end = clock.global_offset + clock.trace_length
            for location, event in trace.events:
                is_enter = isinstance(event, otf2.events.Enter)
                name = event.region.name
                self.events[location.name].append((event.time, is_enter, name))
                if is_enter:
                    stacks[location.name].append(name)
                else:
                    expect(stacks[location.name].pop() == name, f"{location.name}: leave of {name}")
        expect(not any(stacks.values()), "regions are open at the end")

    def visits(self, name):
        return sum(is_enter and region == name for events in self.events.values() for _, is_enter, region in events)


def size_of(folder):
    return sum(os.path.getsize(os.path.join(path, name)) for path, _, names in os.walk(folder) for name in names)


def blocks_of(folder):
    """What a folder takes on the disk, now."""
    total = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(path, name)).st_blocks * 512
            except OSError:
                pass
    return total


def properties_of(query, path):
    said = json.loads(subprocess.run([query, "info", "--format", "json", path],
                                     capture_output=True, text=True, check=True).stdout)["result"]
    return {one["name"]: one["value"] for one in said["property_list"]}


def record(args, *words, **more):
    result = subprocess.run([args.record, *words], capture_output=True, text=True, check=False, **more)
    expect(result.returncode == 0, f"{words}: {result.returncode} {result.stderr}")
    return result


def calls_of(events):
    return [(is_enter, name) for _, is_enter, name in events if not name.startswith("TRACE")]


def check_size(args, scratch):
    """The same calls as without a bound, up to a moment; then all is closed."""
    whole = os.path.join(scratch, "whole")
    record(args, "-o", whole, "--", args.hot, "1", "6000")
    full = calls_of(Archive(os.path.join(whole, "traces.otf2")).events["main"])
    for size, text in ((1 << 20, "1M"), (3 << 19, "1536K")):
        output = os.path.join(scratch, text)
        result = record(args, "--max-size", text, "-o", output, "--", args.hot, "1", "6000")
        expect(size / 4 < size_of(output) <= size, f"--max-size {text}: {size_of(output)} bytes")
        expect("the recording stopped after" in result.stderr and "events were not recorded" in result.stderr,
               f"it says {result.stderr!r}")
        path = os.path.join(output, "traces.otf2")
        archive = Archive(path)
        events = archive.events["main"]
        cut = calls_of(events)
        same = next((i for i, (a, b) in enumerate(zip(cut, full)) if a != b), len(cut))
        expect(same > len(cut) / 2, f"{text}: the first {same} of {len(cut)} events are the program's")
        rest = cut[same:]
        expect(all(not is_enter for is_enter, _ in rest), f"{text}: {rest[:5]} follow")
        properties = properties_of(args.query, path)
        stop = int(properties["VELLUM::STOPPED_AT_TICK"])
        expect(archive.end <= stop and properties["VELLUM::MAX_SIZE"] == str(size), f"{text}: {properties}")
        lost = int(properties["VELLUM::EVENTS_AFTER_STOP"])
        expect(lost > 0, "no event was left")


def check_size_of_many(args, scratch):
    """Threads share the size, and stop at one moment."""
    output = os.path.join(scratch, "many")
    record(args, "--max-size", "2M", "-o", output, "--", args.hot, "8", "6000")
    expect(size_of(output) <= 2 << 20, f"8 threads: {size_of(output)} bytes")
    path = os.path.join(output, "traces.otf2")
    archive = Archive(path)
    stop = int(properties_of(args.query, path)["VELLUM::STOPPED_AT_TICK"])
    expect(archive.end <= stop, f"events up to {archive.end}, behind the stop at {stop}")


def check_large_size(args, scratch):
    """A bound that is not met leaves all as it is."""
    output = os.path.join(scratch, "large")
    result = record(args, "--max-size", "1G", "-o", output, "--", args.hot, "2", "1000")
    archive = Archive(os.path.join(output, "traces.otf2"))
    expect("stopped" not in result.stderr and archive.visits("tiny") == 4000, f"{archive.visits('tiny')}: {result.stderr!r}")
    expect("VELLUM::STOPPED_AT_TICK" not in properties_of(args.query, os.path.join(output, "traces.otf2")), "it stopped")


class Watch:
    """The most that a spool took on the disk while it was there."""

    def __init__(self, folder):
        self.most = 0
        self._folder = folder
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._look)

    def _look(self):
        while not self._end.wait(0.05):
            self.most = max(self.most, blocks_of(self._folder))

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self._thread.join()


def check_last(args, scratch):
    output = os.path.join(scratch, "last")
    spool = os.path.join(output, ".spool")
    with Watch(spool) as watch:
        # With the kernel's clock the program's own times are ticks of the archive.
        result = record(args, "--last", "1", "-o", output, "--", args.long, "6000",
                        env={**os.environ, "VELLUM_CLOCK": "monotonic"})
    lines = result.stdout.splitlines()
    calls = int(lines[0].split()[1])
    steps = [tuple(map(int, line.split())) for line in lines[1:]]
    path = os.path.join(output, "traces.otf2")
    archive = Archive(path)
    expect(archive.end - archive.begin <= 10**9, f"{archive.end - archive.begin} ns are kept")
    least = sum(begin >= archive.begin for begin, _ in steps)
    most = sum(end >= archive.begin for _, end in steps)
    found = archive.visits("step")
    expect(least <= found <= most and 0 < found < len(steps) / 2, f"{found} of {len(steps)} steps, not {least} to {most}")
    # A step that is whole has all its calls.
    expect(archive.visits("tiny") >= 400 * least, f"{archive.visits('tiny')} calls in {least} steps")
    for name, outer in (("main", ["main", "solve"]), ("thread 1", ["sleeper"])):
        events = archive.events[name]
        at_begin = [region for tick, is_enter, region in events if tick == archive.begin and is_enter]
        expect(at_begin[:len(outer)] == outer, f"{name} begins in {at_begin}")
    threads = [name for name in archive.events if name not in ("main", "thread 1")]
    started = len(steps) // 100
    expect(len(threads) < max(started, 2), f"{len(threads)} of {started} short threads are there")
    expect(properties_of(args.query, path)["VELLUM::LAST_NANOSECONDS"] == "1000000000", "the archive does not say so")
    # A visit of a function without calls takes 8 bytes; nearly all are such.
    expect(0 < watch.most < calls * 8 / 2, f"the spool took {watch.most} bytes of {calls * 8}")


def check_last_of_short(args, scratch):
    """What is shorter than asked for is there as a whole, and a process that is killed has its last seconds, too."""
    output = os.path.join(scratch, "short")
    record(args, "--last", "1000", "-o", output, "--", args.hot, "2", "1000")
    archive = Archive(os.path.join(output, "traces.otf2"))
    expect(archive.visits("tiny") == 4000 and archive.visits("main") == 1, f"{archive.visits('tiny')} calls")
    killed = os.path.join(scratch, "killed")
    subprocess.run([args.record, "--last", "1000", "-o", killed, "--", args.hot, "2", "1000", "kill"],
                   capture_output=True, check=False)
    archive = Archive(os.path.join(killed, "traces.otf2"))
    expect(archive.visits("tiny") == 4000, f"{archive.visits('tiny')} calls of the killed one")


def check_refusals(args):
    for words, sentence in (
            (["--last", "0"], "--last takes a whole number from 1 to 1,000,000, not '0'"),
            (["--max-size", "1K"], "--max-size takes a size such as"),
            (["--last", "1", "--max-size", "1G"], "--last does not go with --max-size"),
            (["--last", "1", "--values=record"], "--last does not go with --values"),
            (["--last", "1", "--sample"], "--last does not go with --sample yet"),
            (["--last", "1", "--io"], "--last does not go with the source io yet"),
            (["--last", "1", "--sources", "functions,mpi"], "--last does not go with the source mpi yet")):
        result = subprocess.run([args.record, *words, "--", args.hot], capture_output=True, text=True, check=False)
        expect(result.returncode == 2 and sentence in result.stderr, f"{words}: {result.returncode} {result.stderr!r}")


def main():
    parser = argparse.ArgumentParser()
    for option in ("--record", "--query", "--hot", "--long"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        check_size(args, scratch)
        check_size_of_many(args, scratch)
        check_large_size(args, scratch)
        check_last(args, scratch)
        check_last_of_short(args, scratch)
        check_refusals(args)
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
