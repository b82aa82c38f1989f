#!/usr/bin/python3
"""Records MPI programs with vellum-record and compares the archives with what the programs are known to do.

    check_mpi.py CASE --record … --query … --mpiexec … --programs FOLDER --examples FOLDER
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

import collective_cases
import file_cases
import fortran_cases
import otf2
import rma_cases
from mpi_archive import FAILURES, Archive, equal, expect
from mpi_bench import Bench, Skipped

def check_ring(bench, ranks):
    rounds = 20
    archive, result = bench.recorded(ranks, bench.example("ring"), str(rounds))
    equal(result.stdout, f"{rounds} rounds of {ranks} ranks: {rounds * sum(range(ranks))}\n", "output")
    sent = rounds if ranks > 1 else 0
    expected = Counter({
        (rank, (rank + 1) % ranks, 7, 8, "MPI_COMM_WORLD"): sent for rank in range(ranks) if sent})
    equal(archive.messages, expected, "messages")
    for name, count in (("MPI_Send", sent), ("MPI_Recv", sent), ("MPI_Init", 1), ("MPI_Finalize", 1),
                        ("MPI_Barrier", 1), ("MPI_Comm_rank", 1), ("MPI_Comm_size", 1)):
        equal(archive.visits_of(name), [count] * ranks, f"visits of {name}")
    for rank in range(ranks):
        equal(archive.collectives[rank], [("BARRIER", "MPI_COMM_WORLD", None, 0, 0)], "collectives")
    equal(archive.communicators[:2], [
        ("MPI_COMM_WORLD", list(range(ranks)), None), ("MPI_COMM_SELF", [], None)], "communicators")
    for name, role in (("MPI_Send", "POINT2POINT"), ("MPI_Barrier", "BARRIER"), ("MPI_Init", "FUNCTION")):
        if name in archive.regions:
            equal(archive.regions[name].region_role, getattr(otf2.RegionRole, role), f"role of {name}")


def neighbours(ranks):
    """How many borders each rank sends to each, of a grid that MPI_Dims_create makes of 1, 2 or 4 ranks."""
    rows, columns = {1: (1, 1), 2: (2, 1), 4: (2, 2)}[ranks]
    borders = Counter()
    for rank in range(ranks):
        row, column = divmod(rank, columns)
        for tag, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
            to = (row + down) % rows * columns + (column + right) % columns
            borders[rank, to, tag] += 1
    return borders


def check_halo(bench, ranks):
    steps = 25
    archive, _ = bench.recorded(ranks, bench.example("halo"), str(steps))
    expected = Counter({
        (*key, 64 * 8, "grid"): steps * count for key, count in neighbours(ranks).items()})
    equal(archive.messages, expected, "messages")
    for name, count in (("MPI_Isend", 4 * steps), ("MPI_Irecv", 4 * steps), ("MPI_Waitall", steps),
                        ("MPI_Allreduce", steps), ("MPI_Cart_shift", 2), ("MPI_Type_commit", 1)):
        equal(archive.visits_of(name), [count] * ranks, f"visits of {name}")
    for rank in range(ranks):
        equal(archive.collectives[rank], [("ALLREDUCE", "grid", None, 8 * ranks, 8 * ranks)] * steps,
              "collectives")
    equal(archive.communicators[2:], [("grid", list(range(ranks)), "MPI_COMM_WORLD")], "communicators")

    info = bench.query("info")
    counts = {key: info[key] for key in (
        "messages", "message_bytes", "unmatched_sends", "unmatched_receives", "collectives")}
    equal(counts, {"messages": 4 * steps * ranks, "message_bytes": 4 * steps * ranks * 512,
                   "unmatched_sends": 0, "unmatched_receives": 0, "collectives": steps * ranks}, "info")
    equal(bench.query("messages", "--limit", "1")["count"], 4 * steps * ranks, "vellum-query messages")
    cells = [[0] * ranks for _ in range(ranks)]
    for (sender, receiver, _), count in neighbours(ranks).items():
        cells[sender][receiver] += steps * count
    equal(bench.query("matrix")["count"], cells, "vellum-query matrix")
    collectives = bench.query("collectives", "--limit", "1")
    equal((collectives["count"], collectives["incomplete"], collectives["mismatched"]), (steps, 0, 0),
          "vellum-query collectives")


def check_messages(bench):
    archive, _ = bench.recorded(4, bench.program("mpi_messages"))
    expected = Counter()
    for rank in range(1, 4):
        expected[rank, 0, 10 * rank, 4 * rank] += 3
        expected[rank, 0, 100 + rank, 16] += 1
    for rank in range(4):
        expected[rank, (rank + 1) % 4, 200, 12] += 1
        expected[rank, (rank + 1) % 4, 201, 16] += 1
    for tag in range(300, 306):
        expected[1, 2, tag, 4] += 1
    expected[3, 0, 400, 28] += 3
    expected[3, 0, 401, 32] += 3
    expected[1, 0, 500, 4] += 50
    expected[2, 1, 700, 36] += 1
    expected[2, 1, 701, 40] += 1
    equal(archive.messages, Counter({(*key, "MPI_COMM_WORLD"): n for key, n in expected.items()}), "messages")
    equal(archive.cancelled, Counter({rank: 1 for rank in range(4)}), "cancelled requests")
    for name, counts in (("MPI_Init_thread", [1] * 4), ("MPI_Ibsend", [0, 1, 0, 0]), ("MPI_Startall", [3, 0, 0, 3]),
                         ("MPI_Waitany", [3, 0, 0, 0]), ("MPI_Isend", [0, 51, 1, 1]), ("MPI_Cancel", [1] * 4),
                         ("MPI_Imrecv", [0, 1, 0, 0]), ("MPI_Mrecv", [1, 2, 1, 1])):
        equal(archive.visits_of(name), counts, f"visits of {name}")


def check_communicators(bench):
    archive, result = bench.recorded(4, bench.program("mpi_communicators"))
    expect("2 sends and receives were left out" in result.stderr, result.stderr)
    expected = [
        ("copy", [0, 1, 2, 3], "MPI_COMM_WORLD"),
        ("even", [2, 0], "copy"), ("odd", [3, 1], "copy"), ("inner", [2, 0], "even"), ("inner", [3, 1], "odd"),
        ("without 0", [1, 2, 3], "MPI_COMM_WORLD"), ("three and one", [3, 1], "MPI_COMM_WORLD"),
        ("late", [0, 1, 2, 3], "MPI_COMM_WORLD"), ("later", [0, 1, 2, 3], "MPI_COMM_WORLD"),
        ("late half", [2, 0], "even"), ("late half", [3, 1], "odd"), ("merged", [2, 0, 3, 1], "MPI_COMM_WORLD"),
        ("grid", [0, 1, 2, 3], "MPI_COMM_WORLD"), ("row", [0, 1], "grid"), ("row", [2, 3], "grid"),
        *[("half", half, "MPI_COMM_WORLD") for half in ([0, 1], [2, 3]) for _ in range(15)],
        *[("half, turned", half, "MPI_COMM_WORLD") for half in ([1, 0], [3, 2]) for _ in range(15)],
    ]
    equal(sorted(archive.communicators[2:]), sorted(expected), "communicators")
    equal(archive.grids, [("grid", [(2, False), (2, True)]), ("row", [(2, True)]), ("row", [(2, True)])], "grids")
    places = {("grid", rank, (rank // 2, rank % 2)): 1 for rank in range(4)}
    equal(archive.places, Counter({**places, ("row", 0, (0,)): 2, ("row", 1, (1,)): 2}), "places in grids")
    talks = Counter()
    for (sender, receiver, _, size, name), count in archive.messages.items():
        equal(size, 4, "bytes")
        talks[name, (receiver, sender)] += count
    equal(talks, Counter((name, (members[0], members[-1])) for name, members, _ in expected), "messages")


def check_status(bench):
    result = bench.mpirun(4, *bench.record(bench.program("mpi_endings"), "status"))
    equal(result.returncode, 3, "status")
    archive = bench.awaited()
    equal(archive.visits_of("MPI_Sendrecv"), [1] * 4, "visits")


def check_kill(bench):
    result = bench.mpirun(4, *bench.record(bench.program("mpi_endings"), "kill"))
    equal(result.returncode, 137, "status")
    archive = bench.awaited()
    equal(archive.groups, [f"MPI Rank {rank}" for rank in range(4)], "groups of locations")
    equal(archive.visits_of("MPI_Sendrecv"), [1] * 4, "visits")
    equal(archive.visits_of("MPI_Recv"), [1, 1, 0, 1], "visits of what rank 2 did not live to see")
    equal(sum(archive.messages.values()), 4, "messages")


def check_abort(bench):
    result = bench.mpirun(4, *bench.record(bench.program("mpi_endings"), "abort"))
    equal(result.returncode, 9, "status")
    archive = bench.awaited()
    equal(archive.visits_of("MPI_Abort"), [0, 1, 0, 0], "visits")
    equal(sum(archive.messages.values()), 4, "messages")


def check_late(bench):
    """Rank 1 ends after rank 0, once with time enough to wait for it, and once without."""
    result = bench.mpirun(2, *bench.record(bench.program("mpi_endings"), "late"))
    expect("before the end" not in result.stderr, result.stderr)
    equal(Archive(bench.archive).visits_of("MPI_Finalize"), [1, 1], "visits")
    subprocess.run(["rm", "-r", os.path.join(bench.folder, "out")], check=True)
    result = bench.mpirun(2, *bench.record(bench.program("mpi_endings"), "late"), VELLUM_MPI_WAIT="0")
    equal(result.returncode, 0, "status")
    expect("the archive was written before the end of rank 1" in result.stderr, result.stderr)
    equal(Archive(bench.archive).visits_of("MPI_Finalize"), [1, 1], "visits")


def check_clocks(bench):
    """Ranks 1 and 3 have clocks of their own, hours away, that run faster by 0.1 and 0.03 per cent."""
    words = []
    for skew in ("", "5000000000000,1000", "", "20000000000000,300"):
        environment = ["VELLUM_CLOCK_SKEW=" + skew] if skew else ["NOTHING="]
        words += [":", "-n", "1",
                  *bench.record(bench.example("halo"), "4000", environment=environment)]
    result = bench.run(bench.args.mpiexec, *words[1:])
    equal(result.returncode, 0, f"status: {result.stderr}")
    archive = Archive(bench.archive)
    equal(sum(archive.messages.values()), 16 * 4000, "messages")
    expect(0 < archive.seconds < 100, f"the trace takes {archive.seconds} s")


def check_part(bench):
    """Two of four ranks are recorded: nobody hangs, and what the others are told is there."""
    ring = bench.example("ring")
    recorded = bench.record(ring, "10")
    result = bench.run(bench.args.mpiexec, "-n", "1", ring, "10", ":", "-n", "2", *recorded, ":", "-n", "1", ring, "10",
                       VELLUM_MPI_WAIT="1")
    equal(result.returncode, 0, f"status: {result.stderr}")
    equal(result.stdout, "10 rounds of 4 ranks: 60\n", "output")
    expect("vellum-record did not start ranks 0, 3" in result.stderr, result.stderr)
    archive = Archive(bench.archive, pairs_all=False)
    equal(archive.visits_of("MPI_Send"), [0, 10, 10, 0], "visits")
    equal(archive.messages, Counter({(1, 2, 7, 8, "MPI_COMM_WORLD"): 10}), "messages whose both ends are known")


def check_script(bench):
    """Each rank has a launcher, but three are scripts that call the program: nobody waits for what they will not do."""
    ring = bench.example("ring")
    script = bench.record("/bin/sh", "-c", f"{ring} 10; true")
    result = bench.run(bench.args.mpiexec, "-n", "1", *bench.record(ring, "10"), ":", "-n", "3", *script)
    equal(result.returncode, 0, f"status: {result.stderr}")
    equal(result.stdout, "10 rounds of 4 ranks: 60\n", "output")
    expect("not all ranks are recorded" in result.stderr, result.stderr)
    equal(Archive(bench.archive, pairs_all=False).visits_of("MPI_Send")[0], 10, "visits of rank 0")


def asked(bench, *words):
    """What vellum-query says, as JSON."""
    result = bench.run(bench.args.query, *words, "--format", "json")
    equal(result.returncode, 0, f"{words}: {result.stderr}")
    return json.loads(result.stdout)["result"]


def located(bench, folder):
    """Locations with values; MPI's own threads, which no function was seen on, are none."""
    rows = asked(bench, "values", "locations", folder)["rows"]
    return sorted(row["key"] for row in rows if row["name"] != "not found in the trace")


