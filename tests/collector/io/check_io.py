#!/usr/bin/python3
"""Records programs that do known things with files, and compares the archive with what they do; read by OTF2's own printer,
the Python otf2 module and vellum-query.

CASE is mix (collector/examples/io, in several ways of compiling), edges, off, preload or eztrace.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter

from io_archive import FAILURES, Archive, equal, expect, word

SKIPPED = 77

# Of io_mix.c: operations, bytes asked for and bytes done.
MIX = {
    ("POSIX", "WRITE", "blocks"): [17, 16 * 4096 + 200, 16 * 4096 + 200],
    ("POSIX", "FLUSH", "blocks"): [1, 0, 0],
    ("POSIX", "READ", "blocks"): [19, 18 * 4096 + 500, 16 * 4096 + 200 + 500],
    ("ISOC", "WRITE", "lines"): [100, 0, 800],
    ("ISOC", "FLUSH", "lines"): [1, 0, 0],
    ("ISOC", "READ", "lines"): [101, 101 * 63, 800],
    ("ISOC", "WRITE", "numbers"): [1, 8000, 8000],
    ("ISOC", "READ", "numbers"): [1, 8000, 4000],
}
MIX_HANDLES = {
    ("IoCreateHandle", "blocks"): 2,
    ("IoDuplicateHandle", "blocks"): 1,
    ("IoDestroyHandle", "blocks"): 3,
    ("IoCreateHandle", "lines"): 2,
    ("IoDestroyHandle", "lines"): 2,
    ("IoCreateHandle", "numbers"): 1,
    ("IoDestroyHandle", "numbers"): 1,
}
MIX_VISITS = {
    "open": 2, "close": 3, "dup": 1, "write": 16, "writev": 1, "fsync": 1, "read": 18, "pread": 1, "lseek": 1,
    "unlink": 2, "remove": 1, "fopen": 3, "fclose": 3, "fprintf": 100, "fflush": 1, "fgets": 101, "fwrite": 1,
    "fread": 1, "fseek": 1, "puts": 1,
}
ROLES = {"read": "FILE_IO", "fprintf": "FILE_IO", "fsync": "FILE_IO", "open": "FILE_IO_METADATA",
         "lseek": "FILE_IO_METADATA"}


def record(args, scratch, *options, program=None, environment=None, output="archive"):
    """Runs the program; its standard output goes to a file, so that its handle has one."""
    files = os.path.join(scratch, "files")
    os.makedirs(files, exist_ok=True)
    folder = os.path.join(scratch, output)
    with open(os.path.join(scratch, "printed"), "w+", encoding="utf-8") as printed:
        result = subprocess.run(
            [args.record, "-o", folder, *options, "--", program or args.program, files],
            stdout=printed, stderr=subprocess.PIPE, text=True, env={**os.environ, **(environment or {})}, check=False)
        printed.seek(0)
        return result, printed.read(), os.path.join(folder, "traces.otf2")


def check_print(anchor):
    for mode in ([], ["-G"]):
        result = subprocess.run(["otf2-print", *mode, anchor], capture_output=True, text=True, check=False)
        equal(result.returncode, 0, "otf2-print's status")
        said = result.stderr + "".join(
            line for line in result.stdout.splitlines() if re.search(r"WARNING|ERROR|error:", line))
        equal(said, "", "otf2-print's complaints")


def check_query(args, anchor):
    """The sums that our own server makes of the same archive."""
    answer = json.loads(subprocess.run(
        [args.query, "io", anchor, "--format", "json", "--no-cache"], capture_output=True, text=True, check=True).stdout)
    totals = answer["result"]["totals"]
    done = {"READ": 0, "WRITE": 0, "FLUSH": 0}
    count = {"READ": 0, "WRITE": 0, "FLUSH": 0}
    for (_, mode, _), (operations, _, moved) in MIX.items():
        count[mode] += operations
        done[mode] += moved
    # What puts says.
    equal(totals["reads"], count["READ"], "reads of vellum-query")
    equal(totals["writes"], count["WRITE"] + 1, "writes of vellum-query")
    equal(totals["flushes"], count["FLUSH"], "flushes of vellum-query")
    equal(totals["bytes_read"], done["READ"], "bytes read of vellum-query")
    equal(totals["bytes_written"], done["WRITE"] + 5, "bytes written of vellum-query")
    equal((totals["opened"], totals["closed"], totals["seeks"]), (6, 6, 2), "handles of vellum-query")


def check_mix(args, archive, scratch):
    equal(archive.paradigms, [("POSIX", "POSIX I/O"), ("ISOC", "ISO C I/O")], "paradigms")
    printed = archive.operations.pop(("ISOC", "WRITE", "printed"), None)
    equal(printed, [1, 5, 5], "what puts says")
    equal(dict(archive.operations), MIX, "operations")
    equal(dict(archive.handles), MIX_HANDLES, "handles")
    visits = {name: archive.visits[name] for name in MIX_VISITS}
    equal(visits, MIX_VISITS, "visits")
    equal(archive.deleted, ["blocks", "lines", "numbers"], "deleted files")
    equal(archive.seeks, [("blocks", 1000, "FROM_START", 1000), ("numbers", 4000, "FROM_START", 4000)], "seeks")
    for name, role in ROLES.items():
        equal(word(archive.regions[name].region_role), role, f"role of {name}")
    stdout = archive.standard["stdout"]
    equal(stdout.file.name, os.path.join(scratch, "printed"), "the file of stdout")
    with open("/proc/self/mountinfo", encoding="utf-8") as lines:
        mounts = {line.split()[4] for line in lines}
    for path, properties in archive.properties.items():
        point = properties["Mount Point"]
        expect(point in mounts and os.path.commonpath([point, path]) == point, f"{path} is on {properties}")
        expect(properties["File System"], f"the file system of {path}")
    equal(len(archive.properties), 4, "files with a mount point")
    equal(sorted(archive.locations), ["main", "thread 1"], "locations")


def case_mix(args, scratch):
    result, printed, anchor = record(args, scratch, "--io")
    equal((result.returncode, printed), (0, "done\n"), "status and output")
    check_print(anchor)
    check_mix(args, Archive(anchor), scratch)
    check_query(args, anchor)


def case_edges(args, scratch):
    """The program says itself what is not as without us, whether its input and output is asked for or not."""
    result, printed, _ = record(args, scratch, "--no-io", output="archive0")
    equal((result.returncode, printed), (0, "unchanged\n"), f"status and output without --io, {result.stderr}")
    shutil.rmtree(os.path.join(scratch, "files"))
    for options, processes in (("--io",), 1), (("--io", "--follow-fork"), 4):
        result, printed, anchor = record(args, scratch, *options, output=f"archive{processes}")
        equal((result.returncode, printed), (0, "unchanged\n"), f"status and output, {result.stderr}")
        check_print(anchor)
        archive = Archive(anchor)
        mains = [name for name in archive.locations if name == "main"]
        equal(len(mains), processes, "processes")
        shared = archive.operations["POSIX", "WRITE", "shared"]
        equal(shared[2], 12 if processes == 1 else 16, "bytes of a file that a child writes, too")
        # Reads of 1 byte, the text of a child, and one that is cancelled.
        pipes = [row for key, row in archive.operations.items() if key[:2] == ("POSIX", "READ")]
        equal([row[0] for row in pipes], [102], "reads of the pipe")
        equal(pipes[0][2], 106, "bytes read from the pipe")
        equal(archive.operations["POSIX", "WRITE", "small"], [6000, 6000, 6000], "writes on small stacks")
        expect(("POSIX", "WRITE", "folder") not in archive.operations, "a pipe is taken for a folder")
        closed = [archive.handles[kind, "closed"] for kind in ("IoCreateHandle", "IoDestroyHandle")]
        equal(closed, [2, 2], "handles of a file that was closed below its stream")
        said = [archive.operations["ISOC", "WRITE", name][2] for name in ("redirected", "printed")]
        equal(said, [11, 10], "bytes that printf and puts wrote")
        equal([path for path in archive.properties if path.endswith("/data")],
              [os.path.join(scratch, "files/above/data")], "the file behind a link")
        shutil.rmtree(os.path.join(scratch, "files"))
        spool = [path for path in archive.properties if ".spool" in path]
        equal(spool, [], "files of our own")


def case_off(args, scratch):
    """Only where it is asked for; the last word counts."""
    for options in (), ("--no-io",), ("--sources", "functions,threads"), ("--sources", "io", "--no-io"):
        result, _, anchor = record(args, scratch, *options)
        equal(result.returncode, 0, f"status with {options}")
        if "io" in options:
            expect(not os.path.exists(anchor), f"there is an archive of nothing with {options}")
        else:
            visits = Archive(anchor).visits
            equal((visits["open"], visits["pthread_create"]), (0, 1), f"open and threads with {options}")
        shutil.rmtree(os.path.join(scratch, "archive"), ignore_errors=True)
    for options in ("--sources", "io"), ("--sources", "functions", "--io"):
        _, _, anchor = record(args, scratch, *options)
        visits = Archive(anchor).visits
        equal(visits["open"], 2, f"open with {options}")
        equal(visits["pthread_create"], 0, f"threads with {options}")
        shutil.rmtree(os.path.join(scratch, "archive"))


def case_preload(args, scratch):
    """Another preloaded library that counts calls of write sees those of the program, and our own, which we do not see."""
    result, printed, anchor = record(args, scratch, "--io", environment={"LD_PRELOAD": args.library})
    equal((result.returncode, printed), (0, "done\n"), "status and output")
    counts = [int(count) for count in re.findall(r"other library: (\d+) writes", result.stderr)]
    expect(counts and max(counts) >= 16, f"the other library says {result.stderr!r}")
    equal(Archive(anchor).visits["write"], 17, "visits of write")  # its own word, too


def case_eztrace(args, scratch):
    """Another collector sees as many calls of all functions that it knows."""
    eztrace = shutil.which("eztrace")
    if eztrace is None:
        print("eztrace is not installed")
        return SKIPPED
    _, _, anchor = record(args, scratch, "--io")
    ours = Archive(anchor).visits
    theirs = Counter()
    folder = os.path.join(scratch, "eztrace")
    subprocess.run([eztrace, "-o", folder, "-t", "posixio", args.program, os.path.join(scratch, "files")],
                   capture_output=True, check=True)
    printed = subprocess.run(["otf2-print", os.path.join(folder, os.path.basename(args.program) + "_trace",
                                                         "eztrace_log.otf2")],
                             capture_output=True, text=True, check=True).stdout
    for name in re.findall(r"^ENTER.*Region: \"(\w+)\"", printed, re.MULTILINE):
        theirs[name] += 1
    shared = ("open", "close", "dup", "read", "write", "writev", "pread", "lseek", "fopen", "fclose", "fread", "fwrite",
              "fseek")
    equal({name: ours[name] for name in shared}, {name: theirs[name] for name in shared}, "calls as EZTrace counts them")
    return 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=("mix", "edges", "off", "preload", "eztrace"))
    for option in ("--record", "--query", "--program"):
        parser.add_argument(option, required=True)
    parser.add_argument("--library")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        status = globals()["case_" + args.case](args, os.path.realpath(scratch))
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else status or 0


if __name__ == "__main__":
    sys.exit(main())
