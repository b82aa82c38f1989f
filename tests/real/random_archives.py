#!/usr/bin/python3
"""Random archives of fixed seeds: vellum-query equals the slow reader, number by number.

random_archives.py [--first 1] [--count 200] [--windows 2] [--jobs 2]; an archive with differences is
named by its seed, so that `--first SEED --count 1` repeats it.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor

import testing


def generate(seed, folder):
    """Every third archive is damaged; sizes vary with the seed."""
    command = [testing.tool("vellum-generate"), "random", "--seed", str(seed), "--out", folder,
               "--events", str(20 + 60 * (seed % 8))]
    subprocess.run(command + (["--damage"] if seed % 3 == 0 else []), check=True)
    return os.path.join(folder, "traces.otf2")


def one(seed, windows):
    with tempfile.TemporaryDirectory(prefix="vellum-random-") as folder:
        comparison, found = testing.differences(generate(seed, folder), windows, seed)
        records = sum(len(loc.records) for loc in comparison.answers.all)
        return seed, records, comparison.asked, found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--windows", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    testing.need_otf2()
    seeds = range(options.first, options.first + options.count)
    records = asked = failed = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for seed, held, questions, found in pool.map(one, seeds, [options.windows] * len(seeds)):
            records, asked, failed = records + held, asked + questions, failed + bool(found)
            if found:
                print("seed %d: %d differences" % (seed, len(found)), flush=True)
                for line in found[:5]:
                    print("  " + line[:600], flush=True)
    print("%d archives, %d events, %d questions: %d archives differ" % (
        len(seeds), records, asked, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
