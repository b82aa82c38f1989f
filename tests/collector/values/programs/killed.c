/* Dies in the middle of its work, without a word. */
#include <signal.h>
#include <unistd.h>

volatile long work[512];

__attribute__((noinline)) static void step(long value)
{
    for (int i = 0; i < 512; ++i) {
        work[i] = value;
    }
}

int main(void)
{
    for (int i = 0; i < 20; ++i) {
        step(4);
    }
    kill(getpid(), SIGKILL);
    return 0;
}
