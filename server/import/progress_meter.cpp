#include "server/import/progress_meter.h"

#include <algorithm>
#include <utility>

namespace vellum::server::import {

namespace {

constexpr std::chrono::milliseconds kBetween{50};

}  // namespace

OpeningProgress::OpeningProgress(std::function<void(const Progress&)> tell)
    : m_tell(std::move(tell))
    , m_lastTold(std::chrono::steady_clock::now())
{
}

void OpeningProgress::tell(std::uint64_t done, std::uint64_t total)
{
    const auto time = std::chrono::steady_clock::now();
    if (m_tell && time - m_lastTold >= kBetween) {
        m_lastTold = time;
        m_tell({.bytesDone = std::min(done, total), .bytesTotal = total});
    }
}

ProgressMeter::ProgressMeter(std::function<void(const Progress&)> tell, const Progress& total)
    : m_tell(std::move(tell))
    , m_total(total)
    , m_lastTold(std::chrono::steady_clock::now())
{
}

void ProgressMeter::addEvents(std::uint64_t events, std::uint64_t bytes)
{
    m_events += events;
    m_bytes += bytes;
    tellIfDue();
}

void ProgressMeter::finishLocation()
{
    ++m_locations;
    tellIfDue();
}

void ProgressMeter::tell()
{
    if (m_tell) {
        m_tell(now());
    }
}

Progress ProgressMeter::now() const
{
    Progress progress = m_total;
    progress.bytesDone = std::min<std::uint64_t>(m_total.bytesDone + m_bytes, m_total.bytesTotal);
    progress.eventsRead = m_events;
    progress.locationsDone = m_locations;
    return progress;
}

void ProgressMeter::tellIfDue()
{
    // Whoever finds another worker telling has nothing to add.
    const std::unique_lock lock(m_telling, std::try_to_lock);
    if (!m_tell || !lock.owns_lock()) {
        return;
    }
    const auto time = std::chrono::steady_clock::now();
    if (time - m_lastTold >= kBetween) {
        m_lastTold = time;
        m_tell(now());
    }
}

}  // namespace vellum::server::import
