// Recursion: every visit counts, and calls nest in themselves.
// stdout: 55
// visits: fib(int) = 177
// visits: main = 1
// calls: main > fib(int) = 1
// calls: fib(int) > fib(int) = 176
// locations: 1
// processes: 1
// location: main
#include <cstdio>

int fib(int n)  // begin: fib(int)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main()  // begin: main
{
    std::printf("%d\n", fib(10));
}