def check_values_of(bench, ranks, program):
    """Clearing 1,000 doubles twice on each rank; what came of it is in a side-car of each, and one answer."""
    folder = os.path.join(bench.folder, f"values-{ranks}")
    result = bench.mpirun(ranks, bench.args.record, "--values=record", "-o", folder, "--", program)
    equal(result.returncode, 0, f"status: {result.stderr}")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".vps"))
    equal(names, [f"traces.{rank}.vps" for rank in range(ranks)], "side-cars")
    for name in names:
        verified = bench.run(bench.args.query, "values", "verify", os.path.join(folder, name))
        equal((verified.returncode, verified.stdout[-6:]), (0, "sound\n"), f"{name}: {verified.stdout}")
    cells = next(row for row in asked(bench, "values", "objects", folder)["rows"] if row["name"] == "cells")
    wanted = {"stored_bytes": 16000, "unchanged_bytes": 16000, "loaded_bytes": 8000, "dead_bytes": 8000}
    equal({key: cells[key] for key in wanted}, {key: ranks * wanted[key] for key in wanted}, f"{ranks} ranks")
    equal(located(bench, folder), list(range(ranks)), "locations with values")
    flow = asked(bench, "values", "flow", folder)
    clears = [vertex for vertex in flow["vertices"] if vertex["name"] == "clear"]
    equal([(vertex["invocations"], vertex["bytes"]) for vertex in clears], 2 * [(ranks, 8000 * ranks)],
          f"vertices of clear, one for each call site: {clears}")
    silent = asked(bench, "counters", "--metric", "values: silent stores", "--columns", "1", folder)["rows"]
    equal(len(silent), ranks, "counters of silent stores")
    check_links(bench, folder, names)


