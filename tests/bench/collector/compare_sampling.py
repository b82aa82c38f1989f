#!/usr/bin/python3
"""What sampling costs a program that computes: its processor time, in turns, as the median of ratios to the plain run beside it.

    tests/bench/collector/compare_sampling.py build/release [ROUNDS]

Beside vellum-record with each of its clocks: interrupts by perf_event and SIGURG with a handler that does nothing, which is
what the machine takes for them, and perf, where they are there and permitted.
"""

import os
import statistics
import subprocess
import sys
import tempfile


def ways(build, program, scratch):
    record = [f"{build}/bin/vellum-record", "-q", "--sample", "-o"]
    perf = ["perf", "record", "-q", "-e", "task-clock", "-c", "1000000"]
    return {
        "plain": ({}, lambda n: [program]),
        "such interrupts, SIGURG alone": ({}, lambda n: [program, "interrupts"]),
        "vellum-record --sample": ({}, lambda n: [*record, f"{scratch}/a{n}", "--", program]),
        "the same, SIGURG": ({"VELLUM_SAMPLING_CLOCK": "fasync"},
                             lambda n: [*record, f"{scratch}/d{n}", "--", program]),
        "the same, user time": ({"VELLUM_SAMPLING_CLOCK": "user"},
                                lambda n: [*record, f"{scratch}/b{n}", "--", program]),
        "the same, timer": ({"VELLUM_SAMPLING_CLOCK": "timer"},
                            lambda n: [*record, f"{scratch}/c{n}", "--", program]),
        "perf record": ({}, lambda n: [*perf, "-o", f"{scratch}/perf", program]),
        "perf record --call-graph dwarf": ({}, lambda n: [*perf, "--call-graph", "dwarf", "-o",
                                                          f"{scratch}/perf", program]),
    }


def seconds(environment, command):
    try:
        result = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=True)
        return float(result.stdout.split()[0])
    except (OSError, subprocess.CalledProcessError, ValueError, IndexError):
        return None


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "burn.c")
    ratios = {}
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "burn")
        subprocess.run(["cc", "-O2", "-g", source, "-o", program], check=True)
        for number in range(rounds):
            plain = None
            for name, (environment, command) in ways(build, program, scratch).items():
                time = seconds(environment, command(number))
                plain = plain or time
                if time is not None:
                    ratios.setdefault(name, []).append(time / plain)
        print(f"{'ratio of processor time':32} median    from    to")
        for name, found in ratios.items():
            print(f"{name:32} {statistics.median(found):6.3f}  {min(found):6.3f}  {max(found):6.3f}")


if __name__ == "__main__":
    main()
