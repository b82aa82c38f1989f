/* The operations of collectives.c without blocking: all of them are begun, in that order, before the first one is waited
 * for, and they are completed from the last to the first. A message is under way meanwhile. Then MPI_Alltoallw, which blocks. */
#include <mpi.h>

enum { kMost = 64, kOperations = 32 };

static int rank;
static int size;
static int sent[kMost];
static int buffers[kOperations][kMost];
static int counts[kMost];
static int places[kMost];
static int own[kMost];
static int ownPlaces[kMost];
static MPI_Datatype types[kMost];
static int bytePlaces[kMost];
static int ownBytePlaces[kMost];

static MPI_Request requests[kOperations + 2];
static int begun;

static int* next(void)
{
    return buffers[begun];
}
static MPI_Request* request(void)
{
    return &requests[begun++];
}

static void withOneRoot(int root)
{
    const int isRoot = rank == root;
    void* const orHere = isRoot ? MPI_IN_PLACE : sent;
    MPI_Comm all = MPI_COMM_WORLD;
    int* to = next();
    MPI_Ibcast(to, 3, MPI_INT, root, all, request());
    to = next();
    MPI_Ireduce(sent, to, 3, MPI_INT, MPI_SUM, root, all, request());
    to = next();
    MPI_Ireduce(orHere, to, 3, MPI_INT, MPI_SUM, root, all, request());
    to = next();
    MPI_Igather(sent, 3, MPI_INT, to, 3, MPI_INT, root, all, request());
    to = next();
    MPI_Igather(orHere, 3, MPI_INT, to, 3, MPI_INT, root, all, request());
    to = next();
    MPI_Igatherv(sent, rank + 1, MPI_INT, to, counts, places, MPI_INT, root, all, request());
    to = next();
    MPI_Igatherv(orHere, rank + 1, MPI_INT, to, counts, places, MPI_INT, root, all, request());
    to = next();
    MPI_Iscatter(sent, 3, MPI_INT, to, 3, MPI_INT, root, all, request());
    to = next();
    MPI_Iscatter(sent, 3, MPI_INT, isRoot ? MPI_IN_PLACE : to, 3, MPI_INT, root, all, request());
    to = next();
    MPI_Iscatterv(sent, counts, places, MPI_INT, to, rank + 1, MPI_INT, root, all, request());
}

static void amongAll(void)
{
    MPI_Comm all = MPI_COMM_WORLD;
    int* to = next();
    MPI_Ibarrier(all, request());
    to = next();
    MPI_Iallreduce(sent, to, 3, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Iallreduce(MPI_IN_PLACE, to, 3, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Iallgather(sent, 3, MPI_INT, to, 3, MPI_INT, all, request());
    to = next();
    MPI_Iallgather(MPI_IN_PLACE, 0, MPI_INT, to, 3, MPI_INT, all, request());
    to = next();
    MPI_Iallgatherv(sent, rank + 1, MPI_INT, to, counts, places, MPI_INT, all, request());
    to = next();
    MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_INT, to, counts, places, MPI_INT, all, request());
    to = next();
    MPI_Ialltoall(sent, 3, MPI_INT, to, 3, MPI_INT, all, request());
    to = next();
    MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INT, to, 3, MPI_INT, all, request());
    to = next();
    MPI_Iscan(sent, to, 3, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Iexscan(sent, to, 3, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Ireduce_scatter(sent, to, counts, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Ireduce_scatter_block(sent, to, 3, MPI_INT, MPI_SUM, all, request());
    to = next();
    MPI_Ialltoallv(sent, own, ownPlaces, MPI_INT, to, counts, places, MPI_INT, all, request());
    to = next();
    MPI_Ialltoallw(sent, own, ownBytePlaces, types, to, counts, bytePlaces, types, all, request());
}

/* Rank R sends R + 1 ints to each and gets R + 1 of each rank R. */
static void choosePlaces(void)
{
    for (int i = 0, place = 0; i < size; place += ++i) {
        counts[i] = i + 1;
        places[i] = place;
        bytePlaces[i] = place * (int)sizeof(int);
        own[i] = rank + 1;
        ownPlaces[i] = i * (rank + 1);
        ownBytePlaces[i] = ownPlaces[i] * (int)sizeof(int);
        types[i] = MPI_INT;
    }
}

static void completeFromTheLast(void)
{
    int isDone = 0;
    MPI_Wait(&requests[--begun], MPI_STATUS_IGNORE);
    while (begun > 20) {
        MPI_Wait(&requests[--begun], MPI_STATUS_IGNORE);
    }
    for (--begun; !isDone;) {
        MPI_Test(&requests[begun], &isDone, MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < 4; ++i) {
        int place = 0;
        MPI_Waitany(4, &requests[begun - 4], &place, MPI_STATUS_IGNORE);
    }
    begun -= 4;
    /* With a message among them. */
    MPI_Isend(sent, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD, &requests[begun]);
    MPI_Irecv(own, 1, MPI_INT, (rank + size - 1) % size, 5, MPI_COMM_WORLD, &requests[begun + 1]);
    MPI_Waitall(begun + 2, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    choosePlaces();
    withOneRoot(size - 1);
    amongAll();
    completeFromTheLast();
    choosePlaces();
    MPI_Alltoallw(
        sent, own, ownBytePlaces, types, buffers[0], counts, bytePlaces, types, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
