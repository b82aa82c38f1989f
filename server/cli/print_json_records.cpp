#include "common/query/event_names.h"
#include "server/cli/json_printer.h"
#include "server/cli/json_records.h"
#include "server/cli/json_writer.h"
#include "server/cli/naming.h"
#include "server/cli/printing.h"
#include "server/query/tick_sum.h"

#include <array>
#include <functional>
#include <utility>

namespace vellum::server::cli {

using namespace vellum::query;  // NOLINT(google-build-using-namespace): the answers, all of them

void JsonPrinter::operator()(const Messages& messages)
{
    m_json.beginObject();
    m_json.key("messages");
    m_json.beginList(true);
    for (std::size_t i = 0; i < messages.messages.size(); ++i) {
        const Message& message = messages.messages[i];
        m_json.beginObject();
        m_json.member("sender", message.sender.value());
        m_json.member("receiver", message.receiver.value());
        m_json.member("tag", message.tag);
        m_json.member("communicator", message.communicator.value());
        m_json.member("bytes", message.bytes);
        m_json.member("send_ticks", message.send);
        m_json.member("receive_ticks", message.receive);
        m_json.member(
            "duration_seconds",
            seconds(server::query::subtractTicks(message.receive, message.send)));
        if (!messages.bursts.empty()) {
            const MessageBurst& burst = messages.bursts[i];
            m_json.member("burst_messages", burst.count);
            m_json.member("burst_bytes", burst.bytes);
            m_json.member("last_send_ticks", burst.lastSend);
            m_json.member("first_receive_ticks", burst.firstReceive);
            m_json.member("last_receive_ticks", burst.lastReceive);
        }
        m_json.endObject();
    }
    m_json.endList();
    if (!messages.bursts.empty()) {
        m_json.member("columns_together", messages.columnsTogether);
        m_json.member("rows_together", messages.rowsTogether);
    }
    m_json.member("count", messages.count);
    m_json.member("unmatched_sends", messages.unmatchedSends);
    m_json.member("unmatched_receives", messages.unmatchedReceives);
    m_json.endObject();
}

void JsonPrinter::labels(const char* key, const Matrix& matrix, bool names)
{
    m_json.key(key);
    m_json.beginList();
    for (const std::uint64_t label : matrix.labels) {
        if (names) {
            m_json.string(labelName(m_definitions, label, matrix.by));
        } else {
            m_json.number(label);
        }
    }
    m_json.endList();
}

void JsonPrinter::grid(
    const char* key, const Matrix& matrix, const std::function<void(const MatrixCell&)>& cell)
{
    const std::size_t side = matrix.labels.size();
    m_json.key(key);
    m_json.beginList(true);
    for (std::size_t row = 0; row < side; ++row) {
        m_json.beginList();
        for (std::size_t column = 0; column < side; ++column) {
            cell(matrix.cells[row * side + column]);
        }
        m_json.endList();
    }
    m_json.endList();
}

void JsonPrinter::operator()(const Matrix& matrix)
{
    m_json.beginObject();
    labels("rows", matrix, false);
    labels("columns", matrix, false);
    labels("names", matrix, true);
    grid("count", matrix, [this](const MatrixCell& cell) { m_json.number(cell.count); });
    grid("bytes", matrix, [this](const MatrixCell& cell) { m_json.number(cell.bytes); });
    grid("min_seconds", matrix, [this](const MatrixCell& cell) {
        m_json.number(seconds(cell.minDuration));
    });
    grid("max_seconds", matrix, [this](const MatrixCell& cell) {
        m_json.number(seconds(cell.maxDuration));
    });
    grid("mean_seconds", matrix, [this](const MatrixCell& cell) {
        m_json.number(meanSeconds(cell.sumDuration, cell.count, m_clock));
    });
    m_json.endObject();
}

void JsonPrinter::operator()(const SearchHits& hits)
{
    m_json.beginObject();
    m_json.key("visits");
    m_json.beginList(true);
    for (const SearchHit& hit : hits.hits) {
        m_json.beginObject();
        m_json.member("location", hit.location.value());
        m_json.member("region", hit.region.value());
        m_json.member("name", regionName(m_definitions, hit.region));
        m_json.member("begin_ticks", hit.visit.begin);
        m_json.member("end_ticks", hit.visit.end);
        m_json.member("begin_seconds", seconds(hit.visit.begin));
        m_json.member("end_seconds", seconds(hit.visit.end));
        m_json.member("depth", hit.depth);
        m_json.endObject();
    }
    m_json.endList();
    m_json.member("count", hits.count);
    m_json.endObject();
}

void JsonPrinter::operator()(const Events& events)
{
    m_json.beginObject();
    m_json.key("events");
    m_json.beginList(true);
    for (const EventRecord& event : events.events) {
        m_json.beginObject();
        m_json.member("location", event.location.value());
        m_json.member("time_ticks", event.tick);
        m_json.member("time_seconds", seconds(event.tick));
        m_json.member("kind", event.kind);
        m_json.key("attributes");
        m_json.beginObject();
        for (const auto& [key, value] : event.attributes) {
            m_json.member(key, value);
        }
        m_json.endObject();
        writeCarried(m_json, m_definitions, event);
        writeNames(m_json, m_definitions, event);
        m_json.endObject();
    }
    m_json.endList();
    m_json.member("count", events.count);
    m_json.endObject();
}

void JsonPrinter::operator()(const Launches& launches)
{
    m_json.beginObject();
    m_json.key("launches");
    m_json.beginList(true);
    for (const Launch& launch : launches.launches) {
        m_json.beginObject();
        m_json.member("host", launch.host.value());
        m_json.member("host_name", locationName(m_definitions, launch.host));
        m_json.member("call", regionName(m_definitions, launch.callRegion));
        m_json.member("call_begin_ticks", launch.call.begin);
        m_json.member("call_end_ticks", launch.call.end);
        m_json.member("device", launch.device.value());
        m_json.member("device_name", locationName(m_definitions, launch.device));
        m_json.member("work", regionName(m_definitions, launch.workRegion));
        m_json.member("kind", infoOf(launch.kind).name);
        m_json.member("work_begin_ticks", launch.work.begin);
        m_json.member("work_end_ticks", launch.work.end);
        m_json.member("correlation", launch.correlation);
        m_json.member(
            "delay_seconds",
            seconds(server::query::subtractTicks(launch.work.begin, launch.call.begin)));
        m_json.member(
            "work_seconds",
            seconds(server::query::subtractTicks(launch.work.end, launch.work.begin)));
        m_json.endObject();
    }
    m_json.endList();
    m_json.member("count", launches.count);
    m_json.member("device_work_without_launch", launches.workWithoutLaunch);
    m_json.endObject();
}

/// One entry per column, null where it has no sample.
void JsonPrinter::counterColumns(const CounterRow& row, std::uint32_t columns)
{
    const std::array<std::pair<const char*, double CounterPoint::*>, 4> values{{
        {"min", &CounterPoint::min},
        {"max", &CounterPoint::max},
        {"mean", &CounterPoint::mean},
        {"last", &CounterPoint::last},
    }};
    for (const auto& [key, value] : values) {
        m_json.key(key);
        m_json.beginList();
        auto point = row.points.begin();
        for (std::uint32_t column = 0; column < columns; ++column) {
            if (point != row.points.end() && point->column == column) {
                m_json.number((*point++).*value);
            } else {
                m_json.null();
            }
        }
        m_json.endList();
    }
    m_json.key("count");
    m_json.beginList();
    auto point = row.points.begin();
    for (std::uint32_t column = 0; column < columns; ++column) {
        const bool isHere = point != row.points.end() && point->column == column;
        m_json.number(isHere ? (*point++).count : std::uint64_t{0});
    }
    m_json.endList();
}

void JsonPrinter::operator()(const Counters& counters)
{
    m_json.beginObject();
    m_json.member("columns", counters.columns);
    m_json.key("rows");
    m_json.beginList(true);
    for (const CounterRow& row : counters.rows) {
        const MetricMember metric = metricOf(m_definitions, row.metric);
        m_json.beginObject();
        location("location", row.location);
        m_json.member("metric", metric.name);
        m_json.member("unit", metric.unit);
        m_json.member("mode", name(metric.mode));
        m_json.key("before");
        if (row.before) {
            m_json.number(*row.before);
        } else {
            m_json.null();
        }
        counterColumns(row, counters.columns);
        m_json.endObject();
    }
    m_json.endList();
    m_json.endObject();
}

void JsonPrinter::operator()(const Markers& markers)
{
    m_json.beginObject();
    m_json.key("markers");
    m_json.beginList(true);
    for (const Marker& marker : markers.markers) {
        const MarkerDefinition definition = definitionOf(m_definitions, marker);
        m_json.beginObject();
        m_json.member("time_ticks", marker.tick);
        m_json.member("time_seconds", seconds(marker.tick));
        m_json.member("duration_ticks", marker.duration);
        m_json.member(
            "duration_seconds",
            static_cast<double>(marker.duration) / static_cast<double>(m_clock.ticksPerSecond));
        m_json.member("marker", marker.marker.value());
        m_json.member("group", definition.group);
        m_json.member("category", definition.category);
        m_json.member("severity", name(definition.severity));
        m_json.member("scope", name(marker.scope));
        m_json.member("scope_ref", marker.scopeRef);
        m_json.member("scope_name", scopeName(m_definitions, marker));
        m_json.member("text", marker.text);
        m_json.endObject();
    }
    m_json.endList();
    m_json.member("count", markers.count);
    m_json.endObject();
}

void JsonPrinter::operator()(const VisitDetail& detail)
{
    m_json.beginObject();
    location("location", detail.location);
    m_json.member("time_ticks", detail.tick);
    m_json.key("stack");
    m_json.beginList(true);
    for (const DetailLevel& level : detail.stack) {
        m_json.beginObject();
        m_json.member("region", level.region.value());
        m_json.member("name", regionName(m_definitions, level.region));
        m_json.member("begin_ticks", level.visit.begin);
        m_json.member("end_ticks", level.visit.end);
        m_json.member("exclusive_ticks", level.exclusive);
        m_json.endObject();
    }
    m_json.endList();
    m_json.endObject();
}

}  // namespace vellum::server::cli
