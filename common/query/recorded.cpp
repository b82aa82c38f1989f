#include "common/query/recorded.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace vellum::query {

namespace {

/// Kinds of records whose names begin so belong to it, the first that fits counts; and where a trace
/// says it by visits of functions, their group.
struct Subject {
    std::string_view what;
    std::array<std::string_view, 4> beginnings;
    std::optional<FunctionGroup> group{};
};

constexpr std::array<Subject, 19> kSubjects{{
    {"calls", {"Enter", "Leave", "CallingContextEnter", "CallingContextLeave"}},
    {"samples", {"CallingContextSample"}},
    {"annotations", {}, FunctionGroup::Annotation},
    {"collectives", {"MpiCollective", "NonBlockingCollective"}},
    {"messages", {"MpiSend", "MpiIsend", "MpiRecv", "MpiI"}},
    {"one-sided communication", {"Rma"}},
    {"threads, tasks and locks", {"Omp", "Thread"}},
    {"input and output", {"Io"}, FunctionGroup::Io},
    {"metrics", {"Metric"}},
    {"parameters", {"Parameter"}},
    {"device calls", {}, FunctionGroup::DeviceApi},
    {"kernels", {"DeviceKernel"}, FunctionGroup::Kernel},
    {"device copies", {"DeviceCopy", "DeviceSet"}, FunctionGroup::Copy},
    {"device synchronisation", {"DeviceSync"}, FunctionGroup::Synchronisation},
    {"operators", {"Operator"}},
    {"Python frames", {"PythonFrame"}},
    {"memory use", {"MemoryUse"}, FunctionGroup::Memory},
    {"instants", {"Instant"}},
    {"flows", {"Flow"}},
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
    all.reserve(kSubjects.size() + 2);
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
    for (std::size_t i = 0; i < kSubjects.size(); ++i) {
        const auto group = kSubjects.at(i).group;
        if (group && static_cast<std::size_t>(*group) < info.visitsOf.size()) {
            all[i].records =
                std::max(all[i].records, info.visitsOf[static_cast<std::size_t>(*group)]);
        }
    }
    all.push_back({.what = "launches", .records = info.launches});
    all.push_back({.what = "markers", .records = info.markers});
    return all;
}

}  // namespace vellum::query
