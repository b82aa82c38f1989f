#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::codec {

namespace {

/// Names of kinds and attributes, each once, numbered in the order of their first use.
class NameTable {
public:
    std::uint32_t indexOf(std::string_view name)
    {
        const auto [found, isNew] =
            m_indices.try_emplace(name, static_cast<std::uint32_t>(m_names.size()));
        if (isNew) {
            m_names.push_back(name);
        }
        return found->second;
    }
    [[nodiscard]] const std::vector<std::string_view>& names() const { return m_names; }

private:
    std::unordered_map<std::string_view, std::uint32_t> m_indices;  // views into the events
    std::vector<std::string_view> m_names;
};

std::uint32_t countAttributes(const query::Events& events)
{
    std::size_t count = 0;
    for (const query::EventRecord& event : events.events) {
        count += event.attributes.size();
    }
    return narrow<std::uint32_t>(count);
}

void writeAttributes(protocol::Events::Builder out, const query::Events& events, NameTable& table)
{
    const std::uint32_t count = countAttributes(events);
    auto names = out.initAttributeNames(count);
    auto values = out.initAttributeValues(count);
    std::uint32_t index = 0;
    for (const query::EventRecord& event : events.events) {
        for (const auto& [name, value] : event.attributes) {
            names.set(index, table.indexOf(name));
            values.set(index++, value);
        }
    }
}

void writeCarried(protocol::Events::Builder out, const query::Events& events)
{
    std::size_t count = 0;
    for (const query::EventRecord& event : events.events) {
        count += event.carried.size();
    }
    const auto size = narrow<std::uint32_t>(count);
    auto places = out.initCarriedEvents(size);
    auto attributes = out.initCarriedAttributes(size);
    auto types = out.initCarriedTypes(size);
    auto values = out.initCarriedValues(size);
    std::uint32_t row = 0;
    std::uint32_t place = 0;
    for (const query::EventRecord& event : events.events) {
        for (const query::CarriedAttribute& carried : event.carried) {
            places.set(row, place);
            attributes.set(row, carried.attribute.value());
            types.set(row, static_cast<std::uint8_t>(carried.value.type));
            values.set(row++, carried.value.bits);
        }
        ++place;
    }
}

Result<void> readCarried(protocol::Events::Reader in, std::vector<query::EventRecord>& events)
{
    const auto places = in.getCarriedEvents();
    const auto attributes = in.getCarriedAttributes();
    const auto types = in.getCarriedTypes();
    const auto values = in.getCarriedValues();
    VELLUM_RETURN_IF_ERROR(SameLength("carried attributes", places.size())
                               .with("attributes", attributes)
                               .with("types", types)
                               .with("values", values)
                               .result());
    std::uint32_t last = 0;
    for (std::uint32_t row = 0; row < places.size(); ++row) {
        const std::uint32_t place = places[row];
        if (place < last || place >= events.size()) {
            return invalid(
                "events: attribute of event " + std::to_string(place) + " of "
                + std::to_string(events.size()) + " after one of event " + std::to_string(last));
        }
        last = place;
        events[place].carried.push_back(
            {.attribute = AttributeRef(attributes[row]),
             .value = {.type = static_cast<ValueType>(types[row]), .bits = values[row]}});
    }
    return {};
}

/// The events' lists, each fetched once.
struct EventColumns {
    explicit EventColumns(protocol::Events::Reader in)
        : locations(in.getLocations())
        , ticks(in.getTicks())
        , kinds(in.getKinds())
        , counts(in.getAttributeCounts())
        , attributeNames(in.getAttributeNames())
        , attributeValues(in.getAttributeValues())
    {
        for (const auto name : in.getNames()) {
            names.push_back(toText(name));
        }
    }

    [[nodiscard]] Result<void> check() const;

    capnp::List<std::uint64_t>::Reader locations;
    capnp::List<std::int64_t>::Reader ticks;
    capnp::List<std::uint32_t>::Reader kinds;
    capnp::List<std::uint32_t>::Reader counts;
    capnp::List<std::uint32_t>::Reader attributeNames;
    capnp::List<std::uint64_t>::Reader attributeValues;
    std::vector<std::string> names;
};

Result<void> checkNames(const capnp::List<std::uint32_t>::Reader& indices, std::size_t names)
{
    for (const std::uint32_t index : indices) {
        if (index >= names) {
            return invalid(
                "events: name " + std::to_string(index) + " of " + std::to_string(names));
        }
    }
    return {};
}

Result<void> EventColumns::check() const
{
    VELLUM_RETURN_IF_ERROR(SameLength("events", locations.size())
                               .with("ticks", ticks)
                               .with("kinds", kinds)
                               .with("attribute counts", counts)
                               .result());
    VELLUM_RETURN_IF_ERROR(SameLength("events' attributes", sumOf(counts))
                               .with("names", attributeNames)
                               .with("values", attributeValues)
                               .result());
    VELLUM_RETURN_IF_ERROR(checkNames(kinds, names.size()));
    return checkNames(attributeNames, names.size());
}

query::EventRecord eventAt(
    const EventColumns& columns, std::uint32_t index, std::uint32_t attribute)
{
    query::EventRecord event{
        .location = LocationRef(columns.locations[index]),
        .tick = columns.ticks[index],
        .kind = columns.names[columns.kinds[index]],
        .attributes = {}};
    event.attributes.reserve(columns.counts[index]);
    for (std::uint32_t i = 0; i < columns.counts[index]; ++i) {
        event.attributes.emplace_back(
            columns.names[columns.attributeNames[attribute + i]],
            columns.attributeValues[attribute + i]);
    }
    return event;
}

}  // namespace

void write(protocol::Events::Builder out, const query::Events& events)
{
    const auto size = narrow<std::uint32_t>(events.events.size());
    NameTable table;
    write(out.initWindow(), events.window);
    out.setCount(events.count);
    fill(out.initLocations(size), events.events, [](const auto& event) {
        return event.location.value();
    });
    fill(out.initTicks(size), events.events, [](const auto& event) { return event.tick; });
    fill(out.initKinds(size), events.events, [&](const auto& event) {
        return table.indexOf(event.kind);
    });
    fill(out.initAttributeCounts(size), events.events, [](const auto& event) {
        return narrow<std::uint32_t>(event.attributes.size());
    });
    writeAttributes(out, events, table);
    writeCarried(out, events);
    fill(
        out.initNames(narrow<std::uint32_t>(table.names().size())),
        table.names(),
        [](std::string_view name) { return toData(name); });
}

Result<query::Events> read(protocol::Events::Reader in)
{
    const EventColumns columns(in);
    VELLUM_RETURN_IF_ERROR(columns.check());
    query::Events events;
    events.window = read(in.getWindow());
    events.count = in.getCount();
    events.events.reserve(columns.locations.size());
    std::uint32_t attribute = 0;
    for (std::uint32_t i = 0; i < columns.locations.size(); ++i) {
        events.events.push_back(eventAt(columns, i, attribute));
        attribute += columns.counts[i];
    }
    VELLUM_RETURN_IF_ERROR(readCarried(in, events.events));
    return events;
}

}  // namespace vellum::codec
