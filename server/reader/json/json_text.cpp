#include "server/reader/json/json_text.h"

#include "server/reader/utf8.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <system_error>

namespace vellum::server::reader::json {

namespace {

__extension__ using Wide = __int128;

constexpr std::string_view kReplacement = "\xef\xbf\xbd";  // U+FFFD

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The four hexadecimal digits at \p at.
std::optional<std::uint32_t> hexAt(std::string_view text, std::size_t at)
{
    std::uint32_t code = 0;
    const std::string_view digits = text.substr(std::min(at, text.size()), 4);
    const auto parsed =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);  // NOLINT
    const bool isWhole = digits.size() == 4 && parsed.ptr == digits.data() + digits.size();
    return isWhole && parsed.ec == std::errc() ? std::optional(code) : std::nullopt;
}

/// Takes apart what follows "\u" at \p at; how many bytes that was, 0 if it is no such escape.
std::size_t appendUnicode(
    std::string& text, std::string_view from, std::size_t at, TextDamage& damage)
{
    const auto high = hexAt(from, at);
    if (!high) {
        return 0;
    }
    constexpr std::uint32_t kHigh = 0xd800;
    constexpr std::uint32_t kLow = 0xdc00;
    if (*high < kHigh || *high > 0xdfff) {
        appendUtf8(text, *high);
        return 4;
    }
    const bool hasLow = from.substr(std::min(at + 4, from.size())).starts_with("\\u");
    const auto low = hasLow ? hexAt(from, at + 6) : std::nullopt;
    if (*high < kLow && low && *low >= kLow && *low <= 0xdfff) {
        appendUtf8(text, 0x10000U + ((*high - kHigh) << 10U) + (*low - kLow));
        return 10;
    }
    text += kReplacement;
    damage.hasLostPair = true;
    return 4;
}

std::size_t appendEscape(
    std::string& text, std::string_view from, std::size_t at, TextDamage& damage)
{
    constexpr std::string_view kNames = "\"\\/bfnrt";
    constexpr std::string_view kValues = "\"\\/\b\f\n\r\t";
    const char c = at < from.size() ? from[at] : '\0';
    if (const std::size_t known = kNames.find(c); c != '\0' && known != std::string_view::npos) {
        text += kValues[known];
        return 1;
    }
    const std::size_t unicode = c == 'u' ? appendUnicode(text, from, at + 1, damage) : 0;
    if (unicode > 0) {
        return unicode + 1;
    }
    text += '\\';
    damage.isLiteral = true;
    return 0;
}

/// Bytes of the UTF-8 sequence at \p at, 0 if it is none.
std::size_t sequenceAt(std::string_view text, std::size_t at)
{
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    const unsigned lead = byte(0);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : (lead & 0xf0U) == 0xe0      ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    for (std::size_t i = 1; i < length; ++i) {
        if ((byte(i) & 0xc0U) != 0x80) {
            return 0;
        }
    }
    const bool isOverlong = (lead == 0xe0 && byte(1) < 0xa0) || (lead == 0xf0 && byte(1) < 0x90);
    const bool isOutside = (lead == 0xed && byte(1) >= 0xa0) || (lead == 0xf4 && byte(1) >= 0x90);
    return isOverlong || isOutside ? 0 : length;
}

/// What \p from means, or where nobody escaped anything, as it stands: then a backslash before a quote alone is one of
/// JSON's, without which the string would end there.
std::string decoded(std::string_view from, bool isEscaped, TextDamage& damage)
{
    std::string text;
    text.reserve(from.size());
    for (std::size_t at = 0; at < from.size();) {
        if (from[at] == '\\' && (isEscaped || from.substr(at + 1).starts_with('"'))) {
            at += 1 + appendEscape(text, from, at + 1, damage);
            continue;
        }
        const std::size_t length = sequenceAt(from, at);
        if (length == 0) {
            text += kReplacement;
            damage.hasInvalidUtf8 = true;
        } else {
            text += from.substr(at, length);
        }
        at += std::max<std::size_t>(length, 1);
    }
    return text;
}

/// A decimal number taken apart: digits · 10^exponent.
struct Decimal {
    bool isNegative = false;
    Wide digits = 0;
    int exponent = 0;
};

/// Digits that a 128-bit integer surely holds; what comes after them only shifts.
constexpr int kMostDigits = 36;

class DecimalParser {
public:
    explicit DecimalParser(std::string_view text) : m_text(text) {}

