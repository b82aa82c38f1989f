#include "server/query/message_bursts.h"

#include "common/base/number_text.h"
#include "common/base/wide_math.h"
#include "server/query/scope.h"

#include <algorithm>
#include <string>
#include <utility>

namespace vellum::server::query {

using vellum::query::Message;
using vellum::query::MessageBurst;
using vellum::query::Messages;

namespace {

/// Columns are joined by two so often before rows are, too: a picture is wider than its rows are high.
constexpr std::uint32_t kColumnsFirst = 5;
/// From there on all columns of any picture, and all rows, are one.
constexpr std::uint32_t kMostShift = 32;
/// Ends so many columns outside the window are alike: their lines do not differ inside.
constexpr std::int64_t kFarColumns = std::int64_t{1} << 30U;

/// Half as large as before, as often as \p shift says; of negative numbers, too, neighbours stay neighbours.
std::int64_t halved(std::int64_t number, std::uint32_t shift)
{
    return number >> shift;
}

}  // namespace

// ---- Rows -----------------------------------------------------------------------------------

Result<PictureRows> PictureRows::of(
    const store::TraceStore& trace, const vellum::query::MessagesRequest& request)
{
    PictureRows rows;
    if (request.rows.empty()) {
        std::uint32_t next = 0;
        for (const Location& location : trace.definitions.locations) {
            rows.m_any.emplace(location.ref, next++);
        }
        return rows;
    }
    const std::vector<CommRef>& communicators = request.rowCommunicators;
    if (!communicators.empty() && communicators.size() != request.rows.size()) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = std::to_string(communicators.size()) + " communicators of "
                       + std::to_string(request.rows.size()) + " rows of messages"};
    }
    std::vector<LocationRef> all;
    for (std::uint32_t row = 0; row < request.rows.size(); ++row) {
        const bool isOfAny = communicators.empty() || !communicators[row].isDefined();
        Rows& known = isOfAny ? rows.m_any : rows.m_ofCommunicators[communicators[row]];
        for (const LocationRef location : request.rows[row]) {
            if (!known.try_emplace(location, row).second) {
                return Error{
                    .kind = ErrorKind::InvalidArgument,
                    .message = "location " + std::to_string(location.value())
                               + " is in two rows of the picture of messages"};
            }
            all.push_back(location);
        }
    }
    std::ranges::sort(all);
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (!all.empty()) {
        VELLUM_RETURN_IF_ERROR(resolveLocations(trace, all));
    }
    return rows;
}

std::optional<std::uint32_t> PictureRows::rowOf(LocationRef location, CommRef communicator) const
{
    const auto own = m_ofCommunicators.find(communicator);
    if (own != m_ofCommunicators.end()) {
        const auto found = own->second.find(location);
        if (found != own->second.end()) {
            return found->second;
        }
    }
    const auto found = m_any.find(location);
    return found == m_any.end() ? std::nullopt : std::optional(found->second);
}

// ---- Bursts ---------------------------------------------------------------------------------

std::size_t MessageBursts::PlaceHash::operator()(const Place& place) const
{
    std::uint64_t hash = 0;
    for (const std::uint64_t part :
         {static_cast<std::uint64_t>(place.sendColumn),
          static_cast<std::uint64_t>(place.receiveColumn),
          std::uint64_t{place.sendRow},
          std::uint64_t{place.receiveRow}}) {
        hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15U;
        hash ^= hash >> 32U;
    }
    return hash;
}

MessageBursts::MessageBursts(Columns columns, PictureRows rows, std::uint64_t most)
    : m_columns(columns)
    , m_rows(std::move(rows))
    , m_most(most)
{
}

void MessageBursts::add(const Message& message)
{
    const auto sendRow = m_rows.rowOf(message.sender, message.communicator);
    const auto receiveRow = m_rows.rowOf(message.receiver, message.communicator);
    if (!sendRow || !receiveRow) {
        return;
    }
    ++m_count;
    put(
        {.place =
             {.sendColumn = columnOf(message.send),
              .receiveColumn = columnOf(message.receive),
              .sendRow = *sendRow,
              .receiveRow = *receiveRow},
         .first = message,
         .all = {
             .count = 1,
             .bytes = message.bytes,
             .lastSend = message.send,
             .firstReceive = message.receive,
             .lastReceive = message.receive}});
    while (m_bursts.size() > m_most
           && std::min(m_columnShift, m_rowShift + kColumnsFirst) < kMostShift) {
        coarsen();
    }
}

/// Columns go on outside of the window, where ends of messages that reach into it lie.
std::int64_t MessageBursts::columnOf(Tick tick) const
{
    if (m_columns.range.contains(tick)) {
        return m_columns.columnOf(tick);
    }
    __extension__ using Wide = __int128;
    const Wide length = m_columns.range.length();
    // As Columns has it: the largest i with i·length < (offset + 1)·count.
    const Wide most = (Wide{tick} - m_columns.range.begin + 1) * m_columns.count - 1;
    const Wide column = most >= 0 ? most / length : -((length - 1 - most) / length);
    return static_cast<std::int64_t>(std::clamp(column, Wide{-kFarColumns}, Wide{kFarColumns}));
}

MessageBursts::Place MessageBursts::together(const Place& place) const
{
    return {
        .sendColumn = halved(place.sendColumn, m_columnShift),
        .receiveColumn = halved(place.receiveColumn, m_columnShift),
        .sendRow = static_cast<std::uint32_t>(std::uint64_t{place.sendRow} >> m_rowShift),
        .receiveRow = static_cast<std::uint32_t>(std::uint64_t{place.receiveRow} >> m_rowShift)};
}

/// Those that came before stay the first of theirs.
void MessageBursts::put(const Burst& burst)
{
    const Place place = together(burst.place);
    if (m_open.empty() || place.sendColumn != m_openColumn) {
        m_open.clear();
        m_openColumn = place.sendColumn;
    }
    const auto [found, isNew] = m_open.try_emplace(place, m_bursts.size());
    if (isNew) {
        m_bursts.push_back(burst);
        return;
    }
    MessageBurst& all = m_bursts[found->second].all;
    all.count += burst.all.count;
    all.bytes += burst.all.bytes;
    all.lastSend = std::max(all.lastSend, burst.all.lastSend);
    all.firstReceive = std::min(all.firstReceive, burst.all.firstReceive);
    all.lastReceive = std::max(all.lastReceive, burst.all.lastReceive);
}

void MessageBursts::coarsen()
{
    if (m_columnShift < kColumnsFirst || m_columnShift - kColumnsFirst <= m_rowShift) {
        ++m_columnShift;
    } else {
        ++m_rowShift;
    }
    std::vector<Burst> finer = std::exchange(m_bursts, {});
    m_open.clear();
    for (const Burst& burst : finer) {
        put(burst);
    }
}

void MessageBursts::putInto(Messages& answer) const
{
    answer.count = m_count;
    answer.columnsTogether = static_cast<std::uint32_t>(
        std::min(std::uint64_t{1} << m_columnShift, std::uint64_t{1} << 31U));
    answer.rowsTogether = static_cast<std::uint32_t>(
        std::min(std::uint64_t{1} << m_rowShift, std::uint64_t{1} << 31U));
    for (const Burst& burst : m_bursts) {
        answer.messages.push_back(burst.first);
        answer.bursts.push_back(burst.all);
    }
}

}  // namespace vellum::server::query
