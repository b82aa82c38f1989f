#include "common/base/number_text.h"

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
