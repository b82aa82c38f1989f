#include "server/reader/joint/joint_source.h"

#include "common/base/narrow.h"
#include "server/reader/joint/definition_joiner.h"
#include "server/reader/joint/placement.h"
#include "server/reader/wording.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

namespace vellum::server::reader {

namespace {

using query::Severity;

/// From a part to the whole.
struct Mapping {
    joint::ReferenceMaps references;
    joint::TickMap ticks;
    std::size_t firstLocation = 0;
};

EventBatch translated(EventBatch batch, const Mapping& mapping)
{
    for (std::size_t i = 0; i < batch.size(); ++i) {
        batch.tick[i] = mapping.ticks.at(batch.tick[i]);
        const std::size_t begin = batch.payloadBegin[i];
        const std::size_t count = batch.payloadOf(i).size();
        if (batch.kind[i] == event_kind::kBufferFlush && count > 0) {  // the tick at which it ends
            const auto end = static_cast<Tick>(batch.payload[begin]);
            batch.payload[begin] = static_cast<std::uint64_t>(mapping.ticks.at(end));
        }
        mapping.references.mapRecord(batch.kind[i], std::span(batch.payload).subspan(begin, count));
    }
    store::AttributeTable& attributes = batch.attributes;
    for (std::size_t row = 0; row < attributes.size(); ++row) {
        attributes.attribute[row] = AttributeRef(static_cast<std::uint32_t>(
            mapping.references.named(RefKind::Attribute, attributes.attribute[row].value())));
        attributes.bits[row] = mapping.references.named(attributes.valueAt(row)).bits;
    }
    return batch;
}

class JointSource final : public EventSource {
public:
    JointSource(TraceHead head, std::vector<SourcePart> parts, std::vector<Mapping> mappings)
        : m_head(std::move(head))
        , m_parts(std::move(parts))
        , m_mappings(std::move(mappings))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> /*own*/) const override
    {
        return std::unique_ptr<EventReader>(
            std::make_unique<FunctionReader>([this](LocationIndex location, const BatchSink& sink) {
                return read(location, sink);
            }));
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    ReadOutcome read(LocationIndex location, const BatchSink& sink) const
    {
        // The last part that begins at or before this location.
        const auto after =
            std::ranges::upper_bound(m_mappings, location.value(), {}, [](const Mapping& mapping) {
                return mapping.firstLocation;
            });
        const auto index = static_cast<std::size_t>(after - m_mappings.begin()) - 1;
        const Mapping& mapping = m_mappings[index];
        const LocationIndex own(narrow<std::uint32_t>(location.value() - mapping.firstLocation));
        auto reader = m_parts[index].source->makeReader(std::span(&own, 1));
        if (!reader.isOk()) {
            return {.end = ReadOutcome::End::Failed, .error = reader.error().message};
        }
        return reader.value()->read(
            own, [&](const EventBatch& batch) { return sink(translated(batch, mapping)); });
    }

    TraceHead m_head;
    std::vector<SourcePart> m_parts;
    std::vector<Mapping> m_mappings;
};

void sortByRank(std::vector<SourcePart>& parts)
{
    std::ranges::sort(parts, {}, [](const SourcePart& part) {
        const auto rank = joint::rankOf(part.source->head().definitions);
        return std::tuple(!rank, rank.value_or(0), part.path.string());
    });
}

/// Archives are all called traces.otf2: the folder tells them apart.
std::filesystem::path nameOf(const SourcePart& part)
{
    const bool isUsual = part.path.filename() == "traces.otf2" && part.path.has_parent_path();
    return isUsual ? part.path.parent_path() : part.path;
}

/// Of each part the shortest end of its path that no other has.
std::vector<std::string> namesOf(const std::vector<SourcePart>& parts)
{
    std::vector<std::string> names(parts.size());
    std::vector<std::filesystem::path> rest;
    std::ranges::transform(parts, std::back_inserter(rest), nameOf);
    bool isLonger = true;
    while (isLonger) {
        isLonger = false;
        std::map<std::string, std::size_t> uses;
        for (const std::string& name : names) {
            ++uses[name];
        }
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (rest[i].has_filename() && (names[i].empty() || uses[names[i]] > 1)) {
                names[i] = rest[i].filename().string() + (names[i].empty() ? "" : "/" + names[i]);
                rest[i] = rest[i].parent_path();
                isLonger = true;
            }
        }
    }
    return names;
}

void addRest(
    const TraceHead& part,
    const std::filesystem::path& path,
    const Mapping& mapping,
    TraceHead& whole)
{
    whole.files.insert(whole.files.end(), part.files.begin(), part.files.end());
    store::ImportReport report = part.report;
    report.nameFile(path.string());
    whole.report.merge(report);
    whole.parts.push_back({.firstLocation = mapping.firstLocation, .path = path.string()});
    whole.isPrefix = whole.isPrefix || part.isPrefix;
    whole.bytesRead += part.bytesRead;
    for (Marker marker : part.markers) {
        marker.tick = mapping.ticks.at(marker.tick);
        marker.marker = mapping.references.mapped(RefKind::Marker, marker.marker);
        marker.scopeRef = mapping.references.mapped(refKindOf(marker.scope), marker.scopeRef);
        whole.markers.push_back(std::move(marker));
    }
}

/// Each file of a rank that another one before it is of.
void reportRanks(const std::vector<SourcePart>& parts, store::ImportReport& report)
{
    std::map<std::uint64_t, std::filesystem::path> files;
    for (const SourcePart& part : parts) {
        const auto rank = joint::rankOf(part.source->head().definitions);
        if (!rank) {
            continue;
        }
        const auto [first, isFirst] = files.try_emplace(*rank, part.path);
        if (!isFirst) {
            report.setPlace(part.path.string(), "");
            report.add(
                "duplicate-rank",
                Severity::Warning,
                quoted(part.path) + " is of rank " + std::to_string(*rank) + ", as "
                    + quoted(first->second) + " is: each is shown");
        }
    }
    report.setPlace("", "");
}

/// How many ranks the job has by the word of a part; 0 where it says none.
std::uint64_t worldSizeOf(const Definitions& definitions)
{
    std::uint64_t size = 0;
    for (const Property& property : definitions.properties) {
        if (property.name == "distributedInfo.world_size") {
            const char* const end = property.value.data() + property.value.size();
            std::uint64_t said = 0;
            const auto parsed = std::from_chars(property.value.data(), end, said);
            size = parsed.ec == std::errc() && parsed.ptr == end ? std::max(size, said) : size;
        }
    }
    return size;
}

/// Ranks that a job has and that no part is of.
void reportMissingRanks(const std::vector<SourcePart>& parts, store::ImportReport& report)
{
    std::set<std::uint64_t> ranks;
    std::uint64_t size = 0;
    for (const SourcePart& part : parts) {
        const Definitions& definitions = part.source->head().definitions;
        size = std::max(size, worldSizeOf(definitions));
        if (const auto rank = joint::rankOf(definitions)) {
            ranks.insert(*rank);
        }
    }
    ranks.erase(ranks.lower_bound(size), ranks.end());
    if (ranks.empty() || ranks.size() == size) {
        return;
    }
    std::uint64_t missing = 0;
    while (ranks.contains(missing)) {
        ++missing;
    }
    const std::uint64_t count = size - ranks.size();
    report.add(
        "missing-rank",
        Severity::Warning,
        "the files say that the job has " + numberText(size) + " ranks (world_size), and none of "
            + "them is of rank " + numberText(missing) + ": "
            + countText(count, "rank is", "ranks are") + " missing",
        count);
}

/// "OTF2", or "JSON trace and OTF2" where the parts differ.
std::string formatsOf(const std::vector<SourcePart>& parts)
{
    std::set<std::string> formats;
    for (const SourcePart& part : parts) {
        formats.insert(part.source->head().format);
    }
    std::string text;
    for (const std::string& format : formats) {
        text += (text.empty() ? "" : " and ") + format;
    }
    return text;
}

}  // namespace

