// Each rank clears an array twice and sums it up: the second time stores what was there.
#include <mpi.h>

enum { kCells = 1000 };
double cells[kCells];

__attribute__((noinline)) void clear(void)
{
    for (int i = 0; i < kCells; ++i) {
        ((volatile double*)cells)[i] = 0;
    }
}

__attribute__((noinline)) double sum(void)
{
    double all = 0;
    for (int i = 0; i < kCells; ++i) {
        all += ((volatile double*)cells)[i];
    }
    return all;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    clear();
    clear();
    double mine = sum();
    double all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return all == 0 ? 0 : 1;
}
