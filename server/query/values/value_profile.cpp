#include "server/query/values/value_profile.h"

#include "server/beside/operation_times.h"
#include "server/beside/value_files.h"

#include <algorithm>
#include <array>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuePattern;

Result<std::vector<std::shared_ptr<const ValueProfile>>> ValueProfile::allOf(
    const store::TraceStore& trace)
{
    auto files = beside::openValueFiles(trace.path, trace.definitions);
    VELLUM_RETURN_IF_ERROR(files);
    std::vector<std::shared_ptr<const ValueProfile>> all;
    for (std::uint32_t i = 0; i < files.value().size(); ++i) {
        all.push_back(
            std::shared_ptr<const ValueProfile>(new ValueProfile(files.value().shared(i), trace)));
    }
    return all;
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
    const beside::OperationTimes times(*m_file, trace.definitions, trace.range);
    m_file->records<sidecar::OperationRecord>().forEach(
        [&](const sidecar::OperationRecord& record, std::uint64_t /*index*/) {
            Operation& operation = m_operations[record.id];
            operation = {};
            operation.region = regionOf(functionName(record.function));
            operation.isMerged = (record.flags & sidecar::OperationRecord::kMerged) != 0;
            if (const auto time = times.of(record)) {
                operation.isJoined = true;
                operation.range = time->range;
                operation.location = time->location;
                operation.quality = time->quality;
            }
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

std::uint64_t ValueProfile::objectSize(std::uint64_t object) const
{
    const sidecar::ObjectRecord* record = m_objects.find(object);
    return record == nullptr ? 0 : record->size;
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

std::uint64_t ValueProfile::siteOffset(std::uint32_t site) const
{
    const sidecar::SiteRecord* record = m_sites.find(site);
    return record == nullptr ? 0 : record->pcOffset;
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
