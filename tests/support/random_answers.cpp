// The answers of RandomMessages.

#include "common/query/questions.h"
#include "tests/support/random_messages.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::tests {

query::TraceInfo RandomMessages::traceInfo()
{
    query::TraceInfo info{.format = text(), .creator = text()};
    info.locations = number();
    info.locationGroups = number();
    info.systemTreeNodes = number();
    info.regions = number();
    info.metrics = number();
    info.communicators = number();
    info.events = number();
    info.visits = number();
    info.messages = number();
    info.messageBytes = number();
    info.unmatchedSends = number();
    info.unmatchedReceives = number();
    info.collectives = number();
    info.rmaOperations = number();
    info.rmaBytes = number();
    info.ioOperations = number();
    info.ioBytes = number();
    info.metricSamples = number();
    info.ticksPerSecond = number();
    info.lengthTicks = number();
    info.range = range();
    info.complete = coin();
    for (std::uint64_t i = size(); i > 0; --i) {
        info.importReport.push_back(
            {.kind = text(),
             .severity = static_cast<query::Severity>(below(3)),
             .count = number(),
             .example = text(),
             .places = {
                 size(),
                 {.file = text(), .location = text(), .count = number(), .example = text()}}});
        info.eventsByKind.push_back({.kind = text(), .count = number()});
    }
    info.eventAttributes = number();
    info.markers = number();
    info.launches = number();
    info.visitsOf = {number(), number()};
    info.workWithoutLaunch = number();
    return info;
}

query::LocationCounts RandomMessages::locationCounts()
{
    query::LocationCounts counts{.locations = locations(), .events = {}};
    for (std::size_t i = 0; i < counts.locations.size(); ++i) {
        counts.events.push_back(number());
    }
    return counts;
}

template <typename Row>
void RandomMessages::fillTimes(Row& row)
{
    row.visits = number();
    row.inclusive = tick();
    row.exclusive = tick();
    row.minInclusive = tick();
    row.maxInclusive = tick();
    row.sumInclusive = tick();
}

query::Profile RandomMessages::profile()
{
    query::Profile profile{.window = range(), .rows = {}, .outside = tick()};
    for (std::uint64_t i = size(); i > 0; --i) {
        query::ProfileRow row;
        row.key.value = word();
        row.location = LocationRef(m_random());
        fillTimes(row);
        profile.rows.push_back(row);
    }
    return profile;
}

query::CallTree RandomMessages::callTree()
{
    query::CallTree tree{.window = range(), .nodes = {}};
    const bool isSampled = coin();
    const std::uint64_t count = size();
    for (std::uint32_t i = 0; i < count; ++i) {
        query::CallTreeNode node;
        node.region = RegionRef(word());
        node.depth = word();
        node.parent = static_cast<std::uint32_t>(below(i + 1));
        fillTimes(node);
        if (isSampled) {
            node.inclusiveSamples = number();
            node.exclusiveSamples = number();
        }
        tree.nodes.push_back(node);
    }
    return tree;
}

query::Timeline RandomMessages::timeline()
{
    query::Timeline timeline{
        .window = range(),
        .columns = 1 + static_cast<std::uint32_t>(below(50)),
        .by = groupBy(),
        .exact = coin(),
        .rows = {},
        .presenceClasses = static_cast<std::uint32_t>(coin() ? 0 : below(65))};
    const unsigned classes = timeline.presenceClasses;
    const bool hasLevels = coin();
    for (std::uint64_t i = size(); i > 0; --i) {
        const std::uint32_t level = hasLevels ? word() : 0;
        query::TimelineRow row{.location = LocationRef(m_random()), .runs = {}, .level = level};
        const bool hasGroups = coin();
        std::uint32_t column = 0;
        while (column < timeline.columns) {
            const Tick missing = tick();
            row.runs.push_back(
                {.firstColumn = column,
                 .winner = {.value = word()},
                 .missing = missing,
                 .groupMissing = hasGroups ? tick() : missing,
                 .visits = word(),
                 .visit = m_random(),
                 .present = classes == 0 ? 0 : m_random() >> (64 - classes)});
            column += 1 + static_cast<std::uint32_t>(below(20));
        }
        timeline.rows.push_back(std::move(row));
    }
    return timeline;
}

