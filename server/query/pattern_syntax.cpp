#include "server/query/pattern_syntax.h"

#include <algorithm>
#include <optional>

namespace vellum::server::query {

namespace {

using Kind = PatternNode::Kind;

constexpr char32_t kLast = 0x10ffff;
constexpr std::uint32_t kMaxNesting = 200;
constexpr std::uint32_t kMaxRepeat = 100'000;

CharacterSet digits()
{
    return {.ranges = {{U'0', U'9'}}};
}

CharacterSet wordCharacters()
{
    return {.ranges = {{U'0', U'9'}, {U'A', U'Z'}, {U'_', U'_'}, {U'a', U'z'}}};
}

CharacterSet spaces()
{
    return {
        .ranges = {
            {U'\t', U'\r'},
            {U' ', U' '},
            {0xa0, 0xa0},
            {0x1680, 0x1680},
            {0x2000, 0x200a},
            {0x2028, 0x2029},
            {0x202f, 0x202f},
            {0x205f, 0x205f},
            {0x3000, 0x3000},
            {0xfeff, 0xfeff}}};
}

CharacterSet lineEnds()
{
    return {.ranges = {{U'\n', U'\n'}, {U'\r', U'\r'}, {0x2028, 0x2029}}};
}

/// All characters outside \p set.
CharacterSet complement(CharacterSet set)
{
    std::ranges::sort(set.ranges);
    CharacterSet outside;
    char32_t next = 0;
    for (const auto& [first, last] : set.ranges) {
        if (first > next) {
            outside.ranges.emplace_back(next, first - 1);
        }
        next = last + 1;
    }
    outside.ranges.emplace_back(next, kLast);
    return outside;
}

/// \d, \w, \s and their opposites.
std::optional<CharacterSet> classOf(char32_t letter)
{
    switch (letter) {
    case U'd':
        return digits();
    case U'D':
        return complement(digits());
    case U'w':
        return wordCharacters();
    case U'W':
        return complement(wordCharacters());
    case U's':
        return spaces();
    case U'S':
        return complement(spaces());
    default:
        return std::nullopt;
    }
}

bool isDigit(char32_t c)
{
    return c >= U'0' && c <= U'9';
}
bool isLetter(char32_t c)
{
    return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z');
}

int hexDigit(char32_t c)
{
    if (isDigit(c)) {
        return static_cast<int>(c - U'0');
    }
    const char32_t lower = c | 0x20U;
    return lower >= U'a' && lower <= U'f' ? static_cast<int>(lower - U'a') + 10 : -1;
}

struct Repetition {
    std::uint32_t least = 0;
    std::uint32_t most = 0;
};

/// Recursive descent; the first mistake is kept and ends everything.
class Parser {
public:
    explicit Parser(std::string_view pattern) : m_text(decodeUtf8(pattern)) {}

    Result<PatternTree> parse()
    {
        const std::size_t root = choice();
        if (!m_error && !isAtEnd()) {
            fail("has a ) without ( before it");
        }
        if (m_error) {
            return Error{
                .kind = ErrorKind::InvalidArgument,
                .message = "the expression " + *m_error + " (character "
                           + std::to_string(m_errorAt + 1) + ")"};
        }
        m_tree.root = root;
        return std::move(m_tree);
    }

private:
    [[nodiscard]] bool isAtEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char32_t peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : U'\0';
    }
    bool take(char32_t c)
    {
        if (isAtEnd() || m_text[m_at] != c) {
            return false;
        }
        ++m_at;
        return true;
    }

    /// Ends the reading: what is behind does not matter any more.
    void fail(const char* what)
    {
        if (!m_error) {
            m_error = what;
            m_errorAt = m_at;
        }
        m_at = m_text.size();
    }

    std::size_t add(PatternNode node)
    {
        m_tree.nodes.push_back(std::move(node));
        return m_tree.nodes.size() - 1;
    }
    std::size_t add(CharacterSet set) { return add({.kind = Kind::Set, .set = std::move(set)}); }
    std::size_t add(char32_t c) { return add(CharacterSet{.ranges = {{c, c}}}); }

