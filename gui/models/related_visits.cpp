#include "gui/models/related_visits.h"

#include "common/query/name_pattern.h"
#include "common/trace/event_kinds.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <variant>

namespace vellum::gui::models {

namespace {

/// Calls of the CUDA and HIP libraries that return when a device has done its work, and what Kineto and Nsight call
/// the device's side of it. With a suffix: cuStreamSynchronize_ptsz, cudaDeviceSynchronize_v3020.
constexpr const char* kWaits =
    "^((cuda|hip)(Stream|Device|Event|Thread)|cu(Stream|Ctx|Event))Synchronize(_|$)"
    "|^(Stream|Context|Event|Device) Sync(hronize)?$";

bool isWait(std::string_view name)
{
    for (const std::string_view side :
         {"Stream Sync", "Context Sync", "Event Sync", "Device Sync"}) {
        if (name.starts_with(side)) {
            return name == side || name == std::string(side) + "hronize";
        }
    }
    const std::size_t end = name.find("Synchronize");
    const bool isOfLibrary = name.starts_with("cu") || name.starts_with("hip");
    const std::string_view rest = end == std::string_view::npos
                                      ? name
                                      : name.substr(end + std::string_view("Synchronize").size());
    return isOfLibrary && end != std::string_view::npos && (rest.empty() || rest.front() == '_');
}

SelectedVisit visitOf(const query::SearchHit& hit)
{
    return {.location = hit.location, .region = hit.region, .visit = hit.visit, .depth = hit.depth};
}

/// A profiler sets the devices' clocks against the host's to some microseconds only: in exports of Nsight the copy that
/// a cudaStreamSynchronize waited for ends 4 to 7 of them after the call. What was launched meanwhile is not meant.
constexpr std::uint64_t kClocksApartNs = 10'000;
constexpr std::uint64_t kNsPerSecond = 1'000'000'000;

Tick clocksApart(const ClockProperties& clock)
{
    return static_cast<Tick>(clock.ticksPerSecond / (kNsPerSecond / kClocksApartNs));
}

/// Nobody may ask about no time at all.
TickRange atLeastATick(TickRange range)
{
    return {.begin = range.begin, .end = std::max(range.end, range.begin + 1)};
}

}  // namespace

template <typename Kind>
void RelatedVisits::connectSlot(RequestSlot& slot, void (RelatedVisits::*take)(const Kind&))
{
    slot.setHandler([this, take](const auto& answer, const Error&) {
        const auto* one = answer ? std::get_if<Kind>(answer.get()) : nullptr;
        if (one != nullptr) {
            (this->*take)(*one);
        }
        if (!isBusy()) {
            emit found();
        }
    });
}

RelatedVisits::RelatedVisits(
    data::DataSource& source, const data::Trace& trace, const Selection& selection, QObject* parent)
    : QObject(parent)
    , m_selection(selection)
    , m_definitions(trace.definitions)
    , m_info(trace.info)
    , m_launch(source, trace.id)
    , m_path(source, trace.id)
    , m_calls(source, trace.id)
    , m_work(source, trace.id)
    , m_others(source, trace.id)
    , m_ordinal(source, trace.id)
{
    connectSlot(m_launch, &RelatedVisits::takeLaunch);
    connectSlot(m_path, &RelatedVisits::takePath);
    connectSlot(m_calls, &RelatedVisits::takeCalls);
    connectSlot(m_work, &RelatedVisits::takeWork);
    connectSlot(m_others, &RelatedVisits::takePeers);
    connectSlot(m_ordinal, &RelatedVisits::takeOrdinal);
    connect(&selection, &Selection::changed, this, &RelatedVisits::ask);
}

bool RelatedVisits::isBusy() const
{
    return m_launch.isBusy() || m_path.isBusy() || m_calls.isBusy() || m_work.isBusy()
           || m_others.isBusy() || m_ordinal.isBusy();
}

bool RelatedVisits::isStream(LocationRef location) const
{
    const Location* one = m_definitions->find(location);
    return one != nullptr && one->type == LocationType::AcceleratorStream;
}

/// All locations of its group.
std::vector<LocationRef> RelatedVisits::processOf(LocationRef location) const
{
    std::vector<LocationRef> locations;
    if (const Location* own = m_definitions->find(location)) {
        for (const Location& one : m_definitions->locations) {
            if (one.group == own->group) {
                locations.push_back(one.ref);
            }
        }
    }
    return locations;
}

void RelatedVisits::clear()
{
    for (RequestSlot* slot : {&m_launch, &m_path, &m_calls, &m_work, &m_others, &m_ordinal}) {
        slot->reset();
    }
    m_call.reset();
    m_launched = 0;
    m_candidates.clear();
    m_ordinals.clear();
    m_asked.clear();
    m_annotations.clear();
    m_waitedFor.reset();
    m_waiting.reset();
    m_peers.clear();
}

void RelatedVisits::ask()
{
    if (m_visit == m_selection.visit()) {
        return;
    }
    clear();
    m_visit = m_selection.visit();
    const Region* region = m_visit ? m_definitions->find(m_visit->region) : nullptr;
    if (region == nullptr) {
        return;
    }
    const bool isOnDevice = isStream(m_visit->location);
    if (isOnDevice && m_info.launches > 0) {
        m_launch.ask(query::LaunchesRequest{
            .scope = {.window = atLeastATick(m_visit->visit), .locations = {m_visit->location}},
            .limit = kMostLaunches});
    } else if (m_info.launches > 0 && isWait(region->name)) {
        askForWait(m_visit->visit, m_visit->location);
    }
    // Of MPI's own calls the trace has records.
    if (isOnDevice && region->group == FunctionGroup::Mpi) {
        askForPeers(*region);
    }
}

// ---- Waits and annotations ------------------------------------------------------------------

void RelatedVisits::takeLaunch(const query::Launches& launches)
{
    const auto own = std::ranges::find_if(launches.launches, [this](const query::Launch& launch) {
        return launch.device == m_visit->location && launch.work == m_visit->visit;
    });
    if (own == launches.launches.end()) {
        return;
    }
    m_path.ask(query::DetailRequest{.location = own->host, .tick = own->call.begin});
    if (own->kind == event_kind::kDeviceSync) {
        askForWait(m_visit->visit, own->host);
        return;
    }
    m_launched = own->call.begin;
    const Tick last = std::max(m_visit->visit.begin, m_visit->visit.end - 1);
    const Tick first = std::max(m_info.range.begin, last - clocksApart(m_definitions->clock));
    m_calls.ask(query::SearchRequest{
        .scope =
            {.window = {.begin = std::min(first, last), .end = last + 1},
             .locations = processOf(own->host)},
        .pattern = kWaits,
        .limit = kMostPeers});
}

void RelatedVisits::takePath(const query::VisitDetail& path)
{
    for (std::size_t i = 0; i < path.stack.size(); ++i) {
        const query::DetailLevel& level = path.stack[i];
        const Region* region = m_definitions->find(level.region);
        if (region != nullptr && region->group == FunctionGroup::Annotation) {
            m_annotations.push_back(
                {.location = path.location,
                 .region = level.region,
                 .visit = level.visit,
                 .depth = static_cast<std::uint32_t>(i + 1)});
        }
    }
}

/// The one that came back first is asked what it waited for.
void RelatedVisits::takeCalls(const query::SearchHits& hits)
{
    const query::SearchHit* first = nullptr;
    const Tick soonest = m_visit->visit.end - clocksApart(m_definitions->clock);
    for (const query::SearchHit& hit : hits.hits) {
        const bool mayWait = hit.visit.begin > m_launched && hit.visit.begin < m_visit->visit.end
                             && hit.visit.end >= soonest;
        if (mayWait && (first == nullptr || hit.visit.end < first->visit.end)) {
            first = &hit;
        }
    }
    if (first != nullptr) {
        m_call = visitOf(*first);
        askForWait(first->visit, first->location);
    }
}

void RelatedVisits::askForWait(TickRange wait, LocationRef host)
{
    m_work.ask(query::LaunchesRequest{
        .scope = {.window = atLeastATick(wait), .locations = processOf(host)},
        .limit = kMostLaunches});
}

void RelatedVisits::takeWork(const query::Launches& launches)
{
    const TickRange wait = m_call ? m_call->visit : m_visit->visit;
    const Tick latest = wait.end + clocksApart(m_definitions->clock);
    const query::Launch* last = nullptr;
    for (const query::Launch& launch : launches.launches) {
        const bool isWork = launch.kind != event_kind::kDeviceSync && launch.call.begin < wait.begin
                            && launch.work.end > wait.begin && launch.work.end <= latest;
        if (isWork
            && (last == nullptr
                || std::tuple(launch.work.end, launch.work.begin)
                       > std::tuple(last->work.end, last->work.begin))) {
            last = &launch;
        }
    }
    if (last == nullptr || launches.launches.size() < launches.count) {
        return;  // of so much the last is not known
    }
    if (!m_call) {
        m_waitedFor = *last;
    } else if (last->device == m_visit->location && last->work == m_visit->visit) {
        m_waiting = m_call;
    }
}

// ---- Collectives that only have a name ------------------------------------------------------

void RelatedVisits::askForPeers(const Region& region)
{
    m_others.ask(query::SearchRequest{
        .scope = {.window = atLeastATick(m_visit->visit)},
        .pattern = query::patternOfName(region.name),
        .limit = kMostPeers + 1});
}

void RelatedVisits::takePeers(const query::SearchHits& hits)
{
    const std::string& name = m_definitions->find(m_visit->region)->name;
    m_candidates = {*m_visit};
    for (const query::SearchHit& hit : hits.hits) {
        const Region* region = m_definitions->find(hit.region);
        const bool isSame = region != nullptr && region->name == name;
        if (isSame && hit.location != m_visit->location && isStream(hit.location)) {
            m_candidates.push_back(visitOf(hit));
        }
    }
    if (m_candidates.size() == 1 || hits.hits.size() < hits.count) {
        m_candidates.clear();
    }
    askForOrdinal();
}

void RelatedVisits::askForOrdinal()
{
    if (!m_candidates.empty()) {
        const SelectedVisit& one = m_candidates.back();
        // The count is of all, also of those that are not sent.
        m_ordinal.ask(query::SearchRequest{
            .scope = {.window = m_info.range, .locations = {one.location}},
            .pattern = query::patternOfName(m_definitions->find(one.region)->name),
            .limit = 1,
            .before = one.visit.begin + 1});
        return;
    }
    for (std::size_t i = 0; i < m_asked.size(); ++i) {
        if (m_ordinals[i] == m_ordinals.back()) {
            m_peers.push_back(m_asked[i]);
        }
    }
    if (m_peers.size() == 1) {
        m_peers.clear();
    }
    std::ranges::stable_sort(m_peers, {}, [](const SelectedVisit& peer) {
        return std::tuple(peer.visit.begin, peer.location);
    });
}

void RelatedVisits::takeOrdinal(const query::SearchHits& hits)
{
    m_asked.push_back(m_candidates.back());
    m_ordinals.push_back(hits.count);
    m_candidates.pop_back();
    askForOrdinal();
}

}  // namespace vellum::gui::models
