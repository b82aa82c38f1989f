#!/usr/bin/python3
"""What GPUs can count, as vellum-record lists it: with a CUPTI of ours, whose answers are known, and with the real one."""

import argparse
import os
import re
import subprocess
import sys

FAILURES = []


def equal(actual, expected, what):
    if actual != expected:
        FAILURES.append(f"{what}: expected {expected}, found {actual}")


class Lister:
    def __init__(self, record, cupti):
        self._record = record
        self._environment = dict(os.environ, VELLUM_CUPTI_LIB=cupti)

    def run(self, *about):
        return subprocess.run([self._record, "--list-gpu-metrics", *about], capture_output=True, text=True,
                              env=self._environment, check=False)

    def lines(self, *about):
        result = self.run(*about)
        equal((result.returncode, result.stderr), (0, ""), f"status and complaints of {about}")
        return result.stdout.splitlines()

    def complaint(self, *about):
        result = self.run(*about)
        equal((result.returncode, result.stdout), (2, ""), f"status and output of {about}")
        return result.stderr.strip()


def check_fake(lister):
    equal(lister.lines(), ["FAKE100", "FAKE90"], "chips")
    # Five metrics in one call are packed into two passes; asked for one by one they would be five.
    asked = "dram__bytes.sum,dram__bytes.avg,lts__t_bytes.sum,gpu__time_duration.sum,sm__inst_executed_pipe_tensor.sum"
    equal(lister.lines(f"FAKE100:{asked}"),
          [f"{asked} on FAKE100: 5 metrics in 2 passes"] + ["  " + name for name in asked.split(",")], "a plan")
    # What the older chip lacks does not spoil the rest, though its profiler refuses all that follows.
    lines = lister.lines(f"FAKE90:sm__inst_executed_pipe_tensor.sum,{asked}")
    equal(lines[0].split(": ")[-1], "4 metrics in 1 pass", "a plan without what the chip lacks")
    equal(lines[-1], "  not on this chip: sm__inst_executed_pipe_tensor.sum", "what it lacks")
    equal(lister.lines("FAKE90:nonsense"), ["nonsense on FAKE90: 0 metrics in 0 passes", "  not on this chip: nonsense"],
          "nothing to plan")
    lines = lister.lines("FAKE100")
    equal([line for line in lines if line.startswith("roofline")][0].split(": ")[-1], "4 metrics in 1 pass", "a preset")
    equal("4 counters, with .sum, .avg, .min or .max behind" in lines, True, "how many counters")
    equal("  dram__bytes [byte]: a fake count" in lines, True, "a counter")
    equal(lister.complaint("H1000"), "vellum-record: libcupti does not know the chip H1000 (46)", "an unknown chip")


def check_real(lister):
    chips = lister.lines()
    equal({"GH100", "GA100", "TU102"} - set(chips), set(), "chips")
    lines = lister.lines("GH100")
    for preset in ("roofline", "occupancy", "tensor"):
        heading = next(line for line in lines if line.startswith(preset + " ("))
        metrics, passes = map(int, re.search(r"(\d+) metrics in (\d+) pass", heading).groups())
        equal(1 <= passes < metrics, True, f"that {metrics} metrics of {preset} take {passes} passes, not one each")
    missing = [line for line in lines if "not on this chip" in line]
    equal(missing, [], "metrics of presets that GH100 lacks")
    counters = int(next(line for line in lines if " counters, with " in line).split()[0])
    equal(counters > 3000, True, f"that GH100 has {counters} counters")
    equal(any(line.startswith("  dram__bytes [byte]: ") for line in lines), True, "a counter with unit and description")
    equal(lister.lines("GA100:nonsense.sum,dram__bytes.sum"),
          ["nonsense.sum,dram__bytes.sum on GA100: 1 metric in 1 pass", "  dram__bytes.sum",
           "  not on this chip: nonsense.sum"], "a plan with nonsense in it")
    equal(lister.complaint("H1000").startswith("vellum-record: libcupti does not know the chip H1000"), True, "a chip")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--record", required=True)
    parser.add_argument("--cupti", required=True)
    parser.add_argument("--real", action="store_true", help="that it is NVIDIA's")
    args = parser.parse_args()
    if args.real:
        check_real(Lister(args.record, args.cupti))
    else:
        check_fake(Lister(args.record, args.cupti))
        equal(Lister(args.record, "/nowhere/libcupti.so").complaint(),
              "vellum-record: VELLUM_CUPTI_LIB /nowhere/libcupti.so cannot be loaded", "no library")
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
