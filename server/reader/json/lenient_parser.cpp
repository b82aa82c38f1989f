#include "server/reader/json/lenient_parser.h"

#include "server/reader/json/element_search.h"

#include <string>

namespace vellum::server::reader::json {

LenientParser::LenientParser(std::string_view window, bool isLast)
    : m_text(window)
    , m_isLast(isLast)
{
}

void LenientParser::skipSpace()
{
    while (m_at < m_text.size() && isSpace(m_text[m_at])) {
        ++m_at;
    }
}

/// Whether the quote there is the end of its string.
bool LenientParser::endsString(std::size_t quote, bool& isCutOff) const
{
    const std::size_t next = m_text.find_first_not_of(kSpace, quote + 1);
    if (next == std::string_view::npos) {
        isCutOff = !m_isLast;
        return m_isLast;
    }
    return std::string_view(",:}]").find(m_text[next]) != std::string_view::npos;
}

void LenientParser::note(std::uint64_t& count, std::size_t& first, std::size_t at)
{
    first = count++ == 0 ? at : first;
}

LenientParser::Status LenientParser::string(Raw& raw)
{
    const std::size_t begin = m_at;
    for (std::size_t at = begin + 1; at < m_text.size(); ++at) {
        at = m_text.find_first_of("\"\\", at);
        if (at == std::string_view::npos) {
            break;
        }
        if (m_text[at] == '\\') {
            ++at;
            continue;
        }
        bool isCutOff = false;
        if (endsString(at, isCutOff)) {
            raw = m_text.substr(begin, at + 1 - begin);
            m_at = at + 1;
            return Status::Ok;
        }
        if (isCutOff) {
            return Status::NeedMore;
        }
        if (beginsNextEvent(at)) {
            return Status::Damaged;  // what is never closed ends where the next event begins
        }
        note(m_mended.quotes, m_mended.firstQuote, at);
    }
    return shortage();
}

/// Whether the quote there is that of the first key of an event behind another: `} , { "ph"`.
bool LenientParser::beginsNextEvent(std::size_t quote) const
{
    const std::size_t brace = m_text.find_last_not_of(kSpace, quote - 1);
    return brace != std::string_view::npos && standsBehindElement(m_text, brace)
           && beginsElement(m_text.substr(brace));
}

/// Looks at what may follow what, so that what is never closed ends where the next event begins and not
/// at the end of the text.
LenientParser::Status LenientParser::container(Raw& raw)
{
    const std::size_t begin = m_at;
    std::string open;            // the brackets that are not closed yet
    bool isKeyExpected = false;  // in an object, behind its begin or a comma
    bool isBehindComma = false;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '"') {
            Raw ignored;
            const Status status = string(ignored);
            if (status != Status::Ok) {
                return status;
            }
            isKeyExpected = false;
            isBehindComma = false;
            continue;
        }
        if (isBehindComma && (c == ',' || c == '}' || c == ']')) {
            note(m_mended.commas, m_mended.firstComma, m_at);
        }
        isBehindComma = c == ',' || (isBehindComma && isSpace(c));
        ++m_at;
        if (c == '{' || c == '[') {
            if (isKeyExpected) {
                return Status::Damaged;
            }
            open.push_back(c);
            isKeyExpected = c == '{';
        } else if (c == '}' || c == ']') {
            if (open.back() != (c == '}' ? '{' : '[')) {
                return Status::Damaged;
            }
            open.pop_back();
            isKeyExpected = false;
            if (open.empty()) {
                raw = m_text.substr(begin, m_at - begin);
                return Status::Ok;
            }
        } else if (c == ',') {
            isKeyExpected = open.back() == '{';
        }
    }
    return shortage();
}

/// A number, true, false, null, or whatever else stands there without quotes.
LenientParser::Status LenientParser::word(Raw& raw)
{
    const std::size_t end = m_text.find_first_of(",:}]{[\"", m_at);
    if (end == std::string_view::npos && !m_isLast) {
        return Status::NeedMore;
    }
    raw = m_text.substr(m_at, end == std::string_view::npos ? end : end - m_at);
    while (!raw.empty() && isSpace(raw.back())) {
        raw.remove_suffix(1);
    }
    m_at += raw.size();
    return raw.empty() ? Status::Damaged : Status::Ok;
}

LenientParser::Status LenientParser::value(Raw& raw)
{
    skipSpace();
    switch (peek()) {
    case '\0':
        return m_at < m_text.size() ? word(raw) : shortage();
    case '"':
        return string(raw);
    case '{':
    case '[':
        return container(raw);
    default:
        return word(raw);
    }
}

LenientParser::Status LenientParser::member(std::string_view& key, Raw& memberValue)
{
    Raw quoted;
    if (peek() != '"') {
        return m_at < m_text.size() ? Status::Damaged : shortage();
    }
    if (const Status status = string(quoted); status != Status::Ok) {
        return status;
    }
    key = bare(quoted);
    skipSpace();
    if (peek() != ':') {
        return m_at < m_text.size() ? Status::Damaged : shortage();
    }
    skip();
    return value(memberValue);
}

LenientParser::Status LenientParser::object(
    const std::function<void(std::string_view key, Raw value)>& take)
{
    skipSpace();
    if (peek() != '{') {
        return m_at < m_text.size() ? Status::Damaged : shortage();
    }
    skip();
    for (bool isBehindComma = false;; isBehindComma = true) {
        skipSpace();
        if (peek() == '}') {
            if (isBehindComma) {
                note(m_mended.commas, m_mended.firstComma, m_at);
            }
            skip();
            return Status::Ok;
        }
        std::string_view key;
        Raw memberValue;
        if (const Status status = member(key, memberValue); status != Status::Ok) {
            return status;
        }
        take(key, memberValue);
        skipSpace();
        if (peek() == '}') {
            skip();
            return Status::Ok;
        }
        if (peek() != ',') {
            return m_at < m_text.size() ? Status::Damaged : shortage();
        }
        skip();
    }
}

LenientParser::Status LenientParser::event(JsonEvent& event)
{
    event.clear();
    Raw arguments;
    const Status status = object([&](std::string_view key, Raw memberValue) {
        if (key == "args") {
            event.beginArguments();
            arguments = memberValue;
        } else {
            event.set(key, memberValue);
        }
    });
    if (status == Status::Ok && !arguments.empty()) {
        event.arguments = arguments;
        setArguments(event, arguments);
    }
    return status;
}

void setArguments(JsonEvent& event, Raw arguments)
{
    const bool isObject = forEachMember(arguments, [&](std::string_view key, Raw memberValue) {
        event.setArgument(key, memberValue);
    });
    if (!isObject) {
        event.setNoArguments(arguments);
    }
}

bool forEachMember(Raw object, const std::function<void(std::string_view key, Raw value)>& take)
{
    return LenientParser(object, true).object(take) == LenientParser::Status::Ok;
}

bool forEachElement(Raw array, const std::function<void(Raw value)>& take)
{
    LenientParser parser(array, true);
    parser.skipSpace();
    if (parser.peek() != '[') {
        return false;
    }
    parser.skip();
    for (;;) {
        parser.skipSpace();
        if (parser.peek() == ']') {
            return true;
        }
        Raw element;
        if (parser.value(element) != LenientParser::Status::Ok) {
            return false;
        }
        take(element);
        parser.skipSpace();
        if (parser.peek() == ',') {
            parser.skip();
        } else if (parser.peek() != ']') {
            return false;
        }
    }
}

}  // namespace vellum::server::reader::json
