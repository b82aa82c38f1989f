#include "server/cli/row_sets.h"

#include "common/query/requests.h"
#include "common/trace/enums.h"
#include "server/cli/naming.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace vellum::server::cli {

namespace {

/// What puts a location where: the place among the rows, and the reference.
struct Place {
    std::uint64_t order = 0;
    std::uint64_t ref = 0;

    friend bool operator<(const Place& a, const Place& b)
    {
        return std::tie(a.order, a.ref) < std::tie(b.order, b.ref);
    }
};

/// By reference, in definition order.
template <typename Definition>
std::map<std::uint64_t, std::uint64_t> orderOf(const std::vector<Definition>& definitions)
{
    std::map<std::uint64_t, std::uint64_t> order;
    for (const Definition& definition : definitions) {
        order.try_emplace(definition.ref.value(), order.size());
    }
    return order;
}

class Places {
public:
    Places(const Definitions& definitions, RowsBy by) : m_definitions(definitions), m_by(by)
    {
        if (by == RowsBy::LocationGroup) {
            m_order = orderOf(definitions.locationGroups);
        } else if (by == RowsBy::SystemTreeNode) {
            m_order = orderOf(definitions.systemTreeNodes);
        }
    }

    [[nodiscard]] Place of(const Location& location) const
    {
        switch (m_by) {
        case RowsBy::LocationGroup:
            return placed(location.group.value());
        case RowsBy::SystemTreeNode: {
            const LocationGroup* group = m_definitions.find(location.group);
            return placed(
                group == nullptr ? SystemTreeNodeRef::undefined().value() : group->parent.value());
        }
        case RowsBy::Type:
            return {.order = 0, .ref = static_cast<std::uint64_t>(location.type)};
        case RowsBy::Location:
        case RowsBy::All:
            break;
        }
        return {};
    }

    [[nodiscard]] RowSet rowOf(Place place) const
    {
        using vellum::query::MatrixBy;
        switch (m_by) {
        case RowsBy::LocationGroup:
            return {
                .ref = std::to_string(place.ref),
                .name = labelName(m_definitions, place.ref, MatrixBy::LocationGroup),
                .locations = {}};
        case RowsBy::SystemTreeNode:
            return {
                .ref = std::to_string(place.ref),
                .name = labelName(m_definitions, place.ref, MatrixBy::SystemTreeNode),
                .locations = {}};
        case RowsBy::Type: {
            const std::string type(vellum::name(static_cast<LocationType>(place.ref)));
            return {.ref = type, .name = type, .locations = {}};
        }
        case RowsBy::Location:
        case RowsBy::All:
            break;
        }
        return {.ref = {}, .name = "all locations", .locations = {}};
    }

private:
    [[nodiscard]] Place placed(std::uint64_t ref) const
    {
        const auto found = m_order.find(ref);
        return {.order = found != m_order.end() ? found->second : m_order.size(), .ref = ref};
    }

    const Definitions& m_definitions;
    RowsBy m_by;
    std::map<std::uint64_t, std::uint64_t> m_order;
};

}  // namespace

std::vector<RowSet> rowSets(
    const Definitions& definitions, const std::vector<LocationRef>& selected, RowsBy by)
{
    const Places places(definitions, by);
    std::map<Place, std::vector<LocationRef>> found;
    const auto take = [&](const Location& location) {
        found[places.of(location)].push_back(location.ref);
    };
    if (selected.empty()) {
        std::ranges::for_each(definitions.locations, take);
    }
    for (const LocationRef ref : selected) {
        take(*definitions.find(ref));
    }
    std::vector<RowSet> sets;
    for (auto& [place, locations] : found) {
        sets.push_back(places.rowOf(place));
        sets.back().locations = std::move(locations);
    }
    return sets;
}

const char* word(RowsBy by)
{
    switch (by) {
    case RowsBy::LocationGroup:
        return "location-group";
    case RowsBy::SystemTreeNode:
        return "node";
    case RowsBy::Type:
        return "type";
    case RowsBy::All:
        return "all";
    case RowsBy::Location:
        break;
    }
    return "location";
}

}  // namespace vellum::server::cli