query::SummaryTimeline RandomMessages::summaryTimeline()
{
    query::SummaryTimeline summary{
        .window = range(),
        .columns = 1 + static_cast<std::uint32_t>(below(9)),
        .exact = coin(),
        .rows = {}};
    for (std::uint64_t i = size(); i > 0; --i) {
        query::SummaryRow row{.locations = number(), .series = {}};
        for (std::uint64_t k = size(); k > 0; --k) {
            query::SummarySeries series{.key = {.value = word()}, .exclusive = {}};
            for (std::uint32_t column = 0; column < summary.columns; ++column) {
                series.exclusive.push_back(tick());
            }
            row.series.push_back(std::move(series));
        }
        summary.rows.push_back(std::move(row));
    }
    if (coin()) {
        for (query::SummaryRow& row : summary.rows) {
            std::generate_n(
                std::back_inserter(row.visits), summary.columns, [this] { return word(); });
        }
    }
    if (coin()) {
        for (query::SummaryRow& row : summary.rows) {
            std::generate_n(
                std::back_inserter(row.busy), summary.columns, [this] { return tick(); });
            row.stretches.push_back({.key = {.value = word()}, .range = range()});
        }
    }
    return summary;
}

query::Messages RandomMessages::messages()
{
    query::Messages messages{
        .window = range(),
        .messages = {},
        .count = number(),
        .unmatchedSends = number(),
        .unmatchedReceives = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        messages.messages.push_back(
            {.sender = LocationRef(m_random()),
             .receiver = LocationRef(m_random()),
             .communicator = CommRef(word()),
             .tag = word(),
             .bytes = m_random(),
             .send = tick(),
             .receive = tick()});
    }
    const std::size_t bursts = coin() ? messages.messages.size() : 0;
    for (std::size_t i = 0; i < bursts; ++i) {
        messages.bursts.push_back(
            {.count = m_random(),
             .bytes = m_random(),
             .lastSend = tick(),
             .firstReceive = tick(),
             .lastReceive = tick()});
    }
    messages.columnsTogether = word();
    messages.rowsTogether = word();
    return messages;
}

query::Matrix RandomMessages::matrix()
{
    query::Matrix matrix{.window = range(), .by = matrixBy(), .labels = {}, .cells = {}};
    for (std::uint64_t i = size(); i > 0; --i) {
        matrix.labels.push_back(m_random());
    }
    matrix.cells.resize(matrix.labels.size() * matrix.labels.size());
    for (query::MatrixCell& cell : matrix.cells) {
        if (coin()) {
            cell = {
                .count = number(),
                .bytes = number(),
                .minDuration = tick(),
                .maxDuration = tick(),
                .sumDuration = tick()};
        }
    }
    return matrix;
}

query::SearchHits RandomMessages::searchHits()
{
    query::SearchHits hits{.hits = {}, .count = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        hits.hits.push_back(
            {.location = LocationRef(m_random()),
             .region = RegionRef(word()),
             .visit = range(),
             .depth = word()});
    }
    return hits;
}

query::Events RandomMessages::events()
{
    query::Events events{.window = range(), .events = {}, .count = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        query::EventRecord event{
            .location = LocationRef(m_random()), .tick = tick(), .kind = text(), .attributes = {}};
        for (std::uint64_t k = size(); k > 0; --k) {
            event.attributes.emplace_back(text(), m_random());
            event.carried.push_back(
                {AttributeRef(word()), {static_cast<ValueType>(below(256)), m_random()}});
        }
        events.events.push_back(std::move(event));
    }
    return events;
}

query::Launches RandomMessages::launches()
{
    query::Launches launches{
        .window = range(), .launches = {}, .count = number(), .workWithoutLaunch = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        launches.launches.push_back(
            {.host = LocationRef(m_random()),
             .device = LocationRef(m_random()),
             .call = range(),
             .work = range(),
             .callRegion = RegionRef(word()),
             .workRegion = RegionRef(word()),
             .correlation = m_random(),
             .kind = static_cast<EventKind>(below(event_kind::kCount))});
    }
    return launches;
}

query::Collectives RandomMessages::collectives()
{
    query::Collectives collectives{
        .window = range(),
        .collectives = {},
        .count = number(),
        .incomplete = number(),
        .mismatched = number(),
        .withoutEnd = number(),
        .withoutBegin = number(),
        .strays = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        collectives.collectives.push_back(
            {.communicator = CommRef(word()),
             .instance = number(),
             .operation = word(),
             .root = word(),
             .range = range(),
             .members = number(),
             .seen = number(),
             .mismatched = number(),
             .withoutBegin = number(),
             .bytesSent = number(),
             .bytesReceived = number(),
             .wait = tick(),
             .last = LocationRef(m_random())});
    }
    return collectives;
}

query::CollectiveMembers RandomMessages::collectiveMembers()
{
    query::CollectiveMembers members{
        .window = range(),
        .communicator = CommRef(word()),
        .instance = number(),
        .members = {},
        .count = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        members.members.push_back(
            {.location = LocationRef(m_random()),
             .operation = word(),
             .root = word(),
             .range = range(),
             .hasBegin = coin(),
             .bytesSent = number(),
             .bytesReceived = number()});
    }
    return members;
}

