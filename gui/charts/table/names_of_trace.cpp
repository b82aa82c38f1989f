#include "gui/charts/table/names_of_trace.h"

#include "gui/data/wording.h"

#include <QCoreApplication>

namespace vellum::gui::charts {

using table::Unit;

namespace {

/// The name of what is found, else a word with the number.
template <typename Found>
std::string nameOr(const Found* found, const char* word, std::uint64_t number)
{
    return found != nullptr && !found->name.empty() ? found->name : word + std::to_string(number);
}

}  // namespace

std::string NamesOfTrace::nameOf(Unit unit, std::uint64_t number) const
{
    const auto small = static_cast<std::uint32_t>(number);
    switch (unit) {
    case Unit::Location:
        return data::locationText(m_definitions, LocationRef(number)).toStdString();
    case Unit::LocationGroup:
        return nameOr(m_definitions.find(LocationGroupRef(small)), "group ", number);
    case Unit::SystemTreeNode:
        return nameOr(m_definitions.find(SystemTreeNodeRef(small)), "node ", number);
    case Unit::Region:
        return nameOr(m_definitions.find(RegionRef(small)), "function ", number);
    case Unit::Communicator:
        return data::communicatorText(m_definitions, CommRef(small)).toStdString();
    case Unit::IoFile:
        return IoFileRef(small) == IoFileRef::undefined()
                   ? "no file"
                   : nameOr(m_definitions.find(IoFileRef(small)), "file ", number);
    default:
        return std::to_string(number);
    }
}

double NamesOfTrace::secondsOf(double ticks) const
{
    return ticks / static_cast<double>(m_definitions.clock.ticksPerSecond);
}

}  // namespace vellum::gui::charts
