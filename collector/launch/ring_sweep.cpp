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

/// Of a thread's file; 0 while it runs, and of other files.
std::uint64_t endTickOf(const fs::path& file)
{
    LocationHeader header;
    std::ifstream in(file, std::ios::binary);
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    return in && header.magic == measurement::kSpoolMagic ? header.endTick : 0;
}

}  // namespace

std::size_t sweepEndedThreads(const fs::path& spool, std::uint64_t tick)
{
    std::size_t removed = 0;
    std::error_code ignored;
    for (const fs::directory_entry& process : fs::directory_iterator(spool, ignored)) {
        if (process.path().filename().string().front() != 'p' || !process.is_directory(ignored)) {
            continue;
        }
        for (const fs::directory_entry& file : fs::directory_iterator(process.path(), ignored)) {
            const std::string name = file.path().filename();
            const std::uint64_t end = name.front() == 't' ? endTickOf(file.path()) : 0;
            if (end != 0 && end < tick) {
                removed += fs::remove(file.path(), ignored) ? 1U : 0U;
            }
        }
    }
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
