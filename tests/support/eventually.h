#pragma once

#include <chrono>
#include <thread>

namespace vellum::tests {

/// Whether \p done becomes true, looked at now and then; false after \p patience: a test then fails
/// instead of hanging. (QTRY_VERIFY nests too deep for the lint.)
template <typename Done>
[[nodiscard]] bool eventually(
    const Done& done, std::chrono::milliseconds patience = std::chrono::seconds(20))
{
    const auto end = std::chrono::steady_clock::now() + patience;
    while (!done()) {
        if (std::chrono::steady_clock::now() >= end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return true;
}

}  // namespace vellum::tests
