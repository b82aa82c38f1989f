#include "server/cli/naming.h"

namespace vellum::server::cli {

using vellum::query::GroupBy;
using vellum::query::Key;
using vellum::query::MatrixBy;
using vellum::query::Severity;

namespace {

template <typename Ref>
std::string nameOf(const Definitions& definitions, Ref ref, const char* what)
{
    const auto* found = definitions.find(ref);
    return found != nullptr ? found->name : what + (' ' + std::to_string(ref.value()));
}

}  // namespace

std::string locationName(const Definitions& definitions, LocationRef ref)
{
    return nameOf(definitions, ref, "location");
}

std::string groupName(const Definitions& definitions, LocationGroupRef ref)
{
    return nameOf(definitions, ref, "location group");
}

std::string regionName(const Definitions& definitions, RegionRef ref)
{
    return nameOf(definitions, ref, "region");
}

std::string communicatorName(const Definitions& definitions, CommRef ref)
{
    return nameOf(definitions, ref, "communicator");
}

std::string keyName(const Definitions& definitions, Key key, GroupBy by)
{
    switch (by) {
    case GroupBy::FunctionGroup:
        return std::string(name(static_cast<FunctionGroup>(key.value)));
    case GroupBy::Paradigm:
        return std::string(name(static_cast<Paradigm>(key.value)));
    case GroupBy::Region:
        break;
    }
    return regionName(definitions, RegionRef(key.value));
}

std::string labelName(const Definitions& definitions, std::uint64_t label, MatrixBy by)
{
    const auto small = static_cast<std::uint32_t>(label);
    switch (by) {
    case MatrixBy::LocationGroup:
        return groupName(definitions, LocationGroupRef(small));
    case MatrixBy::SystemTreeNode:
        return nameOf(definitions, SystemTreeNodeRef(small), "system tree node");
    case MatrixBy::Location:
        break;
    }
    return locationName(definitions, LocationRef(label));
}

const char* word(GroupBy by)
{
    switch (by) {
    case GroupBy::FunctionGroup:
        return "group";
    case GroupBy::Paradigm:
        return "paradigm";
    case GroupBy::Region:
        break;
    }
    return "region";
}

const char* word(MatrixBy by)
{
    switch (by) {
    case MatrixBy::LocationGroup:
        return "location-group";
    case MatrixBy::SystemTreeNode:
        return "node";
    case MatrixBy::Location:
        break;
    }
    return "location";
}

const char* word(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Error:
        return "error";
    case Severity::Warning:
        break;
    }
    return "warning";
}

double meanSeconds(Tick sum, std::uint64_t count, const ClockProperties& clock)
{
    if (count == 0) {
        return 0.0;
    }
    const double ticks = static_cast<double>(sum) / static_cast<double>(count);
    return ticks / static_cast<double>(clock.ticksPerSecond);
}

double shareOf(const vellum::query::TimelineRun& run, TickRange column)
{
    if (run.winner.value == Key::kNone || column.isEmpty()) {
        return 0.0;
    }
    return static_cast<double>(column.length() - run.missing)
           / static_cast<double>(column.length());
}

}  // namespace vellum::server::cli
