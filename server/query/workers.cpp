#include "server/query/workers.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <thread>
#include <vector>

namespace vellum::server::query {

namespace {

std::size_t threadCount(std::size_t count, unsigned asked)
{
    const unsigned threads = asked > 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
    return std::min<std::size_t>(count, threads);
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
    const auto run = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++) {
                if (options.cancel.stop_requested() || outOfMemory) {
                    return;
                }
                work(i);
            }
        } catch (const std::bad_alloc&) {
            outOfMemory = true;
        }
    };
    {
        std::vector<std::jthread> helpers;
        for (std::size_t i = 1; i < threadCount(count, options.threads); ++i) {
            helpers.emplace_back(run);
        }
        run();
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
