#include "common/time/clock_properties.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
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

/// The decimal number \p text as numerator / 10^digits; nothing if it is none or too long.
struct Decimal {
    Wide numerator = 0;
    Wide denominator = 1;
};
std::optional<Decimal> parseDecimal(std::string_view text)
{
    Decimal result;
    const bool negative = !text.empty() && text.front() == '-';
    if (negative) {
        text.remove_prefix(1);
    }
    bool anyDigit = false;
    bool afterPoint = false;
    constexpr Wide kMost = static_cast<Wide>(1) << 90;
    for (const char c : text) {
        if (c == '.' && !afterPoint) {
            afterPoint = true;
            continue;
        }
        if (!isDigit(c) || result.numerator > kMost || result.denominator > kMost) {
            return std::nullopt;
        }
        anyDigit = true;
        result.numerator = result.numerator * 10 + (c - '0');
        result.denominator *= afterPoint ? 10 : 1;
    }
    if (negative) {
        result.numerator = -result.numerator;
    }
    return anyDigit ? std::optional(result) : std::nullopt;
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

}  // namespace

double ClockProperties::toSeconds(Tick tick) const
{
    return static_cast<double>(tick) / static_cast<double>(ticksPerSecond);
}

bool isTime(std::string_view text)
{
    const auto isNumber = [](std::string_view number) {
        number.remove_prefix(number.starts_with('-') ? 1 : 0);
        const auto points = std::count(number.begin(), number.end(), '.');
        const auto digits = std::count_if(number.begin(), number.end(), isDigit);
        return digits > 0 && points <= 1
               && static_cast<std::size_t>(points + digits) == number.size();
    };
    if (text.ends_with('t')) {
        return isNumber(text.substr(0, text.size() - 1));
    }
    const auto* const unit = std::find_if(kUnits.begin(), kUnits.end(), [&](const Unit& some) {
        return text.ends_with(some.suffix);
    });
    return unit != kUnits.end() && isNumber(text.substr(0, text.size() - unit->suffix.size()));
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
            return format("%.*f", integerDigits >= 3 ? 0 : (integerDigits == 2 ? 1 : 2), value)
                   + std::string(candidate.unit);
        }
    }
    return "0 s";
}

std::string formatInstant(Tick tick, const ClockProperties& clock)
{
    int digits = 0;
    for (std::uint64_t resolution = 1; resolution < clock.ticksPerSecond && digits < 12;
         resolution *= 10) {
        ++digits;
    }
    return format("%.*f", digits, clock.toSeconds(tick)) + " s";
}

}  // namespace vellum
