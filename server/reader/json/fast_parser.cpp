#include "server/reader/json/fast_parser.h"

#include "server/reader/json/carried_words.h"
#include "server/reader/json/lenient_parser.h"

#include <simdjson.h>

#include <utility>

namespace vellum::server::reader::json {

namespace {

namespace ondemand = simdjson::ondemand;

static_assert(FastParser::kPadding >= simdjson::SIMDJSON_PADDING);

/// A token without the white space that simdjson leaves behind it.
Raw trimmed(std::string_view token)
{
    while (!token.empty()
           && (token.back() == ' ' || token.back() == '\n' || token.back() == '\t'
               || token.back() == '\r')) {
        token.remove_suffix(1);
    }
    return token;
}

/// The key without its quotes; \p hasFailed where there is none.
std::string_view keyOf(ondemand::field& field)
{
    // Up to the quote: keys with escapes are none that we know.
    const char* const begin = field.key().raw();
    const char* end = begin;
    while (*end != '"') {
        end += *end == '\\' ? 2 : 1;
    }
    return {begin, static_cast<std::size_t>(end - begin)};
}

/// A value of any kind as its text; false where simdjson objects.
bool rawOf(ondemand::value& value, Raw& raw)
{
    ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS) {
        // Bare NaN and the like are no type; the token is theirs all the same.
        raw = trimmed(value.raw_json_token());
        return true;
    }
    std::string_view text;
    switch (type) {
    case ondemand::json_type::object: {
        ondemand::object object;
        if (value.get_object().get(object) != simdjson::SUCCESS
            || object.raw_json().get(text) != simdjson::SUCCESS) {
            return false;
        }
        raw = trimmed(text);
        return true;
    }
    case ondemand::json_type::array: {
        ondemand::array array;
        if (value.get_array().get(array) != simdjson::SUCCESS
            || array.raw_json().get(text) != simdjson::SUCCESS) {
            return false;
        }
        raw = trimmed(text);
        return true;
    }
    default:
        raw = trimmed(value.raw_json_token());
        return true;
    }
}

bool readKnownArguments(ondemand::value& value, JsonEvent& event)
{
    ondemand::json_type type{};
    if (value.type().get(type) != simdjson::SUCCESS || type != ondemand::json_type::object) {
        Raw raw;
        if (!rawOf(value, raw)) {
            return false;
        }
        event.setNoArguments(raw);
        return true;
    }
    ondemand::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (auto member : object) {
        ondemand::field field;
        if (std::move(member).get(field) != simdjson::SUCCESS) {
            return false;
        }
        const std::string_view key = keyOf(field);
        const auto known = argumentOf(key);
        const bool isCarried = !known && isCarriedArgument(key);
        Raw raw;
        if ((known || isCarried) && !rawOf(field.value(), raw)) {
            return false;
        }
        if (known) {
            event.set(*known, raw);
        } else if (isCarried) {
            event.argumentsCarried.emplace_back(key, raw);
        } else {
            event.argumentsLeftOut.push_back(key);
        }
    }
    return true;
}

bool readMember(ondemand::field& field, JsonEvent& event)
{
    const std::string_view key = keyOf(field);
    if (key == "args") {
        if (event.hasArguments) {
            return false;  // which of two counts is decided in one place
        }
        event.beginArguments();
    }
    if (key == "args" && !event.hasSeries()) {
        return readKnownArguments(field.value(), event);
    }
    Raw raw;
    if (!rawOf(field.value(), raw)) {
        return false;
    }
    if (key == "args") {
        event.arguments = raw;
    } else {
        event.set(key, raw);
    }
    return true;
}

bool readEvent(ondemand::value& element, JsonEvent& event)
{
    event.clear();
    ondemand::object object;
    if (element.get_object().get(object) != simdjson::SUCCESS) {
        return false;
    }
    for (auto member : object) {
        ondemand::field field;
        if (std::move(member).get(field) != simdjson::SUCCESS || !readMember(field, event)) {
            return false;
        }
    }
    if (!event.arguments.empty()) {
        setArguments(event, event.arguments);
    }
    return true;
}

}  // namespace

struct FastParser::Parser {
    ondemand::parser parser;
};

FastParser::FastParser() : m_parser(std::make_unique<Parser>()) {}

FastParser::~FastParser() = default;

FastParser::Outcome FastParser::parse(char* begin, std::size_t size, EventSink& sink)
{
    Outcome outcome;
    const char before = std::exchange(begin[-1], '[');
    const char after = std::exchange(begin[size], ']');
    // Where brackets are left open simdjson looks at the byte behind the text, and believes it.
    const char behind = std::exchange(begin[size + 1], '\0');
    const auto read = [&] {
        ondemand::document document;
        ondemand::array events;
        const simdjson::padded_string_view text(begin - 1, size + 2, size + 2 + kPadding - 1);
        if (m_parser->parser.iterate(text).get(document) != simdjson::SUCCESS
            || document.get_array().get(events) != simdjson::SUCCESS) {
            return false;
        }
        for (auto element : events) {
            ondemand::value value;
            if (std::move(element).get(value) != simdjson::SUCCESS) {
                return false;
            }
            outcome.lastBegin = static_cast<std::size_t>(value.raw_json_token().data() - begin);
            outcome.lastIsTaken = false;
            if (!readEvent(value, m_event)) {
                return false;
            }
            sink.take(m_event);
            ++outcome.events;
            outcome.lastIsTaken = true;
        }
        return true;
    };
    outcome.hasFailed = !read();
    begin[-1] = before;
    begin[size] = after;
    begin[size + 1] = behind;
    return outcome;
}

}  // namespace vellum::server::reader::json
