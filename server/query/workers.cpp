#include "server/query/workers.h"

#include "common/base/allocation_watch.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace vellum::server::query {

namespace {

std::size_t threadCount(std::size_t count, unsigned asked)
{
    const unsigned threads = asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
    return std::clamp<std::size_t>(count, 1, threads);
}

/// As many as the system lets us have: with fewer the work only takes longer.
void addThreads(
    std::vector<std::jthread>& threads, std::size_t count, const std::function<void()>& run)
{
    try {
        for (std::size_t i = 0; i < count; ++i) {
            threads.emplace_back(run);
        }
    } catch (const std::system_error&) {
        return;
    }
}

}  // namespace

Error cancelledError()
{
    return {.kind = ErrorKind::Cancelled, .message = "the request was cancelled"};
}

Result<void> forEach(
    std::size_t count,
    const ExecutionOptions& options,
    const std::function<void(std::size_t)>& work)
{
    std::atomic<std::size_t> next{0};
    std::atomic<bool> outOfMemory{false};
    std::atomic<bool> isDamaged{false};
    AllocationWatch* const watch = AllocationWatch::current();
    const auto run = [&] {
        const AllocationWatch::Helper helper(watch);
        try {
            std::size_t i = next++;
            while (i < count && !outOfMemory && !isDamaged && !options.cancel.stop_requested()) {
                work(i);
                i = next++;
            }
        } catch (const std::bad_alloc&) {
            outOfMemory = true;
        } catch (const store::DamagedLocation&) {
            isDamaged = true;
        }
    };
    {
        std::vector<std::jthread> helpers;
        addThreads(helpers, threadCount(count, options.threads) - 1, run);
        run();
    }
    if (isDamaged) {
        throw store::DamagedLocation();  // to `execute`
    }
    if (outOfMemory) {
        return Error{
            .kind = ErrorKind::ResourceExhausted, .message = "out of memory for the answer"};
    }
    if (options.cancel.stop_requested()) {
        return cancelledError();
    }
    return {};
}

}  // namespace vellum::server::query