    std::size_t choice()
    {
        PatternNode node{.kind = Kind::Choice};
        node.children.push_back(sequence());
        while (take(U'|')) {
            node.children.push_back(sequence());
        }
        return node.children.size() == 1 ? node.children.front() : add(std::move(node));
    }

    std::size_t sequence()
    {
        PatternNode node{.kind = Kind::Sequence};
        while (!isAtEnd() && peek() != U'|' && peek() != U')') {
            node.children.push_back(repeated());
        }
        return add(std::move(node));
    }

    std::size_t repeated()
    {
        const std::size_t item = atom();
        const auto repetition = quantifier();
        if (!repetition) {
            return item;
        }
        take(U'?');  // whether greedy or not: found is found
        if (quantifier()) {
            fail("repeats a repetition");
        }
        return add(
            {.kind = Kind::Repeat,
             .children = {item},
             .least = repetition->least,
             .most = repetition->most});
    }

    std::optional<Repetition> quantifier()
    {
        if (take(U'*')) {
            return Repetition{.least = 0, .most = PatternNode::kUnbounded};
        }
        if (take(U'+')) {
            return Repetition{.least = 1, .most = PatternNode::kUnbounded};
        }
        if (take(U'?')) {
            return Repetition{.least = 0, .most = 1};
        }
        return peek() == U'{' ? braces() : std::nullopt;
    }

    /// {n}, {n,} or {n,m}; anything else in braces stands for itself.
    std::optional<Repetition> braces()
    {
        const std::size_t begin = m_at++;
        Repetition repetition;
        bool good = number(repetition.least);
        repetition.most = repetition.least;
        if (good && take(U',')) {
            repetition.most = PatternNode::kUnbounded;
            good = peek() == U'}' || number(repetition.most);
        }
        if (!good || !take(U'}')) {
            m_at = begin;
            return std::nullopt;
        }
        if (repetition.most < repetition.least) {
            fail("repeats from more to fewer times");
        }
        return repetition;
    }

    bool number(std::uint32_t& value)
    {
        if (!isDigit(peek())) {
            return false;
        }
        value = 0;
        for (; isDigit(peek()); ++m_at) {
            value = std::min(kMaxRepeat, value * 10 + static_cast<std::uint32_t>(peek() - U'0'));
        }
        return true;
    }

    std::size_t atom()
    {
        const char32_t c = m_text[m_at++];
        switch (c) {
        case U'^':
            return add({.kind = Kind::NameBegin});
        case U'$':
            return add({.kind = Kind::NameEnd});
        case U'.':
            return add(complement(lineEnds()));
        case U'(':
            return group();
        case U'[':
            return add(brackets());
        case U'\\':
            return escape();
        case U'*':
        case U'+':
        case U'?':
            --m_at;
            fail("repeats nothing");
            return add(PatternNode{});
        default:
            return add(c);
        }
    }

    std::size_t group()
    {
        if (take(U'?') && !take(U':') && !isNamedGroup()) {
            fail("looks ahead or behind, which is not supported");
        }
        if (++m_nesting > kMaxNesting) {
            fail("has more than 200 nested groups");
        }
        const std::size_t inside = m_error ? add(PatternNode{}) : choice();
        --m_nesting;
        if (!m_error && !take(U')')) {
            fail("has a ( without ) behind it");
        }
        return inside;
    }

    bool isNamedGroup()
    {
        if (peek() != U'<' || peek(1) == U'=' || peek(1) == U'!') {
            return false;
        }
        while (!isAtEnd() && !take(U'>')) {
            ++m_at;
        }
        return true;
    }

    std::size_t escape()
    {
        const char32_t c = peek();
        if (c == U'b' || c == U'B') {
            ++m_at;
            return add({.kind = c == U'b' ? Kind::WordEdge : Kind::NoWordEdge});
        }
        if (c >= U'1' && c <= U'9') {
            fail("refers back to a group, which is not supported");
        } else if (const auto set = classOf(c)) {
            ++m_at;
            return add(*set);
        }
        return add(escapedCharacter());
    }