def check_links(bench, folder, names):
    """Each operation begins with the enter of its function in the archive."""
    enters = set()
    with otf2.reader.open(os.path.join(folder, "traces.otf2")) as trace:
        places = {location: number for number, location in enumerate(trace.definitions.locations)}
        for location, event in trace.events:
            if isinstance(event, otf2.events.Enter):
                enters.add((places[location], event.time, event.region.name))
    for rank, name in enumerate(names):
        printed = bench.run(bench.program("print_sidecar"), os.path.join(folder, name)).stdout
        links = [line.split() for line in printed.splitlines() if line.startswith("link") and "quality=3" in line]
        expect(links, f"no links in {name}: {printed}")
        for words in links:
            fields = dict(word.split("=") for word in words if "=" in word)
            place = (int(fields["location"]), int(fields["time"]), words[3])
            expect(place in enters, f"rank {rank}: no enter for the operation {place}")


def check_values(bench):
    """The same of 1, 2 and 4 ranks; a rank whose side-car is gone is missing alone."""
    program = os.path.join(bench.folder, "values")
    compiled = bench.run(os.path.join(os.path.dirname(bench.args.record), "vellum-cc"), "--values", "-O1", "-g",
                         os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs", "values.c"),
                         "-o", program, VELLUM_CC="mpicc")
    equal(compiled.returncode, 0, f"compiler: {compiled.stderr}")
    for ranks in (1, 2, 4):
        check_values_of(bench, ranks, program)
    folder = os.path.join(bench.folder, "values-4")
    os.remove(os.path.join(folder, "traces.2.vps"))
    equal(located(bench, folder), [0, 1, 3], "locations of three side-cars")
    report = bench.run(bench.args.query, "info", folder).stdout
    expect("traces.2.vps" in report, report)


