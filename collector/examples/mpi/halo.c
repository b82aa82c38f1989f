/* Heat on a torus, in blocks of a two-dimensional grid of ranks. In each step the ranks exchange the borders of their
 * blocks, all at once, and agree on how much changes.
 *
 *     mpirun -n 4 vellum-record -o out -- ./halo [STEPS]
 */
#include <mpi.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kEdge = 64, kRow = kEdge + 2, kCells = kRow * kRow };

typedef struct {
    MPI_Comm grid;
    int up, down, left, right;
    MPI_Datatype column; /* of a block: a cell of each row */
} Neighbours;

static Neighbours findNeighbours(int size)
{
    Neighbours all;
    int sides[2] = {0, 0};
    const int isPeriodic[2] = {1, 1};
    MPI_Dims_create(size, 2, sides);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sides, isPeriodic, 0, &all.grid);
    MPI_Comm_set_name(all.grid, "grid");
    MPI_Cart_shift(all.grid, 0, 1, &all.up, &all.down);
    MPI_Cart_shift(all.grid, 1, 1, &all.left, &all.right);
    MPI_Type_vector(kEdge, 1, kRow, MPI_DOUBLE, &all.column);
    MPI_Type_commit(&all.column);
    return all;
}

/* The outermost cells of the block are those of the neighbours. Tags say which way a border goes. */
static void exchangeBorders(double* cells, const Neighbours* all)
{
    enum { kUp, kDown, kLeft, kRight };
    MPI_Request requests[8];
    double* const first = cells + kRow + 1;
    double* const last = cells + kEdge * kRow + 1;
    MPI_Irecv(first - kRow, kEdge, MPI_DOUBLE, all->up, kDown, all->grid, &requests[0]);
    MPI_Irecv(last + kRow, kEdge, MPI_DOUBLE, all->down, kUp, all->grid, &requests[1]);
    MPI_Irecv(first - 1, 1, all->column, all->left, kRight, all->grid, &requests[2]);
    MPI_Irecv(first + kEdge, 1, all->column, all->right, kLeft, all->grid, &requests[3]);
    MPI_Isend(first, kEdge, MPI_DOUBLE, all->up, kUp, all->grid, &requests[4]);
    MPI_Isend(last, kEdge, MPI_DOUBLE, all->down, kDown, all->grid, &requests[5]);
    MPI_Isend(first, 1, all->column, all->left, kLeft, all->grid, &requests[6]);
    MPI_Isend(first + kEdge - 1, 1, all->column, all->right, kRight, all->grid, &requests[7]);
    MPI_Waitall(8, requests, MPI_STATUSES_IGNORE);
}

/* One step of the heat equation. Returns how much the block's cells have changed in all. */
static double relax(const double* from, double* to)
{
    double change = 0;
    for (int y = 1; y <= kEdge; ++y) {
        for (int x = 1; x <= kEdge; ++x) {
            const double* cell = from + y * kRow + x;
            const double mean = (cell[-1] + cell[1] + cell[-kRow] + cell[kRow]) / 4;
            change += fabs(mean - *cell);
            to[y * kRow + x] = mean;
        }
    }
    return change;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    int rank = 0;
    int size = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const int steps = argc > 1 ? atoi(argv[1]) : 100;
    static double cells[kCells];
    static double next[kCells];
    Neighbours all = findNeighbours(size);
    cells[kRow + 1] = rank == 0 ? 1000 : 0;
    double change = 0;
    for (int step = 0; step < steps; ++step) {
        exchangeBorders(cells, &all);
        const double own = relax(cells, next);
        memcpy(cells, next, sizeof cells);
        MPI_Allreduce(&own, &change, 1, MPI_DOUBLE, MPI_SUM, all.grid);
    }
    if (rank == 0) {
        printf("after %d steps on %d ranks it changes by %.3f\n", steps, size, change);
    }
    MPI_Type_free(&all.column);
    MPI_Comm_free(&all.grid);
    MPI_Finalize();
    return 0;
}
