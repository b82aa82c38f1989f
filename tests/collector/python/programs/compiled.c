// Compiled code that Python calls, and that calls Python.
#include <setjmp.h>

typedef int (*Callback)(int);

static jmp_buf back;

int inner(int value)
{
    return value + 1;
}

int outer(Callback callback, int value)
{
    return inner(callback(value));
}

int jumps(int value)
{
    if (value == 0) {
        longjmp(back, 1);
    }
    return jumps(value - 1);
}

/// What it calls never returns.
int catches(int value)
{
    return setjmp(back) == 0 ? jumps(value) : value;
}
