#include "server/cli/machine_tree.h"

#include "common/base/number_text.h"
#include "common/trace/enums.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

namespace vellum::server::cli {

namespace {

/// A node of the system tree or a location group: what is below a node.
struct Part {
    bool isGroup = false;
    std::size_t place = 0;  ///< among the definitions
    std::size_t depth = 0;
};

/// Lines in the order of a walk; what no root leads to is a root itself, so that a circle of parents is
/// neither lost nor walked for ever.
class Walk {
public:
    Walk(const Definitions& definitions, std::size_t most)
        : m_definitions(definitions)
        , m_most(most)
    {
        for (const Location& location : definitions.locations) {
            ++m_locations[location.group];
        }
        for (const Property& property : definitions.properties) {
            if (property.target == PropertyTarget::SystemTreeNode
                || property.target == PropertyTarget::LocationGroup) {
                m_properties[key(property.target == PropertyTarget::LocationGroup, property.ref)]
                    .push_back(&property);
            }
        }
        for (std::size_t i = 0; i < definitions.systemTreeNodes.size(); ++i) {
            m_below[definitions.systemTreeNodes[i].parent].push_back({.place = i});
        }
        for (std::size_t i = 0; i < definitions.locationGroups.size(); ++i) {
            m_below[definitions.locationGroups[i].parent].push_back({.isGroup = true, .place = i});
        }
    }

    std::vector<std::string> run()
    {
        const std::size_t nodes = m_definitions.systemTreeNodes.size();
        m_isNodeDone.resize(nodes);
        m_isGroupDone.resize(m_definitions.locationGroups.size());
        walkFrom(SystemTreeNodeRef::undefined());
        for (std::size_t i = 0; i < nodes; ++i) {
            walk({.place = i});
        }
        for (std::size_t i = 0; i < m_isGroupDone.size(); ++i) {
            walk({.isGroup = true, .place = i});
        }
        if (m_leftOut > 0) {
            m_lines.push_back(
                "and " + grouped(m_leftOut) + " lines more; --format json has them all");
        }
        return std::move(m_lines);
    }

private:
    static std::uint64_t key(bool isGroup, std::uint64_t ref)
    {
        return ref << 1U | (isGroup ? 1 : 0);
    }

    void walkFrom(SystemTreeNodeRef root)
    {
        if (const auto below = m_below.find(root); below != m_below.end()) {
            for (const Part& part : below->second) {
                walk(part);
            }
        }
    }

    void walk(const Part& root)
    {
        std::vector<Part> open{root};
        while (!open.empty()) {
            const Part part = open.back();
            open.pop_back();
            if (isDone(part)) {
                continue;
            }
            isDone(part) = true;
            addLines(part);
            if (part.isGroup) {
                continue;
            }
            const auto below = m_below.find(m_definitions.systemTreeNodes[part.place].ref);
            for (std::size_t i = below == m_below.end() ? 0 : below->second.size(); i > 0; --i) {
                open.push_back(below->second[i - 1]);
                open.back().depth = part.depth + 1;
            }
        }
    }

    std::vector<bool>::reference isDone(const Part& part)
    {
        return part.isGroup ? m_isGroupDone[part.place] : m_isNodeDone[part.place];
    }

    void addLines(const Part& part)
    {
        std::uint64_t ref = 0;
        if (part.isGroup) {
            const LocationGroup& group = m_definitions.locationGroups[part.place];
            const auto found = m_locations.find(group.ref);
            const std::size_t locations = found == m_locations.end() ? 0 : found->second;
            std::string text(name(group.type));
            text.append(" ").append(group.name).append(", ").append(grouped(locations));
            text.append(locations == 1 ? " location" : " locations");
            add(part.depth, text);
            ref = group.ref.value();
        } else {
            const SystemTreeNode& node = m_definitions.systemTreeNodes[part.place];
            add(part.depth, node.className.empty() ? node.name : node.className + ' ' + node.name);
            ref = node.ref.value();
        }
        const auto properties = m_properties.find(key(part.isGroup, ref));
        if (properties != m_properties.end()) {
            for (const Property* property : properties->second) {
                add(part.depth + 1, property->name + ": " + property->value);
            }
        }
    }

    void add(std::size_t depth, const std::string& text)
    {
        constexpr std::size_t kDeepest = 20;
        if (m_lines.size() >= m_most) {
            ++m_leftOut;
            return;
        }
        m_lines.push_back(std::string(2 * std::min(depth, kDeepest), ' ') + text);
    }

    const Definitions& m_definitions;
    std::size_t m_most;
    std::unordered_map<SystemTreeNodeRef, std::vector<Part>> m_below;
    std::unordered_map<LocationGroupRef, std::size_t> m_locations;
    std::unordered_map<std::uint64_t, std::vector<const Property*>> m_properties;
    std::vector<bool> m_isNodeDone;
    std::vector<bool> m_isGroupDone;
    std::vector<std::string> m_lines;
    std::size_t m_leftOut = 0;
};

}  // namespace

std::vector<std::string> machineTree(const Definitions& definitions, std::size_t most)
{
    return Walk(definitions, most).run();
}

}  // namespace vellum::server::cli
