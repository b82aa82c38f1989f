// Two ranks of two threads each: communicators of MPI and teams of OpenMP in one archive.
#include <mpi.h>

#include <cstdio>

int main(int argc, char** argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    int threads = 0;
#pragma omp parallel num_threads(2) reduction(+ : threads)
    {
        ++threads;
#pragma omp single
        for (int i = 0; i < 5; ++i) {
#pragma omp task
            {
            }
        }
    }
    MPI_Comm other = MPI_COMM_NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    int total = 0;
    MPI_Allreduce(&threads, &total, 1, MPI_INT, MPI_SUM, other);
    MPI_Comm_free(&other);
    MPI_Finalize();
    return total == 4 ? 0 : 1;
}
