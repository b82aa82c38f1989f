#pragma once

#include <cstdint>
#include <ctime>

/// Work that takes the same number of steps whatever the machine: only counts of samples are compared.
inline volatile std::uint64_t sink;

/// A function of its own for each caller, so that paths tell them apart.
#define SEPARATE __attribute__((noinline))

inline std::uint64_t steps(std::uint64_t count)
{
    std::uint64_t x = sink;
    for (std::uint64_t i = 0; i < count; ++i) {
        x = x * 6364136223846793005U + 1442695040888963407U;
    }
    return x;
}

/// Of the calling thread.
inline double processorSeconds(clockid_t clock = CLOCK_THREAD_CPUTIME_ID)
{
    timespec now{};
    clock_gettime(clock, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Pieces whose lengths no period of samples follows.
inline std::uint64_t piece(std::uint64_t number)
{
    const std::uint64_t mixed = (number + 1) * 0x9E37'79B9'7F4A'7C15U;
    return 20'000 + (mixed >> 40U) % 50'000;
}
