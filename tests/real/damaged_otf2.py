#!/usr/bin/python3
"""OTF2 archives with one file cut or with bytes flipped: each is answered, or refused in one sentence;
nothing crashes, hangs or takes much memory. Definitions, markers, events and local definitions alike."""

import os
import random
import shutil
import subprocess
import sys
import tempfile

import testing
from damaged_files import CUTS, FLIPS, damaged, faults

SEEDS = (3, 5, 6)


def files_of(archive):
    """The global definitions, the markers if there are any, and of the locations the largest files."""
    names = [name for name in ("traces.def", "traces.marker")
             if os.path.exists(os.path.join(archive, name))]
    inside = os.path.join(archive, "traces")
    for ending in (".evt", ".def"):
        sizes = [(os.path.getsize(os.path.join(inside, name)), name)
                 for name in os.listdir(inside) if name.endswith(ending)]
        if sizes:
            names.append(os.path.join("traces", max(sizes)[1]))
    return names


def compact(content):
    """Flips belong where something is: chunks are filled up with zeros."""
    return len(content.rstrip(b"\0")) or 1


def copies(content, seed):
    used = compact(content)
    for what, damage in damaged(content[:used], seed):
        # A cut stays a cut; what was flipped gets its rest back.
        yield what, damage if len(damage) < used else damage + content[used:]


def main():
    found = []
    for seed in SEEDS:
        with tempfile.TemporaryDirectory(prefix="vellum-damaged-") as scratch:
            archive = os.path.join(scratch, "archive")
            subprocess.run([testing.tool("vellum-generate"), "random", "--seed", str(seed), "--out",
                            archive, "--events", "200"], check=True)
            for name in files_of(archive):
                before = len(found)
                path = os.path.join(archive, name)
                keep = os.path.join(scratch, "whole")
                shutil.copy(path, keep)
                with open(path, "rb") as file:
                    content = file.read()
                for what, damage in copies(content, seed):
                    with open(path, "wb") as file:
                        file.write(damage)
                    found.extend(faults(os.path.join(archive, "traces.otf2"),
                                        "seed %d, %s, %s" % (seed, name, what)))
                shutil.copy(keep, path)
                print("seed %d, %s: %d copies, %d faults" % (
                    seed, name, CUTS + FLIPS, len(found) - before), flush=True)
    for line in found[:20]:
        print("  " + line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
