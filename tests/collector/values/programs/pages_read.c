/* The kernel writes into a watched buffer: what read and fread bring is what was there.
 *
 * watched: RedundantValues of buffer
 * watched: RedundantValues of lines
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { kBytes = 1 << 20, kTimes = 5 };

static char* buffer;
static char* lines;

int main(void)
{
    buffer = malloc(kBytes);
    lines = malloc(kBytes);
    long sum = 0;
    for (int i = 0; i < kTimes; ++i) {
        const int zeros = open("/dev/zero", O_RDONLY);
        sum += read(zeros, buffer, kBytes);
        close(zeros);
        FILE* stream = fopen("/dev/zero", "r");
        sum += (long)fread(lines, 1, kBytes, stream);
        fclose(stream);
        nanosleep(&(struct timespec){.tv_sec = 0, .tv_nsec = 130000000}, NULL);
    }
    printf("%ld\n", sum);
    free(lines);
    free(buffer);
    return 0;
}
