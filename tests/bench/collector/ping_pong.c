/* Nanoseconds of calls of MPI, as lines `NAME NS`, for compare_mpi.py. Two ranks. */
#include <mpi.h>

#include <stdio.h>

enum { kRounds = 100000 };

/* Empty messages to and fro: a round trip is four calls, one behind the other. */
static void exchange(int rank)
{
    for (int i = 0; i < kRounds; ++i) {
        if (rank == 0) {
            MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }
}

/* Empty messages to oneself, three calls each. */
static void talkToOneself(void)
{
    for (int i = 0; i < kRounds; ++i) {
        MPI_Request requests[2];
        MPI_Irecv(NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
        MPI_Isend(NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
}

/* A call that does nothing. */
static void ask(void)
{
    for (int i = 0; i < kRounds; ++i) {
        int rank = 0;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    }
}

static void report(int rank, const char* name, double begin, int calls)
{
    if (rank == 0) {
        printf("%s %.1f\n", name, (MPI_Wtime() - begin) * 1e9 / kRounds / calls);
    }
}

int main(int argc, char** argv)
{
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = MPI_Wtime();
    exchange(rank);
    report(rank, "MPI_Send+MPI_Recv", begin, 4);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        begin = MPI_Wtime();
        talkToOneself();
        report(rank, "MPI_Irecv+MPI_Isend+MPI_Waitall", begin, 3);
        begin = MPI_Wtime();
        ask();
        report(rank, "MPI_Comm_rank", begin, 1);
    }
    MPI_Finalize();
    return 0;
}
