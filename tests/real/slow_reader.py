#!/usr/bin/python3
"""The independent slow reader: answers vellum-query's questions with python3-otf2 alone.

slow_reader.py answer ARCHIVE QUERY [options]    prints the `result` as JSON
slow_reader.py compare ARCHIVE… --query-binary PATH [--windows K] [--seed S] [--connect URL]
    runs vellum-query on the same questions; exit status 1 and the first differences if any number
    is not equal, 3 if the archive cannot be read.
"""

import argparse
import json
import os
import sys

import slow_io
from slow_answers import Answers, Ref
from slow_compare import MANY, Comparison, compare
from slow_trace import Trace, _otf2


def read(archive):
    try:
        return Answers(Trace(os.path.abspath(archive)))
    except _otf2.Error as error:
        sys.exit("%s: %s" % (archive, error))


def as_ticks(text, edge):
    return int(text.rstrip("t")) if text else edge


def answer(options):
    answers = read(options.archive)
    trace = answers.trace
    begin, _, end = options.window.partition(":")
    window = (max(as_ticks(begin, trace.begin), trace.begin), min(as_ticks(end, trace.end), trace.end))
    selected = answers.all
    if options.locations:
        chosen = {int(ref) for ref in options.locations.split(",")}
        selected = [loc for loc in answers.all if loc.ref in chosen]
    by = options.by or ("location" if options.query == "matrix" else "region")
    result = {
        "info": lambda: {**answers.info(), "import_report": trace.problems},
        "locations": answers.locations,
        "profile": lambda: answers.profile(window, selected, by, options.per_location),
        "call-tree": lambda: answers.call_tree(window, selected, options.depth),
        "timeline": lambda: answers.timeline(window, selected, options.columns, by, options.depth),
        "messages": lambda: answers.message_list(window, selected, options.limit),
        "collectives": lambda: answers.collectives.answer(window, selected, options.limit),
        "io": lambda: slow_io.answer(window, selected, options.limit),
        "matrix": lambda: answers.matrix(window, selected, by),
        "search": lambda: answers.search(window, selected, options.name, options.limit),
        "markers": lambda: answers.markers(window),
        "events": lambda: answers.events(window, selected, options.limit),
    }[options.query]()
    print(json.dumps(result, indent=1, default=lambda o: o.ref if isinstance(o, Ref) else str(o)))
    return 0


def compare_all(options):
    failed = False
    for archive in options.archives:
        found = compare_one(archive, options)
        failed = failed or bool(found)
    return 1 if failed else 0


def compare_one(archive, options):
    comparison = Comparison(read(archive), archive, options.query_binary, options.connect)
    found = compare(comparison, options.windows, options.seed)
    held = sum(len(loc.records) for loc in comparison.answers.all)
    note = "" if held else " (no event can be read: definitions only)"
    print("%s: %d events, %d questions, %d differences%s" % (
        archive, held, comparison.asked, len(found), note), flush=True)
    for line in found[:options.show]:
        print("  " + line[:1000], flush=True)
    return found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    modes = parser.add_subparsers(dest="mode", required=True)
    one = modes.add_parser("answer")
    one.add_argument("archive")
    one.add_argument("query")
    one.add_argument("--window", default=":", help="A:B in ticks, e.g. 0t:100t")
    one.add_argument("--locations", default="", help="references, comma-separated")
    one.add_argument("--by")
    one.add_argument("--per-location", action="store_true")
    one.add_argument("--depth", type=int)
    one.add_argument("--columns", type=int, default=1920)
    one.add_argument("--limit", type=int, default=MANY)
    one.add_argument("--name", default=".")
    many = modes.add_parser("compare")
    many.add_argument("archives", nargs="+")
    many.add_argument("--query-binary", required=True)
    many.add_argument("--windows", type=int, default=6)
    many.add_argument("--seed", type=int, default=1)
    many.add_argument("--connect", help="compare what a server answers")
    many.add_argument("--show", type=int, default=20, help="differences printed per archive")
    return parser.parse_args()


if __name__ == "__main__":
    OPTIONS = arguments()
    sys.exit(answer(OPTIONS) if OPTIONS.mode == "answer" else compare_all(OPTIONS))
