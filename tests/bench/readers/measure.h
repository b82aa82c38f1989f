#pragma once

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace vellum::bench {

/// What a piece of work took in a process of its own, so that none inherits another's memory.
struct Cost {
    double wall = 0;         ///< seconds
    double user = 0;         ///< seconds of all threads
    double system = 0;       ///< likewise
    std::uint64_t peak = 0;  ///< bytes resident at most
    bool failed = true;
};

/// Touches memory in a process of its own. A virtual machine gives free pages back to its host, and
/// whoever takes them next waits for the host: that shall be nobody who is measured.
inline void warmMemory(std::uint64_t bytes)
{
    const pid_t child = ::fork();
    if (child == 0) {
        constexpr std::uint64_t kPage = 4096;
        auto* memory = static_cast<volatile char*>(std::malloc(bytes));
        for (std::uint64_t i = 0; memory != nullptr && i < bytes; i += kPage) {
            memory[i] = 1;
        }
        std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
}

/// \p work returns whether it went well.
template <typename Work>
Cost costOf(Work work)
{
    std::fflush(nullptr);
    const auto begin = std::chrono::steady_clock::now();
    const pid_t child = ::fork();
    if (child == 0) {
        std::_Exit(work() ? 0 : 1);
    }
    int status = 0;
    struct rusage usage = {};
    ::wait4(child, &status, 0, &usage);
    const auto seconds = [](const timeval& time) {
        constexpr double kMicro = 1e-6;
        return static_cast<double>(time.tv_sec) + kMicro * static_cast<double>(time.tv_usec);
    };
    constexpr std::uint64_t kKilobyte = 1024;
    return {
        .wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
        .user = seconds(usage.ru_utime),
        .system = seconds(usage.ru_stime),
        .peak = static_cast<std::uint64_t>(usage.ru_maxrss) * kKilobyte,
        .failed = status != 0};
}

/// The best of each number over the rounds.
inline void keepBest(Cost& best, const Cost& next)
{
    if (best.wall == 0) {
        best = next;
        return;
    }
    best.wall = std::min(best.wall, next.wall);
    best.user = std::min(best.user, next.user);
    best.system = std::min(best.system, next.system);
    best.peak = std::max(best.peak, next.peak);
    best.failed = best.failed || next.failed;
}

}  // namespace vellum::bench
