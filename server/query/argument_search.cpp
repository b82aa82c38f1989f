#include "server/query/argument_search.h"

#include "common/query/filter_words.h"
#include "common/query/selection_words.h"

#include <algorithm>
#include <unordered_map>

namespace vellum::server::query {

namespace {

using store::CallStream;
using store::LocationStore;
using vellum::query::fitsGlob;

std::string asLowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return lower;
}

template <typename Ref>
std::string nameOf(const Definitions& definitions, std::uint64_t bits)
{
    const auto* found = definitions.find(Ref(static_cast<typename Ref::Representation>(bits)));
    return found != nullptr ? found->name : std::string();
}

/// What a value means: of a text its words, of a reference a name where what it names has one.
std::string wordsOf(const Definitions& definitions, TypedValue value)
{
    switch (value.type) {
    case ValueType::String: {
        const auto* found = definitions.find(StringRef(static_cast<std::uint32_t>(value.bits)));
        return found != nullptr ? found->text : std::string();
    }
    case ValueType::Region:
        return nameOf<RegionRef>(definitions, value.bits);
    case ValueType::Location:
        return nameOf<LocationRef>(definitions, value.bits);
    case ValueType::LocationGroup:
        return nameOf<LocationGroupRef>(definitions, value.bits);
    case ValueType::Comm:
        return nameOf<CommRef>(definitions, value.bits);
    case ValueType::IoFile:
        return nameOf<IoFileRef>(definitions, value.bits);
    default:
        return {};
    }
}

/// The change of the call stream before which \p plain recorded ones stand.
std::size_t changeAfter(const LocationStore& in, std::size_t plain)
{
    std::size_t first = 0;  // unrecorded[i] - i recorded ones stand before the i-th unrecorded
    std::size_t last = in.unrecorded.size();
    while (first < last) {
        const std::size_t middle = first + (last - first) / 2;
        if (in.unrecorded[middle] - middle <= plain) {
            first = middle + 1;
        } else {
            last = middle;
        }
    }
    return plain + first;
}

/// The enter of the visit that an event is about: its own, else the innermost one around it.
std::optional<std::size_t> enterAt(const LocationStore& in, std::uint64_t event)
{
    const auto& records = in.records->event;
    const auto record = std::lower_bound(records.begin(), records.end(), event);
    const std::size_t plain = event - static_cast<std::size_t>(record - records.begin());
    const CallStream& calls = in.calls;
    std::size_t change = 0;
    if (record != records.end() && *record == event) {
        if (plain == 0) {
            return std::nullopt;
        }
        change = changeAfter(in, plain - 1);
    } else {
        change = changeAfter(in, plain);
        if (change < calls.size() && !calls.isEnter(change)) {
            return change > 0 ? std::optional(calls.enterOf(change - 1, calls.depthBefore(change)))
                              : std::nullopt;
        }
    }
    if (change >= calls.size() || calls.depthAt(change) == 0) {
        return std::nullopt;
    }
    return calls.enterOf(change, calls.depthAt(change));
}

bool isFlow(EventKind kind)
{
    return kind == event_kind::kFlowBegin || kind == event_kind::kFlowStep
           || kind == event_kind::kFlowEnd;
}

/// "7 ac2g": ids of flows mean something within their category only.
std::string flowWords(const Definitions& definitions, const store::Words& words)
{
    return words.size() < 2
               ? std::string()
               : std::to_string(words[0]) + " " + nameOf<RegionRef>(definitions, words[1]);
}

void addEnter(const LocationStore& in, std::uint64_t event, std::vector<std::size_t>& enters)
{
    if (const auto enter = enterAt(in, event)) {
        enters.push_back(*enter);
    }
}

}  // namespace

