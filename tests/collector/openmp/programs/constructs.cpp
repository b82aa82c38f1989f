// What OpenMP has beside the task tree, each once or a known number of times: nested and one-threaded regions, tasks outside of
// all regions, untied and cancelled ones, sections, ordered loops, task groups, all kinds of locks. Two threads.
#include <omp.h>

#include <unistd.h>

#include <cstdio>

namespace {

int steps = 0;  // under `step`, or by one thread

void step()
{
#pragma omp critical(step)
    ++steps;
}

void nestedRegions()
{
#pragma omp parallel num_threads(2)  // begin: outer
    {
#pragma omp parallel num_threads(2)  // begin: inner
        step();
    }
#pragma omp parallel num_threads(1)  // begin: alone
    step();
}

void tasksOutside()
{
#pragma omp task  // begin: outside
    step();
#pragma omp taskwait
}

void sectionsAndSingles()
{
#pragma omp parallel num_threads(2)
    {
#pragma omp sections
        {
#pragma omp section
            step();
#pragma omp section
            step();
#pragma omp section
            step();
        }
#pragma omp single nowait
        step();
#pragma omp master
        step();
    }
}

void orderedLoop()
{
#pragma omp parallel for ordered num_threads(2) schedule(static, 1)
    for (int i = 0; i < 6; ++i) {
#pragma omp ordered
        ++steps;
    }
}

/// Tasks that are untied and come to a scheduling point may go on elsewhere: each has one create and one complete.
void untiedTasks()
{
#pragma omp parallel num_threads(2)
#pragma omp single
    for (int i = 0; i < 8; ++i) {
#pragma omp task untied  // begin: untied
        {
            step();
#pragma omp taskyield
            step();
#pragma omp task if (0)  // begin: undeferred
            step();
#pragma omp taskwait
        }
    }
}

void taskGroups()
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i < 5; ++i) {
#pragma omp task
            step();
        }
#pragma omp taskloop num_tasks(4)
        for (int i = 0; i < 16; ++i) {
            step();
        }
    }
}

void locks()
{
    omp_lock_t plain;
    omp_nest_lock_t nested;
    omp_init_lock(&plain);
    omp_init_nest_lock(&nested);
#pragma omp parallel num_threads(2)
    {
        omp_set_lock(&plain);
        ++steps;
        omp_unset_lock(&plain);
        omp_set_nest_lock(&nested);
        omp_set_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
        omp_unset_nest_lock(&nested);
    }
    if (omp_test_lock(&plain) != 0) {
        ++steps;
        if (omp_test_lock(&plain) != 0) {
            std::puts("two have the lock");
        }
        omp_unset_lock(&plain);
    }
    if (omp_test_nest_lock(&nested) != 0) {
        ++steps;
        omp_unset_nest_lock(&nested);
    }
    omp_destroy_nest_lock(&nested);
    omp_destroy_lock(&plain);
}

/// The threads of the region have nothing to do for long after it.
void pauseBehind()
{
#pragma omp parallel num_threads(2)  // begin: before the pause
    step();
    usleep(100'000);
}

}  // namespace

int main()
{
    omp_set_dynamic(0);
    omp_set_max_active_levels(2);
    nestedRegions();
    tasksOutside();
    sectionsAndSingles();
    orderedLoop();
    untiedTasks();
    taskGroups();
    locks();
    pauseBehind();
    std::printf("%d\n", steps);
    return 0;
}
