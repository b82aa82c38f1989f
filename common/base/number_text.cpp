#include "common/base/number_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>

namespace vellum {

std::string grouped(std::uint64_t value)
{
    constexpr std::size_t kGroup = 3;
    std::string digits = std::to_string(value);
    for (std::size_t i = digits.size(); i > kGroup;) {
        i -= kGroup;
        digits.insert(i, 1, ',');
    }
    return digits;
}

std::string byteText(std::uint64_t bytes)
{
    constexpr std::uint64_t kPlain = 10'000;
    if (bytes < kPlain) {
        return grouped(bytes) + (bytes == 1 ? " byte" : " bytes");
    }
    constexpr std::array kUnits{" KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
    constexpr double kStep = 1024.0;
    double value = static_cast<double>(bytes) / kStep;
    std::size_t unit = 0;
    for (; value >= kStep && unit + 1 < kUnits.size(); ++unit) {
        value /= kStep;
    }
    const bool isWhole = std::floor(value) == value;
    const int digits = isWhole ? 0 : value < 10.0 ? 2 : value < 100.0 ? 1 : 0;
    std::array<char, 32> buffer{};
    const auto end =
        std::to_chars(
            buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, digits)
            .ptr;
    return std::string(buffer.data(), end) + kUnits.at(unit);
}

namespace {

std::string numberText(double value, std::chars_format format, int digits)
{
    constexpr std::size_t kMostLetters = 400;  // of a double without an exponent
    std::array<char, kMostLetters> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, digits).ptr;
    return {buffer.data(), end};
}

/// Three digits and more; whole numbers as they are.
std::string figure(double value)
{
    constexpr double kMostWhole = 1e15;
    constexpr double kSmall = 1e-3;
    constexpr double kGrouped = 1000;
    constexpr int kDigits = 3;
    const double size = std::abs(value);
    if (size >= kMostWhole || (size < kSmall && size > 0)) {
        return numberText(value, std::chars_format::general, kDigits);
    }
    if (size >= kGrouped || std::floor(size) == size) {
        const std::string text = grouped(static_cast<std::uint64_t>(std::llround(size)));
        return value < 0 ? "-" + text : text;
    }
    const int behind = size < 10 ? 2 : size < 100 ? 1 : 0;
    return numberText(value, std::chars_format::fixed, size < 1 ? kDigits : behind);
}

struct UnitKind {
    std::string_view shown;  ///< without its prefix
    std::string_view rest;   ///< "/s"
    double step = 0;         ///< of prefixes; 0: it has none
};

UnitKind kindOf(std::string_view unit)
{
    constexpr double kBinary = 1024;
    constexpr double kDecimal = 1000;
    const std::size_t slash = std::min(unit.find('/'), unit.size());
    const std::string_view whole = unit.substr(0, slash);
    constexpr std::array<std::string_view, 5> kBytes{"B", "Byte", "byte", "Bytes", "bytes"};
    constexpr std::array<std::string_view, 8> kPlain{"", "#", "Hz", "W", "J", "V", "A", "FLOP"};
    if (std::ranges::find(kBytes, whole) != kBytes.end()) {
        return {.shown = "B", .rest = unit.substr(slash), .step = kBinary};
    }
    if (std::ranges::find(kPlain, whole) != kPlain.end()) {
        return {.shown = whole == "#" ? "" : whole, .rest = unit.substr(slash), .step = kDecimal};
    }
    return {.shown = whole, .rest = unit.substr(slash)};
}

}  // namespace

std::string quantityText(double value, std::string_view unit)
{
    constexpr double kPlain = 10'000;
    constexpr std::array<std::string_view, 7> kPrefixes{"", "k", "M", "G", "T", "P", "E"};
    const UnitKind kind = kindOf(unit);
    std::size_t prefix = 0;
    if (kind.step > 0 && std::abs(value) >= kPlain) {
        for (; std::abs(value) >= kind.step && prefix + 1 < kPrefixes.size(); ++prefix) {
            value /= kind.step;
        }
    }
    constexpr double kBinary = 1024;
    const bool isBinary = kind.step == kBinary && prefix > 0;
    std::string text(isBinary && prefix == 1 ? "K" : kPrefixes.at(prefix));
    text += isBinary ? "i" : "";
    text.append(kind.shown).append(kind.rest);
    return text.empty() ? figure(value) : figure(value) + ' ' + text;
}

std::string percentText(double share)
{
    constexpr double kLeast = 0.0005;  // less reads as nothing, and has no sign then
    std::array<char, 400> buffer{};    // room for the largest number that there is
    const auto end = std::to_chars(
                         buffer.data(),
                         buffer.data() + buffer.size(),
                         std::abs(share) < kLeast ? 0.0 : 100.0 * share,
                         std::chars_format::fixed,
                         1)
                         .ptr;
    return std::string(buffer.data(), end) + " %";
}

std::optional<std::uint64_t> parseByteSize(std::string_view text)
{
    std::uint64_t value = 0;
    const auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure != std::errc{}) {
        return std::nullopt;
    }
    std::string unit;
    for (const char c : text.substr(static_cast<std::size_t>(rest - text.data()))) {
        unit += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    }
    unit.erase(0, unit.starts_with(' ') ? 1 : 0);
    const std::size_t power = unit.empty() ? 0 : std::string_view("KMGTPE").find(unit.front()) + 1;
    const std::string tail = power > 0 ? unit.substr(1) : unit;
    const bool isUnit = tail.empty() || tail == "B" || (power > 0 && tail == "IB");
    constexpr std::size_t kBits = 10;
    const std::size_t shift = kBits * power;
    if (!isUnit || value > (std::numeric_limits<std::uint64_t>::max() >> shift)) {
        return std::nullopt;
    }
    return value << shift;
}

}  // namespace vellum
