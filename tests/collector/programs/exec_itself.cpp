// A program that replaces itself keeps its process number: both images are recorded.
// visits: main = 2
// visits: first() = 1
// visits: second() = 1
// processes: 2
#include <unistd.h>

volatile int counter;

void first()
{
    counter = counter + 1;
}

void second()
{
    counter = counter + 1;
}

int main(int argc, char** argv)
{
    if (argc > 1) {
        second();
        return 0;
    }
    first();
    execl("/proc/self/exe", argv[0], "again", nullptr);
    return 1;
}
