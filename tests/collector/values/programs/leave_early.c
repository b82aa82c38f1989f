/* Ends by _exit, from a signal's handler, with a store that is only just done.
 *
 * found: SingleValue of marks at mark
 */
#include <signal.h>
#include <unistd.h>

int marks[64];

static void on_signal(int number)
{
    (void)number;
    _exit(marks[63] + 30);
}

__attribute__((noinline)) static void mark_all(void)
{
    for (int i = 0; i < 64; ++i) {
        marks[i] = 9; /* here: mark */
    }
    raise(SIGUSR1);
}

int main(void)
{
    signal(SIGUSR1, on_signal);
    mark_all();
    return 0;
}
