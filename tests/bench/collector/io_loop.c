/* Calls that read, write and allocate, over and over (measure_loop.h).
 *
 * Argument: a folder to work in. */
#define _GNU_SOURCE
#include "measure_loop.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char block[65536];
static int zeros;
static int file;
static FILE* stream;

static void readByte(int i)
{
    (void)i;
    (void)!read(zeros, block, 1);
}
static void readBlock(int i)
{
    (void)!pread(file, block, 4096, 4096 * (i % 16));
}
static void writeBlock(int i)
{
    (void)!pwrite(file, block, 4096, 4096 * (i % 16));
}
static void readBlocks(int i)
{
    (void)i;
    (void)!pread(file, block, 65536, 0);
}
static void openAndClose(int i)
{
    (void)i;
    close(open("blocks", O_RDONLY));
}
static void writeElement(int i)
{
    (void)i;
    fwrite(block, 8, 1, stream);
}
static void writeLine(int i)
{
    fprintf(stream, "line %d\n", i);
}
static void readLine(int i)
{
    (void)i;
    (void)!fgets(block, 100, stream);
}
static void allocateSmall(int i)
{
    char* volatile memory = malloc(16 + (size_t)(i % 100));
    free(memory);
}

int main(int argc, char** argv)
{
    if (argc != 2 || chdir(argv[1]) != 0) {
        return 1;
    }
    zeros = open("/dev/zero", O_RDONLY);
    file = open("blocks", O_RDWR | O_CREAT | O_TRUNC, 0600);
    (void)!write(file, block, sizeof block);
    measure("read-1", readByte);
    measure("pread-4096", readBlock);
    measure("pread-65536", readBlocks);
    measure("pwrite-4096", writeBlock);
    measure("open-close", openAndClose);
    stream = fopen("lines", "w+");
    measure("fwrite-8", writeElement);
    measure("fprintf", writeLine);
    rewind(stream);
    measure("fgets", readLine);
    measure("malloc-free", allocateSmall);
    return 0;
}
