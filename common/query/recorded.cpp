#include "common/query/recorded.h"

#include <algorithm>
#include <array>
#include <string>

namespace vellum::query {

namespace {

/// Kinds of records whose names begin so belong to it; the first that fits counts.
struct Subject {
    std::string_view what;
    std::array<std::string_view, 4> beginnings;
};

constexpr std::array<Subject, 20> kSubjects{{
    {"calls", {"Enter", "Leave", "CallingContextEnter", "CallingContextLeave"}},
    {"samples", {"CallingContextSample"}},
    {"collectives", {"MpiCollective", "NonBlockingCollective"}},
    {"messages", {"MpiSend", "MpiIsend", "MpiRecv", "MpiI"}},
    {"message requests", {"MpiRequest"}},
    {"one-sided communication", {"Rma"}},
    {"threads, tasks and locks", {"Omp", "Thread"}},
    {"input and output", {"Io"}},
    {"metrics", {"Metric"}},
    {"parameters", {"Parameter"}},
    {"kernels", {"DeviceKernel"}},
    {"device copies", {"DeviceCopy", "DeviceSet"}},
    {"device synchronisation", {"DeviceSync"}},
    {"launches", {"DeviceLaunch"}},
    {"operators", {"Operator"}},
    {"Python frames", {"PythonFrame"}},
    {"memory use", {"MemoryUse"}},
    {"instants", {"Instant"}},
    {"flows", {"Flow"}},
    {"measurement", {"BufferFlush", "MeasurementOnOff", "Program", "Comm"}},
}};

bool fits(const Subject& subject, std::string_view kind)
{
    return std::ranges::any_of(subject.beginnings, [&](std::string_view beginning) {
        return !beginning.empty() && kind.starts_with(beginning);
    });
}

}  // namespace

std::vector<Recorded> recordedIn(const TraceInfo& info)
{
    std::vector<Recorded> all;
    for (const Subject& subject : kSubjects) {
        all.push_back({.what = subject.what});
    }
    for (const KindCount& kind : info.eventsByKind) {
        const auto* found = std::ranges::find_if(
            kSubjects, [&](const Subject& subject) { return fits(subject, kind.kind); });
        if (found != kSubjects.end()) {
            all[static_cast<std::size_t>(found - kSubjects.begin())].records += kind.count;
        }
    }
    all.push_back({.what = "markers", .records = info.markers});
    return all;
}

}  // namespace vellum::query
