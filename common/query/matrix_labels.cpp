#include "common/query/matrix_labels.h"

#include <unordered_set>

namespace vellum::query {

namespace {

/// References of what \p by groups locations under, in definition order.
std::vector<std::uint64_t> definedRefs(const Definitions& definitions, MatrixBy by)
{
    std::vector<std::uint64_t> refs;
    switch (by) {
    case MatrixBy::Location:
        for (const Location& location : definitions.locations) {
            refs.push_back(location.ref.value());
        }
        break;
    case MatrixBy::LocationGroup:
        for (const LocationGroup& group : definitions.locationGroups) {
            refs.push_back(group.ref.value());
        }
        break;
    case MatrixBy::SystemTreeNode:
        for (const SystemTreeNode& node : definitions.systemTreeNodes) {
            refs.push_back(node.ref.value());
        }
        break;
    }
    return refs;
}

/// The group or node of a location, or itself.
std::uint64_t labelOf(const Definitions& definitions, const Location& location, MatrixBy by)
{
    if (by == MatrixBy::Location) {
        return location.ref.value();
    }
    if (by == MatrixBy::LocationGroup) {
        return location.group.value();
    }
    const LocationGroup* group = definitions.find(location.group);
    return group == nullptr ? SystemTreeNodeRef::undefined().value() : group->parent.value();
}

}  // namespace

MatrixLabels::MatrixLabels(
    const Definitions& definitions, std::span<const LocationRef> locations, MatrixBy by)
{
    std::unordered_set<std::uint64_t> used;
    for (const LocationRef ref : locations) {
        if (const Location* location = definitions.find(ref)) {
            used.insert(labelOf(definitions, *location, by));
        }
    }
    std::unordered_map<std::uint64_t, std::size_t> places;
    for (const std::uint64_t ref : definedRefs(definitions, by)) {
        if (used.contains(ref) && places.try_emplace(ref, m_labels.size()).second) {
            m_labels.push_back(ref);
        }
    }
    for (const LocationRef ref : locations) {
        const Location* location = definitions.find(ref);
        const auto place =
            location == nullptr ? places.end() : places.find(labelOf(definitions, *location, by));
        if (place != places.end()) {
            m_places.emplace(ref, place->second);
        }
    }
}

std::optional<std::size_t> MatrixLabels::placeOf(LocationRef location) const
{
    const auto place = m_places.find(location);
    return place == m_places.end() ? std::nullopt : std::optional(place->second);
}

}  // namespace vellum::query
