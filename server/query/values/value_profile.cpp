#include "server/query/values/value_profile.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuePattern;

namespace {

constexpr std::string_view kSideCar = "VELLUM::SIDECAR";
constexpr std::string_view kRunId = "VELLUM::RUN_ID";

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
    if (const auto named = propertyOf(trace, kSideCar)) {
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

/// Of times that are whole ticks away from each other. The recording's clock counts nanoseconds.
class Times {
public:
    explicit Times(const ClockProperties& clock)
        : m_ticksPerNs(static_cast<double>(clock.ticksPerSecond) / 1e9)
        , m_offset(clock.globalOffset)
    {
    }

    /// \param stamp  of the archive's timer
    [[nodiscard]] Tick tickOf(std::uint64_t stamp) const
    {
        return static_cast<Tick>(stamp - m_offset);
    }
    [[nodiscard]] Tick ticksOf(std::uint64_t ns) const
    {
        return static_cast<Tick>(std::llround(static_cast<double>(ns) * m_ticksPerNs));
    }

private:
    double m_ticksPerNs;
    std::uint64_t m_offset;
};

/// The record of each id; a later one replaces an earlier one.
template <typename Record, typename Map>
void takeById(const sidecar::SideCar& file, Map& map)
{
    file.records<Record>().forEach(
        [&map](const Record& record, std::uint64_t /*index*/) { map[record.id] = &record; });
}

template <typename Map, typename Key>
auto foundIn(const Map& map, Key key) -> typename Map::mapped_type
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : found->second;
}

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
    const auto ofTrace = propertyOf(trace, kRunId);
    if (ofTrace && *ofTrace != run) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = inQuotes(place.value()) + " is of run " + run + ", " + inQuotes(trace.path)
                       + " of run " + *ofTrace + ": its values are not shown"};
    }
    std::shared_ptr<ValueProfile> profile(new ValueProfile(std::move(file).value()));
    profile->read(trace);
    return std::shared_ptr<const ValueProfile>(std::move(profile));
}

void ValueProfile::read(const store::TraceStore& trace)
{
    takeById<sidecar::ObjectRecord>(*m_file, m_objects);
    takeById<sidecar::SiteRecord>(*m_file, m_sites);
    takeById<sidecar::FunctionRecord>(*m_file, m_functions);
    takeById<sidecar::CallingContextRecord>(*m_file, m_contexts);
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
    const Times times(trace.definitions.clock);
    m_file->records<sidecar::OperationRecord>().forEach([&](const sidecar::OperationRecord& record,
                                                            std::uint64_t /*index*/) {
        Operation& operation = m_operations[record.id];
        operation = {};
        const auto region = m_regions.find(functionName(record.function));
        operation.region = region == m_regions.end() ? RegionRef::undefined() : region->second;
        const sidecar::LinkRecord* link = foundIn(links, record.id);
        if (link == nullptr || link->quality == sidecar::LinkQuality::Unmatched) {
            return;
        }
        operation.location = trace.definitions.indexOf(LocationRef(link->location));
        operation.isJoined = operation.location.isDefined();
        operation.quality = std::min<std::uint32_t>(3, static_cast<std::uint32_t>(link->quality));
        const Tick begin = times.tickOf(link->time);
        const std::uint64_t length = record.t1 >= record.t0 ? record.t1 - record.t0 : 0;
        operation.range = {.begin = begin, .end = begin + std::max<Tick>(1, times.ticksOf(length))};
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
    const sidecar::ObjectRecord* record = foundIn(m_objects, object);
    const std::string_view name = record == nullptr ? "" : m_file->string(record->name);
    return name.empty() ? "object " + std::to_string(object) : std::string(name);
}

std::string ValueProfile::objectWhere(std::uint64_t object) const
{
    const sidecar::ObjectRecord* record = foundIn(m_objects, object);
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
    const sidecar::CallingContextRecord* context = foundIn(m_contexts, record->callingContext);
    const std::string function = context == nullptr ? "" : functionName(context->function);
    return function.empty() ? std::string() : "allocated in " + function;
}

std::uint64_t ValueProfile::objectBase(std::uint64_t object) const
{
    const sidecar::ObjectRecord* record = foundIn(m_objects, object);
    return record == nullptr ? 0 : record->base;
}

std::string ValueProfile::functionName(std::uint32_t function) const
{
    const sidecar::FunctionRecord* record = foundIn(m_functions, function);
    if (record == nullptr) {
        return {};
    }
    const std::string_view name =
        m_file->string(record->demangled != 0 ? record->demangled : record->name);
    return std::string(name);
}

std::string ValueProfile::siteLine(std::uint32_t site) const
{
    const sidecar::SiteRecord* record = foundIn(m_sites, site);
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
    const sidecar::SiteRecord* record = foundIn(m_sites, site);
    return record == nullptr ? std::string() : functionName(record->function);
}

RegionRef ValueProfile::siteRegion(std::uint32_t site) const
{
    const auto found = m_regions.find(siteFunction(site));
    return found == m_regions.end() ? RegionRef::undefined() : found->second;
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
