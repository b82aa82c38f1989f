#include "server/cli/progress_line.h"

#include <unistd.h>

#include <iostream>
#include <string>

namespace vellum::server::cli {

namespace {

constexpr std::chrono::seconds kQuiet{1};

std::string megabytes(std::uint64_t bytes)
{
    return std::to_string(bytes / 1'000'000);
}

}  // namespace

ProgressLine::ProgressLine()
    : m_begin(std::chrono::steady_clock::now())
    , m_isTerminal(isatty(STDERR_FILENO) == 1)
{
}

ProgressLine::~ProgressLine()
{
    if (m_isShown) {
        std::cerr << "\r\x1b[K" << std::flush;
    }
}

void ProgressLine::show(const OpenProgress& progress)
{
    const std::scoped_lock lock(m_writing);
    if (!m_isTerminal || std::chrono::steady_clock::now() - m_begin < kQuiet) {
        return;
    }
    m_isShown = true;
    std::cerr << "\r\x1b[Kreading: " << megabytes(progress.bytesDone) << " of "
              << megabytes(progress.bytesTotal) << " MB, " << progress.eventsRead << " events"
              << std::flush;
}

}  // namespace vellum::server::cli
