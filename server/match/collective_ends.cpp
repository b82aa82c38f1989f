#include "server/match/collective_ends.h"

#include "common/base/narrow.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <unordered_map>

namespace vellum::server::match {

namespace {

using Payload = std::span<const std::uint64_t>;

/// One location's records in file order.
class Collector {
public:
    Collector(const store::RecordTable& records, CollectiveEnds& to) : m_records(records), m_to(to)
    {
    }

    void add(std::uint32_t record);
    void finish();

private:
    void end(std::uint32_t record, std::optional<std::uint32_t> begin, Payload payload);
    [[nodiscard]] std::optional<std::uint32_t> takeOpen();
    [[nodiscard]] std::optional<std::uint32_t> takeRequest(std::uint64_t request);

    const store::RecordTable& m_records;
    CollectiveEnds& m_to;
    std::vector<std::uint32_t> m_open;  ///< begins without an end so far
    std::unordered_map<std::uint64_t, std::uint32_t> m_requests;
};

void Collector::end(std::uint32_t record, std::optional<std::uint32_t> begin, Payload payload)
{
    const Tick tick = m_records.time[record];
    m_to.ends.push_back(
        {.comm = CommRef(static_cast<std::uint32_t>(payload[1])),
         .operation = static_cast<std::uint32_t>(payload[0]),
         .root = static_cast<std::uint32_t>(payload[2]),
         .place = begin.value_or(record),
         .sent = payload[3],
         .received = payload[4],
         .begin = begin ? m_records.time[*begin] : tick,
         .end = tick,
         .hasBegin = begin.has_value()});
}

std::optional<std::uint32_t> Collector::takeOpen()
{
    if (m_open.empty()) {
        return std::nullopt;
    }
    const std::uint32_t record = m_open.back();
    m_open.pop_back();
    return record;
}

std::optional<std::uint32_t> Collector::takeRequest(std::uint64_t request)
{
    const auto found = m_requests.extract(request);
    return found.empty() ? std::nullopt : std::optional(found.mapped());
}

void Collector::add(std::uint32_t record)
{
    constexpr std::size_t kRequest = 5;  // after operation, communicator, root, sent, received
    switch (m_records.kind[record]) {
    case event_kind::kMpiCollectiveBegin:
        m_open.push_back(record);
        break;
    case event_kind::kMpiCollectiveEnd: {
        const store::Words words = m_records.payloadOf(record);
        end(record, takeOpen(), words.view());
        break;
    }
    case event_kind::kNonBlockingCollectiveRequest: {
        const auto [entry, isNew] =
            m_requests.try_emplace(m_records.payloadOf(record).front(), record);
        if (!isNew) {
            m_to.openBegins.push_back(m_records.time[entry->second]);
            entry->second = record;
        }
        break;
    }
    case event_kind::kNonBlockingCollectiveComplete: {
        const store::Words words = m_records.payloadOf(record);
        end(record, takeRequest(words[kRequest]), words.view());
        break;
    }
    default:
        break;
    }
}

void Collector::finish()
{
    for (const std::uint32_t record : m_open) {
        m_to.openBegins.push_back(m_records.time[record]);
    }
    for (const auto& [request, record] : m_requests) {
        m_to.openBegins.push_back(m_records.time[record]);
    }
    std::ranges::sort(m_to.openBegins);
    std::ranges::sort(
        m_to.ends, {}, [](const CollectiveEnd& end) { return std::tuple(end.comm, end.place); });
}

}  // namespace

void collectCollectives(const store::RecordTable& records, CollectiveEnds& to)
{
    Collector collector(records, to);
    for (std::size_t i = 0; i < records.size(); ++i) {
        collector.add(narrow<std::uint32_t>(i));
    }
    collector.finish();
}

}  // namespace vellum::server::match