    /// After the backslash.
    char32_t escapedCharacter()
    {
        if (isAtEnd()) {
            fail("ends with a backslash");
            return 0;
        }
        const char32_t c = m_text[m_at++];
        constexpr std::u32string_view kLetters = U"tnvfr0";
        constexpr std::u32string_view kMeanings = U"\t\n\v\f\r";
        const std::size_t place = kLetters.find(c);
        if (place < kMeanings.size()) {
            return kMeanings[place];
        }
        if (c == U'0') {
            return 0;
        }
        if (c == U'x' || c == U'u') {
            return hexCharacter(c == U'x' ? 2 : 4);
        }
        if (isLetter(c)) {
            --m_at;
            fail("has a backslash before a letter that means nothing");
        }
        return c;
    }

    char32_t hexCharacter(int size)
    {
        char32_t value = 0;
        for (int i = 0; i < size; ++i) {
            const int digit = hexDigit(peek());
            if (digit < 0) {
                fail("has \\x or \\u without two or four hexadecimal digits");
                return 0;
            }
            value = value * 16 + static_cast<char32_t>(digit);
            ++m_at;
        }
        return value;
    }

    CharacterSet brackets()
    {
        CharacterSet set{.negated = take(U'^')};
        while (!isAtEnd() && peek() != U']') {
            bracketItem(set);
        }
        if (!m_error && !take(U']')) {
            fail("has a [ without ] behind it");
        }
        return set;
    }

    void bracketItem(CharacterSet& set)
    {
        const auto first = bracketEnd(set);
        if (!first || peek() != U'-' || peek(1) == U']' || m_at + 1 >= m_text.size()) {
            if (first) {
                set.ranges.emplace_back(*first, *first);
            }
            return;
        }
        ++m_at;
        const auto last = bracketEnd(set);
        if (!last) {  // [a-\d]: the three stand for themselves
            set.ranges.emplace_back(*first, *first);
            set.ranges.emplace_back(U'-', U'-');
        } else if (*last < *first) {
            fail("has a range of characters from the larger to the smaller");
        } else {
            set.ranges.emplace_back(*first, *last);
        }
    }

    /// One character of a set; nothing if it was a class, which is then in \p set.
    std::optional<char32_t> bracketEnd(CharacterSet& set)
    {
        if (!take(U'\\')) {
            return m_text[m_at++];
        }
        if (const auto inner = classOf(peek())) {
            ++m_at;
            set.ranges.insert(set.ranges.end(), inner->ranges.begin(), inner->ranges.end());
            return std::nullopt;
        }
        if (take(U'b')) {
            return U'\b';
        }
        return escapedCharacter();
    }

    std::u32string m_text;
    std::size_t m_at = 0;
    std::uint32_t m_nesting = 0;
    PatternTree m_tree;
    std::optional<std::string> m_error;
    std::size_t m_errorAt = 0;
};

/// The length of the UTF-8 sequence that \p lead begins; 0 where it begins none.
std::size_t sequenceLength(unsigned char lead)
{
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xc2 && lead < 0xe0) {
        return 2;
    }
    if (lead >= 0xe0 && lead < 0xf0) {
        return 3;
    }
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

}  // namespace

bool CharacterSet::contains(char32_t character) const
{
    const bool inside = std::ranges::any_of(ranges, [character](const auto& range) {
        return range.first <= character && character <= range.second;
    });
    return inside != negated;
}

Result<PatternTree> parsePattern(std::string_view pattern)
{
    return Parser(pattern).parse();
}

std::u32string decodeUtf8(std::string_view text)
{
    std::u32string decoded;
    decoded.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = sequenceLength(lead);
        char32_t point = length > 1 ? lead & (0x7fU >> length) : lead;
        bool good = length > 0 && i + length <= text.size();
        for (std::size_t k = 1; good && k < length; ++k) {
            const auto next = static_cast<unsigned char>(text[i + k]);
            good = (next & 0xc0U) == 0x80U;
            point = (point << 6U) | (next & 0x3fU);
        }
        decoded.push_back(good ? point : 0xdc00U + lead);
        i += good ? length : 1;
    }
    return decoded;
}

}  // namespace vellum::server::query
