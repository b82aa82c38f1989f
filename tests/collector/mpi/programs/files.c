/* Files of MPI in all ways to read and write. file_cases.py knows which operations these are. Any number of ranks; the first
 * argument is a folder. */
#include <mpi.h>

#include <stdio.h>

enum { kInts = 16 };

static int rank;
static int size;
static int data[kInts];
static int other[kInts];

static void eachForItself(MPI_File file)
{
    const MPI_Offset own = (MPI_Offset)rank * 64;
    MPI_Status status;
    MPI_Request requests[2];
    MPI_File_write_at(file, own, data, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, own + 16, MPI_SEEK_SET);
    MPI_File_write(file, data, 2, MPI_INT, &status);
    MPI_File_iwrite(file, data, 1, MPI_INT, &requests[0]);
    MPI_File_iwrite_at(file, own + 32, data, 1, MPI_DOUBLE, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(file, own, other, 3, MPI_INT, &status);
    MPI_File_read(file, other, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iread_at(file, own, other, 2, MPI_INT, &requests[0]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    /* Behind the end: nothing arrives. */
    MPI_File_read_at(file, 4096, other, 1, MPI_INT, &status);
}

static void allTogether(MPI_File file)
{
    const MPI_Offset own = (MPI_Offset)rank * 64;
    MPI_Request request;
    MPI_File_write_at_all(file, own, data, 5, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_write_all(file, data, 6, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at_all(file, own, data, 7, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, own, data, 8, MPI_INT);
    MPI_File_write_at_all_end(file, data, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all(file, own, other, 8, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, own, MPI_SEEK_SET);
    MPI_File_read_all_begin(file, other, 2, MPI_INT);
    MPI_File_read_all_end(file, other, MPI_STATUS_IGNORE);
}

static void withOnePointer(MPI_File file)
{
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
    MPI_File_write_shared(file, data, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_write_ordered(file, data, 2, MPI_INT, MPI_STATUS_IGNORE);
}

int main(int argc, char** argv)
{
    char shared[512];
    char own[512];
    MPI_File file;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    snprintf(shared, sizeof shared, "%s/shared", argv[1]);
    snprintf(own, sizeof own, "%s/own-%d", argv[1], rank);

    MPI_File_open(MPI_COMM_WORLD, shared, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    eachForItself(file);
    allTogether(file);
    withOnePointer(file);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_WORLD, shared, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_read_at(file, 0, other, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_SELF, own, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write(file, data, rank + 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_delete(own, MPI_INFO_NULL);
    MPI_Finalize();
    return 0;
}
