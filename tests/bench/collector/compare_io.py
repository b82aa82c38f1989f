#!/usr/bin/python3
"""What a recorded call costs that reads, writes or allocates: without and with vellum-record, and with EZTrace where it is
installed, in turns. The best of the rounds counts.

    tests/bench/collector/compare_io.py build/release [ROUNDS]
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from loops import measure, print_table


def sample_cost(build, scratch):
    """Processor time of a process that only sleeps, by samples: microseconds."""
    output = os.path.join(scratch, "asleep")
    subprocess.run([f"{build}/bin/vellum-record", "-q", "--counters=2", "-o", output, "--", "sleep", "2"], check=True)
    spent, samples = 0, 0
    for metric in ("CPU time in user mode", "CPU time in the kernel"):
        answer = subprocess.run(
            [f"{build}/bin/vellum-query", "counters", f"{output}/traces.otf2", "--metric", metric, "--columns", "1",
             "--format", "json", "--no-cache"], capture_output=True, text=True, check=True).stdout
        row, = json.loads(answer)["result"]["rows"]
        spent += row["last"][0] - row["min"][0]
        samples = row["count"][0]
    return spent / 1000 / samples


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "io_loop.c")
    runs = {"plain": [], "--io": [], "--memory": [], "eztrace": []}
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "io_loop")
        subprocess.run(["gcc", "-O2", source, "-o", program], check=True)
        for number in range(rounds):
            runs["plain"].append(measure(program, scratch))
            for option in ("--io", "--memory"):
                output = os.path.join(scratch, f"out{option}-{number}")
                runs[option].append(measure(f"{build}/bin/vellum-record", "-q", option, "-o", output, "--", program, scratch))
                shutil.rmtree(output)
            if shutil.which("eztrace"):
                output = os.path.join(scratch, f"eztrace-{number}")
                runs["eztrace"].append(measure("eztrace", "-o", output, "-t", "posixio", program, scratch))
                shutil.rmtree(output)
        cost = sample_cost(build, scratch)
    print_table(runs)
    print(f"a sample of --counters takes {cost:.0f} us of processor time")


if __name__ == "__main__":
    main()
