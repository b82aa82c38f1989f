/* Nanoseconds of calls of MPI, as lines `NAME NS`, for compare_mpi.py. Two ranks. What rank 0 does alone is measured in
 * time of its processor, which others that are busy do not change. */
#include <mpi.h>

#include <stdio.h>
#include <time.h>

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

/* The same at once, one call each. */
static void talkToOneselfAtOnce(void)
{
    for (int i = 0; i < kRounds; ++i) {
        MPI_Sendrecv(
            NULL, 0, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
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

/* Operations of one rank alone: a collective one, one that does not block and the call that completes it, and puts in
 * a window of one's own with the call that completes each. */
static void reduce(void)
{
    int value = 0;
    for (int i = 0; i < kRounds; ++i) {
        MPI_Allreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF);
    }
}

static void reduceLater(void)
{
    int value = 0;
    for (int i = 0; i < kRounds; ++i) {
        MPI_Request request;
        MPI_Iallreduce(MPI_IN_PLACE, &value, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

static void put(MPI_Win window)
{
    const int value = 1;
    for (int i = 0; i < kRounds; ++i) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
    }
}

static double secondsOf(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void report(const char* name, double seconds, int calls)
{
    printf("%s %.1f\n", name, seconds * 1e9 / kRounds / calls);
}

int main(int argc, char** argv)
{
    int rank = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double begin = secondsOf(CLOCK_MONOTONIC);
    exchange(rank);
    if (rank == 0) {
        report("MPI_Send+MPI_Recv", secondsOf(CLOCK_MONOTONIC) - begin, 4);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        talkToOneself();
        report("MPI_Irecv+MPI_Isend+MPI_Waitall", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 3);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        talkToOneselfAtOnce();
        report("MPI_Sendrecv", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 1);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        ask();
        report("MPI_Comm_rank", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 1);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        reduce();
        report("MPI_Allreduce", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 1);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        reduceLater();
        report("MPI_Iallreduce+MPI_Wait", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 2);
        int* memory = NULL;
        MPI_Win window;
        MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &memory, &window);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, window);
        begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
        put(window);
        report("MPI_Put+MPI_Win_flush", secondsOf(CLOCK_PROCESS_CPUTIME_ID) - begin, 2);
        MPI_Win_unlock(0, window);
        MPI_Win_free(&window);
    }
    MPI_Finalize();
    return 0;
}
