// Stacks that are hard to follow: one that ends right before memory that cannot be read, one that is deeper than what is
// kept, a handler's above the function that it interrupted, a function without a frame, and one on realigned ground.
// path: main > handled() > … > burnHandled(int) >= 50
// path: (cut stack) > … > burnDeep() >= 50
// path: main > realigned(int) > burnRealigned() >= 50
// path: (cut stack) > … > coroutine() > burnCoroutine() >= 50
// cut: 100
#include "burn.h"

#include <sys/mman.h>
#include <ucontext.h>

#include <csignal>
#include <cstdlib>

static void burn(double seconds)
{
    const double end = processorSeconds() + seconds;
    while (processorSeconds() < end) {
        sink = steps(50'000);
    }
}

SEPARATE void burnCoroutine()
{
    burn(0.2);
    sink = 1;
}
SEPARATE void burnRealigned()
{
    burn(0.2);
    sink = 2;
}
SEPARATE void burnDeep()
{
    burn(0.2);
    sink = 3;
}
SEPARATE void burnHandled(int)
{
    burn(0.2);
    sink = 4;
}

static ucontext_t caller;
SEPARATE void coroutine()
{
    burnCoroutine();
    sink = 5;
}

/// Its stack ends at a page that may not be read.
SEPARATE void onOwnStack()
{
    constexpr std::size_t kBytes = 16 * 4096;
    auto* const memory = static_cast<char*>(
        mmap(nullptr, kBytes + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(memory + kBytes, 4096, PROT_NONE);
    ucontext_t context;
    getcontext(&context);
    context.uc_stack = {memory, 0, kBytes};
    context.uc_link = &caller;
    makecontext(&context, coroutine, 0);
    swapcontext(&caller, &context);
}

SEPARATE double realigned(int count)
{
    alignas(256) volatile char aligned[512];
    aligned[count] = 1;
    burnRealigned();
    return aligned[count];
}

SEPARATE int deep(int levels)
{
    volatile char block[4000];
    block[levels] = 1;
    if (levels == 0) {
        burnDeep();
        return block[0];
    }
    return deep(levels - 1) + block[levels];
}

SEPARATE void handled()
{
    std::signal(SIGUSR1, burnHandled);
    raise(SIGUSR1);
    sink = 6;
}

int main()
{
    onOwnStack();
    sink = static_cast<std::uint64_t>(realigned(7));
    sink = static_cast<std::uint64_t>(deep(60));
    handled();
}
