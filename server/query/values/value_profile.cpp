#include "server/query/values/value_profile.h"

#include "common/trace/side_car_properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuePattern;

namespace {

std::string inQuotes(const std::filesystem::path& path)
{
    return "'" + path.string() + "'";
}

/// What the archive says of itself under \p name.
std::optional<std::string> propertyOf(const store::TraceStore& trace, std::string_view name)
{
    const auto found =
        std::ranges::find_if(trace.definitions.properties, [name](const Property& property) {
            return property.name == name;
        });
    return found == trace.definitions.properties.end() ? std::nullopt : std::optional(found->value);
}

/// A trace names files beside it and nowhere else.
bool isFileName(const std::string& name)
{
    return !name.empty() && name != "." && name != ".." && name.find('/') == std::string::npos
           && name.find('\0') == std::string::npos;
}

Result<std::filesystem::path> placeOf(const store::TraceStore& trace)
{
    const std::filesystem::path anchor(trace.path);
    if (const auto named = propertyOf(trace, kSideCarProperty)) {
        if (!isFileName(*named)) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = inQuotes(anchor) + " names '" + *named
                           + "' as its value side-car, which is no file name"};
        }
        return anchor.parent_path() / *named;
    }
    std::filesystem::path beside = anchor;
    return beside.replace_extension(".vps");
}

std::string hex(const sidecar::Digest& digest)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const std::uint8_t byte : digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

/// The times of a side-car, which nobody has checked, in the time of the trace.
class Times {
public:
    Times(const store::TraceStore& trace, sidecar::ClockId clock)
        : m_range(trace.range)
        , m_offset(trace.definitions.clock.globalOffset)
        , m_ticksPerUnit(
              clock == sidecar::ClockId::Counter
                  ? 1
                  : static_cast<double>(trace.definitions.clock.ticksPerSecond) / 1e9)
    {
    }

    /// From \p stamp of the archive's timer on; nothing where that is not in the trace. What is past its end is cut.
    [[nodiscard]] std::optional<TickRange> rangeOf(std::uint64_t stamp, std::uint64_t length) const
    {
        const auto begin = static_cast<Tick>(stamp - m_offset);
        if (!m_range.contains(begin)) {
            return std::nullopt;
        }
        const Tick room = m_range.end - begin;
        const double ticks = static_cast<double>(length) * m_ticksPerUnit;
        const bool fits = ticks < static_cast<double>(room);
        const Tick taken = fits ? static_cast<Tick>(std::llround(ticks)) : room;
        return TickRange{.begin = begin, .end = begin + std::clamp<Tick>(taken, 1, room)};
    }

private:
    TickRange m_range;
    std::uint64_t m_offset;
    double m_ticksPerUnit;
};

}  // namespace

Result<std::shared_ptr<const ValueProfile>> ValueProfile::of(const store::TraceStore& trace)
{
    const auto place = placeOf(trace);
    VELLUM_RETURN_IF_ERROR(place);
    auto file = sidecar::SideCar::open(place.value());
    if (!file.isOk() && file.error().kind == ErrorKind::NotFound) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = inQuotes(trace.path) + " has no values: " + inQuotes(place.value())
                       + " is not there; vellum-record --values records them"};
    }
    VELLUM_RETURN_IF_ERROR(file);
    const std::string run = hex(file.value()->head().runId);
    const auto ofTrace = propertyOf(trace, kRunIdProperty);
    if (ofTrace && *ofTrace != run) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = inQuotes(place.value()) + " is of run " + run + ", " + inQuotes(trace.path)
                       + " of run " + *ofTrace + ": its values are not shown"};
    }
    return std::shared_ptr<const ValueProfile>(new ValueProfile(std::move(file).value(), trace));
}

ValueProfile::ValueProfile(
    std::shared_ptr<const sidecar::SideCar> file, const store::TraceStore& trace)
    : m_file(std::move(file))
    , m_objects(*m_file)
    , m_sites(*m_file)
    , m_functions(*m_file)
    , m_contexts(*m_file)
{
    for (const Region& region : trace.definitions.regions) {
        m_regions.try_emplace(region.name, region.ref);
    }
    readOperations(trace);
}

