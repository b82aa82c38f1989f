#include "server/cli/json_records.h"

#include "common/query/event_names.h"

#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::cli {

using vellum::query::attributeName;
using vellum::query::CarriedAttribute;
using vellum::query::EventRecord;
using vellum::query::memberName;
using vellum::query::referredName;

namespace {

void writeValue(JsonWriter& json, const Definitions& definitions, TypedValue value)
{
    switch (value.type) {
    case ValueType::String:
        return json.string(referredName(definitions, value));
    case ValueType::Int8:
    case ValueType::Int16:
    case ValueType::Int32:
    case ValueType::Int64:
        return json.number(static_cast<std::int64_t>(value.bits));
    case ValueType::Float:
        return json.number(double{std::bit_cast<float>(static_cast<std::uint32_t>(value.bits))});
    case ValueType::Double:
        return json.number(std::bit_cast<double>(value.bits));
    default:
        return json.number(value.bits);
    }
}

}  // namespace

void writeCarried(JsonWriter& json, const Definitions& definitions, const EventRecord& event)
{
    if (event.carried.empty()) {
        return;
    }
    json.key("carried");
    json.beginObject();
    for (const CarriedAttribute& carried : event.carried) {
        json.key(attributeName(definitions, carried.attribute));
        writeValue(json, definitions, carried.value);
    }
    json.endObject();
}

void writeNames(JsonWriter& json, const Definitions& definitions, const EventRecord& event)
{
    std::vector<std::pair<std::string, std::string>> names;
    for (std::size_t i = 0; i < event.attributes.size(); ++i) {
        names.emplace_back(event.attributes[i].first, memberName(definitions, event, i));
    }
    for (const CarriedAttribute& carried : event.carried) {
        if (carried.value.type != ValueType::String) {
            names.emplace_back(
                attributeName(definitions, carried.attribute),
                referredName(definitions, carried.value));
        }
    }
    std::erase_if(names, [](const auto& name) { return name.second.empty(); });
    if (names.empty()) {
        return;
    }
    json.key("names");
    json.beginObject();
    for (const auto& [key, name] : names) {
        json.member(key, name);
    }
    json.endObject();
}

}  // namespace vellum::server::cli
