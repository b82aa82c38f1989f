#include "server/reader/partial_source.h"

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

/// Drops groups and nodes that hold none of the locations that are left.
void dropEmptyParents(Definitions& definitions)
{
    std::unordered_set<LocationGroupRef> groups;
    for (const Location& location : definitions.locations) {
        groups.insert(location.group);
    }
    for (const LocationGroup& group : definitions.locationGroups) {
        if (groups.contains(group.ref) && group.creator.isDefined()) {
            groups.insert(group.creator);
        }
    }
    std::erase_if(definitions.locationGroups, [&](const LocationGroup& group) {
        return !groups.contains(group.ref);
    });
    std::unordered_set<SystemTreeNodeRef> nodes;
    for (const LocationGroup& group : definitions.locationGroups) {
        const SystemTreeNode* node = definitions.find(group.parent);
        while (node != nullptr && nodes.insert(node->ref).second) {
            node = definitions.find(node->parent);
        }
    }
    std::erase_if(definitions.systemTreeNodes, [&](const SystemTreeNode& node) {
        return !nodes.contains(node.ref);
    });
}

}  // namespace

std::unique_ptr<EventSource> keepLocations(
    std::unique_ptr<EventSource> source, const std::vector<LocationRef>& keep)
{
    TraceHead head = source->head();
    const std::vector<Location> all = std::exchange(head.definitions.locations, {});
    const std::vector<LocationFile> files = std::exchange(head.files, {});
    std::vector<LocationIndex> places;
    auto part = head.parts.begin();
    for (std::uint32_t i = 0; i < all.size(); ++i) {
        for (; part != head.parts.end() && part->firstLocation <= i; ++part) {
            part->firstLocation = places.size();
        }
        if (places.size() < keep.size() && all[i].ref == keep[places.size()]) {
            places.emplace_back(i);
            head.definitions.locations.push_back(all[i]);
            head.files.push_back(files[i]);
        } else {
            head.leftOut.insert(all[i].ref);
        }
    }
    for (; part != head.parts.end(); ++part) {
        part->firstLocation = places.size();
    }
    dropEmptyParents(head.definitions);
    std::erase_if(head.markers, [&](const Marker& marker) {
        return marker.scope == MarkerScope::Location
               && head.leftOut.contains(LocationRef(marker.scopeRef));
    });
    head.definitions.buildLookups();
    return std::make_unique<PartialSource>(std::move(source), std::move(head), std::move(places));
}

}  // namespace vellum::server::reader
