// A tree whose nodes are summed by tasks, then counted by a loop: OpenMP with all of its parts, and known how often.
//
//     clang++ -g -O2 -fopenmp task_tree.cpp -o task_tree && vellum-record -o out -- ./task_tree 6 4
//
// With DEPTH d and THREADS t: 2^(d+1) - 2 tasks and 2^d - 1 taskwaits, two parallel regions of t threads each, a
// single, a loop, a barrier, a critical section for each of the 2^d leaves, and a lock taken once by each thread.
#include <omp.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

/// Some work that no compiler can leave out.
double weigh(int leaf)
{
    volatile double weight = leaf;
    for (int i = 0; i < 200'000; ++i) {
        weight = weight * 0.5 + 1.0;
    }
    return weight;
}

/// The sum of the leaves below a node; each child is a task.
double sum(int node, int depth)
{
    if (depth == 0) {
        return weigh(node);
    }
    double left = 0;
    double right = 0;
#pragma omp task shared(left)
    left = sum(2 * node, depth - 1);
#pragma omp task shared(right)
    right = sum(2 * node + 1, depth - 1);
#pragma omp taskwait
    return left + right;
}

double sumByTasks(int depth)
{
    double total = 0;
#pragma omp parallel
#pragma omp single
    total = sum(1, depth);
    return total;
}

/// How many leaves each thread had, and who came first.
int countByLoop(int leaves)
{
    int counted = 0;
    int arrived = 0;
    omp_lock_t door;
    omp_init_lock(&door);
#pragma omp parallel
    {
#pragma omp for schedule(dynamic) nowait
        for (int leaf = 0; leaf < leaves; ++leaf) {
            weigh(leaf);
#pragma omp critical
            ++counted;
        }
#pragma omp barrier
        omp_set_lock(&door);
        ++arrived;
        omp_unset_lock(&door);
    }
    omp_destroy_lock(&door);
    return counted + arrived;
}

}  // namespace

int main(int argc, char** argv)
{
    const int depth = argc > 1 ? std::atoi(argv[1]) : 6;
    const int threads = argc > 2 ? std::atoi(argv[2]) : 4;
    omp_set_num_threads(threads);
    const double total = sumByTasks(depth);
    const int counted = countByLoop(1 << depth);
    std::printf("%.1f %d\n", total, counted);
    return 0;
}
