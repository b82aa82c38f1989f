#pragma once

#include "common/trace/event_kinds.h"
#include "server/store/packed_words.h"
#include "server/store/time_column.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace vellum::server::store {

using vellum::EventKind;

/// The event records of one location that its call stream does not tell: all but plain enters and
/// leaves, in file order, as columns.
///
/// Layout   Record i is the location's event[i]-th of all, at time[i]. Its words are packed in the bytes
///          from payloadBegin[i] up to the next record's: first the attributes of its kind in order, as
///          unsigned words (signed and double values by their bits), then pairs for members of variable
///          number.
/// Exact    Ticks never decrease (raised where the file's do, which the report counts).
struct RecordTable {
    Column<std::uint32_t> event;
    TimeColumn time;
    Column<EventKind> kind;
    Column<std::uint32_t> payloadBegin;
    Column<std::uint8_t> payload;

    [[nodiscard]] std::size_t size() const { return kind.size(); }
    [[nodiscard]] bool empty() const { return kind.empty(); }
    [[nodiscard]] Words payloadOf(std::size_t record) const
    {
        const std::size_t end = record + 1 < size() ? payloadBegin[record + 1] : payload.size();
        auto bytes = payload.view().subspan(payloadBegin[record], end - payloadBegin[record]);
        Words words;
        while (!bytes.empty()) {
            words.push(packed::take(bytes));
        }
        return words;
    }
};

/// Fills a RecordTable.
class RecordTableBuilder {
public:
    /// False where the table is full: 2^32 bytes.
    bool add(std::uint32_t event, Tick tick, EventKind kind, std::span<const std::uint64_t> payload)
    {
        constexpr std::size_t kMostBytesOfWord = 9;
        if (m_payload.size() + payload.size() * kMostBytesOfWord
            >= std::numeric_limits<std::uint32_t>::max()) {
            return false;
        }
        m_event.push_back(event);
        m_time.push(tick);
        m_kind.push_back(kind);
        m_payloadBegin.push_back(static_cast<std::uint32_t>(m_payload.size()));
        for (const std::uint64_t word : payload) {
            packed::append(m_payload, word);
        }
        return true;
    }
    [[nodiscard]] std::size_t size() const { return m_kind.size(); }
    /// Whether the last record is that of \p event.
    [[nodiscard]] bool endsWith(std::uint64_t event) const
    {
        return !m_event.empty() && m_event.back() == event;
    }

    [[nodiscard]] RecordTable finish()
    {
        RecordTable table;
        table.event = std::move(m_event);
        table.time = m_time.finish();
        table.kind = std::move(m_kind);
        table.payloadBegin = std::move(m_payloadBegin);
        table.payload = std::move(m_payload);
        return table;
    }

private:
    std::vector<std::uint32_t> m_event;
    TimeColumnBuilder m_time;
    std::vector<EventKind> m_kind;
    std::vector<std::uint32_t> m_payloadBegin;
    std::vector<std::uint8_t> m_payload;
};

}  // namespace vellum::server::store
