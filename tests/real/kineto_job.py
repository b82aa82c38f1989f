#!/usr/bin/python3
"""A directory of Kineto files, one per rank, is one trace on one clock: every slice of every rank
stands at its own absolute time."""

import glob
import os
import sys

import testing
from kineto_files import ask, fingerprints, our_slices
from slow_json import SlowTrace


def main():
    folder = os.path.join(testing.real_traces(), "param-kineto", "dlrm_kineto")
    paths = sorted(glob.glob(os.path.join(folder, "*.json")))
    if not paths:
        testing.skip("no files in " + folder)
    ranks = [SlowTrace(path) for path in paths]
    first = min(rank.origin for rank in ranks)
    want = {}
    for number, rank in enumerate(ranks):
        for track, slices in rank.slices.items():
            want[number, track] = [
                (begin + rank.origin - first, end + rank.origin - first, name)
                for begin, end, name in slices]
    ours, locations = our_slices(folder)
    found = 0 if fingerprints(ours) == fingerprints(want) else 1
    named = {loc["path"].split("/")[1] for loc in locations.values()}
    found += named != {"rank %d" % i for i in range(len(paths))}
    report = {e["kind"]: e["count"] for e in ask("info", folder)["import_report"]}
    events = sum(len(rank.events) for rank in ranks)
    found += report.get("json-events") != events
    print("%d files, %d events, %d slices in %d locations: %d differences" % (
        len(paths), events, sum(map(len, want.values())), len(locations), found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
