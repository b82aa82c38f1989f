#include "server/reader/nsys/payload_values.h"

#include "server/reader/utf8.h"

#include <bit>
#include <cmath>
#include <limits>

namespace vellum::server::reader::nsys {

namespace {

/// IEEE 754's 16 bits.
double halfOf(std::uint64_t bits)
{
    constexpr int kFractionBits = 10;
    constexpr std::uint64_t kAllOnes = 31;
    const auto fraction = static_cast<double>(bits & 0x3ffU);
    const std::uint64_t exponent = bits >> 10U & kAllOnes;
    const double sign = (bits >> 15U) != 0 ? -1 : 1;
    if (exponent == kAllOnes) {
        return fraction == 0 ? sign * std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
    }
    return exponent == 0
               ? sign * std::ldexp(fraction, -14 - kFractionBits)
               : sign
                     * std::ldexp(1024 + fraction, static_cast<int>(exponent) - 15 - kFractionBits);
}

}  // namespace

std::uint64_t littleEndian(std::string_view bytes)
{
    std::uint64_t number = 0;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        number = number << 8U | static_cast<unsigned char>(bytes[i - 1]);
    }
    return number;
}

std::int64_t signedOf(std::uint64_t bits, std::uint64_t bytes)
{
    const auto unused = static_cast<unsigned>(64 - 8 * bytes);
    return static_cast<std::int64_t>(bits << unused) >> unused;
}

double floatOf(std::uint64_t bits, std::uint64_t bytes)
{
    switch (bytes) {
    case 2:
        return halfOf(bits);
    case 4:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    default:
        return std::bit_cast<double>(bits);
    }
}

std::string wideText(std::string_view bytes)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (std::size_t i = bytes.size(); i > 0; --i) {
        const unsigned byte = static_cast<unsigned char>(bytes[i - 1]);
        for (const unsigned digit : {byte >> 4U, byte & 15U}) {
            if (digit != 0 || !text.empty()) {
                text += kDigits[digit];
            }
        }
    }
    return text.empty() ? "0x0" : text.insert(0, "0x");
}

std::string characters(std::string_view bytes, std::uint64_t unit, std::size_t most)
{
    std::string text;
    std::uint32_t high = 0;  // the first half of a pair of UTF-16
    for (std::size_t at = 0; at + unit <= bytes.size() && text.size() < most; at += unit) {
        const auto code = static_cast<std::uint32_t>(littleEndian(bytes.substr(at, unit)));
        if (code == 0) {
            return text;
        }
        if (unit == 1) {
            text += bytes[at];
        } else if (unit == 2 && code >= 0xd800 && code < 0xdc00) {
            high = code;
        } else if (high != 0 && code >= 0xdc00 && code < 0xe000) {
            appendUtf8(text, 0x10000U + ((high - 0xd800U) << 10U) + (code - 0xdc00U));
            high = 0;
        } else {
            appendUtf8(text, code);
        }
    }
    return text.size() < most ? text : text + "…";
}

}  // namespace vellum::server::reader::nsys
