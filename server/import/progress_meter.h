#pragma once

#include "server/import/importer.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>

namespace vellum::server::import {

/// Tells now and then how far the opening of a file is.
///
/// Threads  One.
class OpeningProgress {
public:
    explicit OpeningProgress(std::function<void(const Progress&)> tell);

    void tell(std::uint64_t done, std::uint64_t total);

private:
    std::function<void(const Progress&)> m_tell;
    std::chrono::steady_clock::time_point m_lastTold;
};

/// Adds up what all workers have read and tells it now and then.
///
/// Threads  Any.
class ProgressMeter {
public:
    /// \p total: its "total" members count, and bytes that the opening has read already.
    ProgressMeter(std::function<void(const Progress&)> tell, const Progress& total);

    void addEvents(std::uint64_t events, std::uint64_t bytes);
    void finishLocation();

    /// Tells what there is, if that was not done just now.
    void tellIfDue();

    /// Tells in any case; while no worker does.
    void tell();

private:
    [[nodiscard]] Progress now() const;

    std::function<void(const Progress&)> m_tell;
    Progress m_total;
    std::atomic<std::uint64_t> m_bytes{0};
    std::atomic<std::uint64_t> m_events{0};
    std::atomic<std::uint64_t> m_locations{0};
    std::mutex m_telling;
    std::chrono::steady_clock::time_point m_lastTold;
};

}  // namespace vellum::server::import
