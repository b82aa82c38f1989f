#include "server/match/crew.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace vellum::server::match {

void workTogether(
    std::size_t count, unsigned threads, const std::function<void(Numbers& numbers)>& work)
{
    const unsigned most = threads > 0 ? threads : std::max(1U, std::thread::hardware_concurrency());
    Numbers numbers(count);
    std::mutex guard;
    std::exception_ptr failure;
    const auto run = [&] {
        try {
            work(numbers);
        } catch (const std::exception&) {
            const std::lock_guard lock(guard);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> helpers;
        try {
            for (std::size_t i = 1; i < std::clamp<std::size_t>(count, 1, most); ++i) {
                helpers.emplace_back(run);
            }
        } catch (const std::system_error&) {
            // With fewer it only takes longer.
        }
        run();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

}  // namespace vellum::server::match