void ValueProfile::readOperations(const store::TraceStore& trace)
{
    std::unordered_map<std::uint64_t, const sidecar::LinkRecord*> links;
    m_file->records<sidecar::LinkRecord>().forEach(
        [&links](const sidecar::LinkRecord& link, std::uint64_t /*index*/) {
            links[link.op] = &link;
        });
    const Times times(trace, m_file->head().clock);
    m_file->records<sidecar::OperationRecord>().forEach(
        [&](const sidecar::OperationRecord& record, std::uint64_t /*index*/) {
            Operation& operation = m_operations[record.id];
            operation = {};
            const auto region = m_regions.find(functionName(record.function));
            operation.region = region == m_regions.end() ? RegionRef::undefined() : region->second;
            const auto link = links.find(record.id);
            if (link == links.end() || link->second->quality == sidecar::LinkQuality::Unmatched) {
                return;
            }
            const std::uint64_t length = record.t1 >= record.t0 ? record.t1 - record.t0 : 0;
            const auto range = times.rangeOf(link->second->time, length);
            operation.location = trace.definitions.indexOf(LocationRef(link->second->location));
            operation.isJoined = range && operation.location.isDefined();
            operation.range = range.value_or(TickRange());
            operation.quality =
                std::min<std::uint32_t>(3, static_cast<std::uint32_t>(link->second->quality));
        });
}

const ValueProfile::Operation* ValueProfile::operation(std::uint64_t id) const
{
    const auto found = m_operations.find(id);
    return found == m_operations.end() ? nullptr : &found->second;
}

std::string ValueProfile::objectName(std::uint64_t object) const
{
    if (object == 0) {
        return "unknown memory";
    }
    const sidecar::ObjectRecord* record = m_objects.find(object);
    const std::string_view name = record == nullptr ? "" : m_file->string(record->name);
    return name.empty() ? "object " + std::to_string(object) : std::string(name);
}

std::string ValueProfile::objectWhere(std::uint64_t object) const
{
    const sidecar::ObjectRecord* record = m_objects.find(object);
    if (record == nullptr) {
        return {};
    }
    switch (record->space) {
    case sidecar::ObjectSpace::Static:
        return "a variable of the program";
    case sidecar::ObjectSpace::Stack:
        return "a thread's stack";
    default:
        break;
    }
    const sidecar::CallingContextRecord* context = m_contexts.find(record->callingContext);
    const std::string function = context == nullptr ? "" : functionName(context->function);
    return function.empty() ? std::string() : "allocated in " + function;
}

std::uint64_t ValueProfile::objectBase(std::uint64_t object) const
{
    const sidecar::ObjectRecord* record = m_objects.find(object);
    return record == nullptr ? 0 : record->base;
}

std::string ValueProfile::functionName(std::uint32_t function) const
{
    const sidecar::FunctionRecord* record = m_functions.find(function);
    if (record == nullptr) {
        return {};
    }
    const std::string_view name =
        m_file->string(record->demangled != 0 ? record->demangled : record->name);
    return std::string(name);
}

std::pair<std::string, std::uint32_t> ValueProfile::siteSource(std::uint32_t site) const
{
    const sidecar::SiteRecord* record = m_sites.find(site);
    if (record == nullptr || record->line == 0 || m_file->string(record->file).empty()) {
        return {};
    }
    return {std::string(m_file->string(record->file)), record->line};
}

std::string ValueProfile::siteLine(std::uint32_t site) const
{
    const sidecar::SiteRecord* record = m_sites.find(site);
    if (record == nullptr) {
        return {};
    }
    const std::string_view path = m_file->string(record->file);
    if (record->line != 0 && !path.empty()) {
        return std::string(path.substr(path.rfind('/') + 1)) + ':' + std::to_string(record->line);
    }
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string offset;
    std::uint64_t rest = record->pcOffset;
    do {
        offset.insert(offset.begin(), kDigits[rest & 15U]);
        rest >>= 4U;
    } while (rest != 0);
    return functionName(record->function) + "+0x" + offset;
}

