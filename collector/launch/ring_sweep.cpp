#include "collector/launch/ring_sweep.h"

#include "collector/measurement/clock.h"

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

namespace vellum::collector::launch {

namespace fs = std::filesystem;
using measurement::ClockKind;
using measurement::LocationHeader;

namespace {

constexpr std::chrono::seconds kSweepPause{1};

/// When the thread ended whose file this is. 0 if it still runs, or if the file is not a thread's.
std::uint64_t endTickOf(const fs::path& file)
{
    LocationHeader header;
    std::ifstream in(file, std::ios::binary);
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    return in && header.magic == measurement::kSpoolMagic ? header.endTick : 0;
}

/// Ends quietly where the folder cannot be read: the next look comes in a second.
template <typename Take>
void forEachEntry(const fs::path& folder, const Take& take)
{
    std::error_code failure;
    for (fs::directory_iterator at(folder, failure); !failure && at != fs::directory_iterator();
         at.increment(failure)) {
        take(at->path());
    }
}

bool isNamed(const fs::path& file, char first)
{
    return file.filename().string().front() == first;
}

}  // namespace

std::size_t sweepEndedThreads(const fs::path& spool, std::uint64_t tick)
{
    std::size_t removed = 0;
    const auto sweepFile = [&](const fs::path& file) {
        std::error_code ignored;
        const std::uint64_t end = isNamed(file, 't') ? endTickOf(file) : 0;
        if (end != 0 && end < tick) {
            removed += fs::remove(file, ignored) ? 1U : 0U;
        }
    };
    forEachEntry(spool, [&](const fs::path& process) {
        std::error_code ignored;
        if (isNamed(process, 'p') && fs::is_directory(process, ignored)) {
            forEachEntry(process, sweepFile);
        }
    });
    return removed;
}

struct RingSweep::Worker {
    fs::path spool;
    ClockKind clock = ClockKind::Monotonic;
    std::uint64_t keptNs = 0;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::jthread thread;

    /// The clock's rate is that of the time since the begin.
    void run(const std::stop_token& stop)
    {
        const std::uint64_t firstTick = measurement::readClock(clock);
        const std::uint64_t firstNs = measurement::readMonotonic();
        std::unique_lock lock(mutex);
        while (!wake.wait_for(lock, stop, kSweepPause, [&] { return stop.stop_requested(); })) {
            const std::uint64_t tick = measurement::readClock(clock);
            const double rate = static_cast<double>(tick - firstTick)
                                / static_cast<double>(measurement::readMonotonic() - firstNs);
            const auto kept = static_cast<std::uint64_t>(rate * static_cast<double>(keptNs));
            sweepEndedThreads(spool, tick > kept ? tick - kept : 0);
        }
    }
};

RingSweep::RingSweep(std::unique_ptr<Worker> worker) : m_worker(std::move(worker))
{
    m_worker->thread = std::jthread([this](const std::stop_token& stop) { m_worker->run(stop); });
}

RingSweep::~RingSweep() = default;

std::unique_ptr<RingSweep> RingSweep::begin(fs::path spool, ClockKind clock, std::uint64_t keptNs)
{
    if (keptNs == 0) {
        return nullptr;
    }
    auto worker = std::make_unique<Worker>();
    worker->spool = std::move(spool);
    worker->clock = clock;
    worker->keptNs = keptNs;
    return std::unique_ptr<RingSweep>(new RingSweep(std::move(worker)));
}

}  // namespace vellum::collector::launch
