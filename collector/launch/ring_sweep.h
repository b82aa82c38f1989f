#pragma once

#include "collector/measurement/spool_format.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace vellum::collector::launch {

/// While a program is recorded of which only the last seconds are kept: removes the files of threads that ended before these.
/// What running threads have too much they give up themselves.
///
/// Threads  One of its own between begin and the destructor, which looks every second.
class RingSweep {
public:
    /// \return null where all is kept. \param keptNs  0: all
    [[nodiscard]] static std::unique_ptr<RingSweep> begin(
        std::filesystem::path spool, measurement::ClockKind clock, std::uint64_t keptNs);
    ~RingSweep();
    RingSweep(const RingSweep&) = delete;
    RingSweep& operator=(const RingSweep&) = delete;

private:
    struct Worker;

    explicit RingSweep(std::unique_ptr<Worker> worker);

    std::unique_ptr<Worker> m_worker;
};

/// Removes what ended before \p tick. \return how many files
std::size_t sweepEndedThreads(const std::filesystem::path& spool, std::uint64_t tick);

}  // namespace vellum::collector::launch
