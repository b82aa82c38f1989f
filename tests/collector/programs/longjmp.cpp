// Functions left by longjmp say nothing: their regions are closed, at the latest when a caller returns.
// visits: deep(int) = 30
// visits: jumper() = 10
// visits: round() = 10
// visits: after() = 1
// calls: main > round() = 10
// calls: main > after() = 1
#include <csetjmp>

std::jmp_buf place;
int counter;

void jumper()
{
    ++counter;
    std::longjmp(place, 1);
}

void deep(int n)
{
    if (n == 0) {
        jumper();
    } else {
        deep(n - 1);
    }
    ++counter;
}

void round()
{
    if (setjmp(place) == 0) {
        deep(2);
    }
    ++counter;
}

void after()
{
    ++counter;
}

int main()
{
    for (int i = 0; i < 10; ++i) {
        round();
    }
    after();
}
