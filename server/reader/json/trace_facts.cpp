#include "server/reader/json/trace_facts.h"

#include "server/reader/json/json_text.h"
#include "server/reader/json/lenient_parser.h"

#include <utility>

namespace vellum::server::reader::json {

namespace {

constexpr std::size_t kMostBytes = 1024;
constexpr std::size_t kMostDepth = 8;
constexpr std::size_t kMostFacts = 10'000;

ValueType typeOf(Raw value)
{
    if (isString(value) || !numberOf(value)) {
        return ValueType::String;
    }
    return integerOf(value) ? ValueType::Int64 : ValueType::Double;
}

/// Properties of one thing.
class Facts {
public:
    Facts(MachineFacts& to, PropertyTarget target, std::uint64_t ref)
        : m_to(to)
        , m_target(target)
        , m_ref(ref)
    {
    }

    /// A value, or all that are in it: "name.member", "name[3]".
    void add(const std::string& name, Raw value, std::size_t depth = 0)
    {
        if (value.empty()) {
            return;
        }
        if ((value.front() == '{' || value.front() == '[') && depth < kMostDepth) {
            addMembers(name + ".", value, depth + 1);
            std::size_t index = 0;
            forEachElement(value, [&](Raw element) {
                add(name + "[" + std::to_string(index++) + "]", element, depth + 1);
            });
        } else if (value.size() <= kMostBytes && m_to.properties.size() < kMostFacts) {
            m_to.properties.push_back(
                {.target = m_target,
                 .ref = m_ref,
                 .name = name,
                 .type = typeOf(value),
                 .value = textOf(value)});
        } else if (m_to.leftOut++ == 0) {
            m_to.firstLeftOut = name;
        }
    }

    /// All that is in an object as one text.
    void addLine(const std::string& name, Raw object)
    {
        MachineFacts members;
        Facts(members, m_target, m_ref).addMembers("", object);
        std::string line;
        for (const Property& member : members.properties) {
            line.append(line.empty() ? "" : ", ").append(member.name).append(": ");
            line.append(member.value);
        }
        m_to.properties.push_back(
            {.target = m_target,
             .ref = m_ref,
             .name = name,
             .type = ValueType::String,
             .value = std::move(line)});
    }

    void addMembers(const std::string& prefix, Raw object, std::size_t depth = 0)
    {
        forEachMember(object, [&](std::string_view key, Raw value) {
            add(prefix + textOf(key), value, depth);
        });
    }

private:
    MachineFacts& m_to;
    PropertyTarget m_target;
    std::uint64_t m_ref;
};

Raw memberOf(Raw object, std::string_view wanted)
{
    Raw found;
    forEachMember(object, [&](std::string_view key, Raw value) {
        found = key == wanted && found.empty() ? value : found;
    });
    return found;
}

}  // namespace

std::set<std::string> deviceIdsOf(std::string_view deviceProperties)
{
    std::set<std::string> ids;
    forEachElement(
        deviceProperties, [&](Raw device) { ids.insert(textOf(memberOf(device, "id"))); });
    return ids;
}

MachineFacts factsOf(
    const std::map<std::string, std::string>& headers,
    SystemTreeNodeRef node,
    const std::function<LocationGroupRef(std::string_view id)>& groupOf)
{
    MachineFacts facts;
    Facts machine(facts, PropertyTarget::SystemTreeNode, node.value());
    const auto addDevice = [&](Raw device) {
        const std::string id = textOf(memberOf(device, "id"));
        const LocationGroupRef group = groupOf(id);
        if (group.isDefined()) {
            Facts(facts, PropertyTarget::LocationGroup, group.value()).addMembers("", device);
        } else {
            machine.addLine("device " + id + " (no work)", device);
        }
    };
    for (const auto& [key, value] : headers) {
        if (key == "deviceProperties") {
            forEachElement(value, addDevice);
        } else {
            machine.add(key, value);
        }
    }
    return facts;
}

}  // namespace vellum::server::reader::json
