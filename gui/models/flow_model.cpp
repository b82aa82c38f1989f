#include "gui/models/flow_model.h"

#include "common/query/event_names.h"
#include "common/query/filter_words.h"
#include "common/trace/event_kinds.h"
#include "gui/models/one_sided.h"
#include "gui/models/visit_records.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>
#include <variant>

namespace vellum::gui::models {

namespace {

constexpr std::uint64_t kMostPartners = 64;

bool isFlow(const std::string& record)
{
    return isNameOf(record, event_kind::kFlowBegin) || isNameOf(record, event_kind::kFlowStep)
           || isNameOf(record, event_kind::kFlowEnd);
}

bool isOneSided(const std::string& record)
{
    return std::ranges::any_of(
        kOneSidedKinds, [&record](EventKind kind) { return isNameOf(record, kind); });
}

/// Whether anything that only a visit's own records tell may lead away.
bool hasTellingRecords(const query::TraceInfo& info)
{
    return std::ranges::any_of(info.eventsByKind, [](const query::KindCount& count) {
        return isFlow(count.kind) || isOneSided(count.kind);
    });
}

Flow flowOf(const OneSided& one, const Definitions& definitions)
{
    const RmaWindow* window = definitions.find(one.window);
    return {
        .from = one.from,
        .leaves = one.range.begin,
        .to = one.to,
        .arrives = one.range.end,
        .kind = Flow::Kind::OneSided,
        .communicator = window != nullptr ? window->communicator : CommRef::undefined()};
}

/// Finds the visits that have a point of the same flow.
std::string patternOf(const query::EventRecord& point, const Definitions& definitions)
{
    const std::string category = query::memberName(definitions, point, 1);
    return std::string(query::kArgumentPrefix)
           + "flow=" + std::to_string(point.attributes.front().second)
           + (category.empty() ? "" : " " + category);
}

/// A flow's number is its file's: of several files that are one trace each has a node of the system tree. Empty
/// where that is all of them.
std::vector<LocationRef> locationsOfTheFileOf(LocationRef location, const Definitions& definitions)
{
    const auto nodeOf = [&definitions](const Location* one) {
        const LocationGroup* group = one == nullptr ? nullptr : definitions.find(one->group);
        return group == nullptr ? SystemTreeNodeRef::undefined() : group->parent;
    };
    const SystemTreeNodeRef node = nodeOf(definitions.find(location));
    std::vector<LocationRef> locations;
    for (const Location& one : definitions.locations) {
        if (nodeOf(&one) == node) {
            locations.push_back(one.ref);
        }
    }
    return locations.size() == definitions.locations.size() ? std::vector<LocationRef>()
                                                            : locations;
}

/// The point before; of device work, of which one flow may lead to much, that of the host.
const query::SearchHit& sourceOf(
    const std::vector<query::SearchHit>& before, LocationRef to, const Definitions& definitions)
{
    const auto isStream = [&definitions](LocationRef ref) {
        const Location* location = definitions.find(ref);
        return location != nullptr && location->type == LocationType::AcceleratorStream;
    };
    if (isStream(to)) {
        const auto host = std::find_if(before.rbegin(), before.rend(), [&](const auto& hit) {
            return !isStream(hit.location);
        });
        if (host != before.rend()) {
            return *host;
        }
    }
    return before.back();
}

/// Those that a launch says already go.
void dropLaunched(std::vector<Flow>& flows)
{
    std::vector<Flow> launches;
    std::ranges::copy_if(flows, std::back_inserter(launches), &Flow::isLaunch);
    std::erase_if(flows, [&launches](const Flow& flow) {
        return !flow.isLaunch() && std::ranges::any_of(launches, [&flow](const Flow& launch) {
            return launch.from == flow.from && launch.to == flow.to
                   && launch.arrives == flow.arrives;
        });
    });
}

}  // namespace

FlowModel::FlowModel(
    data::DataSource& source,
    const data::Trace& trace,
    const ViewHistory& view,
    const Selection& selection,
    QObject* parent)
    : QObject(parent)
    , m_view(view)
    , m_selection(selection)
    , m_definitions(trace.definitions)
    , m_info(trace.info)
    , m_collective(source, trace, selection)
    , m_related(source, trace, selection)
    , m_messages(source, trace.id)
    , m_launches(source, trace.id)
    , m_records(source, trace.id)
    , m_partners(source, trace.id)
{
    m_records.setHandler([this](const auto& answer, const Error&) {
        const auto* events = answer ? std::get_if<query::Events>(answer.get()) : nullptr;
        if (events != nullptr) {
            takeRecords(*events);
        }
        emit changed();
    });
    m_partners.setHandler([this](const auto& answer, const Error&) {
        const auto* hits = answer ? std::get_if<query::SearchHits>(answer.get()) : nullptr;
        if (hits != nullptr) {
            takePartners(*hits);
        }
        m_points.erase(m_points.begin());
        askForPartners();
        emit changed();
    });
    m_messages.setHandler([this](const auto& answer, const Error&) {
        const auto* messages = answer ? std::get_if<query::Messages>(answer.get()) : nullptr;
        if (messages != nullptr) {
            takeMessages(*messages);
        }
        emit changed();
    });
    m_launches.setHandler([this](const auto& answer, const Error&) {
        const auto* launches = answer ? std::get_if<query::Launches>(answer.get()) : nullptr;
        if (launches != nullptr) {
            takeLaunches(*launches);
        }
        emit changed();
    });
    connect(&m_collective, &CollectiveMembers::changed, this, [this] {
        takeCollective();
        emit changed();
    });
    connect(&m_related, &RelatedVisits::found, this, [this] {
        takeRelated();
        emit changed();
    });
    connect(&selection, &Selection::changed, this, &FlowModel::ask);
    connect(&view, &ViewHistory::changed, this, &FlowModel::ask);
}

void FlowModel::ask()
{
    if (m_visit == m_selection.visit() && m_message == m_selection.message()
        && m_overlaid == m_selection.overlaid() && m_filters == m_view.state().filters) {
        return;
    }
    m_filters = m_view.state().filters;
    m_visit = m_selection.visit();
    m_message = m_selection.message();
    m_overlaid = m_selection.overlaid();
    m_away.clear();
    m_here.clear();
    m_hasCollective = false;
    m_hasRelated = false;
    m_messages.reset();
    m_launches.reset();
    m_records.reset();
    m_partners.reset();
    m_points.clear();
    if (m_visit) {
        const query::Scope scope{.window = m_visit->visit, .locations = {m_visit->location}};
        // A visit without length is asked about as a tick, or there would be no window.
        const query::Scope asked{
            .window =
                {.begin = scope.window.begin,
                 .end = std::max(scope.window.end, scope.window.begin + 1)},
            .locations = scope.locations,
            .filter = m_view.filters().records(Filter::Kind::Messages)};
        if (m_info.messages > 0) {
            m_messages.ask(query::MessagesRequest{.scope = asked, .limit = kMost});
        }
        if (m_info.launches > 0) {
            m_launches.ask(query::LaunchesRequest{
                .scope = {.window = asked.window, .locations = asked.locations}, .limit = kMost});
        }
        if (hasTellingRecords(m_info)) {
            m_records.ask(recordsRequest(*m_visit));
        }
    } else if (m_message) {
        const Flow flow{
            .from = m_message->sender,
            .leaves = m_message->send,
            .to = m_message->receiver,
            .arrives = m_message->receive,
            .communicator = m_message->communicator};
        m_away = {flow};
        m_here = {flow};
    } else if (const auto* one = m_overlaid ? std::get_if<OneSided>(&*m_overlaid) : nullptr) {
        m_away = {flowOf(*one, *m_definitions)};
        m_here = m_away;
    }
    takeCollective();
    takeRelated();
    emit changed();
}

void FlowModel::takeRelated()
{
    if (m_hasRelated || !m_visit || m_related.isBusy()) {
        return;
    }
    m_hasRelated = true;
    const auto lastTickOf = [](TickRange range) { return std::max(range.begin, range.end - 1); };
    if (const auto& work = m_related.waitedFor()) {
        m_here.push_back(
            {.from = work->device,
             .leaves = lastTickOf(work->work),
             .to = m_visit->location,
             .arrives = lastTickOf(m_visit->visit),
             .kind = Flow::Kind::Wait});
    }
    if (const auto& call = m_related.waiting()) {
        m_away.push_back(
            {.from = m_visit->location,
             .leaves = lastTickOf(m_visit->visit),
             .to = call->location,
             .arrives = lastTickOf(call->visit),
             .kind = Flow::Kind::Wait});
    }
    takePeers();
    sort();
}

/// As of recorded operations: from who came last to those that waited.
void FlowModel::takePeers()
{
    const std::vector<SelectedVisit>& peers = m_related.peers();
    if (peers.empty()) {
        return;
    }
    const SelectedVisit& last = *std::ranges::max_element(
        peers, {}, [](const SelectedVisit& peer) { return peer.visit.begin; });
    for (const SelectedVisit& peer : peers) {
        const Flow flow{
            .from = last.location,
            .leaves = last.visit.begin,
            .to = peer.location,
            .arrives = std::max(peer.visit.begin, peer.visit.end - 1),
            .kind = Flow::Kind::Collective};
        if (peer.location == last.location) {
            continue;
        }
        if (last.location == m_visit->location) {
            m_away.push_back(flow);
        } else if (peer.location == m_visit->location) {
            m_here.push_back(flow);
        }
    }
}

void FlowModel::takeCollective()
{
    const auto last = m_collective.last();
    if (m_hasCollective || !last) {
        return;
    }
    m_hasCollective = true;
    const query::CollectiveMember& source = m_collective.members()[*last];
    for (const query::CollectiveMember& member : m_collective.members()) {
        // A tick inside of the visit that waits: its end is already in the one around it.
        const Flow flow{
            .from = source.location,
            .leaves = source.range.begin,
            .to = member.location,
            .arrives = std::max(member.range.begin, member.range.end - 1),
            .kind = Flow::Kind::Collective,
            .communicator = m_collective.communicator()};
        if (member.location == source.location) {
            continue;
        }
        if (!m_visit || source.location == m_visit->location) {
            m_away.push_back(flow);
        } else if (member.location == m_visit->location) {
            m_here.push_back(flow);
        }
    }
    sort();
}

void FlowModel::takeMessages(const query::Messages& messages)
{
    // A receive is recorded as its visit ends, a send as it begins: both ends count.
    const auto isInside = [this](Tick tick) {
        return tick >= m_visit->visit.begin && tick <= m_visit->visit.end;
    };
    for (const query::Message& message : messages.messages) {
        const Flow flow{
            .from = message.sender,
            .leaves = message.send,
            .to = message.receiver,
            .arrives = message.receive,
            .communicator = message.communicator};
        if (message.sender == m_visit->location && isInside(message.send)) {
            m_away.push_back(flow);
        }
        if (message.receiver == m_visit->location && isInside(message.receive)) {
            m_here.push_back(flow);
        }
    }
    sort();
}

void FlowModel::takeLaunches(const query::Launches& launches)
{
    const auto holds = [this](TickRange range) {
        return range.begin >= m_visit->visit.begin && range.end <= m_visit->visit.end;
    };
    for (const query::Launch& launch : launches.launches) {
        const Flow flow{
            .from = launch.host,
            .leaves = launch.call.begin,
            .to = launch.device,
            .arrives = launch.work.begin,
            .kind = Flow::Kind::Launch};
        if (launch.host == m_visit->location && holds(launch.call)) {
            m_away.push_back(flow);
        }
        if (launch.device == m_visit->location && holds(launch.work)) {
            m_here.push_back(flow);
        }
    }
    sort();
}

void FlowModel::takeRecords(const query::Events& events)
{
    const std::vector<query::EventRecord> records =
        recordsOf(*m_visit, events, *m_definitions).records;
    takeOneSided(records);
    for (const query::EventRecord& record : records) {
        if (isFlow(record.kind) && !record.attributes.empty() && m_points.size() < kMostNamed) {
            m_points.push_back(record);
        }
    }
    askForPartners();
}

/// Those that the visit does; what completes them later is not known here, and may not be.
void FlowModel::takeOneSided(const std::vector<query::EventRecord>& records)
{
    query::Events own;
    std::ranges::copy_if(records, std::back_inserter(own.events), [](const auto& record) {
        return isOneSided(record.kind);
    });
    for (const OneSided& one : oneSidedOf(own, *m_definitions)) {
        (one.from == m_visit->location ? m_away : m_here).push_back(flowOf(one, *m_definitions));
    }
    sort();
}

void FlowModel::askForPartners()
{
    if (!m_points.empty()) {
        query::SearchRequest request{
            .scope =
                {.window = m_info.range,
                 .locations = locationsOfTheFileOf(m_visit->location, *m_definitions)},
            .limit = kMostPartners};
        request.pattern = patternOf(m_points.front(), *m_definitions);
        m_partners.ask(std::move(request));
    }
}

void FlowModel::takePartners(const query::SearchHits& hits)
{
    const query::EventRecord& point = m_points.front();
    std::vector<query::SearchHit> before;
    std::vector<query::SearchHit> after;
    for (const query::SearchHit& hit : hits.hits) {
        const bool isSelf = hit.location == m_visit->location && hit.visit == m_visit->visit
                            && hit.region == m_visit->region;
        if (!isSelf) {
            (hit.visit.begin < point.tick ? before : after).push_back(hit);
        }
    }
    if (!isNameOf(point.kind, event_kind::kFlowBegin) && !before.empty()) {
        const query::SearchHit& last = sourceOf(before, m_visit->location, *m_definitions);
        m_here.push_back(
            {.from = last.location,
             .leaves = last.visit.begin,
             .to = m_visit->location,
             .arrives = point.tick,
             .kind = Flow::Kind::Named});
    }
    if (!isNameOf(point.kind, event_kind::kFlowEnd)) {
        const bool isFirst = isNameOf(point.kind, event_kind::kFlowBegin);
        for (std::size_t i = 0;
             i < (isFirst ? after.size() : std::min<std::size_t>(1, after.size()));
             ++i) {
            m_away.push_back(
                {.from = m_visit->location,
                 .leaves = point.tick,
                 .to = after[i].location,
                 .arrives = after[i].visit.begin,
                 .kind = Flow::Kind::Named});
        }
    }
    sort();
}

void FlowModel::sort()
{
    dropLaunched(m_away);
    dropLaunched(m_here);
    std::ranges::stable_sort(m_away, {}, &Flow::leaves);
    std::ranges::stable_sort(m_here, {}, &Flow::arrives);
}

}  // namespace vellum::gui::models
