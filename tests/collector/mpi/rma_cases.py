"""One-sided communication: which operations of which windows one_sided.c does, and what synchronises them."""

from mpi_archive import equal
from rma_archive import ALL


def expected_operations(rank, ranks):
    after, before = (rank + 1) % ranks, (rank + ranks - 1) % ranks
    operations = [
        ("put", "table", after, 20), ("get", "table", before, 24),
        ("atomic", "table", 0, 8, 0, "ACCUMULATE"), ("atomic", "table", 0, 4, 4, "FETCH_AND_ACCUMULATE"),
        ("put", "table", 0, 28), ("get", "table", after, 4)]
    if rank > 0:
        operations += 2 * [("put", "table", 0, 4 * rank)]
    other = "window 1 of MPI_COMM_WORLD"
    return [
        *operations,
        ("put", other, after, 16), ("get", other, before, 8), ("atomic", other, after, 4, 0, "ACCUMULATE"),
        ("atomic", other, after, 8, 8, "FETCH_AND_ACCUMULATE"), ("atomic", other, after, 4, 4, "COMPARE_AND_SWAP"),
        ("atomic", other, after, 12, 12, "FETCH_AND_ACCUMULATE"),
        ("put", "window 1 of turned", 0, 24)]


def expected_calls(rank, ranks):
    def collective(window, operation):
        return "RmaCollectiveEnd", window, operation

    def lock(window, target, kind):
        return [("RmaRequestLock", window, target, kind), ("RmaAcquireLock", window, target, kind)]

    table, other = "table", "window 1 of MPI_COMM_WORLD"
    after = (rank + 1) % ranks
    calls = [
        collective(table, "CREATE_HANDLE"), collective(table, "BARRIER"), collective(table, "BARRIER"),
        *lock(table, 0, "EXCLUSIVE"), ("RmaReleaseLock", table, 0), *lock(table, after, "SHARED"),
        ("RmaReleaseLock", table, after)]
    if ranks > 1:
        group = list(range(1, ranks)) if rank == 0 else [0]
        calls += 4 * [("RmaGroupSync", table, group)]
    shared = "window 0 of MPI_COMM_SELF"
    return [
        *calls, collective(other, "CREATE_HANDLE_AND_ALLOCATE"), *lock(other, ALL, "SHARED"),
        ("RmaSync", other, rank), ("RmaReleaseLock", other, ALL),
        collective(other, "DESTROY_HANDLE_AND_DEALLOCATE"),
        collective("window 0 of turned", "CREATE_HANDLE"), collective("window 0 of turned", "BARRIER"),
        collective("window 0 of turned", "DESTROY_HANDLE"), collective("window 1 of turned", "CREATE_HANDLE"),
        collective("window 1 of turned", "BARRIER"), collective("window 1 of turned", "BARRIER"),
        collective("window 1 of turned", "DESTROY_HANDLE"),
        collective(shared, "CREATE_HANDLE_AND_ALLOCATE"), collective(shared, "DESTROY_HANDLE_AND_DEALLOCATE"),
        collective(table, "DESTROY_HANDLE")]


def check_one_sided(bench, ranks):
    archive, _ = bench.recorded(ranks, bench.program("mpi_one_sided"))
    found = archive.one_sided
    operations = [expected_operations(rank, ranks) for rank in range(ranks)]
    for rank in range(ranks):
        equal(found.operations[rank], operations[rank], f"operations of rank {rank}")
        equal(found.calls[rank], expected_calls(rank, ranks), f"synchronisation of rank {rank}")
        # Of the fence; flush_local, flush, unlock; unlock; MPI_Win_complete, which says nothing of the other end.
        equal(found.ends[rank, "table"], "LRL" + "LRLR" + "LR" + "L" + ("LL" if rank > 0 else ""),
              f"completions of rank {rank} on its table")
        # Of four requests, flush_local_all, flush_all.
        equal(found.ends[rank, "window 1 of MPI_COMM_WORLD"], "LLLL" + "L" + "RRRRLR",
              f"completions of rank {rank} where all are locked")
    info = bench.query("info")
    counted = [operation for of_rank in operations for operation in of_rank]
    moved = sum(operation[3] + (operation[4] if operation[0] == "atomic" else 0) for operation in counted)
    equal((info["rma_operations"], info["rma_bytes"]), (len(counted), moved), "info")
    equal(info["rma_windows"], 4 + ranks, "windows")
    equal(bench.query("events", "--kinds", "RmaPut,RmaGet,RmaAtomic", "--limit", "1")["count"], len(counted), "events")


CASES = {
    "one-sided": lambda bench: check_one_sided(bench, 4),
    "one-sided-2": lambda bench: check_one_sided(bench, 2),
    "one-sided-1": lambda bench: check_one_sided(bench, 1),
}
