/* endings HOW: what may happen to a job. Each rank has sent its number to the next one before. */
#include <mpi.h>

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv)
{
    const char* how = argc > 1 ? argv[1] : "";
    int rank = 0;
    int size = 1;
    int token = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Sendrecv(
        &rank,
        1,
        MPI_INT,
        (rank + 1) % size,
        1,
        &token,
        1,
        MPI_INT,
        (rank + size - 1) % size,
        1,
        MPI_COMM_WORLD,
        MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(how, "kill") == 0 && rank == 2) {
        kill(getpid(), SIGKILL);
    }
    if (strcmp(how, "abort") == 0 && rank == 1) {
        MPI_Abort(MPI_COMM_WORLD, 9);
    }
    if (strcmp(how, "kill") == 0 || strcmp(how, "abort") == 0) {
        /* Nobody sends this. */
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (strcmp(how, "late") == 0) {
        MPI_Finalize();
        usleep(rank == 1 ? 1500000 : 0);
        return 0;
    }
    printf("%d\n", rank);
    MPI_Finalize();
    return strcmp(how, "status") == 0 ? 3 : 0;
}
