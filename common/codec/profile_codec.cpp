#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace vellum::codec {

namespace {

/// The columns that profiles and call trees have in common.
template <typename Builder, typename Rows>
void writeTimes(Builder out, const Rows& rows)
{
    const auto size = narrow<std::uint32_t>(rows.size());
    fill(out.initVisits(size), rows, [](const auto& row) { return row.visits; });
    fill(out.initInclusive(size), rows, [](const auto& row) { return row.inclusive; });
    fill(out.initExclusive(size), rows, [](const auto& row) { return row.exclusive; });
    fill(out.initMinInclusive(size), rows, [](const auto& row) { return row.minInclusive; });
    fill(out.initMaxInclusive(size), rows, [](const auto& row) { return row.maxInclusive; });
    fill(out.initSumInclusive(size), rows, [](const auto& row) { return row.sumInclusive; });
}

/// Reads them into \p rows, whose size says how many there must be.
template <typename Reader, typename Rows>
Result<void> readTimes(std::string_view what, Reader in, Rows& rows)
{
    const auto visits = in.getVisits();
    const auto inclusive = in.getInclusive();
    const auto exclusive = in.getExclusive();
    const auto minimum = in.getMinInclusive();
    const auto maximum = in.getMaxInclusive();
    const auto sum = in.getSumInclusive();
    VELLUM_RETURN_IF_ERROR(SameLength(what, rows.size())
                               .with("visits", visits)
                               .with("inclusive times", inclusive)
                               .with("exclusive times", exclusive)
                               .with("minima", minimum)
                               .with("maxima", maximum)
                               .with("sums", sum)
                               .result());
    for (std::uint32_t i = 0; i < visits.size(); ++i) {
        rows[i].visits = visits[i];
        rows[i].inclusive = inclusive[i];
        rows[i].exclusive = exclusive[i];
        rows[i].minInclusive = minimum[i];
        rows[i].maxInclusive = maximum[i];
        rows[i].sumInclusive = sum[i];
    }
    return {};
}

/// Most traces are not sampled: what is 0 everywhere is not sent.
void writeSamples(protocol::CallTree::Builder out, const std::vector<query::CallTreeNode>& nodes)
{
    const bool isSampled = std::ranges::any_of(nodes, [](const query::CallTreeNode& node) {
        return node.inclusiveSamples != 0 || node.exclusiveSamples != 0;
    });
    if (isSampled) {
        const auto size = narrow<std::uint32_t>(nodes.size());
        fill(out.initInclusiveSamples(size), nodes, [](const auto& node) {
            return node.inclusiveSamples;
        });
        fill(out.initExclusiveSamples(size), nodes, [](const auto& node) {
            return node.exclusiveSamples;
        });
    }
}

Result<void> readSamples(protocol::CallTree::Reader in, std::vector<query::CallTreeNode>& nodes)
{
    const auto inclusive = in.getInclusiveSamples();
    const auto exclusive = in.getExclusiveSamples();
    if (inclusive.size() == 0 && exclusive.size() == 0) {
        return {};
    }
    VELLUM_RETURN_IF_ERROR(SameLength("call tree", nodes.size())
                               .with("inclusive samples", inclusive)
                               .with("exclusive samples", exclusive)
                               .result());
    for (std::uint32_t i = 0; i < inclusive.size(); ++i) {
        nodes[i].inclusiveSamples = inclusive[i];
        nodes[i].exclusiveSamples = exclusive[i];
    }
    return {};
}

Result<void> checkParent(const query::CallTreeNode& node, std::uint32_t index)
{
    if (node.parent > index) {
        return invalid(
            "call tree: node " + std::to_string(index) + " has node " + std::to_string(node.parent)
            + " as its parent, which stands behind it");
    }
    return {};
}

}  // namespace

void write(protocol::Profile::Builder out, const query::Profile& profile)
{
    const auto size = narrow<std::uint32_t>(profile.rows.size());
    write(out.initWindow(), profile.window);
    out.setOutside(profile.outside);
    fill(out.initKeys(size), profile.rows, [](const auto& row) { return row.key.value; });
    fill(out.initLocations(size), profile.rows, [](const auto& row) {
        return row.location.value();
    });
    writeTimes(out, profile.rows);
}

Result<query::Profile> read(protocol::Profile::Reader in)
{
    const auto keys = in.getKeys();
    const auto locations = in.getLocations();
    VELLUM_RETURN_IF_ERROR(
        SameLength("profile", keys.size()).with("locations", locations).result());
    query::Profile profile;
    profile.window = read(in.getWindow());
    profile.outside = in.getOutside();
    profile.rows.resize(keys.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) {
        profile.rows[i].key.value = keys[i];
        profile.rows[i].location = LocationRef(locations[i]);
    }
    VELLUM_RETURN_IF_ERROR(readTimes("profile", in, profile.rows));
    return profile;
}

void write(protocol::CallTree::Builder out, const query::CallTree& tree)
{
    const auto size = narrow<std::uint32_t>(tree.nodes.size());
    write(out.initWindow(), tree.window);
    fill(out.initRegions(size), tree.nodes, [](const auto& node) { return node.region.value(); });
    fill(out.initDepths(size), tree.nodes, [](const auto& node) { return node.depth; });
    fill(out.initParents(size), tree.nodes, [](const auto& node) { return node.parent; });
    writeTimes(out, tree.nodes);
    writeSamples(out, tree.nodes);
}

Result<query::CallTree> read(protocol::CallTree::Reader in)
{
    const auto regions = in.getRegions();
    const auto depths = in.getDepths();
    const auto parents = in.getParents();
    VELLUM_RETURN_IF_ERROR(SameLength("call tree", regions.size())
                               .with("depths", depths)
                               .with("parents", parents)
                               .result());
    query::CallTree tree;
    tree.window = read(in.getWindow());
    tree.nodes.resize(regions.size());
    for (std::uint32_t i = 0; i < regions.size(); ++i) {
        tree.nodes[i].region = RegionRef(regions[i]);
        tree.nodes[i].depth = depths[i];
        tree.nodes[i].parent = parents[i];
        VELLUM_RETURN_IF_ERROR(checkParent(tree.nodes[i], i));
    }
    VELLUM_RETURN_IF_ERROR(readTimes("call tree", in, tree.nodes));
    VELLUM_RETURN_IF_ERROR(readSamples(in, tree.nodes));
    return tree;
}

}  // namespace vellum::codec
