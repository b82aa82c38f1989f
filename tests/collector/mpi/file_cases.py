"""Files of MPI: which operations files.c does on its files, and what vellum-query io says of them."""

import os
from collections import Counter

from mpi_archive import equal


def expected_operations(rank):
    """(file, mode, flags, bytes asked for, bytes done)"""
    def of(mode, flags, size, done=None):
        return "shared", mode, flags, size, size if done is None else done

    return [
        of("WRITE", "", 16), of("WRITE", "", 8), of("WRITE", "N", 4), of("WRITE", "N", 8), of("FLUSH", "C", 0),
        of("READ", "", 12), of("READ", "", 4), of("READ", "N", 8), of("READ", "", 4, 0),
        of("WRITE", "C", 20), of("WRITE", "C", 24), of("WRITE", "NC", 28), of("WRITE", "NC", 32), of("FLUSH", "C", 0),
        of("READ", "C", 32), of("READ", "NC", 8), of("WRITE", "", 4), of("WRITE", "C", 8),
        of("READ", "", 4), (f"own-{rank}", "WRITE", "", 4 * rank + 4, 4 * rank + 4)]


def expected_calls(rank):
    own, mine = 64 * rank, f"own-{rank}"
    return [
        ("open", "shared", "READ_WRITE"), ("seek", "shared", own + 16, own + 16), ("seek", "shared", own, own),
        ("seek", "shared", own, own), ("seek", "shared", 0, None), ("close", "shared"),
        ("open", "shared", "READ_ONLY"), ("close", "shared"),
        ("open", mine, "WRITE_ONLY"), ("close", mine), ("delete", mine)]


def check_files(bench, ranks):
    folder = os.path.join(bench.folder, "files")
    os.mkdir(folder)
    archive, _ = bench.recorded(ranks, bench.program("mpi_files"), folder)
    files = archive.files
    operations = []
    for rank in range(ranks):
        equal(files.operations[rank], expected_operations(rank), f"operations of rank {rank}")
        equal(files.calls[rank], expected_calls(rank), f"calls of rank {rank}")
        operations += expected_operations(rank)
    equal({name: len(handles) for name, handles in files.handles.items()},
          {"shared": 2, **{f"own-{rank}": 1 for rank in range(ranks)}}, "handles: ranks share those of a file")
    equal(archive.visits_of("MPI_File_open"), [3] * ranks, "visits of MPI_File_open")
    answer = bench.query("io", "--paradigms", "MPI-IO")["totals"]
    modes = Counter(operation[1] for operation in operations)
    done = Counter()
    for operation in operations:
        done[operation[1]] += operation[4]
    equal({key: answer[key] for key in ("operations", "reads", "writes", "flushes", "bytes_read", "bytes_written",
                                        "opened", "closed", "seeks", "unmatched_begins")},
          {"operations": len(operations), "reads": modes["READ"], "writes": modes["WRITE"],
           "flushes": modes["FLUSH"], "bytes_read": done["READ"], "bytes_written": done["WRITE"],
           "opened": 3 * ranks, "closed": 3 * ranks, "seeks": 4 * ranks, "unmatched_begins": 0}, "vellum-query io")
    equal(bench.query("info")["io_paradigms"], 3, "paradigms")


CASES = {
    "files": lambda bench: check_files(bench, 4),
    "files-2": lambda bench: check_files(bench, 2),
    "files-1": lambda bench: check_files(bench, 1),
}
