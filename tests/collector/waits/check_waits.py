#!/usr/bin/python3
"""Records programs whose waits for other threads are known, and compares the archive with them; read by OTF2's own
printer, the Python otf2 module and vellum-query.

CASE is known, off, eztrace or openmp.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections import Counter, defaultdict

import otf2

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

from expectations import equal, expect, failed, printed_events, word  # noqa: E402

SKIPPED = 77

# Waits of known_waits.cpp, but those that it counts itself.
KNOWN = {
    "pthread_mutex_lock": 3 + 1,  # and one that the owner must not wait for
    "pthread_mutex_timedlock": 1,
    "pthread_mutex_clocklock": 1,
    "pthread_rwlock_rdlock": 2,
    "pthread_rwlock_wrlock": 1,
    "pthread_rwlock_timedrdlock": 1,
    "sem_wait": 1 + 1 + 1,  # and those that a signal and a cancellation end
    "sem_timedwait": 1,
}


class Archive:
    def __init__(self, path):
        warnings.simplefilter("error")
        self.visits = Counter()
        stacks = defaultdict(list)
        last = {}
        with otf2.reader.open(path) as trace:
            self.regions = {region.name: region for region in trace.definitions.regions}
            for location, event in trace.events:
                expect(event.time >= last.get(location, 0), f"{location.name}: time goes back")
                last[location] = event.time
                if isinstance(event, otf2.events.Enter):
                    self.visits[event.region.name] += 1
                    stacks[location].append(event.region.name)
                elif isinstance(event, otf2.events.Leave):
                    equal(stacks[location].pop(), event.region.name, f"{location.name}: what is left")
        expect(not any(stacks.values()), "a region is open at the end")


def record(args, scratch, *options, arguments=(), environment=None):
    folder = os.path.join(scratch, "archive")
    shutil.rmtree(folder, ignore_errors=True)
    result = subprocess.run([args.record, "-o", folder, *options, "--", args.program, *arguments],
                            capture_output=True, text=True, env={**os.environ, **(environment or {})}, check=False)
    return result, os.path.join(folder, "traces.otf2")


def case_known(args, scratch):
    """The same whether it is asked for by its option or by name, alone or beside the heap and files."""
    for options in ("--waits",), ("--sources", "waits"), ("--waits", "--memory", "--io"):
        result, anchor = record(args, scratch, *options)
        equal(result.returncode, 0, f"status with {options}, {result.stdout} {result.stderr}")
        waits, timed, clock = map(int, result.stdout.split())
        printed_events(anchor)
        archive = Archive(anchor)
        # One more is cancelled.
        expected = {**KNOWN, "pthread_cond_wait": waits + 1, "pthread_cond_timedwait": timed,
                    "pthread_cond_clockwait": clock}
        found = {name: count for name, count in archive.visits.items() if re.match(r"pthread_(mutex|rw|cond)|sem_", name)}
        equal(found, expected, f"waits with {options}")
        for name in expected:
            equal((word(archive.regions[name].region_role), word(archive.regions[name].paradigm)),
                  ("WRAPPER", "PTHREAD"), f"role of {name}")
        profile = json.loads(subprocess.run(
            [args.query, "profile", anchor, "--format", "json", "--no-cache"], capture_output=True, text=True,
            check=True).stdout)["result"]["rows"]
        rows = {row["name"]: row["visits"] for row in profile if row["name"] in expected}
        equal(rows, expected, f"visits of vellum-query with {options}")


def case_off(args, scratch):
    result, anchor = record(args, scratch)
    equal(result.returncode, 0, "status")
    visits = Archive(anchor).visits
    equal({name: visits[name] for name in KNOWN}, dict.fromkeys(KNOWN, 0), "waits that nobody asked for")
    expect(visits["pthread_join"] > 0, "no thread is waited for")


def case_openmp(args, scratch):
    """What a runtime of OpenMP waits for is told once: by OpenMP, where that is recorded. Its threads are to sleep at once."""
    for options, is_told in (("--sources", "openmp,waits"), False), (("--sources", "waits"), True):
        result, anchor = record(args, scratch, *options, arguments=("4", "3"),
                                environment={"KMP_BLOCKTIME": "0"})
        equal(result.returncode, 0, f"status with {options}, {result.stderr}")
        visits = Archive(anchor).visits
        conditions = sum(count for name, count in visits.items() if name.startswith("pthread_cond"))
        expect((conditions > 0) == is_told, f"with {options}: {dict(visits)}")
        directives = sum(count for name, count in visits.items() if name.startswith("!$omp"))
        expect((directives == 0) == is_told, f"with {options}: {dict(visits)}")


def case_eztrace(args, scratch):
    """Another collector tells each call, waiting or not: it sees as many as the program makes, and ours are those that wait."""
    eztrace = shutil.which("eztrace")
    if eztrace is None:
        print("eztrace is not installed")
        return SKIPPED
    folder = os.path.join(scratch, "eztrace")
    # One of many runs hung, in EZTrace or in what it did to the program.
    result = subprocess.run(["timeout", "20", eztrace, "-o", folder, "-t", "pthread", args.program], capture_output=True,
                            text=True, check=False)
    log = os.path.join(folder, os.path.basename(args.program) + "_trace", "eztrace_log.otf2")
    printed = subprocess.run(["otf2-print", log], capture_output=True, text=True, check=False).stdout
    theirs = Counter(re.findall(r"^ENTER.*Region: \"(\w+)\"", printed, re.MULTILINE))
    if result.returncode != 0 or not theirs:
        print(f"eztrace does not record this program: status {result.returncode}")
        return SKIPPED
    _, anchor = record(args, scratch, "--waits")
    ours = Archive(anchor).visits
    free = {"pthread_rwlock_rdlock": 2, "pthread_rwlock_wrlock": 3, "sem_wait": 10}
    equal({name: ours[name] + count for name, count in free.items()}, {name: theirs[name] for name in free},
          "calls that EZTrace counts")
    expect(theirs["pthread_mutex_lock"] >= 1000 + ours["pthread_mutex_lock"], "EZTrace counts fewer locks than we waits")
    waits, timed, _ = map(int, result.stdout.split()[-3:])  # of its own run
    equal((theirs["pthread_cond_wait"], theirs["pthread_cond_timedwait"]), (waits + 1, timed), "conditions of EZTrace")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=("known", "off", "eztrace", "openmp"))
    for option in ("--record", "--query", "--program"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        status = globals()["case_" + args.case](args, os.path.realpath(scratch))
    return failed() or status or 0


if __name__ == "__main__":
    sys.exit(main())