    std::optional<Decimal> parse()
    {
        if (take('-')) {
            m_decimal.isNegative = true;
        } else {
            take('+');
        }
        takeDigits(0);
        if (take('.')) {
            takeDigits(1);
        }
        if (!m_hasDigits || !takeExponent() || m_at != m_text.size()) {
            return std::nullopt;
        }
        return m_decimal;
    }

private:
    bool take(char c)
    {
        const bool isThere = m_at < m_text.size() && m_text[m_at] == c;
        m_at += isThere ? 1 : 0;
        return isThere;
    }
    void takeDigits(int decimals)
    {
        for (; m_at < m_text.size() && isDigit(m_text[m_at]); ++m_at) {
            m_hasDigits = true;
            const int digit = m_text[m_at] - '0';
            if (m_count < kMostDigits) {
                m_decimal.digits = m_decimal.digits * 10 + digit;
                m_decimal.exponent -= decimals;
                m_count += m_decimal.digits == 0 ? 0 : 1;
            } else {
                m_decimal.exponent += 1 - decimals;
            }
        }
    }
    bool takeExponent()
    {
        if (!take('e') && !take('E')) {
            return true;
        }
        const bool isNegative = !take('+') && take('-');
        int exponent = 0;
        const char* begin = m_text.data() + m_at;
        const char* end = m_text.data() + m_text.size();
        const auto parsed = std::from_chars(begin, end, exponent);
        constexpr int kMostExponent = 400;
        if (parsed.ec != std::errc() || exponent < 0 || exponent > kMostExponent) {
            return false;
        }
        m_at += static_cast<std::size_t>(parsed.ptr - begin);
        m_decimal.exponent += isNegative ? -exponent : exponent;
        return true;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    Decimal m_decimal;
    int m_count = 0;
    bool m_hasDigits = false;
};

/// The decimal times 10^\p shift, rounded half away from zero; nothing if it does not fit.
std::optional<std::int64_t> scaled(Decimal decimal, int shift)
{
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    int exponent = decimal.exponent + shift;
    Wide value = decimal.digits;
    for (; exponent > 0 && value != 0; --exponent) {
        value *= 10;
        if (value > kMost) {
            return std::nullopt;
        }
    }
    Wide divisor = 1;
    for (; exponent < 0 && divisor <= value; ++exponent) {
        divisor *= 10;
    }
    if (exponent < 0) {
        return 0;  // far below a half
    }
    value = (value + divisor / 2) / divisor;
    if (value > kMost) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(decimal.isNegative ? -value : value);
}

/// Whether nothing but zeros stands behind the point.
bool isWhole(Decimal decimal)
{
    for (; decimal.exponent < 0 && decimal.digits != 0 && decimal.digits % 10 == 0;
         ++decimal.exponent) {
        decimal.digits /= 10;
    }
    return decimal.exponent >= 0 || decimal.digits == 0;
}

/// Digits that any number of fits 64 bits.
constexpr std::size_t kMostDigitsPlain = 18;

/// Appends the digits at \p at to \p value, and \p at moves behind them. What overflows is wrong.
void takePlainDigits(std::string_view text, std::size_t& at, std::uint64_t& value)
{
    for (; at < text.size() && isDigit(text[at]); ++at) {
        value = value * 10 + static_cast<std::uint64_t>(text[at] - '0');
    }
}

/// The common case at speed: digits alone.
std::optional<std::int64_t> plainInteger(std::string_view text)
{
    std::size_t at = 0;
    std::uint64_t value = 0;
    if (text.empty() || text.size() > kMostDigitsPlain) {
        return std::nullopt;
    }
    takePlainDigits(text, at, value);
    return at == text.size() ? std::optional(static_cast<std::int64_t>(value)) : std::nullopt;
}

/// The common case at speed: up to 18 digits in all, a point, up to three decimals.
std::optional<Tick> plainNanoseconds(std::string_view text)
{
    constexpr std::array<Tick, 4> kScale = {1000, 100, 10, 1};
    std::size_t at = 0;
    std::uint64_t value = 0;
    if (text.size() > kMostDigitsPlain + 1) {
        return std::nullopt;
    }
    takePlainDigits(text, at, value);
    const std::size_t whole = at;
    const bool hasPoint = at < text.size() && text[at] == '.';
    at += hasPoint ? 1 : 0;
    const std::size_t point = at;
    takePlainDigits(text, at, value);
    const std::size_t decimals = at - point;
    Tick scaledValue = 0;
    const bool isPlain = at == text.size() && whole > 0 && whole + decimals <= kMostDigitsPlain
                         && decimals < kScale.size() && hasPoint == (decimals > 0);
    return isPlain
                   && !__builtin_mul_overflow(
                       static_cast<Tick>(value), kScale.at(decimals), &scaledValue)
               ? std::optional(scaledValue)
               : std::nullopt;
}

}  // namespace

bool isString(Raw raw)
{
    return raw.size() >= 2 && raw.front() == '"' && raw.back() == '"';
}

std::string_view bare(Raw raw)
{
    return isString(raw) ? raw.substr(1, raw.size() - 2) : raw;
}

std::string textOf(Raw raw)
{
    TextDamage ignored;
    return textOf(raw, ignored);
}

std::string textOf(Raw raw, TextDamage& damage)
{
    const std::string_view from = bare(raw);
    TextDamage own;
    std::string text = decoded(from, true, own);
    if (own.isLiteral) {
        own = {.isLiteral = true};
        text = decoded(from, false, own);
    }
    damage.hasLostPair = damage.hasLostPair || own.hasLostPair;
    damage.isLiteral = damage.isLiteral || own.isLiteral;
    damage.hasInvalidUtf8 = damage.hasInvalidUtf8 || own.hasInvalidUtf8;
    return text;
}

std::string shown(Raw raw)
{
    std::string text = textOf(raw);
    if (text.size() > kMostShown) {
        text = text.substr(0, kMostShown) + "…";
    }
    return "'" + text + "'";
}

std::optional<Tick> nanosecondsOf(Raw microseconds)
{
    constexpr int kNsPerUs = 3;  // as a power of ten
    const std::string_view text = bare(microseconds);
    if (const auto plain = plainNanoseconds(text)) {
        return plain;
    }
    const auto decimal = DecimalParser(text).parse();
    return decimal ? scaled(*decimal, kNsPerUs) : std::nullopt;
}

std::optional<std::int64_t> integerOf(Raw raw)
{
    const std::string_view text = bare(raw);
    if (const auto plain = plainInteger(text)) {
        return plain;
    }
    const char* end = text.data() + text.size();
    std::int64_t number = 0;
    if (const auto parsed = std::from_chars(text.data(), end, number);
        parsed.ec == std::errc() && parsed.ptr == end) {
        return number;
    }
    std::uint64_t bits = 0;
    if (const auto parsed = std::from_chars(text.data(), end, bits);
        parsed.ec == std::errc() && parsed.ptr == end) {
        return static_cast<std::int64_t>(bits);
    }
    const auto decimal = DecimalParser(text).parse();
    return decimal && isWhole(*decimal) ? scaled(*decimal, 0) : std::nullopt;
}

std::optional<double> numberOf(Raw raw)
{
    std::string_view text = bare(raw);
    text.remove_prefix(text.starts_with('+') ? 1 : 0);
    double number = 0;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number);
    const bool isNumber = parsed.ec == std::errc() && parsed.ptr == end && std::isfinite(number);
    return isNumber ? std::optional(number) : std::nullopt;
}

}  // namespace vellum::server::reader::json
