/* A library of somebody else that is preloaded, too, and counts calls of write. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int count = 0;

ssize_t write(int file, const void* from, size_t bytes)
{
    static ssize_t (*next)(int, const void*, size_t) = NULL;
    if (next == NULL) {
        next = (ssize_t(*)(int, const void*, size_t))dlsym(RTLD_NEXT, "write");
    }
    ++count;
    return next(file, from, bytes);
}

__attribute__((destructor)) static void say(void)
{
    char text[64];
    snprintf(text, sizeof text, "other library: %d writes\n", count);
    write(2, text, strlen(text));
}
