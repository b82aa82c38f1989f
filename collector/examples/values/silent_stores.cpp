// Distances spread through a row of cells until nothing changes. Most sweeps change a few cells, but all are stored.
//
// found: SilentStore of cells at relax
#include <cstdio>
#include <vector>

namespace {

constexpr int kCells = 2000;
constexpr int kSweeps = 20;
constexpr int kFar = 1'000'000;

int* cells = nullptr;

__attribute__((noinline)) void sweep()
{
    for (int i = 1; i < kCells; ++i) {
        const int reached = cells[i - 1] + 1;
        const int nearest = reached < cells[i] ? reached : cells[i];
#ifdef FIXED
        if (nearest != cells[i]) {
            cells[i] = nearest;
        }
#else
        cells[i] = nearest;  // here: relax
#endif
    }
}

}  // namespace

int main()
{
    std::vector<int> row(kCells, kFar);
    cells = row.data();
    cells[0] = 0;
    for (int i = 0; i < kSweeps; ++i) {
        sweep();
    }
    std::printf("the last cell is %d away\n", cells[kCells - 1]);
    return 0;
}
