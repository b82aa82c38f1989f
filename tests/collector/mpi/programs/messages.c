/* Every way to send and to receive. check_mpi.py knows which messages these are. Four ranks. */
#include <mpi.h>

#include <stdlib.h>

enum { kInts = 64 };

static int rank;
static int size;
static int data[kInts];
static int other[kInts];

/* Rank 0 takes what comes: three messages of each other rank, of rank ints and the tag 10 * rank. */
static void fromAnybody(void)
{
    for (int i = 0; i < 3 * (size - 1) && rank == 0; ++i) {
        MPI_Status status;
        MPI_Recv(data, kInts, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    }
    for (int i = 0; i < 3 && rank != 0; ++i) {
        MPI_Send(data, rank, MPI_INT, 0, 10 * rank, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* else it would take the next messages, too */
}

/* The same with requests, which are waited for one by one. */
static void fromAnybodyLater(void)
{
    MPI_Request requests[3];
    if (rank != 0) {
        MPI_Isend(data, 2, MPI_DOUBLE, 0, 100 + rank, MPI_COMM_WORLD, &requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        return;
    }
    for (int i = 0; i < size - 1; ++i) {
        MPI_Irecv(data, kInts, MPI_INT, MPI_ANY_SOURCE, 101 + i, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < size - 1; ++i) {
        int done = 0;
        MPI_Waitany(size - 1, requests, &done, MPI_STATUS_IGNORE);
    }
}

static void aroundTheRing(void)
{
    const int next = (rank + 1) % size;
    const int before = (rank + size - 1) % size;
    MPI_Sendrecv(
        data,
        3,
        MPI_INT,
        next,
        200,
        other,
        5,
        MPI_INT,
        before,
        200,
        MPI_COMM_WORLD,
        MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(
        data, 4, MPI_INT, next, 201, before, 201, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* From 1 to 2, in all modes. The receives are there before the sends, as ready sends want it. */
static void inAllModes(void)
{
    MPI_Request requests[6];
    if (rank == 2) {
        for (int i = 0; i < 6; ++i) {
            MPI_Irecv(&data[i], 1, MPI_INT, 1, 300 + i, MPI_COMM_WORLD, &requests[i]);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        const int bytes = 1000 + 2 * MPI_BSEND_OVERHEAD;
        void* buffer = malloc(bytes);
        MPI_Buffer_attach(buffer, bytes);
        MPI_Bsend(data, 1, MPI_INT, 2, 300, MPI_COMM_WORLD);
        MPI_Ssend(data, 1, MPI_INT, 2, 301, MPI_COMM_WORLD);
        MPI_Rsend(data, 1, MPI_INT, 2, 302, MPI_COMM_WORLD);
        MPI_Ibsend(data, 1, MPI_INT, 2, 303, MPI_COMM_WORLD, &requests[0]);
        MPI_Issend(data, 1, MPI_INT, 2, 304, MPI_COMM_WORLD, &requests[1]);
        MPI_Irsend(data, 1, MPI_INT, 2, 305, MPI_COMM_WORLD, &requests[2]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        int detached = 0;
        MPI_Buffer_detach(&buffer, &detached);
        free(buffer);
    }
    int left = rank == 2 ? 6 : 0;
    while (left > 0) {
        int done = 0;
        int places[6];
        MPI_Status statuses[6];
        MPI_Waitsome(6, requests, &done, places, statuses);
        left -= done;
    }
}

/* From 3 to 0, three times with the same requests. */
static void againAndAgain(void)
{
    MPI_Request requests[2];
    if (rank == 3) {
        MPI_Send_init(data, 7, MPI_INT, 0, 400, MPI_COMM_WORLD, &requests[0]);
        MPI_Ssend_init(other, 8, MPI_INT, 0, 401, MPI_COMM_WORLD, &requests[1]);
    } else if (rank == 0) {
        MPI_Recv_init(data, kInts, MPI_INT, 3, 400, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(other, kInts, MPI_INT, 3, 401, MPI_COMM_WORLD, &requests[1]);
    }
    for (int i = 0; i < 3 && (rank == 3 || rank == 0); ++i) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    for (int i = 0; i < 2 && (rank == 3 || rank == 0); ++i) {
        MPI_Request_free(&requests[i]);
    }
}

/* Fifty small sends under way at once: their handles may be the same. */
static void manyAtOnce(void)
{
    MPI_Request requests[50];
    int done = 0;
    for (int i = 0; i < 50 && rank == 1; ++i) {
        MPI_Isend(&data[i], 1, MPI_INT, 0, 500, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < 50 && rank == 0; ++i) {
        MPI_Irecv(&data[i], 1, MPI_INT, 1, 500, MPI_COMM_WORLD, &requests[i]);
    }
    while (!done && rank < 2) {
        MPI_Testall(50, requests, &done, MPI_STATUSES_IGNORE);
    }
}

/* From 2 to 1, found before they are received. */
static void foundFirst(void)
{
    MPI_Message message;
    MPI_Request request;
    int isThere = 0;
    for (int i = 0; i < 2 && rank == 2; ++i) {
        MPI_Send(data, 9 + i, MPI_INT, 1, 700 + i, MPI_COMM_WORLD);
    }
    if (rank == 1) {
        MPI_Mprobe(MPI_ANY_SOURCE, 700, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(data, kInts, MPI_INT, &message, MPI_STATUS_IGNORE);
        while (!isThere) {
            MPI_Improbe(MPI_ANY_SOURCE, 701, MPI_COMM_WORLD, &isThere, &message, MPI_STATUS_IGNORE);
        }
        MPI_Imrecv(data, kInts, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    MPI_Mrecv(data, kInts, MPI_INT, &message, MPI_STATUS_IGNORE);
}

/* What is no message: from nobody, to nobody, and one that nobody sends. */
static void toNobody(void)
{
    MPI_Request request;
    MPI_Status status;
    int isDone = 0;
    MPI_Send(data, 1, MPI_INT, MPI_PROC_NULL, 600, MPI_COMM_WORLD);
    MPI_Recv(data, 1, MPI_INT, MPI_PROC_NULL, 600, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(data, 1, MPI_INT, MPI_PROC_NULL, 600, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(data, 1, MPI_INT, (rank + 1) % size, 601, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    while (!isDone) {
        MPI_Test(&request, &isDone, &status);
    }
}

int main(int argc, char** argv)
{
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fromAnybody();
    fromAnybodyLater();
    aroundTheRing();
    inAllModes();
    againAndAgain();
    manyAtOnce();
    foundFirst();
    toNobody();
    MPI_Finalize();
    return 0;
}
