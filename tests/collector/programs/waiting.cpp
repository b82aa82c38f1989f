// Says that it is there, and waits for a signal to end it.
#include <unistd.h>

#include <cstdio>

void announce()
{
    std::puts("ready");
    std::fflush(stdout);
}

int main()
{
    announce();
    pause();
}
