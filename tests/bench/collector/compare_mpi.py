#!/usr/bin/python3
"""What a recorded call of MPI costs: two ranks, without and with vellum-record in turns. The best of the rounds counts.

    tests/bench/collector/compare_mpi.py build/release [ROUNDS]

Needs mpicc and mpirun.
"""

import os
import subprocess
import sys
import tempfile

ENVIRONMENT = {
    **os.environ,
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    # Open MPI 4.1 makes no window of a single rank through it.
    "OMPI_MCA_osc": "^ucx",
}


def measure(*command):
    result = subprocess.run(["mpirun", "-n", "2", *command], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    return {name: float(ns) for name, ns in (line.split() for line in result.stdout.splitlines())}


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "ping_pong.c")
    plain, recorded = [], []
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "ping_pong")
        subprocess.run(["mpicc", "-O2", source, "-o", program], check=True)
        for number in range(rounds):
            plain.append(measure(program))
            output = os.path.join(scratch, f"out-{number}")
            recorded.append(measure(f"{build}/bin/vellum-record", "-q", "-o", output, "--", program))
    print(f"{'ns per call':34} plain  recorded  ratio  more")
    for name in plain[0]:
        alone = min(times[name] for times in plain)
        seen = min(times[name] for times in recorded)
        print(f"{name:34} {alone:5.0f}  {seen:8.0f}  {seen / alone:5.2f}  {seen - alone:4.0f}")


if __name__ == "__main__":
    main()
