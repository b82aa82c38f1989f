"""Collective operations: programs that do each of them, blocking and not."""

from collections import Counter

from mpi_archive import equal


def expected_collectives(rank, ranks):
    """By the meaning of each call, in bytes: 12 to or from each rank, or 4 times the rank after it."""
    root = ranks - 1
    is_root = rank == root
    all_ints = 4 * sum(range(1, ranks + 1))
    own = 4 * (rank + 1)
    others = ranks - 1
    return [
        ("BCAST", root, 12 * ranks if is_root else 0, 12),
        ("REDUCE", root, 12, 12 * ranks if is_root else 0),
        ("REDUCE", root, 0 if is_root else 12, 12 * others if is_root else 0),
        ("GATHER", root, 12, 12 * ranks if is_root else 0),
        ("GATHER", root, 0 if is_root else 12, 12 * others if is_root else 0),
        ("GATHERV", root, own, all_ints if is_root else 0),
        ("GATHERV", root, 0 if is_root else own, all_ints - own if is_root else 0),
        ("SCATTER", root, 12 * ranks if is_root else 0, 12),
        ("SCATTER", root, 12 * others if is_root else 0, 0 if is_root else 12),
        ("SCATTERV", root, all_ints if is_root else 0, own),
        ("BARRIER", None, 0, 0),
        ("ALLREDUCE", None, 12 * ranks, 12 * ranks),
        ("ALLREDUCE", None, 12 * others, 12 * others),
        ("ALLGATHER", None, 12 * ranks, 12 * ranks),
        ("ALLGATHER", None, 12 * others, 12 * others),
        ("ALLGATHERV", None, own * ranks, all_ints),
        ("ALLGATHERV", None, own * others, all_ints - own),
        ("ALLTOALL", None, 12 * ranks, 12 * ranks),
        ("ALLTOALL", None, 12 * others, 12 * others),
        ("SCAN", None, 12 * (ranks - rank), 12 * (rank + 1)),
        ("EXSCAN", None, 12 * (ranks - rank - 1), 12 * rank),
        ("REDUCE_SCATTER", None, all_ints, own * ranks),
        ("REDUCE_SCATTER_BLOCK", None, 12 * ranks, 12 * ranks),
        ("ALLTOALLV", None, own * ranks, all_ints),
    ]


def check_collectives(bench, ranks):
    archive, _ = bench.recorded(ranks, bench.program("mpi_collectives"))
    for rank in range(ranks):
        expected = [(operation, "MPI_COMM_WORLD", *rest) for operation, *rest in expected_collectives(rank, ranks)]
        equal(archive.collectives[rank], expected, f"collectives of rank {rank}")


def expected_nonblocking(rank, ranks):
    """The same as above, then MPI_Ialltoallw of the same ints as MPI_Ialltoallv."""
    blocking = expected_collectives(rank, ranks)
    return [*blocking, ("ALLTOALLW", *blocking[-1][1:])]


def check_nonblocking(bench, ranks):
    archive, _ = bench.recorded(ranks, bench.program("mpi_nonblocking"))
    operations = 0
    for rank in range(ranks):
        expected = [(operation, "MPI_COMM_WORLD", *rest) for operation, *rest in expected_nonblocking(rank, ranks)]
        equal(archive.nonblocking[rank], expected, f"collectives of rank {rank} that do not block")
        equal(archive.collectives[rank], expected[-1:], f"collectives of rank {rank} that block")
        operations = len(expected) + 1
    equal(archive.messages, Counter({
        (rank, (rank + 1) % ranks, 5, 4, "MPI_COMM_WORLD"): 1 for rank in range(ranks)}), "messages")
    for name, count in (("MPI_Ibarrier", 1), ("MPI_Ireduce", 2), ("MPI_Ialltoallw", 1), ("MPI_Waitall", 1),
                        ("MPI_Waitany", 4), ("MPI_Alltoallw", 1)):
        equal(archive.visits_of(name), [count] * ranks, f"visits of {name}")
    equal(bench.query("info")["collectives"], operations * ranks, "info")
    answer = bench.query("collectives", "--limit", "100")
    equal([answer[key] for key in ("count", "incomplete", "mismatched", "begins_without_end", "ends_without_begin")],
          [operations, 0, 0, 0, 0], "vellum-query collectives")


CASES = {
    "collectives": lambda bench: check_collectives(bench, 4),
    "collectives-2": lambda bench: check_collectives(bench, 2),
    "collectives-1": lambda bench: check_collectives(bench, 1),
    "nonblocking": lambda bench: check_nonblocking(bench, 4),
    "nonblocking-2": lambda bench: check_nonblocking(bench, 2),
    "nonblocking-1": lambda bench: check_nonblocking(bench, 1),
}