Result<std::optional<ArgumentPattern>> ArgumentPattern::parse(std::string_view expression)
{
    if (!expression.starts_with(vellum::query::kArgumentPrefix)) {
        return std::optional<ArgumentPattern>();
    }
    expression.remove_prefix(vellum::query::kArgumentPrefix.size());
    const std::size_t equals = expression.find('=');
    const std::string_view name = expression.substr(0, equals);
    if (name.empty()) {
        return Error{
            .kind = ErrorKind::InvalidArgument,
            .message = "arg: goes on with NAME or NAME=VALUE, for instance arg:stream=7"};
    }
    return std::optional(ArgumentPattern{
        .name = std::string(name),
        .value =
            equals == std::string_view::npos ? "*" : std::string(expression.substr(equals + 1))});
}

ArgumentSearch::ArgumentSearch(const Definitions& definitions, const ArgumentPattern& pattern)
    : m_definitions(definitions)
    , m_value(asLowerCase(pattern.value))
{
    const std::string name = asLowerCase(pattern.name);
    for (const Attribute& attribute : definitions.attributes) {
        if (fitsGlob(asLowerCase(attribute.name), name)) {
            m_attributes.insert(attribute.ref);
        }
    }
    for (std::size_t kind = 0; kind < m_members.size(); ++kind) {
        const auto& members = infoOf(static_cast<EventKind>(kind)).attributes;
        for (std::size_t i = 0; i < members.size(); ++i) {
            if (fitsGlob(asLowerCase(members[i]), name)) {
                m_members[kind].push_back(i);
                m_hasMembers = true;
            }
        }
    }
}

bool ArgumentSearch::fits(TypedValue value) const
{
    return fitsGlob(asLowerCase(textOf(value)), m_value)
           || (isReference(value.type)
               && fitsGlob(asLowerCase(wordsOf(m_definitions, value)), m_value));
}

std::vector<std::size_t> ArgumentSearch::entersOf(const LocationStore& in, StopPoll& poll) const
{
    std::vector<std::size_t> enters;
    addCarried(in, poll, enters);
    addMembers(in, poll, enters);
    std::ranges::sort(enters);
    enters.erase(std::unique(enters.begin(), enters.end()), enters.end());
    return enters;
}

void ArgumentSearch::addCarried(
    const LocationStore& in, StopPoll& poll, std::vector<std::size_t>& enters) const
{
    if (m_attributes.empty()) {
        return;
    }
    // The same few values are carried by many events: each is looked at once.
    std::unordered_map<std::uint64_t, bool> known;
    ValueType knownType = ValueType::None;
    for (std::size_t row = 0; row < in.attributes->size() && !poll.stopNow(); ++row) {
        if (!m_attributes.contains(in.attributes->attribute[row])) {
            continue;
        }
        const TypedValue value = in.attributes->valueAt(row);
        if (value.type != knownType) {
            known.clear();
            knownType = value.type;
        }
        const auto [entry, isNew] = known.try_emplace(value.bits);
        if (isNew) {
            entry->second = fits(value);
        }
        if (entry->second) {
            addEnter(in, in.attributes->event[row], enters);
        }
    }
}

void ArgumentSearch::addMembers(
    const LocationStore& in, StopPoll& poll, std::vector<std::size_t>& enters) const
{
    const store::RecordTable& records = in.records;
    for (std::size_t i = 0; m_hasMembers && i < records.size() && !poll.stopNow(); ++i) {
        const std::vector<std::size_t>& members = m_members[records.kind[i]];
        if (members.empty()) {
            continue;
        }
        const store::Words words = records.payloadOf(i);
        const bool isFit = std::ranges::any_of(members, [&](std::size_t member) {
            return member < words.size()
                   && fits({.type = ValueType::UInt64, .bits = words[member]});
        });
        const bool isFlowOfName =
            isFlow(records.kind[i]) && members.front() == 0
            && fitsGlob(asLowerCase(flowWords(m_definitions, words)), m_value);
        if (isFit || isFlowOfName) {
            addEnter(in, records.event[i], enters);
        }
    }
}

}  // namespace vellum::server::query
