#!/usr/bin/env python3
"""`vellum-query compare --steps`: its rows beside those of a calculation that reads the JSON of the traces itself.

The traces are written here, from a seed: steps with a number in their names ("step#3") and a function that is visited once a
step and now and then inside itself, on several threads, some of which have other names in the other run.
"""
import argparse
import csv
import io
import json
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path


def fail(sentence):
    print("check_steps:", sentence)
    sys.exit(1)


def events_of(seed, threads, first_step):
    rng = random.Random(seed)
    events = []
    for tid, name in threads:
        events.append({"ph": "M", "name": "thread_name", "pid": 1, "tid": tid, "args": {"name": name}})
        at = rng.randrange(50)
        for step in range(first_step, first_step + rng.randrange(3, 12)):
            length = rng.randrange(20, 200)
            events.append({"ph": "X", "name": f"step#{step}", "pid": 1, "tid": tid, "ts": at, "dur": length})
            events.append({"ph": "X", "name": "solve", "pid": 1, "tid": tid, "ts": at + 2, "dur": length - 5})
            if rng.random() < 0.4:
                events.append({"ph": "X", "name": "solve", "pid": 1, "tid": tid, "ts": at + 4, "dur": length - 10})
            at += length + rng.randrange(0, 40)
    return events


def steps_of(events, wanted):
    """By thread: (name, number) and how long it took, in nanoseconds since the first event of all."""
    begin = min(event["ts"] for event in events if event["ph"] == "X")
    steps = defaultdict(dict)
    for tid in sorted({event["tid"] for event in events if event["ph"] == "X"}):
        end = -1
        numbers = defaultdict(int)
        for event in sorted((one for one in events if one["ph"] == "X" and one["tid"] == tid), key=lambda one: one["ts"]):
            if not wanted(event["name"]) or event["ts"] < end:
                continue
            end = event["ts"] + event["dur"]
            numbers[event["name"]] += 1
            key = (event["name"], numbers[event["name"]])
            steps[tid][key] = ((event["ts"] - begin) * 1000, event["dur"] * 1000)
    return steps


def expected(a, b, wanted, names_a, names_b):
    steps_a, steps_b = steps_of(a, wanted), steps_of(b, wanted)
    # The same name; what is left in order.
    partner = {}
    free = sorted(steps_b)
    for tid in sorted(steps_a):
        same = next((other for other in free if names_b[other] == names_a[tid]), None)
        if same is not None:
            partner[tid] = same
            free.remove(same)
    for tid in sorted(steps_a):
        if tid not in partner and free:
            partner[tid] = free.pop(0)
    rows = []
    for tid in sorted(steps_a):
        other = steps_b.get(partner.get(tid), {})
        for (name, number), (begin, length) in steps_a[tid].items():
            found = other.get((name, number))
            rows.append((name, number, begin, length, found[1] if found else 0, "both" if found else "only-a"))
        rows += [(name, number, 0, 0, length, "only-b") for (name, number), (_, length) in other.items() if (name, number) not in steps_a[tid]]
    for tid in free:
        rows += [(name, number, 0, 0, length, "only-b") for (name, number), (_, length) in steps_b[tid].items()]
    return rows


class Check:
    def __init__(self, build, folder):
        self.query = build / "bin" / "vellum-query"
        self.folder = folder

    def run(self, *arguments):
        return subprocess.run([str(self.query), "compare", *map(str, arguments), "--cache", str(self.folder / "cache")],
                              capture_output=True, text=True, timeout=100)

    def compare(self, seed, step, wanted):
        threads_a = [(1, "main"), (2, "worker 77"), (3, "helper")]
        threads_b = [(5, "main"), (6, "worker 91"), (7, "helper"), (8, "late")]
        a, b = events_of(seed, threads_a, 3), events_of(seed + 1000, threads_b, 4)
        paths = [self.folder / "a.json", self.folder / "b.json"]
        for path, events in zip(paths, (a, b)):
            path.write_text(json.dumps({"traceEvents": events}))
        rows = expected(a, b, wanted, dict(threads_a), dict(threads_b))
        done = self.run(*paths, "--steps", step, "--format", "json")
        if done.returncode != 0:
            fail(f"status {done.returncode}: {done.stderr}")
        result = json.loads(done.stdout)["result"]
        shown = [(row["name"], row["number"], row["begin_a_ns"], row["duration_a_ns"], row["duration_b_ns"], row["in"])
                 for row in result["rows"]]
        if sorted(shown) != sorted(rows):
            fail(f"seed {seed}, {step}: {sorted(set(shown) ^ set(rows))[:6]}")
        both = [row for row in rows if row[5] == "both"]
        if result["total_difference_ns"] != sum(row[4] - row[3] for row in both):
            fail(f"seed {seed}, {step}: the total is {result['total_difference_ns']}")
        if [row["difference_ns"] for row in result["rows"] if row["in"] == "both"] != [
                row["duration_b_ns"] - row["duration_a_ns"] for row in result["rows"] if row["in"] == "both"]:
            fail(f"seed {seed}, {step}: a difference is not B - A")
        table = list(csv.DictReader(io.StringIO(self.run(*paths, "--steps", step, "--format", "csv").stdout)))
        if [row["duration_b_ns"] for row in table] != [str(row["duration_b_ns"]) for row in result["rows"]]:
            fail(f"seed {seed}, {step}: CSV has other numbers than JSON")
        return paths, result

    def refuse(self, status, sentence, *arguments):
        done = self.run(*arguments)
        if done.returncode != status or sentence not in done.stderr or done.stdout:
            fail(f"{arguments}: status {done.returncode}, '{done.stderr.strip()}', not {status}, '{sentence}'")


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--build", type=Path, required=True)
    build = options.parse_args().build.resolve()
    with tempfile.TemporaryDirectory() as name:
        check = Check(build, Path(name))
        for seed in range(6):
            paths, result = check.compare(seed, "step#*", lambda one: one.startswith("step#"))
            check.compare(seed, "solve", lambda one: one == "solve")
        text = check.run(*paths, "--steps", "step#*", "--limit", "2").stdout
        if f"steps in all: {result['count']}" not in text or "--limit shows more" not in text:
            fail("the text does not say how many there are")
        check.refuse(2, "no function that --steps names is visited", *paths, "--steps", "nothing")
        check.refuse(2, "not '*'", *paths, "--steps", "*")
        check.refuse(2, "--by does not go with --steps", *paths, "--steps", "solve", "--by", "group")
        check.refuse(2, "two traces, A and B, not 1", paths[0], "--steps", "solve")
        check.refuse(3, "none.json", paths[0], Path(name) / "none.json", "--steps", "solve")


main()
