#!/usr/bin/python3
"""fib(32), 7 million calls, recorded by vellum-record and by `uftrace record` in turns: how long the program itself
takes, how long it takes until the recording can be opened, and the most memory that any of the processes had.

    tests/bench/collector/compare_uftrace.py build/release [ROUNDS]

Needs g++ and uftrace. The best of the rounds counts.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = """
#include <cstdio>
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main() { std::printf("%d\\n", fib(32)); }
"""


def run(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def seconds_of_main(build, archive):
    answer = subprocess.run([f"{build}/bin/vellum-query", "profile", "--format", "json", archive],
                            capture_output=True, text=True, check=True)
    rows = json.loads(answer.stdout)["result"]["rows"]
    return next(row["inclusive_seconds"] for row in rows if row["name"] == "main")


def uftrace_seconds_of_main(folder):
    report = subprocess.run(["uftrace", "report", "-d", folder, "--no-pager"],
                            capture_output=True, text=True, check=True)
    for line in report.stdout.splitlines():
        found = re.match(r" +([0-9.]+) +(us|ms|s) .* main$", line)
        if found:
            return float(found.group(1)) * {"us": 1e-6, "ms": 1e-3, "s": 1}[found.group(2)]
    raise SystemExit("uftrace reports no main")


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    if shutil.which("uftrace") is None:
        raise SystemExit("uftrace is not installed")
    with tempfile.TemporaryDirectory() as scratch:
        os.chdir(scratch)
        with open("fib.cpp", "w", encoding="utf-8") as source:
            source.write(PROGRAM)
        subprocess.run(["g++", "-g", "-O2", "-finstrument-functions", "fib.cpp", "-o", "fib"], check=True)
        ours, theirs = [], []
        for _ in range(rounds):
            whole, memory = run([f"{build}/bin/vellum-record", "-q", "-o", "ours", "--", "./fib"])
            ours.append((seconds_of_main(build, "ours/traces.otf2"), whole, memory))
            whole, memory = run(["uftrace", "record", "-d", "theirs", "./fib"])
            theirs.append((uftrace_seconds_of_main("theirs"), whole, memory))
            shutil.rmtree("ours")
            shutil.rmtree("theirs")
    print(f"{'':24}{'vellum-record':>14}{'uftrace':>10}{'ratio':>8}")
    for place, what in enumerate(("the program itself, s", "until it is there, s", "most memory, MB")):
        mine, other = min(row[place] for row in ours), min(row[place] for row in theirs)
        print(f"{what:24}{mine:14.2f}{other:10.2f}{mine / other:8.2f}")


if __name__ == "__main__":
    main()
