#include "server/reader/json/fast_parser.h"

#include "common/base/narrow.h"
#include "server/reader/json/carried_words.h"
#include "server/reader/json/lenient_parser.h"

#include <simdjson.h>

#include <cstdint>
#include <utility>

namespace vellum::server::reader::json {

static_assert(FastParser::kPadding >= simdjson::SIMDJSON_PADDING);

namespace {

/// A text as simdjson's first stage finds its tokens: brackets, colons, commas, and where scalars begin.
///
/// Odd case The end looks like a token of one zero byte, behind which nobody may go.
class Tokens {
public:
    /// \p begins ends with the size of \p text, and the text with a zero byte behind it.
    Tokens(const char* text, const std::uint32_t* begins) : m_text(text), m_at(begins) {}

    [[nodiscard]] char kind() const { return m_text[*m_at]; }
    [[nodiscard]] std::size_t position() const { return *m_at; }
    [[nodiscard]] bool take(char kind)
    {
        const bool isThere = this->kind() == kind;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    /// A key, without its quotes, and the colon behind it. Escapes stay: such a key is none that we know.
    [[nodiscard]] bool takeKey(std::string_view& key)
    {
        if (kind() != '"' || m_text[m_at[1]] != ':') {
            return false;
        }
        const Raw quoted = scalar();
        m_at += 2;
        key = quoted.substr(1, quoted.size() - 2);
        return true;
    }
    /// A value of any kind as its text. What is inside of a list or an object is not looked at but for
    /// its brackets, and scalars are not looked at: bare NaN is a token like others.
    [[nodiscard]] bool takeValue(Raw& value)
    {
        switch (kind()) {
        case '{':
        case '[':
            return takeNested(value);
        case '}':
        case ']':
        case ',':
        case ':':
        case '\0':
            return false;
        default:
            value = scalar();
            ++m_at;
            return true;
        }
    }

private:
    /// The token here without the white space behind it.
    [[nodiscard]] Raw scalar() const
    {
        std::size_t end = m_at[1];
        while (end > *m_at && isSpace(m_text[end - 1])) {
            --end;
        }
        return {m_text + *m_at, end - *m_at};
    }
    [[nodiscard]] static bool isSpace(char c)
    {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }
    [[nodiscard]] bool takeNested(Raw& value)
    {
        const std::uint32_t begin = *m_at;
        std::size_t depth = 0;
        do {
            switch (kind()) {
            case '{':
            case '[':
                ++depth;
                break;
            case '}':
            case ']':
                --depth;
                break;
            case '\0':
                return false;
            default:
                break;
            }
            ++m_at;
        } while (depth > 0);
        value = Raw(m_text + begin, m_at[-1] + 1 - begin);
        return true;
    }

    const char* m_text;
    const std::uint32_t* m_at;
};

/// Hands each key of the object that begins here to \p takeMember, which takes its value; false where
/// that does, or where it is no object.
template <typename Take>
bool readObject(Tokens& tokens, Take takeMember)
{
    if (!tokens.take('{')) {
        return false;
    }
    if (tokens.take('}')) {
        return true;
    }
    std::string_view key;
    do {
        if (!tokens.takeKey(key) || !takeMember(key)) {
            return false;
        }
    } while (tokens.take(','));
    return tokens.take('}');
}

bool readKnownArguments(Tokens& tokens, JsonEvent& event)
{
    Raw raw;
    if (tokens.kind() != '{') {
        const bool isValue = tokens.takeValue(raw);
        event.setNoArguments(raw);
        return isValue;
    }
    return readObject(tokens, [&](std::string_view key) {
        if (!tokens.takeValue(raw)) {
            return false;
        }
        if (const auto known = argumentOf(key)) {
            event.set(*known, raw);
        } else if (isCarriedArgument(key)) {
            event.argumentsCarried.emplace_back(key, raw);
        } else {
            event.argumentsLeftOut.push_back(key);
        }
        return true;
    });
}

bool readMember(Tokens& tokens, std::string_view key, JsonEvent& event)
{
    Raw raw;
    if (key != "args") {
        const bool isValue = tokens.takeValue(raw);
        event.set(key, raw);
        return isValue;
    }
    if (event.hasArguments) {
        return false;  // which of two counts is decided in one place
    }
    event.beginArguments();
    if (!event.hasSeries()) {
        return readKnownArguments(tokens, event);
    }
    return tokens.takeValue(event.arguments);
}

bool readEvent(Tokens& tokens, JsonEvent& event)
{
    event.clear();
    const bool isWhole =
        readObject(tokens, [&](std::string_view key) { return readMember(tokens, key, event); });
    if (isWhole && !event.arguments.empty()) {
        setArguments(event, event.arguments);
    }
    return isWhole;
}

}  // namespace

/// Of simdjson only the first stage is used, which On-Demand walks along, too, at twice the cost:
/// docs/decisions/0014.
struct FastParser::Parser {
    simdjson::dom::parser parser;

    /// Where the tokens of \p text begin, and its size; null where it is no JSON.
    [[nodiscard]] const std::uint32_t* tokensOf(std::string_view text)
    {
        const bool hasRoom = parser.implementation && text.size() <= parser.capacity();
        if (!hasRoom && parser.allocate(text.size()) != simdjson::SUCCESS) {
            return nullptr;
        }
        auto& stages = *parser.implementation;
        const auto* bytes =
            reinterpret_cast<const std::uint8_t*>(text.data());  // NOLINT: as it takes them
        if (stages.stage1(bytes, text.size(), simdjson::stage1_mode::regular)
            != simdjson::SUCCESS) {
            return nullptr;
        }
        stages.structural_indexes[stages.n_structural_indexes] = narrow<std::uint32_t>(text.size());
        return stages.structural_indexes.get();
    }
};

FastParser::FastParser() : m_parser(std::make_unique<Parser>()) {}

FastParser::~FastParser() = default;

FastParser::Outcome FastParser::parse(char* begin, std::size_t size, EventSink& sink)
{
    Outcome outcome;
    const char behind = std::exchange(begin[size], '\0');
    if (const std::uint32_t* begins = m_parser->tokensOf({begin, size})) {
        Tokens tokens(begin, begins);
        do {
            outcome.lastBegin = tokens.position();
            outcome.lastIsTaken = readEvent(tokens, m_event);
            if (outcome.lastIsTaken) {
                sink.take(m_event);
                ++outcome.events;
            }
        } while (outcome.lastIsTaken && tokens.take(','));
        const bool isAtEnd = tokens.position() == size || tokens.kind() == ']';
        outcome.hasFailed = !outcome.lastIsTaken || !isAtEnd;
    } else {
        outcome.hasFailed = true;
    }
    begin[size] = behind;
    return outcome;
}

}  // namespace vellum::server::reader::json