std::unique_ptr<EventSource> joinSources(
    std::vector<SourcePart> parts, const std::vector<LeftOutFile>& leftOut)
{
    sortByRank(parts);
    TraceHead head;
    for (const LeftOutFile& file : leftOut) {
        head.report.setPlace(file.path.string(), "");
        head.report.add("file-left-out", Severity::Warning, file.reason);
    }
    head.report.setPlace("", "");
    const joint::Placement placement = joint::place(parts, head.report);
    const std::vector<std::string> names = namesOf(parts);
    joint::DefinitionJoiner joiner(parts.size());
    std::vector<Mapping> mappings;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const TraceHead& part = parts[i].source->head();
        const std::size_t firstLocation = head.files.size();
        mappings.push_back(
            {.references = joiner.add(part, names[i], parts[i].isArchive),
             .ticks = placement.parts[i],
             .firstLocation = firstLocation});
        addRest(part, parts[i].path, mappings.back(), head);
    }
    std::ranges::stable_sort(head.markers, {}, &Marker::tick);
    head.definitions = joiner.finish();
    head.definitions.clock = placement.clock;
    head.definitions.creator = parts.front().source->head().definitions.creator;
    head.format = formatsOf(parts);
    reportRanks(parts, head.report);
    reportMissingRanks(parts, head.report);
    return std::make_unique<JointSource>(std::move(head), std::move(parts), std::move(mappings));
}

}  // namespace vellum::server::reader
