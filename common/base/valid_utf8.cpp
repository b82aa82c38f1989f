#include "common/base/valid_utf8.h"

#include <cstddef>

namespace vellum {

namespace {

/// The length of the well-formed UTF-8 sequence at the begin of \p text; 0 if there is none.
/// Source: Unicode 15, table 3-7.
std::size_t sequenceAt(std::string_view text)
{
    const auto byte = [text](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    const auto isNext = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
    const unsigned lead = byte(0);
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xc2 && lead < 0xe0) {
        return isNext(1) ? 2 : 0;
    }
    const unsigned low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (lead < 0xe0 || lead > 0xf4 || byte(1) < low || byte(1) > high || !isNext(2)) {
        return 0;
    }
    if (lead < 0xf0) {
        return 3;
    }
    return isNext(3) ? 4 : 0;
}

}  // namespace

std::string validUtf8(std::string_view text)
{
    std::string valid;
    valid.reserve(text.size());
    while (!text.empty()) {
        const std::size_t length = sequenceAt(text);
        if (length == 0) {
            valid += "\xef\xbf\xbd";
            text.remove_prefix(1);
        } else {
            valid += text.substr(0, length);
            text.remove_prefix(length);
        }
    }
    return valid;
}

}  // namespace vellum
