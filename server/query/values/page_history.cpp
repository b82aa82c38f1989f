#include "server/query/values/page_history.h"

#include <algorithm>

namespace vellum::server::query {

namespace sidecar = vellum::values::sidecar;
namespace page_state = vellum::query::page_state;
using sidecar::PageClass;
using sidecar::PageState;
using vellum::query::ValuesPagesRow;
using vellum::query::ValuesSharingClass;

namespace {

constexpr std::uint64_t kPage = 4096;

char letterOf(const PagePiece& piece)
{
    if (piece.sharing == PageClass::FalseShared) {
        return page_state::kFalselyShared;
    }
    if (piece.sharing == PageClass::TrueShared) {
        return page_state::kShared;
    }
    switch (piece.state) {
    case PageState::Read:
        return page_state::kRead;
    case PageState::First:
        return page_state::kFirst;
    case PageState::Changed:
        return page_state::kChanged;
    case PageState::Unchanged:
        return page_state::kUnchanged;
    case PageState::Unknown:
        break;
    }
    return page_state::kUnknown;
}

/// Of a cell's weights; untouched has none.
std::size_t weightOf(char letter)
{
    return page_state::kAll.find(letter) - 1;
}

/// False sharing is the worst: it costs without a reason.
int badness(ValuesSharingClass sharing)
{
    return sharing == ValuesSharingClass::FalseShared ? 5 : static_cast<int>(sharing);
}

bool areAlike(const ValuesPagesRow& left, const ValuesPagesRow& right)
{
    return left.offset + left.bytes == right.offset && left.states == right.states
           && left.sharing == right.sharing;
}

void join(ValuesPagesRow& row, const ValuesPagesRow& next)
{
    row.bytes += next.bytes;
    row.writes += next.writes;
    row.unchanged += next.unchanged;
    row.changedBytes += next.changedBytes;
    row.firstTouch = std::min(row.firstTouch, next.firstTouch);
}

}  // namespace

PageHistory::PageHistory(std::uint64_t size, std::uint32_t ranges, Columns columns)
    : m_size(std::max<std::uint64_t>(size, 1))
    , m_width(((m_size - 1) / ranges / kPage + 1) * kPage)
    , m_columns(columns)
    , m_ranges((m_size - 1) / m_width + 1)
    , m_cells(m_ranges.size() * static_cast<std::size_t>(columns.count))
{
    for (std::size_t i = 0; i < m_ranges.size(); ++i) {
        m_ranges[i].offset = i * m_width;
        m_ranges[i].bytes = std::min(m_width, m_size - m_ranges[i].offset);
        m_ranges[i].firstTouch = -1;
    }
}

void PageHistory::add(const PagePiece& piece)
{
    if (piece.offset >= m_size || piece.bytes == 0) {
        return;
    }
    const std::uint64_t end = piece.offset + std::min(piece.bytes, m_size - piece.offset);
    const std::uint64_t pageBytes =
        piece.pages == 0 ? piece.bytes : std::max<std::uint64_t>(piece.bytes / piece.pages, 1);
    const bool isWrite = piece.pages > 0 && piece.state != PageState::Read;
    std::uint64_t changed = piece.changed;
    for (std::uint64_t range = piece.offset / m_width; range * m_width < end; ++range) {
        const std::uint64_t from = std::max(piece.offset, range * m_width);
        const std::uint64_t to = std::min(end, (range + 1) * m_width);
        addCells(piece, range, to - from);
        ValuesPagesRow& row = m_ranges[range];
        // A page is counted where it begins.
        const auto pagesBefore = [&](std::uint64_t offset) {
            return (offset - piece.offset + pageBytes - 1) / pageBytes;
        };
        const std::uint64_t pages = isWrite ? pagesBefore(to) - pagesBefore(from) : 0;
        row.writes += pages;
        row.unchanged += piece.state == PageState::Unchanged ? pages : 0;
        const std::uint64_t part = to == end ? changed : std::min(changed, to - from);
        row.changedBytes += part;
        changed -= part;
        const auto sharing = static_cast<ValuesSharingClass>(piece.sharing);
        row.sharing = badness(sharing) > badness(row.sharing) ? sharing : row.sharing;
        const Tick touched = std::max(piece.time.begin, m_columns.range.begin);
        row.firstTouch = row.firstTouch < 0 ? touched : std::min(row.firstTouch, touched);
    }
}

void PageHistory::addCells(const PagePiece& piece, std::uint64_t range, std::uint64_t bytes)
{
    const std::size_t weight = weightOf(query::letterOf(piece));
    const Tick begin = std::max(piece.time.begin, m_columns.range.begin);
    const Tick last = std::min(piece.time.end, m_columns.range.end) - 1;
    if (begin > last) {
        return;
    }
    const std::int64_t end = m_columns.columnOf(last);
    for (std::int64_t column = m_columns.columnOf(begin); column <= end; ++column) {
        m_cells[cellOf(range, column)][weight] += bytes;
    }
}

char PageHistory::letterOf(const Cell& cell)
{
    const std::size_t falsely = weightOf(page_state::kFalselyShared);
    const std::size_t shared = weightOf(page_state::kShared);
    if (cell[falsely] > 0) {
        return page_state::kFalselyShared;
    }
    if (cell[shared] > 0) {
        return page_state::kShared;
    }
    std::size_t most = 0;
    for (std::size_t i = 0; i < shared; ++i) {
        most = cell[i] >= cell[most] ? i : most;
    }
    return cell[most] == 0 ? page_state::kUntouched : page_state::kAll[most + 1];
}

std::vector<ValuesPagesRow> PageHistory::rows() const
{
    std::vector<ValuesPagesRow> rows;
    for (std::size_t range = 0; range < m_ranges.size(); ++range) {
        ValuesPagesRow row = m_ranges[range];
        if (row.firstTouch < 0) {
            continue;
        }
        for (std::int64_t column = 0; column < m_columns.count; ++column) {
            row.states += letterOf(m_cells[cellOf(range, column)]);
        }
        if (!rows.empty() && areAlike(rows.back(), row)) {
            join(rows.back(), row);
        } else {
            rows.push_back(std::move(row));
        }
    }
    return rows;
}

}  // namespace vellum::server::query
