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


def measure(*command, environment=None):
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True,
                            env={**os.environ, **(environment or {})})
    times = {}
    for words in (line.split() for line in result.stderr.splitlines()):
        if len(words) == 3 and words[1][0].isdigit():
            times[words[0]] = (float(words[1]), float(words[2]))
    return times


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
    print(f"{'ns per call, median (mean)':28}" + "".join(f"{name:>20}" for name in runs))
    for name in runs["plain"][0]:
        cells = []
        for results in runs.values():
            times = [result[name] for result in results if name in result]
            cells.append(f"{min(t[0] for t in times):.0f} ({min(t[1] for t in times):.0f})" if times else "-")
        print(f"{name:28}" + "".join(f"{cell:>20}" for cell in cells))
    print(f"a sample of --counters takes {cost:.0f} us of processor time")


if __name__ == "__main__":
    main()
