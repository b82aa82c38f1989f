#include "common/compare/tally_rows.h"

#include "common/base/number_text.h"
#include "common/compare/step_differences.h"
#include "common/query/names.h"
#include "common/table/access.h"
#include "common/table/cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace vellum::compare {

namespace {

using table::Cell;
using table::Column;
using table::Unit;

/// Names of what rows refer to, as another trace has them, too: no numbers where there is a name, and of a location its process.
std::string nameOf(const Definitions& definitions, Unit unit, std::uint64_t number)
{
    const auto small = static_cast<std::uint32_t>(number);
    switch (unit) {
    case Unit::Location: {
        const Location* location = definitions.find(LocationRef(number));
        return location != nullptr ? nameOfLocation(definitions, *location)
                                   : query::locationName(definitions, LocationRef(number));
    }
    case Unit::LocationGroup:
        return query::groupName(definitions, LocationGroupRef(small));
    case Unit::SystemTreeNode:
        return query::nodeName(definitions, SystemTreeNodeRef(small));
    case Unit::Region:
        return query::regionName(definitions, RegionRef(small));
    case Unit::Communicator:
        return query::communicatorName(definitions, CommRef(small));
    case Unit::IoFile:
        return query::ioFileName(definitions, IoFileRef(small));
    default:
        return std::to_string(number);
    }
}

/// "4,096 B", "4,096 B and more", "tag 5"; empty: the column says no more than others do.
std::string textOfNumber(TallyKey key, std::uint64_t number)
{
    switch (key) {
    case TallyKey::Size:
        return grouped(number) + " B";
    case TallyKey::SizeClass:
        return number == 0 ? "0 B" : "from " + grouped(number) + " B";
    case TallyKey::Tag:
        return "tag " + std::to_string(number);
    default:
        return {};
    }
}

/// Where the parts of a tally stand in a row, as far as it has them.
struct Places {
    std::vector<Cell> names;  ///< keys, or the column that is called "name"
    const Cell* count = nullptr;
    const Cell* time = nullptr;
    const Cell* bytes = nullptr;
    const Cell* redundant = nullptr;
};

Places placesIn(const std::vector<Cell>& cells)
{
    Places places;
    const auto name = std::ranges::find(cells, std::string_view("name"), &Cell::key);
    if (name != cells.end()) {
        places.names.push_back(*name);
    }
    for (const Cell& cell : cells) {
        const std::string_view called = cell.column->name;
        // Of a reference there are two cells: its number, which is meant, and its name.
        if (cell.kind != table::CellKind::Number && cell.kind != table::CellKind::Word) {
            continue;
        }
        if (name == cells.end() && cell.column->merge == table::Merge::Key) {
            places.names.push_back(cell);
        } else if (called == "count" || called == "accesses") {
            places.count = &cell;
        } else if (called == "sum_duration") {
            places.time = &cell;
        } else if (called == "bytes" || called == "moved_bytes") {
            places.bytes = &cell;
        } else if (called == "redundant_bytes") {
            places.redundant = &cell;
        }
    }
    return places;
}

/// One row of a table whose type only its descriptor knows.
class RowReader {
public:
    RowReader(TallyKey key, const Definitions& definitions, Unit by)
        : m_key(key)
        , m_definitions(definitions)
        , m_by(by)
    {
    }

    [[nodiscard]] Tally read(const Places& places, const void* row) const
    {
        Tally tally{
            .name = name(places, row),
            .count = numberAt(places.count, row),
            .bytes = numberAt(places.bytes, row),
            .redundantBytes = numberAt(places.redundant, row)};
        tally.timeNs = m_definitions.clock.toNanoseconds(numberAt(places.time, row));
        return tally;
    }

private:
    [[nodiscard]] std::string name(const Places& places, const void* row) const
    {
        // Of two references of one kind the one sends to the other; else each says one thing more.
        const bool isPair = m_key == TallyKey::Pair || m_key == TallyKey::ProcessPair
                            || m_key == TallyKey::NodePair;
        std::string name;
        for (const Cell& cell : places.names) {
            const std::string part = partOf(cell, row);
            const bool isJoined = !name.empty() && !part.empty();
            name.append(!isJoined ? "" : isPair ? " → " : " ").append(part);
        }
        return name;
    }

    [[nodiscard]] std::string partOf(const Cell& cell, const void* row) const
    {
        const Column& column = *cell.column;
        if (column.type == table::Type::Text || !column.words.empty()) {
            return table::plainText(table::valueOf(cell, row, m_by, noNames()));
        }
        const auto number = static_cast<std::uint64_t>(numberAt(&cell, row));
        const Unit unit = column.unit == Unit::By ? m_by : column.unit;
        return table::isReference(unit) ? nameOf(m_definitions, unit, number)
                                        : textOfNumber(m_key, number);
    }

    [[nodiscard]] static std::int64_t numberAt(const Cell* cell, const void* row)
    {
        if (cell == nullptr) {
            return 0;
        }
        const table::CellValue value = table::valueOf(*cell, row, Unit::None, noNames());
        if (const auto* whole = std::get_if<std::uint64_t>(&value)) {
            // References and keys may use all bits: they come back as they were.
            return cell->column->merge == table::Merge::Key ? static_cast<std::int64_t>(*whole)
                                                            : wholeOf(*whole);
        }
        if (const auto* number = std::get_if<std::int64_t>(&value)) {
            return *number;
        }
        // What is derived of sums is a real number.
        const auto* real = std::get_if<double>(&value);
        return real != nullptr ? std::llround(std::clamp(*real, -kMostReal, kMostReal)) : 0;
    }

    /// Cells are read as numbers: nobody asks for a name.
    static const table::Names& noNames()
    {
        class NoNames : public table::Names {
            [[nodiscard]] std::string nameOf(Unit /*unit*/, std::uint64_t number) const override
            {
                return std::to_string(number);
            }
            [[nodiscard]] double secondsOf(double ticks) const override { return ticks; }
        };
        static const NoNames kNone;
        return kNone;
    }

    static constexpr double kMostReal = 9.2e18;  ///< inside 64 bits

    TallyKey m_key;
    const Definitions& m_definitions;
    Unit m_by;
};

}  // namespace

std::vector<Tally> tallyRowsOf(
    TallyKey key, const query::Table& answer, const Definitions& definitions)
{
    const table::Schema& schema = answer.answer.schema();
    const void* whole = answer.answer.row();
    const Column& column = *table::tableOf(schema);
    const std::vector<Cell> cells = table::cellsOf(*column.rows);
    const Places places = placesIn(cells);
    const RowReader reader(key, definitions, table::unitOfBy(schema, whole));
    const table::ListView list = table::listAt(column, whole);
    std::vector<Tally> rows;
    rows.reserve(list.size);
    for (std::size_t i = 0; i < list.size; ++i) {
        rows.push_back(reader.read(places, list[i]));
    }
    return rows;
}

std::int64_t wholeOf(std::uint64_t count)
{
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    return count > static_cast<std::uint64_t>(kMost) ? kMost : static_cast<std::int64_t>(count);
}

}  // namespace vellum::compare
