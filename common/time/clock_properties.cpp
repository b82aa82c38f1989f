#include "common/time/clock_properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>

namespace vellum {

namespace {

__extension__ using Wide = __int128;

struct Unit {
    std::string_view suffix;
    std::int64_t perSecond;
};

// Longer suffixes first: "ms" ends with "s" too.
constexpr std::array kUnits = {
    Unit{"ms", 1'000},
    Unit{"us", 1'000'000},
    Unit{"µs", 1'000'000},
    Unit{"ns", 1'000'000'000},
    Unit{"s", 1},
};

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "-1.5e-3" apart: `digits` has at most one point.
struct Written {
    bool isNegative = false;
    std::string_view digits;
    std::string_view exponent;  ///< with its sign; empty if there is none
};

bool isSign(char c)
{
    return c == '-' || c == '+';
}

/// Nothing if \p text is not written as a decimal number.
std::optional<Written> writtenAs(std::string_view text)
{
    Written written;
    if (!text.empty() && isSign(text.front())) {
        written.isNegative = text.front() == '-';
        text.remove_prefix(1);
    }
    const std::size_t e = text.find_first_of("eE");
    written.digits = text.substr(0, e);
    if (e != std::string_view::npos) {
        written.exponent = text.substr(e + 1);
        std::string_view bare = written.exponent;
        bare.remove_prefix(!bare.empty() && isSign(bare.front()) ? 1 : 0);
        if (bare.empty() || !std::all_of(bare.begin(), bare.end(), isDigit)) {
            return std::nullopt;
        }
    }
    const auto points = std::count(written.digits.begin(), written.digits.end(), '.');
    const auto digits = std::count_if(written.digits.begin(), written.digits.end(), isDigit);
    const bool isNumber = digits > 0 && points <= 1
                          && static_cast<std::size_t>(points + digits) == written.digits.size();
    return isNumber ? std::optional(written) : std::nullopt;
}

/// Times ten; false if that is too long.
bool appendDigit(Wide& number, int digit)
{
    constexpr Wide kMost = static_cast<Wide>(1) << 90;
    if (number > kMost) {
        return false;
    }
    number = number * 10 + digit;
    return true;
}

/// The decimal number \p text as numerator / 10^digits; nothing if it is none or too long.
struct Decimal {
    Wide numerator = 0;
    Wide denominator = 1;
};
std::optional<Decimal> parseDecimal(std::string_view text)
{
    const auto written = writtenAs(text);
    constexpr std::size_t kMostOfExponent = 4;  // its sign and three digits
    if (!written || written->exponent.size() > kMostOfExponent) {
        return std::nullopt;
    }
    Decimal result;
    bool isShort = true;
    bool isAfterPoint = false;
    for (const char c : written->digits) {
        if (c == '.') {
            isAfterPoint = true;
            continue;
        }
        isShort = isShort && appendDigit(result.numerator, c - '0')
                  && (!isAfterPoint || appendDigit(result.denominator, 0));
    }
    int exponent = 0;
    for (const char c : written->exponent) {
        exponent = isDigit(c) ? exponent * 10 + (c - '0') : exponent;
    }
    Wide& scaled = written->exponent.starts_with('-') ? result.denominator : result.numerator;
    for (; exponent > 0 && isShort; --exponent) {
        isShort = appendDigit(scaled, 0);
    }
    if (written->isNegative) {
        result.numerator = -result.numerator;
    }
    return isShort ? std::optional(result) : std::nullopt;
}

/// numerator·ticksPerSecond / divisor, floored; nothing if a step leaves 127 bits or the result 64.
std::optional<Tick> scale(Wide numerator, std::uint64_t ticksPerSecond, Wide divisor)
{
    Wide product = 0;
    if (__builtin_mul_overflow(numerator, static_cast<Wide>(ticksPerSecond), &product)) {
        return std::nullopt;
    }
    Wide quotient = product / divisor;
    if (product % divisor < 0) {
        --quotient;
    }
    if (quotient > std::numeric_limits<Tick>::max()
        || quotient < std::numeric_limits<Tick>::min()) {
        return std::nullopt;
    }
    return static_cast<Tick>(quotient);
}

std::string format(const char* pattern, int digits, double value)
{
    std::array<char, 64> buffer{};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): the pattern is ours
    const int length = std::snprintf(buffer.data(), buffer.size(), pattern, digits, value);
    return {buffer.data(), static_cast<std::size_t>(length)};
}

/// "-1234567" as "-1,234,567"; what has a point stays: it is short.
std::string withGroups(std::string number)
{
    constexpr std::size_t kGroup = 3;
    const std::size_t first = number.starts_with('-') ? 1 : 0;
    if (number.find('.') == std::string::npos) {
        for (std::size_t at = number.size(); at > first + kGroup;) {
            at -= kGroup;
            number.insert(at, 1, ',');
        }
    }
    return number;
}

}  // namespace

double ClockProperties::toSeconds(Tick tick) const
{
    return static_cast<double>(tick) / static_cast<double>(ticksPerSecond);
}

std::int64_t ClockProperties::toNanoseconds(Tick tick) const
{
    constexpr Wide kNsPerSecond = 1'000'000'000;
    const Wide scaled = Wide{tick} * kNsPerSecond;
    const Wide half = (scaled < 0 ? -1 : 1) * static_cast<Wide>(ticksPerSecond / 2);
    const Wide ns = (scaled + half) / static_cast<Wide>(ticksPerSecond);
    return static_cast<std::int64_t>(std::clamp<Wide>(
        ns, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
}

bool isTime(std::string_view text)
{
    if (text.ends_with('t')) {
        return writtenAs(text.substr(0, text.size() - 1)).has_value();
    }
    const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& some) {
        return text.ends_with(some.suffix);
    });
    return unit != kUnits.end()
           && writtenAs(text.substr(0, text.size() - unit->suffix.size())).has_value();
}

std::optional<Tick> parseTick(std::string_view text, const ClockProperties& clock)
{
    if (text.ends_with('t')) {
        const auto number = parseDecimal(text.substr(0, text.size() - 1));
        return number ? scale(number->numerator, 1, number->denominator) : std::nullopt;
    }
    for (const Unit& unit : kUnits) {
        if (text.ends_with(unit.suffix)) {
            const auto number = parseDecimal(text.substr(0, text.size() - unit.suffix.size()));
            if (!number) {
                return std::nullopt;
            }
            return scale(
                number->numerator, clock.ticksPerSecond, number->denominator * unit.perSecond);
        }
    }
    return std::nullopt;
}

std::string formatDuration(Tick ticks, const ClockProperties& clock)
{
    if (ticks == 0) {
        return "0 s";
    }
    struct Scale {
        double factor;
        std::string_view unit;
    };
    constexpr std::array kScales = {
        Scale{1.0, " s"},
        Scale{1e3, " ms"},
        Scale{1e6, " µs"},
        Scale{1e9, " ns"},
        Scale{1e12, " ps"}};
    const double seconds = clock.toSeconds(ticks);
    for (const Scale& candidate : kScales) {
        const double value = seconds * candidate.factor;
        // 0.9995 rounds to 1.000 at three digits, so it belongs to this unit already.
        if (std::abs(value) >= 0.9995 || &candidate == &kScales.back()) {
            const int integerDigits =
                std::abs(value) < 9.9995 ? 1 : (std::abs(value) < 99.95 ? 2 : 3);
            return withGroups(
                       format("%.*f", integerDigits >= 3 ? 0 : (integerDigits == 2 ? 1 : 2), value))
                   + std::string(candidate.unit);
        }
    }
    return "0 s";
}

std::string formatWallClock(std::uint64_t ns)
{
    constexpr std::uint64_t kSecond = 1'000'000'000;
    const auto seconds = static_cast<std::time_t>(ns / kSecond);
    std::tm date{};
    ::gmtime_r(&seconds, &date);
    constexpr std::size_t kRoom = 32;
    std::array<char, kRoom> text{};
    const std::size_t size = std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &date);
    std::string rest = std::to_string(ns % kSecond);
    rest.insert(0, 9 - rest.size(), '0');
    return std::string(text.data(), size) + '.' + rest + " UTC";
}

std::string formatInstant(Tick tick, const ClockProperties& clock)
{
    std::size_t digits = 0;
    std::uint64_t resolution = 1;
    for (; resolution < clock.ticksPerSecond && digits < 12; resolution *= 10) {
        ++digits;
    }
    // In whole numbers: past 2^53 ticks, 104 days of nanoseconds, a double does not have them all.
    __extension__ using Wide = unsigned __int128;
    const auto length =
        tick < 0 ? 0 - static_cast<std::uint64_t>(tick) : static_cast<std::uint64_t>(tick);
    const Wide rounded = (static_cast<Wide>(length) * resolution * 2 + clock.ticksPerSecond)
                         / (static_cast<Wide>(clock.ticksPerSecond) * 2);
    std::string text =
        (tick < 0 ? "-" : "") + std::to_string(static_cast<std::uint64_t>(rounded / resolution));
    if (digits > 0) {
        const std::string rest = std::to_string(static_cast<std::uint64_t>(rounded % resolution));
        text.append(".").append(digits - rest.size(), '0').append(rest);
    }
    return text + " s";
}

}  // namespace vellum
