#include "server/reader/partial_source.h"

#include "server/store/partial_load.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace vellum::server::reader {

namespace {

/// Reads under the places of the whole trace what is asked for under those of the part.
class PartialReader final : public EventReader {
public:
    PartialReader(std::unique_ptr<EventReader> reader, const std::vector<LocationIndex>& places)
        : m_reader(std::move(reader))
        , m_places(places)
    {
    }

    ReadOutcome read(LocationIndex location, const BatchSink& sink) override
    {
        return m_reader->read(m_places[location.value()], sink);
    }
    ReadOutcome readInto(
        LocationIndex location, store::LocationBuilder& builder, const GoOn& goOn) override
    {
        return m_reader->readInto(m_places[location.value()], builder, goOn);
    }

private:
    std::unique_ptr<EventReader> m_reader;
    const std::vector<LocationIndex>& m_places;
};

class PartialSource final : public EventSource {
public:
    PartialSource(
        std::unique_ptr<EventSource> source, TraceHead head, std::vector<LocationIndex> places)
        : m_source(std::move(source))
        , m_head(std::move(head))
        , m_places(std::move(places))
    {
    }

    [[nodiscard]] const TraceHead& head() const override { return m_head; }
    [[nodiscard]] Result<std::unique_ptr<EventReader>> makeReader(
        std::span<const LocationIndex> own) const override
    {
        std::vector<LocationIndex> places;
        std::ranges::transform(own, std::back_inserter(places), [this](LocationIndex index) {
            return m_places[index.value()];
        });
        auto reader = m_source->makeReader(places);
        VELLUM_RETURN_IF_ERROR(reader);
        return std::unique_ptr<EventReader>(
            std::make_unique<PartialReader>(std::move(reader).value(), m_places));
    }
    [[nodiscard]] Definitions takeDefinitions() override { return std::move(m_head.definitions); }

private:
    std::unique_ptr<EventSource> m_source;
    TraceHead m_head;
    std::vector<LocationIndex> m_places;  ///< of each location in the source
};

/// Where those that launched the work of a device can be.
struct Makers {
    std::unordered_set<LocationGroupRef> processes;
    std::unordered_set<SystemTreeNodeRef> nodes;  ///< of devices that nobody is said to have made
};

bool isOfDevice(const Location& location, const LocationGroup* group)
{
    return location.type == LocationType::AcceleratorStream
           || (group != nullptr && group->type == LocationGroupType::Accelerator);
}

Makers makersFor(const Definitions& definitions, const std::vector<LocationRef>& keep)
{
    Makers makers;
    for (const LocationRef ref : keep) {
        const Location* location = definitions.find(ref);
        const LocationGroup* group =
            location == nullptr ? nullptr : definitions.find(location->group);
        if (group == nullptr || !isOfDevice(*location, group)) {
            continue;
        }
        if (group->creator.isDefined()) {
            makers.processes.insert(group->creator);
        } else if (group->type == LocationGroupType::Accelerator) {
            makers.nodes.insert(group->parent);
        } else {
            makers.processes.insert(group->ref);
        }
    }
    return makers;
}

/// Of formats whose locations have no files of their own, and were read by the opening: events of others are no
/// launches.
std::unordered_set<LocationRef> launchersFor(
    const TraceHead& head, const std::vector<LocationRef>& keep)
{
    std::unordered_set<LocationRef> launchers;
    const Definitions& definitions = head.definitions;
    const Makers makers = makersFor(definitions, keep);
    for (std::size_t i = 0; i < definitions.locations.size(); ++i) {
        const Location& location = definitions.locations[i];
        const LocationGroup* group = definitions.find(location.group);
        const bool mayLaunch =
            group != nullptr && head.files[i].name.empty()
            && group->type != LocationGroupType::Accelerator
            && (makers.processes.contains(group->ref) || makers.processes.contains(group->creator)
                || makers.nodes.contains(group->parent));
        if (mayLaunch && location.type == LocationType::CpuThread) {
            launchers.insert(location.ref);
        }
    }
    for (const LocationRef ref : keep) {
        launchers.erase(ref);
    }
    return launchers;
}

}  // namespace

std::unique_ptr<EventSource> keepLocations(
    std::unique_ptr<EventSource> source, const std::vector<LocationRef>& keep)
{
    TraceHead head = source->head();
    head.launchers = launchersFor(head, keep);
    std::size_t kept = 0;
    const std::vector<Location> all = std::exchange(head.definitions.locations, {});
    const std::vector<LocationFile> files = std::exchange(head.files, {});
    std::vector<LocationIndex> places;
    auto part = head.parts.begin();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        for (; part != head.parts.end() && part->firstLocation <= i; ++part) {
            part->firstLocation = places.size();
        }
        const bool isKept = kept < keep.size() && all[i].ref == keep[kept];
        kept += isKept ? 1U : 0U;
        if (!isKept) {
            head.leftOut.insert(all[i].ref);
        }
        if (isKept || head.launchers.contains(all[i].ref)) {
            places.emplace_back(i);
            head.definitions.locations.push_back(all[i]);
            head.files.push_back(files[i]);
        }
    }
    for (; part != head.parts.end(); ++part) {
        part->firstLocation = places.size();
    }
    store::dropEmptyParents(head.definitions);
    std::erase_if(head.markers, [&](const Marker& marker) {
        return marker.scope == MarkerScope::Location
               && head.leftOut.contains(LocationRef(marker.scopeRef));
    });
    head.definitions.buildLookups();
    return std::make_unique<PartialSource>(std::move(source), std::move(head), std::move(places));
}

}  // namespace vellum::server::reader
