"""A Fortran program by each of the three ways to name MPI in that language; its regions and records are those of C."""

import os
import shutil
from collections import Counter

from mpi_archive import equal
from mpi_bench import Skipped

WAYS = ("WITH_MPIF_H", "WITH_MODULE", "WITH_F08")


def compiler(bench):
    """Of the MPI whose mpirun it is."""
    beside = os.path.dirname(bench.args.mpiexec)
    for name in ("mpifort", "mpif90"):
        found = shutil.which(name, path=beside) or shutil.which(name)
        if found and bench.run(found, "--version").returncode == 0:
            return found
    raise Skipped("there is no Fortran compiler for MPI")


def expected_messages(ranks):
    """(sender, receiver, tag, bytes, communicator) and how many."""
    messages = Counter()
    if ranks > 1:
        messages[0, ranks - 1, 100, 12, "MPI_COMM_WORLD"] += 1
    for rank in range(ranks):
        for tag, size, count in ((7, 8, 5), (8, 4, 3), (9, 12, 2)):
            messages[rank, (rank + 1) % ranks, tag, size, "MPI_COMM_WORLD"] += count
    return messages


def check_archive(archive, ranks):
    equal(archive.messages, expected_messages(ranks), "messages")
    first = [int(ranks > 1)] + [0] * (ranks - 1)
    visits = {
        "MPI_Send": first, "MPI_Recv": first[::-1], "MPI_Init": [1] * ranks, "MPI_Comm_rank": [1] * ranks,
        "MPI_Comm_size": [1] * ranks, "MPI_Wtime": [2] * ranks, "MPI_Sendrecv": [5] * ranks, "MPI_Irecv": [5] * ranks,
        "MPI_Isend": [3] * ranks, "MPI_Waitall": [3] * ranks, "MPI_Send_init": [1] * ranks, "MPI_Start": [2] * ranks,
        "MPI_Wait": [4] * ranks, "MPI_Request_free": [1] * ranks, "MPI_Bcast": [1] * ranks,
        "MPI_Allreduce": [1] * ranks, "MPI_Comm_split": [1] * ranks, "MPI_Comm_set_name": [1] * ranks,
        "MPI_Barrier": [2] * ranks, "MPI_Comm_free": [1] * ranks, "MPI_Finalize": [1] * ranks}
    named = {name for name in archive.regions if name.upper().startswith("MPI_")}
    equal(named, {name for name, counts in visits.items() if any(counts)}, "regions")
    for name, counts in visits.items():
        equal(archive.visits_of(name), counts, f"visits of {name}")
    halves = {"even": list(range(0, ranks, 2)), "odd": list(range(1, ranks, 2))}
    equal(sorted((name.strip(), members) for name, members, _ in archive.communicators[2:]),
          sorted((name, members) for name, members in halves.items() if members), "communicators")
    for rank in range(ranks):
        others = 32 * (ranks - 1)
        equal([(operation, name.strip(), root, sent, received)
               for operation, name, root, sent, received in archive.collectives[rank]],
              [("BARRIER", "MPI_COMM_WORLD", None, 0, 0),
               ("BCAST", "MPI_COMM_WORLD", 0, 32 * ranks if rank == 0 else 0, 32),
               ("ALLREDUCE", "MPI_COMM_WORLD", None, others, others),
               ("BARRIER", "odd" if rank % 2 else "even", None, 0, 0)], f"collectives of rank {rank}")


def check_fortran(bench, ranks):
    mpifort = compiler(bench)
    for way in WAYS:
        program = os.path.join(bench.folder, way.lower())
        compiled = bench.run(mpifort, "-cpp", "-D" + way, "-g", bench.source("fortran.F90"), "-o", program)
        equal(compiled.returncode, 0, f"compiler, {way}: {compiled.stderr}")
        archive, _ = bench.recorded_again(ranks, program)
        check_archive(archive, ranks)
        info = bench.query("info")
        messages = expected_messages(ranks)
        equal({key: info[key] for key in ("messages", "message_bytes", "unmatched_sends", "unmatched_receives")},
              {"messages": sum(messages.values()), "unmatched_sends": 0, "unmatched_receives": 0,
               "message_bytes": sum(key[3] * count for key, count in messages.items())}, f"info, {way}")


CASES = {
    "fortran": lambda bench: check_fortran(bench, 4),
    "fortran-2": lambda bench: check_fortran(bench, 2),
    "fortran-1": lambda bench: check_fortran(bench, 1),
}