query::IoNumbers RandomMessages::ioNumbers()
{
    return {
        .reads = number(),
        .writes = number(),
        .flushes = number(),
        .others = number(),
        .cancelled = number(),
        .unmatchedBegins = number(),
        .unmatchedEnds = number(),
        .bytesRequested = number(),
        .bytesTransferred = number(),
        .bytesRead = number(),
        .bytesWritten = number(),
        .time = tick(),
        .overlapping = number(),
        .first = tick(),
        .last = tick(),
        .opened = number(),
        .closed = number(),
        .seeks = number()};
}

query::Io RandomMessages::io()
{
    constexpr std::uint32_t kColumns = 1'000;
    query::Io io{
        .window = range(),
        .columns = kColumns,
        .rows = {},
        .count = number(),
        .totals = ioNumbers()};
    for (std::uint64_t i = size(); i > 0; --i) {
        io.rows.push_back(
            {.location = LocationRef(m_random()),
             .handle = IoHandleRef(word()),
             .numbers = ioNumbers()});
        std::uint32_t column = word() % 400;
        for (std::uint64_t left = size(); left > 0 && column < kColumns; --left) {
            io.rows.back().points.push_back(
                {.column = column,
                 .reads = number(),
                 .writes = number(),
                 .flushes = number(),
                 .others = number(),
                 .bytesRead = number(),
                 .bytesWritten = number(),
                 .opened = number(),
                 .closed = number(),
                 .readTime = tick(),
                 .writeTime = tick(),
                 .flushTime = tick(),
                 .otherTime = tick()});
            column += 1 + word() % 400;
        }
        for (std::uint64_t left = size(); left > 0; --left) {
            io.rows.back().spans.push_back(
                {.kind = coin() ? query::IoSpanKind::Open : query::IoSpanKind::Asynchronous,
                 .range = range(),
                 .count = number(),
                 .isBegun = coin(),
                 .isEnded = coin()});
        }
    }
    return io;
}

query::Counters RandomMessages::counters()
{
    constexpr std::uint32_t kColumns = 1'000;
    query::Counters counters{.window = range(), .columns = kColumns, .rows = {}};
    for (std::uint64_t i = size(); i > 0; --i) {
        query::CounterRow& row = counters.rows.emplace_back();
        row.location = LocationRef(m_random());
        row.recordedAs = MetricRef(word());
        row.metric = MetricMemberRef(word());
        if (coin()) {
            row.before = real();
        }
        std::uint32_t column = 0;
        for (std::uint64_t k = size(); k > 0; --k) {
            row.points.push_back(
                {.column = column,
                 .count = number() + 1,
                 .min = real(),
                 .max = real(),
                 .mean = real(),
                 .last = real()});
            column += 1 + static_cast<std::uint32_t>(below(9));
        }
    }
    return counters;
}

query::Markers RandomMessages::markers()
{
    query::Markers markers{.window = range(), .markers = {}, .count = number()};
    for (std::uint64_t i = size(); i > 0; --i) {
        markers.markers.push_back(
            {.tick = tick(),
             .duration = m_random(),
             .marker = MarkerRef(word()),
             .scope = static_cast<MarkerScope>(below(256)),
             .scopeRef = m_random(),
             .text = text()});
    }
    return markers;
}

query::VisitDetail RandomMessages::visitDetail()
{
    query::VisitDetail detail{.location = LocationRef(m_random()), .tick = tick(), .stack = {}};
    for (std::uint64_t i = size(); i > 0; --i) {
        detail.stack.push_back(
            {.region = RegionRef(word()), .visit = range(), .exclusive = tick()});
    }
    return detail;
}

query::Answer RandomMessages::answer(std::size_t kind)
{
    switch (kind) {
    case 0:
        return traceInfo();
    case 1:
        return locationCounts();
    case 2:
        return profile();
    case 3:
        return callTree();
    case 4:
        return timeline();
    case 5:
        return summaryTimeline();
    case 6:
        return messages();
    case 7:
        return matrix();
    case 8:
        return searchHits();
    case 9:
        return events();
    case 11:
        return markers();
    case 12:
        return launches();
    case 13:
        return counters();
    case 14:
        return collectives();
    case 15:
        return io();
    case 16:
        return collectiveMembers();
    case 17: {
        const auto questions = query::tableQuestions();
        return query::Table{
            .window = range(), .answer = rowOf(*questions[below(questions.size())]->answer)};
    }
    default:
        return visitDetail();
    }
}

}  // namespace vellum::tests