std::string ValueProfile::siteFunction(std::uint32_t site) const
{
    const sidecar::SiteRecord* record = m_sites.find(site);
    return record == nullptr ? std::string() : functionName(record->function);
}

RegionRef ValueProfile::siteRegion(std::uint32_t site) const
{
    return regionOf(siteFunction(site));
}

RegionRef ValueProfile::regionOf(const std::string& function) const
{
    const auto found = m_regions.find(function);
    return found == m_regions.end() ? RegionRef::undefined() : found->second;
}

std::string ValueProfile::callerOf(std::uint32_t callingContext) const
{
    const sidecar::CallingContextRecord* context = m_contexts.find(callingContext);
    if (context == nullptr) {
        return {};
    }
    const sidecar::CallingContextRecord* parent = m_contexts.find(context->parent);
    const std::string caller = parent == nullptr ? "" : functionName(parent->function);
    const sidecar::SiteRecord* site = caller.empty() ? nullptr : m_sites.find(context->site);
    return site == nullptr || site->line == 0 ? caller
                                              : caller + " (" + siteLine(context->site) + ')';
}

std::uint64_t redundantBytes(const sidecar::AccessRecord& access)
{
    const std::uint64_t redundant =
        access.kind == sidecar::AccessKind::Read ? access.temporal * access.unit : access.unchanged;
    return std::min(access.bytes, redundant);
}

ValuePattern patternOf(sidecar::PatternKind kind)
{
    using Kind = sidecar::PatternKind;
    static constexpr std::array kKinds = {
        std::pair(Kind::SingleZero, ValuePattern::SingleZero),
        std::pair(Kind::SingleValue, ValuePattern::SingleValue),
        std::pair(Kind::Structured, ValuePattern::Structured),
        std::pair(Kind::StructuredWithOutliers, ValuePattern::StructuredWithOutliers),
        std::pair(Kind::HeavyType, ValuePattern::HeavyType),
        std::pair(Kind::InappropriateFloat, ValuePattern::InappropriateFloat),
        std::pair(Kind::Frequent, ValuePattern::Frequent),
        std::pair(Kind::ApproximatelySingle, ValuePattern::ApproximatelySingle),
        std::pair(Kind::TemporalRedundancy, ValuePattern::TemporalRedundancy),
        std::pair(Kind::SilentStore, ValuePattern::SilentStore),
        std::pair(Kind::DeadStore, ValuePattern::DeadStore),
        std::pair(Kind::ReloadAfterStore, ValuePattern::ReloadAfterStore),
        std::pair(Kind::SpatialRedundancy, ValuePattern::SpatialRedundancy),
        std::pair(Kind::LoadRedundancy, ValuePattern::LoadRedundancy),
        std::pair(Kind::RedundantValues, ValuePattern::RedundantValues),
        std::pair(Kind::DuplicateValues, ValuePattern::DuplicateValues),
        std::pair(Kind::DuplicateConstant, ValuePattern::DuplicateConstant),
        std::pair(Kind::EarlyAllocation, ValuePattern::EarlyAllocation),
        std::pair(Kind::LateDeallocation, ValuePattern::LateDeallocation),
        std::pair(Kind::TemporaryIdleness, ValuePattern::TemporaryIdleness),
        std::pair(Kind::Unused, ValuePattern::Unused),
        std::pair(Kind::Leaked, ValuePattern::Leaked),
        std::pair(Kind::OverAllocation, ValuePattern::OverAllocation),
        std::pair(Kind::WrittenNeverRead, ValuePattern::WrittenNeverRead),
    };
    const auto* found =
        std::ranges::find_if(kKinds, [kind](const auto& one) { return one.first == kind; });
    return found == kKinds.end() ? ValuePattern::None : found->second;
}

}  // namespace vellum::server::query
