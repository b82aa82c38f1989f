#include "server/reader/json/fast_parser.h"

#include "common/base/narrow.h"
#include "server/reader/json/lenient_parser.h"

#include <simdjson.h>

#include <cstdint>
#include <optional>
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
        if (!takeKey()) {
            return false;
        }
        const Raw quoted = scalar(m_at - 2);
        key = quoted.substr(1, quoted.size() - 2);
        return true;
    }
    /// A value of any kind as its text. Scalars are not looked at: bare NaN is a token like others.
    [[nodiscard]] bool takeValue(Raw& value)
    {
        if (kind() == '{' || kind() == '[') {
            return takeNested(value);
        }
        if (!passScalar()) {
            return false;
        }
        value = scalar(m_at - 1);
        return true;
    }

private:
    /// That token without the white space behind it.
    [[nodiscard]] Raw scalar(const std::uint32_t* token) const
    {
        std::size_t end = token[1];
        while (end > *token && isSpace(m_text[end - 1])) {
            --end;
        }
        return {m_text + *token, end - *token};
    }
    [[nodiscard]] bool takeKey()
    {
        const bool isKey = kind() == '"' && m_text[m_at[1]] == ':';
        m_at += isKey ? 2 : 0;
        return isKey;
    }
    /// As deep as there are bits to remember which of the brackets that are open are those of objects.
    [[nodiscard]] bool takeNested(Raw& value)
    {
        constexpr unsigned kMostDepth = 60;
        const std::uint32_t begin = *m_at;
        std::uint64_t objects = 0;
        unsigned depth = 0;
        do {
            const bool opens = kind() == '{' || kind() == '[';
            if (opens) {
                objects = objects << 1U | (kind() == '{' ? 1U : 0U);
                ++depth;
                ++m_at;
            }
            const bool isEmpty = opens && kind() == closing(objects);
            if (!isEmpty && !(opens ? beginsMember(objects) : passScalar())) {
                return false;
            }
            if (isEmpty || !opens) {
                while (depth > 0 && take(closing(objects))) {
                    objects >>= 1U;
                    --depth;
                }
                if (depth > 0 && !(take(',') && beginsMember(objects))) {
                    return false;
                }
            }
        } while (depth > 0 && depth < kMostDepth);
        value = Raw(m_text + begin, m_at[-1] + 1 - begin);
        return depth == 0;
    }
    [[nodiscard]] static char closing(std::uint64_t objects)
    {
        return (objects & 1U) != 0 ? '}' : ']';
    }
    /// What stands before a value: a key in an object, nothing in a list.
    [[nodiscard]] bool beginsMember(std::uint64_t objects)
    {
        return (objects & 1U) == 0 || takeKey();
    }
    [[nodiscard]] bool passScalar()
    {
        switch (kind()) {
        case '}':
        case ']':
        case ',':
        case ':':
        case '\0':
            return false;
        default:
            ++m_at;
            return true;
        }
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
        const bool isValue = tokens.takeValue(raw);
        event.setArgument(key, raw);
        return isValue;
    });
}

/// Takes one event after the other.
class EventReader {
public:
    EventReader(Tokens& tokens, JsonEvent& event) : m_tokens(tokens), m_event(event) {}

    [[nodiscard]] bool read()
    {
        m_event.clear();
        if (!readObject(m_tokens, [this](std::string_view key) { return readMember(key); })) {
            return false;
        }
        if (!m_later) {
            return true;
        }
        if (m_event.hasSeries()) {
            setArguments(m_event, m_event.arguments);
            return true;
        }
        return readKnownArguments(*m_later, m_event);
    }

private:
    [[nodiscard]] bool readMember(std::string_view key)
    {
        Raw raw;
        if (key != "args") {
            const bool isValue = m_tokens.takeValue(raw);
            m_event.set(key, raw);
            return isValue;
        }
        if (m_event.hasArguments) {
            return false;  // which of two counts is decided in one place
        }
        m_event.beginArguments();
        if (!m_event.mayHaveSeries()) {
            return readKnownArguments(m_tokens, m_event);
        }
        m_later = m_tokens;
        return m_tokens.takeValue(m_event.arguments);
    }

    Tokens& m_tokens;
    JsonEvent& m_event;
    std::optional<Tokens>
        m_later;  ///< where arguments are that may be series: what stands behind them tells
};

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
            outcome.lastIsTaken = EventReader(tokens, m_event).read();
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
