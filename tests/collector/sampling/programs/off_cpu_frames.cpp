// Compiled with -O0: functions keep frame pointers, which the kernel does not say of a thread that waits. They are found by
// the functions' code, even below one that makes room by a number that is known only when it runs; its callers are not.
// record: --off-cpu=500
// path: main > outer(int) > napping(int) > … > (off-CPU) >= 150
// path: (cut stack) > withRoom(int) > … > (off-CPU) >= 75
// cut: any
#include <alloca.h>
#include <unistd.h>

volatile int sink;

void napping(int microseconds)
{
    usleep(static_cast<unsigned>(microseconds));
    sink = 1;
}
void outer(int microseconds)
{
    napping(microseconds);
    sink = 2;
}
void withRoom(int microseconds)
{
    auto* const room =
        static_cast<volatile char*>(alloca(static_cast<unsigned>(microseconds) / 100U));
    room[0] = 1;
    usleep(static_cast<unsigned>(microseconds));
    sink = room[0];
}

int main()
{
    outer(400'000);
    withRoom(200'000);
}
