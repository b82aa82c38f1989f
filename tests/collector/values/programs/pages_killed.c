/* Ends without a word: what was compared until then is kept.
 *
 * watched: RedundantValues of block
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char* block;

int main(void)
{
    block = malloc(1 << 20);
    for (int i = 0; i < 5; ++i) {
        memset(block, 7, 1 << 20);
        __asm__ volatile("" ::"r"(block) : "memory");
        nanosleep(&(struct timespec){.tv_sec = 0, .tv_nsec = 130000000}, NULL);
    }
    raise(SIGKILL);
    return 0;
}
