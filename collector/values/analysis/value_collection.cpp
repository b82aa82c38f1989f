#include "collector/values/analysis/value_collection.h"

#include "collector/measurement/clock.h"
#include "collector/values/analysis/page_slices.h"
#include "collector/values/analysis/process_values.h"
#include "collector/values/analysis/sidecar_output.h"
#include "collector/values/page_format.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <system_error>

namespace vellum::collector::values {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto kLookPeriod = 5ms;
constexpr auto kIdle = 200us;
constexpr std::uint64_t kWindowsPerSlice = kSliceNs / 100'000;  ///< a window is 0.1 ms
constexpr auto kPatience = 500ms;  ///< with an allocation that another thread was about to record

/// Ticks of a tenth of a millisecond, roughly: it only bounds how many operations there are.
std::uint64_t measureWindow(measurement::ClockKind clock)
{
    constexpr std::uint64_t kWindowNs = 100'000;
    constexpr auto kMeasured = 5ms;
    const std::uint64_t begin = measurement::readClock(clock);
    const std::uint64_t beginNs = measurement::readMonotonic();
    std::this_thread::sleep_for(kMeasured);
    const std::uint64_t ticks = measurement::readClock(clock) - begin;
    const std::uint64_t elapsedNs = measurement::readMonotonic() - beginNs;
    return std::max<std::uint64_t>(ticks * kWindowNs / std::max<std::uint64_t>(elapsedNs, 1), 1);
}

/// Signals are the launcher's main thread's.
void blockSignals()
{
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
}

bool readHeader(const fs::path& folder, measurement::ProcessHeader& header)
{
    std::ifstream in(folder / "process", std::ios::binary);
    return in.read(reinterpret_cast<char*>(&header), sizeof header)
           && header.magic == measurement::kSpoolMagic;
}

}  // namespace

ValueCollection::ValueCollection(fs::path spool, Level level, measurement::ClockKind clock)
    : m_spool(std::move(spool))
    , m_level(level)
    , m_clock(clock)
    , m_window(measureWindow(clock))
    , m_analysis(level)
    , m_thread([this](const std::stop_token& stop) {
        try {
            run(stop);
        } catch (const std::exception& failure) {  // the archive is worth more than its values
            m_failure = failure.what();
        }
    })
{
}

ValueCollection::~ValueCollection() = default;

void ValueCollection::run(const std::stop_token& stop)
{
    blockSignals();
    auto looked = std::chrono::steady_clock::time_point{};
    auto busy = std::chrono::steady_clock::now();
    while (!stop.stop_requested()) {
        const auto now = std::chrono::steady_clock::now();
        if (now - looked >= kLookPeriod) {
            looked = now;
            findProcesses();
        }
        if (drain()) {
            busy = now;
            continue;
        }
        if (now - busy >= kPatience) {
            busy = now;
            giveUpWaiting();
        }
        std::this_thread::sleep_for(kIdle);
    }
}

bool ValueCollection::giveUpWaiting()
{
    bool any = false;
    for (const auto& process : m_processes) {
        any = process->giveUpWaiting() || any;
    }
    return any;
}

void ValueCollection::findProcesses()
{
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_spool, failure)) {
        const bool isKnown = std::ranges::any_of(
            m_processes, [&](const auto& process) { return process->folder() == entry.path(); });
        const char* const file = m_level == Level::Coarse ? kPagesFile : kControlFile;
        if (!isKnown && fs::exists(entry.path() / file, failure)) {
            addProcess(entry.path());
        }
    }
    for (const auto& process : m_processes) {
        process->look();
    }
}

void ValueCollection::addProcess(const fs::path& folder)
{
    measurement::ProcessHeader header;
    std::vector<fs::path> parents;
    if (!readHeader(folder, header)) {
        return;
    }
    const std::uint32_t pid = header.pid;
    while (header.origin.directory[0] != '\0') {
        const std::string name(
            header.origin.directory,
            ::strnlen(header.origin.directory, sizeof header.origin.directory));
        const fs::path parent = m_spool / name;
        const bool isNew = std::ranges::find(parents, parent) == parents.end();
        if (name.find('/') != std::string::npos || !isNew || !readHeader(parent, header)) {
            break;
        }
        parents.insert(parents.begin(), parent);
    }
    const auto number = static_cast<std::uint32_t>(m_processes.size());
    if (m_level == Level::Coarse) {
        m_processes.push_back(std::make_unique<PageSlices>(
            folder,
            std::move(parents),
            PageSlices::Process{
                .pid = static_cast<pid_t>(pid),
                .number = number,
                .clock = m_clock,
                .ticksPerSlice = m_window * kWindowsPerSlice},
            m_lists));
        return;
    }
    m_processes.push_back(std::make_unique<ProcessValues>(
        folder, std::move(parents), number, m_window, m_lists, m_analysis));
}

bool ValueCollection::drain()
{
    bool any = false;
    for (const auto& process : m_processes) {
        any = process->drain() || any;
    }
    return any;
}

void ValueCollection::stop()
{
    m_thread.request_stop();
    if (m_thread.joinable()) {
        m_thread.join();
    }
    if (m_failure.empty()) {
        try {
            finishProcesses();
        } catch (const std::exception& failure) {  // the archive is worth more than its values
            m_failure = failure.what();
        }
    }
}

void ValueCollection::finishProcesses()
{
    findProcesses();
    // Children that go on may write for ever: what they write from now on is not waited for.
    const auto end = std::chrono::steady_clock::now() + 30s;
    bool isWaiting = true;
    while (isWaiting && std::chrono::steady_clock::now() < end) {
        while (drain() && std::chrono::steady_clock::now() < end) {}
        isWaiting = giveUpWaiting();
    }
    for (const auto& process : m_processes) {
        process->end();
    }
}

Result<SideCarSummary> ValueCollection::write(const SideCarRequest& request)
{
    if (!m_failure.empty()) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = request.path.string()
                       + " is not written: values were not looked at to the end: " + m_failure};
    }
    return writeSideCar(request, m_analysis.takeFindings(), m_lists, m_processes);
}

}  // namespace vellum::collector::values
