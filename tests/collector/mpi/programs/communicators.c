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

/* Two copies under way at once, whose members complete them in another order; and copies of the halves. */
static void talkInCopies(MPI_Comm half)
{
    MPI_Comm copies[2];
    MPI_Comm late;
    MPI_Request requests[2];
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[0], &requests[0]);
    MPI_Comm_idup(MPI_COMM_WORLD, &copies[1], &requests[1]);
    MPI_Wait(&requests[world % 2], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[1 - world % 2], MPI_STATUS_IGNORE);
    talk(copies[0], "late", 8);
    talk(copies[1], "later", 9);
    MPI_Comm_idup(half, &late, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    talk(late, "late half", 10);
    MPI_Comm_free(&copies[0]);
    MPI_Comm_free(&copies[1]);
    MPI_Comm_free(&late);
}

/* Between the halves, whose first ranks are 2 and 3. Nobody follows that: the message on it is left out, twice. What is
 * merged of it is followed. */
static void talkBetween(MPI_Comm half)
{
    MPI_Comm between;
    MPI_Comm merged;
    int token = 0;
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, world % 2 == 0 ? 3 : 2, 11, &between);
    if (world == 2) {
        MPI_Send(&token, 1, MPI_INT, 0, 12, between);
    } else if (world == 3) {
        MPI_Recv(&token, 1, MPI_INT, 0, 12, between, MPI_STATUS_IGNORE);
    }
    MPI_Intercomm_merge(between, world % 2, &merged);
    talk(merged, "merged", 13);
    MPI_Comm_free(&merged);
    MPI_Comm_free(&between);
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
    const int isPeriodic[2] = {0, 1};
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
    talkInCopies(parity);
    talkBetween(parity);
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
