/* record: --follow-fork
 * The parent and its child both go on writing to what they had, and each waits for nobody but the kernel. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int shared[256];

__attribute__((noinline)) static void fill(int value)
{
    for (int i = 0; i < 256; ++i) {
        shared[i] = value;
    }
}

int main(void)
{
    fill(1);
    const pid_t child = fork();
    fill(child == 0 ? 2 : 3);
    if (child == 0) {
        _exit(shared[255]);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("%d and %d\n", WEXITSTATUS(status), shared[255]);
    return 7;
}