def check_refusals(bench):
    """What is no MPI program, a folder that is used, and a program that is started alone."""
    result = bench.mpirun(2, *bench.record(bench.program("threads")))
    equal(result.returncode, 0, f"status: {result.stderr}")
    expect("source mpi: unavailable: no rank began MPI" in result.stderr, result.stderr)
    equal(len(Archive(bench.archive).groups) > 1, True, "groups")
    result = bench.mpirun(2, *bench.record(bench.example("ring")))
    expect("exists and is not an empty folder" in result.stderr, result.stderr)
    equal(result.returncode, 2, "status")
    alone = bench.run(bench.args.record, "-o", "alone", "--", "/usr/bin/env")
    expect("libvellum-collector" in alone.stdout and "libvellum-mpi" not in alone.stdout, alone.stdout)
    alone = bench.run(bench.args.record, "-o", "ring", "--sources", "mpi", "--", bench.example("ring"))
    equal(alone.returncode, 0, f"status: {alone.stderr}")
    equal(Archive(os.path.join(bench.folder, "ring", "traces.otf2")).groups, ["MPI Rank 0"], "groups")


CASES = {
    "ring": lambda bench: check_ring(bench, 4),
    "ring-2": lambda bench: check_ring(bench, 2),
    "ring-1": lambda bench: check_ring(bench, 1),
    "halo": lambda bench: check_halo(bench, 4),
    "halo-2": lambda bench: check_halo(bench, 2),
    "halo-1": lambda bench: check_halo(bench, 1),
    "messages": check_messages,
    "communicators": check_communicators,
    "status": check_status,
    "kill": check_kill,
    "abort": check_abort,
    "late": check_late,
    "clocks": check_clocks,
    "part": check_part,
    "script": check_script,
    "refusals": check_refusals,
    "values": check_values,
    **collective_cases.CASES,
    **file_cases.CASES,
    **fortran_cases.CASES,
    **rma_cases.CASES,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=CASES)
    for option in ("--record", "--query", "--mpiexec", "--programs", "--examples"):
        parser.add_argument(option, required=True)
    args = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            CASES[args.case](Bench(args, folder))
    except Skipped as reason:
        print("skipped:", reason)
        return 77
    for message in FAILURES[:20]:
        print("FAILED:", message)
    return 1 if FAILURES else 0


if __name__ == "__main__":
    sys.exit(main())
