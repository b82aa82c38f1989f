/* Every collective operation whose data are recorded, once as usual and once in place where that is possible. Of each rank
 * R come R + 1 ints where counts may differ, else 3. */
#include <mpi.h>

enum { kMost = 64 };

static int rank;
static int size;
static int sent[kMost];
static int received[kMost];
static int counts[kMost];
static int places[kMost];

static void withOneRoot(int root)
{
    void* const orHere = rank == root ? MPI_IN_PLACE : sent;
    MPI_Bcast(sent, 3, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Reduce(sent, received, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    MPI_Reduce(orHere, received, 3, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD);
    MPI_Gather(sent, 3, MPI_INT, received, 3, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Gather(orHere, 3, MPI_INT, received, 3, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Gatherv(sent, rank + 1, MPI_INT, received, counts, places, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Gatherv(orHere, rank + 1, MPI_INT, received, counts, places, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Scatter(sent, 3, MPI_INT, received, 3, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Scatter(
        sent, 3, MPI_INT, rank == root ? MPI_IN_PLACE : received, 3, MPI_INT, root, MPI_COMM_WORLD);
    MPI_Scatterv(sent, counts, places, MPI_INT, received, rank + 1, MPI_INT, root, MPI_COMM_WORLD);
}

static void amongAll(void)
{
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Allreduce(sent, received, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, received, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allgather(sent, 3, MPI_INT, received, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, received, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(sent, rank + 1, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(sent, 3, MPI_INT, received, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_INT, received, 3, MPI_INT, MPI_COMM_WORLD);
    MPI_Scan(sent, received, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Exscan(sent, received, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter(sent, received, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter_block(sent, received, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

/* Rank R sends R + 1 ints to each. */
static void amongAllDifferently(void)
{
    int own[kMost];
    int ownPlaces[kMost];
    for (int i = 0; i < size; ++i) {
        own[i] = rank + 1;
        ownPlaces[i] = i * (rank + 1);
    }
    MPI_Alltoallv(sent, own, ownPlaces, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD);
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0, place = 0; i < size; place += ++i) {
        counts[i] = i + 1;
        places[i] = place;
    }
    withOneRoot(size - 1);
    amongAll();
    amongAllDifferently();
    MPI_Finalize();
    return 0;
}
