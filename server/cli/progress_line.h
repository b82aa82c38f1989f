#pragma once

#include "server/cli/query_backend.h"

#include <chrono>
#include <mutex>

namespace vellum::server::cli {

/// One line on standard error that says how far the reading is: only on a terminal, and only where it
/// lasts over a second. Gone when the object is.
///
/// Threads  `show` from any.
class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const OpenProgress& progress);

private:
    std::chrono::steady_clock::time_point m_begin;
    bool m_isTerminal = false;
    std::mutex m_writing;
    bool m_isShown = false;
};

}  // namespace vellum::server::cli
