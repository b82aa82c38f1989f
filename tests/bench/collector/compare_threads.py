#!/usr/bin/python3
"""What a recorded construct of OpenMP costs, and a lock: without and with vellum-record, and with EZTrace where it is installed,
in turns. The best of the rounds counts. Needs clang and its libomp.

    tests/bench/collector/compare_threads.py build/release [ROUNDS]
"""

import os
import shutil
import subprocess
import sys
import tempfile

from loops import measure, print_table


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads_loop.c")
    kinds = {"openmp": "ompt", "waits": "pthread"}  # our sources, and EZTrace's modules for the same
    runs = {"plain": [], **{name: [] for name in kinds}, **{f"eztrace {module}": [] for module in kinds.values()}}
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "threads_loop")
        subprocess.run(["clang", "-O2", "-fopenmp", source, "-o", program], check=True)
        for number in range(rounds):
            runs["plain"].append(measure(program))
            for name, module in kinds.items():
                output = os.path.join(scratch, f"{name}-{number}")
                runs[name].append(measure(f"{build}/bin/vellum-record", "-q", "--sources", name, "-o", output, "--", program))
                shutil.rmtree(output, ignore_errors=True)
                if shutil.which("eztrace"):
                    runs[f"eztrace {module}"].append(measure("eztrace", "-o", output, "-t", module, program))
                    shutil.rmtree(output, ignore_errors=True)
    print_table(runs)


if __name__ == "__main__":
    main()
