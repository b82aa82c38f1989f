#include "server/reader/json/trace_facts.h"

#include "server/reader/json/json_text.h"
#include "server/reader/json/lenient_parser.h"

namespace vellum::server::reader::json {

namespace {

constexpr std::size_t kMostBytes = 1024;

bool isSingle(Raw value)
{
    return !value.empty() && value.front() != '[' && value.front() != '{'
           && value.size() <= kMostBytes;
}

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
    Facts(std::vector<Property>& to, PropertyTarget target, std::uint64_t ref)
        : m_to(to)
        , m_target(target)
        , m_ref(ref)
    {
    }

    void add(std::string name, Raw value)
    {
        if (isSingle(value)) {
            m_to.push_back(
                {.target = m_target,
                 .ref = m_ref,
                 .name = std::move(name),
                 .type = typeOf(value),
                 .value = textOf(value)});
        }
    }

    void addMembers(const std::string& prefix, Raw object)
    {
        forEachMember(
            object, [&](std::string_view key, Raw value) { add(prefix + textOf(key), value); });
    }

private:
    std::vector<Property>& m_to;
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

std::vector<Property> factsOf(
    const std::map<std::string, std::string>& headers,
    SystemTreeNodeRef node,
    const std::function<LocationGroupRef(std::string_view id)>& groupOf)
{
    std::vector<Property> properties;
    Facts machine(properties, PropertyTarget::SystemTreeNode, node.value());
    const auto addDevice = [&](Raw device) {
        const std::string id = textOf(memberOf(device, "id"));
        const LocationGroupRef group = groupOf(id);
        if (group.isDefined()) {
            Facts(properties, PropertyTarget::LocationGroup, group.value()).addMembers("", device);
        } else {
            machine.add("device " + id + " (no work)", memberOf(device, "name"));
        }
    };
    for (const auto& [key, value] : headers) {
        if (key == "deviceProperties") {
            forEachElement(value, addDevice);
        } else if (!value.empty() && value.front() == '{') {
            machine.addMembers(key + ".", value);
        } else {
            machine.add(key, value);
        }
    }
    return properties;
}

}  // namespace vellum::server::reader::json
