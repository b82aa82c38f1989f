#include "common/base/narrow.h"
#include "server/reader/nsys/table_reader.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace vellum::server::reader::nsys {

namespace {

using tracks::Track;

constexpr RegionNature kFrame{Paradigm::Sampling, RegionRole::Function, FunctionGroup::Application};

/// The region of a thread on a CPU: threads of one name are several.
std::uint32_t runningThread(TableReader& reader, std::int64_t globalTid)
{
    CollectedExport& result = reader.result();
    const std::string number = "thread " + std::to_string(tidOf(globalTid));
    const std::string which = number + " of process " + std::to_string(pidOf(globalTid));
    const auto name = result.threadNames.find(globalTid);
    const bool isNamed = name != result.threadNames.end() && !name->second.empty();
    result.scheduled.insert(globalTid);
    return result.regions.intern(
        isNamed ? name->second : number,
        {Paradigm::OperatingSystem, RegionRole::Code, FunctionGroup::Application, which});
}

void readScheduling(TableReader& reader)
{
    constexpr std::string_view kTable = "SCHED_EVENTS";
    reader.scan(kTable, {"start", "cpu", "isSchedIn", "globalTid"}, [&](const Row& row) {
        const auto at = row.integer(0);
        if (!reader.checkTime(kTable, at)) {
            return;
        }
        const auto cpu = row.integer(1);
        const auto isIn = row.integer(2);
        const auto threadId = row.integer(3);
        if (!cpu || !isIn || (*isIn != 0 && !threadId)) {
            reader.result().findings.add("unusable-scheduling", query::Severity::Warning, [&] {
                return "a row of SCHED_EVENTS at " + std::to_string(*at) + " ns does not say "
                       + (!cpu    ? "of which CPU it is"
                          : !isIn ? "whether a thread was put on CPU " + std::to_string(*cpu)
                                        + " or taken from it"
                                  : "which thread was put on CPU " + std::to_string(*cpu))
                       + ": it is left out";
            });
            return;
        }
        reader.note(*at, *at);
        Track& track =
            reader.result()
                .tracks[{.group = {.kind = GroupKind::Cpus}, .kind = TrackKind::Cpu, .id = *cpu}];
        const std::uint32_t region = *isIn != 0 ? runningThread(reader, threadId.value_or(0)) : 0;
        track.edges.push_back({.at = *at, .region = region, .isBegin = *isIn != 0});
    });
}

void readSamples(TableReader& reader)
{
    struct Frame {
        std::int64_t depth = 0;
        std::uint32_t region = 0;
    };
    std::unordered_map<std::int64_t, std::vector<Frame>> chains;
    reader.scan("SAMPLING_CALLCHAINS", {"id", "symbol", "stackDepth"}, [&](const Row& row) {
        chains[row.needed(0)].push_back(
            {.depth = row.number(2),
             .region = reader.result().regions.intern(reader.name(row, 1), kFrame)});
    });
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> contexts;
    const auto contextOf = [&](std::vector<Frame>& frames) {
        std::ranges::sort(frames, [](const Frame& a, const Frame& b) { return a.depth > b.depth; });
        std::uint32_t parent = CallingContextRef::undefined().value();
        for (const Frame& frame : frames) {
            const auto number = narrow<std::uint32_t>(reader.result().contexts.size());
            const auto [found, isNew] = contexts.try_emplace({parent, frame.region}, number);
            if (isNew) {
                reader.result().contexts.push_back(
                    {.ref = CallingContextRef(number),
                     .region = RegionRef(frame.region),
                     .parent = CallingContextRef(parent)});
            }
            parent = found->second;
        }
        return parent;
    };
    constexpr std::string_view kTable = "COMPOSITE_EVENTS";
    std::uint64_t samples = 0;
    std::set<std::int64_t> threads;
    reader.scan(kTable, {"start", "id", "globalTid"}, [&](const Row& row) {
        const auto at = row.integer(0);
        const auto chain = chains.find(row.number(1));
        if (chain == chains.end()) {
            reader.result().findings.add("sample-without-chain", query::Severity::Info, [&] {
                return "sample " + std::to_string(row.number(1)) + " of COMPOSITE_EVENTS, at "
                       + std::to_string(row.number(0))
                       + " ns, has no call chain in SAMPLING_CALLCHAINS: it is left out";
            });
            return;
        }
        if (!reader.checkTime(kTable, at)) {
            return;
        }
        reader.note(*at, *at);
        ++samples;
        threads.insert(row.needed(2));
        Track& track = reader.thread(row.number(2));
        track.points.push_back(
            {.at = *at,
             .record = track.add(
                 event_kind::kCallingContextSample,
                 {contextOf(chain->second), 0, InterruptGeneratorRef::undefined().value()})});
    });
    reader.result().findings.addMany("cpu-samples", query::Severity::Info, samples, [&] {
        return countText(threads.size(), "thread has", "threads have")
               + " samples of what ran, with call chains: 'call-tree' counts them by call path and 'events' "
                 "lists them; they are no visits, so a thread without calls of its own has an empty row";
    });
}

}  // namespace

void readSampling(TableReader& reader)
{
    readScheduling(reader);
    readSamples(reader);
}

}  // namespace vellum::server::reader::nsys
