#!/usr/bin/python3
"""Every OTF2 archive among the real traces: vellum-query equals the slow reader, number by number."""

import glob
import os
import sys

import testing

WINDOWS = 6


def main():
    testing.need_otf2()
    folder = testing.real_traces()
    archives = sorted(glob.glob(os.path.join(folder, "**", "*.otf2"), recursive=True))
    if not archives:
        testing.skip("no OTF2 archive below " + folder)
    failed = 0
    for archive in archives:
        comparison, found = testing.differences(archive, WINDOWS, seed=1)
        held = sum(len(loc.records) for loc in comparison.answers.all)
        note = "" if held else " (its events cannot be read: definitions and import report only)"
        print("%s: %d questions, %d differences%s" % (
            os.path.relpath(archive, folder), comparison.asked, len(found), note), flush=True)
        for line in found[:10]:
            print("  " + line[:600])
        failed += bool(found)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
