/* One-sided communication in all its ways to synchronise. rma_cases.py knows which operations these are. 1, 2 or 4 ranks. */
#include <mpi.h>

enum { kInts = 64 };

static int rank;
static int size;
static int next;
static int before;
static int table[kInts];
static int data[kInts];
static int results[kInts];
static MPI_Win window;

static void withFences(void)
{
    MPI_Win_fence(0, window);
    MPI_Put(data, 5, MPI_INT, next, 0, 5, MPI_INT, window);
    MPI_Get(results, 3, MPI_DOUBLE, before, 8, 3, MPI_DOUBLE, window);
    MPI_Put(data, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, window);
    MPI_Win_fence(0, window);
}

static void withLocks(void)
{
    const int one = 1;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, window);
    MPI_Accumulate(data, 2, MPI_INT, 0, 20, 2, MPI_INT, MPI_SUM, window);
    MPI_Win_flush_local(0, window);
    MPI_Fetch_and_op(&one, results, MPI_INT, 0, 22, MPI_SUM, window);
    MPI_Win_flush(0, window);
    MPI_Put(data, 7, MPI_INT, 0, 24, 7, MPI_INT, window);
    MPI_Win_unlock(0, window);
    MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window);
    MPI_Get(results, 1, MPI_INT, next, 24, 1, MPI_INT, window);
    MPI_Win_unlock(next, window);
}

static void withAllLocked(MPI_Win other)
{
    const int one = 1;
    MPI_Request requests[4];
    MPI_Win_lock_all(0, other);
    MPI_Rput(data, 4, MPI_INT, next, 0, 4, MPI_INT, other, &requests[0]);
    MPI_Rget(results, 2, MPI_INT, before, 4, 2, MPI_INT, other, &requests[1]);
    MPI_Raccumulate(data, 1, MPI_INT, next, 8, 1, MPI_INT, MPI_SUM, other, &requests[2]);
    MPI_Rget_accumulate(
        data,
        2,
        MPI_INT,
        &results[8],
        2,
        MPI_INT,
        next,
        10,
        2,
        MPI_INT,
        MPI_SUM,
        other,
        &requests[3]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Waitall(2, &requests[2], MPI_STATUSES_IGNORE);
    MPI_Compare_and_swap(&one, data, &results[16], MPI_INT, next, 12, other);
    MPI_Win_flush_local_all(other);
    MPI_Get_accumulate(
        data, 3, MPI_INT, &results[20], 3, MPI_INT, next, 13, 3, MPI_INT, MPI_NO_OP, other);
    MPI_Win_flush_all(other);
    MPI_Win_sync(other);
    MPI_Win_unlock_all(other);
}

/* All others put something to rank 0. */
static void withGroups(void)
{
    MPI_Group all;
    MPI_Group group;
    const int first = 0;
    int isDone = 0;
    if (size == 1) {
        return;
    }
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    if (rank == 0) {
        MPI_Group_excl(all, 1, &first, &group);
        MPI_Win_post(group, 0, window);
        MPI_Win_wait(window);
        MPI_Win_post(group, 0, window);
        while (!isDone) {
            MPI_Win_test(window, &isDone);
        }
    } else {
        MPI_Group_incl(all, 1, &first, &group);
        for (int i = 0; i < 2; ++i) {
            MPI_Win_start(group, 0, window);
            MPI_Put(data, rank, MPI_INT, 0, 40, rank, MPI_INT, window);
            MPI_Win_complete(window);
        }
    }
    MPI_Group_free(&group);
    MPI_Group_free(&all);
}

int main(int argc, char** argv)
{
    MPI_Win allocated;
    MPI_Win shared;
    MPI_Win dynamic;
    MPI_Comm turned;
    int* memory = 0;
    int* sharedMemory = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    next = (rank + 1) % size;
    before = (rank + size - 1) % size;

    MPI_Win_create(table, sizeof table, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
    MPI_Win_set_name(window, "table");
    withFences();
    withLocks();
    withGroups();

    MPI_Win_allocate(
        64 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &allocated);
    withAllLocked(allocated);
    MPI_Win_free(&allocated);

    /* Ranks are those of the communicator: here in the other direction. */
    MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &turned);
    MPI_Comm_set_name(turned, "turned");
    MPI_Win_create_dynamic(MPI_INFO_NULL, turned, &dynamic);
    MPI_Win_fence(0, dynamic);
    MPI_Win_free(&dynamic);
    MPI_Win_create(table, sizeof table, sizeof(int), MPI_INFO_NULL, turned, &dynamic);
    MPI_Win_fence(0, dynamic);
    MPI_Put(data, 6, MPI_INT, 0, 50, 6, MPI_INT, dynamic);
    MPI_Win_fence(0, dynamic);
    MPI_Win_free(&dynamic);
    MPI_Comm_free(&turned);

    MPI_Win_allocate_shared(
        8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &sharedMemory, &shared);
    MPI_Win_free(&shared);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
