// Exceptions that unwind through instrumented frames: whoever was unwound is left.
// visits: outer(int) = 20
// visits: middle(int) = 20
// visits: thrower(int) = 20
// visits: afterwards() = 20
// calls: main > outer(int) = 20
// calls: outer(int) > middle(int) = 20
// calls: middle(int) > thrower(int) = 20
// calls: main > afterwards() = 20
// calls: catching() > rethrown() = 1
// calls: catching() > afterThrow() = 1
// calls: main > catching() = 1
#include <stdexcept>

int counter;

void thrower(int n)
{
    ++counter;
    if (n % 2 == 0) {
        throw std::runtime_error("even");
    }
    throw n;
}

void middle(int n)
{
    thrower(n);
    ++counter;
}

void outer(int n)
{
    middle(n);
    ++counter;
}

void afterwards()
{
    ++counter;
}

void rethrown()
{
    try {
        ++counter;
        throw 1;
    } catch (...) {
        throw;
    }
}

void afterThrow()
{
    ++counter;
}

void catching()
{
    try {
        rethrown();
    } catch (int) {
        afterThrow();
    }
    ++counter;
}

int main()
{
    for (int i = 0; i < 20; ++i) {
        try {
            outer(i);
        } catch (const std::exception&) {
            ++counter;
        } catch (int) {
            ++counter;
        }
        afterwards();
    }
    catching();
}
