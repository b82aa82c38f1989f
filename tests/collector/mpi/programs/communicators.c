/* Communicators of every kind, with one message in each from its last rank to its first. Four ranks. */
#include <mpi.h>

static int world;

static void talk(MPI_Comm communicator, const char* name, int tag)
{
    if (communicator == MPI_COMM_NULL) {
        return;
    }
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(communicator, &rank);
    MPI_Comm_size(communicator, &size);
    MPI_Comm_set_name(communicator, name);
    if (size > 1 && rank == size - 1) {
        MPI_Send(&tag, 1, MPI_INT, 0, tag, communicator);
    } else if (size > 1 && rank == 0) {
        MPI_Recv(&tag, 1, MPI_INT, size - 1, tag, communicator, MPI_STATUS_IGNORE);
    }
}

static void free_(MPI_Comm* communicator)
{
    if (*communicator != MPI_COMM_NULL) {
        MPI_Comm_free(communicator);
    }
}

/* Nobody follows this one: the message on it is left out, twice. */
static void talkUnheard(void)
{
    MPI_Comm late;
    MPI_Request request;
    int token = 0;
    MPI_Comm_idup(MPI_COMM_WORLD, &late, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (world == 0) {
        MPI_Send(&token, 1, MPI_INT, 1, 8, late);
    } else if (world == 1) {
        MPI_Recv(&token, 1, MPI_INT, 0, 8, late, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&late);
}

/* The same handle may come again, for another communicator each time. */
static void manyOnes(void)
{
    for (int i = 0; i < 30; ++i) {
        MPI_Comm half;
        MPI_Comm_split(MPI_COMM_WORLD, world / 2, i % 2 == 0 ? world : -world, &half);
        talk(half, i % 2 == 0 ? "half" : "half, turned", 100 + i);
        MPI_Comm_free(&half);
    }
}

int main(int argc, char** argv)
{
    MPI_Comm copy, parity, inner, some, grouped, grid, row;
    MPI_Group all, chosen;
    const int sides[2] = {2, 2};
    const int isPeriodic[2] = {0, 0};
    const int keepsRows[2] = {0, 1};
    const int ranks[2] = {3, 1};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    talk(copy, "copy", 1);
    MPI_Comm_split(copy, world % 2, -world, &parity);
    talk(parity, world % 2 == 0 ? "even" : "odd", 2);
    MPI_Comm_split(parity, 0, 0, &inner);
    talk(inner, "inner", 3);
    MPI_Comm_split(MPI_COMM_WORLD, world == 0 ? MPI_UNDEFINED : 0, world, &some);
    talk(some, "without 0", 4);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, ranks, &chosen);
    MPI_Comm_create(MPI_COMM_WORLD, chosen, &grouped);
    talk(grouped, "three and one", 5);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sides, isPeriodic, 0, &grid);
    talk(grid, "grid", 6);
    MPI_Cart_sub(grid, keepsRows, &row);
    talk(row, "row", 7);
    manyOnes();
    talkUnheard();
    MPI_Group_free(&all);
    MPI_Group_free(&chosen);
    free_(&copy);
    free_(&parity);
    free_(&inner);
    free_(&some);
    free_(&grouped);
    free_(&grid);
    free_(&row);
    MPI_Finalize();
    return 0;
}
