/* A token goes round the ranks: rank 0 sends it to 1, 1 to 2, and the last one back to 0. Each adds its rank to it.
 *
 *     mpirun -n 4 vellum-record -o out -- ./ring [ROUNDS]
 */
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

enum { kTag = 7 };

/* The token has come round once more when rank 0 has it again. */
static long goRound(long token, int rank, int size)
{
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    if (rank == 0) {
        MPI_Send(&token, 1, MPI_LONG, next, kTag, MPI_COMM_WORLD);
        MPI_Recv(&token, 1, MPI_LONG, before, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        return token;
    }
    MPI_Recv(&token, 1, MPI_LONG, before, kTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token += rank;
    MPI_Send(&token, 1, MPI_LONG, next, kTag, MPI_COMM_WORLD);
    return token;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int rounds = argc > 1 ? atoi(argv[1]) : 10;
    long token = 0;
    for (int round = 0; round < rounds && size > 1; ++round) {
        token = goRound(token, rank, size);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%d rounds of %d ranks: %ld\n", rounds, size, token);
    }
    MPI_Finalize();
    return 0;
}
