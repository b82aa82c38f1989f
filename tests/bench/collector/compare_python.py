#!/usr/bin/python3
"""What a recorded function of Python costs: a loop that calls one, plain, with cProfile (without and with functions
written in C) and with `vellum-record --python`, in turns. Medians of chunks of 2000 calls, of which a busy
machine interrupts few; the best of the rounds counts.

    tests/bench/collector/compare_python.py build/release [ROUNDS [PYTHON...]]
"""

import os
import shutil
import subprocess
import sys
import tempfile

LOOP = """
import time
def leaf(value):
    return value
def work(count):
    for number in range(count):
        leaf(number); leaf(number); leaf(number); leaf(number); leaf(number)
        leaf(number); leaf(number); leaf(number); leaf(number); leaf(number)
def built_in(count):
    for number in range(count):
        len(()); len(()); len(()); len(()); len(()); len(()); len(()); len(()); len(()); len(())
def audited(count):
    for number in range(count):
        id(0); id(0); id(0); id(0); id(0); id(0); id(0); id(0); id(0); id(0)
def measure(function):
    times = []
    for _ in range(400):
        begin = time.perf_counter_ns()
        function(200)
        times.append((time.perf_counter_ns() - begin) / 2000)
    return sorted(times)[200]
def all():
    print(measure(work), measure(built_in), measure(audited))
"""
RUNS = {
    "plain": "all()",
    "cProfile, no builtins": "import cProfile\np = cProfile.Profile(builtins=False)\np.enable()\nall()\np.disable()",
    "cProfile": "import cProfile\np = cProfile.Profile()\np.enable()\nall()\np.disable()",
    "setprofile in Python": "import sys\nsys.setprofile(lambda frame, event, argument: None)\nall()\nsys.setprofile(None)",
    "vellum-record, no --python": "all()",
    "vellum-record --python": "all()",
}


def measure(build, python, scratch, name):
    program = os.path.join(scratch, "loop.py")
    with open(program, "w", encoding="utf-8") as file:
        file.write(LOOP + RUNS[name])
    output = os.path.join(scratch, "out")
    options = {"vellum-record --python": ["--python"], "vellum-record, no --python": []}.get(name)
    before = [] if options is None else [f"{build}/bin/vellum-record", "-q", *options, "-o", output, "--"]
    result = subprocess.run([*before, python, program], capture_output=True, text=True, check=True)
    shutil.rmtree(output, ignore_errors=True)
    return [float(word) for word in result.stdout.split()]


def main():
    build = os.path.abspath(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    for python in sys.argv[3:] or ["/usr/bin/python3"]:
        version = subprocess.run([python, "--version"], capture_output=True, text=True, check=True).stdout.strip()
        runs = {name: [] for name in RUNS}
        with tempfile.TemporaryDirectory() as scratch:
            for _ in range(rounds):
                for name, times in runs.items():
                    times.append(measure(build, python, scratch, name))
        best = {name: [min(column) for column in zip(*times)] for name, times in runs.items()}
        print(f"{version + ', ns per call':32}{'function':>12}{'over plain':>12}{'len()':>10}{'id()':>10}")
        for name, (function, builtin, audited) in best.items():
            print(f"{name:32}{function:12.1f}{function - best['plain'][0]:12.1f}{builtin:10.1f}{audited:10.1f}")


if __name__ == "__main__":
    main()
