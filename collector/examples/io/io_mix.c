/* Reads and writes a few files in as many ways, and says how much: 16 blocks through descriptors, 100 lines and a table
 * of numbers through streams. A second thread reads what the first one has opened.
 *
 *     cc -O2 -g io_mix.c -o io_mix -pthread && vellum-record --io -o out -- ./io_mix DIR
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

enum { kBlock = 4096, kBlocks = 16, kLines = 100, kNumbers = 1000 };

static char block[kBlock];

static void insist(int holds, const char* what)
{
    if (!holds) {
        perror(what);
        exit(1);
    }
}

/* 16 writes of 4096 bytes, one of two parts with 100 bytes each, and a wait for the disk. */
static void writeBlocks(const char* path)
{
    const int file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0600);
    insist(file >= 0, path);
    for (int i = 0; i < kBlocks; ++i) {
        memset(block, 'a' + i, sizeof block);
        insist(write(file, block, sizeof block) == kBlock, "write");
    }
    const struct iovec parts[2] = {{block, 100}, {block, 100}};
    insist(writev(file, parts, 2) == 200, "writev");
    insist(fsync(file) == 0, "fsync");
    insist(close(file) == 0, "close");
}

/* Of the whole file: 17 reads of 4096 bytes, of which the last gets 200, and one at the end that gets none. */
static void* readBlocks(void* file)
{
    ssize_t bytes = 0;
    long sum = 0;
    while ((bytes = read(*(int*)file, block, sizeof block)) > 0) {
        sum += bytes;
    }
    insist(sum == kBlocks * kBlock + 200, "read");
    return NULL;
}

static void readInAThread(const char* path)
{
    int file = open(path, O_RDONLY);
    insist(file >= 0, path);
    pthread_t reader;
    insist(pthread_create(&reader, NULL, readBlocks, &file) == 0, "pthread_create");
    pthread_join(reader, NULL);
    const int copy = dup(file);
    insist(lseek(copy, 1000, SEEK_SET) == 1000, "lseek");
    insist(pread(copy, block, 500, 0) == 500, "pread");
    close(copy);
    close(file);
}

/* 100 lines of 8 bytes out and in again. */
static void useLines(const char* path)
{
    FILE* stream = fopen(path, "w");
    insist(stream != NULL, path);
    for (int i = 0; i < kLines; ++i) {
        insist(fprintf(stream, "line %02d\n", i) == 8, "fprintf");
    }
    fflush(stream);
    fclose(stream);
    char line[64];
    stream = fopen(path, "r");
    insist(stream != NULL, path);
    int lines = 0;
    while (fgets(line, sizeof line, stream) != NULL) {
        ++lines;
    }
    insist(lines == kLines, "fgets");
    fclose(stream);
}

/* 1000 numbers of 8 bytes at once; back from the middle on. */
static void useNumbers(const char* path)
{
    static double numbers[kNumbers];
    FILE* stream = fopen(path, "w+");
    insist(stream != NULL, path);
    insist(fwrite(numbers, sizeof *numbers, kNumbers, stream) == kNumbers, "fwrite");
    insist(fseek(stream, sizeof *numbers * kNumbers / 2, SEEK_SET) == 0, "fseek");
    insist(fread(numbers, sizeof *numbers, kNumbers, stream) == kNumbers / 2, "fread");
    fclose(stream);
}

int main(int argc, char** argv)
{
    insist(argc == 2 && chdir(argv[1]) == 0, "usage: io_mix DIR");
    writeBlocks("blocks");
    readInAThread("blocks");
    useLines("lines");
    useNumbers("numbers");
    insist(unlink("blocks") == 0 && unlink("lines") == 0 && remove("numbers") == 0, "unlink");
    puts("done");
    return 0;
}
