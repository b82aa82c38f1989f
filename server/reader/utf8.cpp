#include "server/reader/utf8.h"

namespace vellum::server::reader {

void appendUtf8(std::string& text, std::uint32_t code)
{
    constexpr std::uint32_t kReplacement = 0xfffd;
    const bool isNone = code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
    code = isNone ? kReplacement : code;
    const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xc0U | code >> 6U);
        byte(0x80U | (code & 0x3fU));
    } else if (code < 0x10000) {
        byte(0xe0U | code >> 12U);
        byte(0x80U | (code >> 6U & 0x3fU));
        byte(0x80U | (code & 0x3fU));
    } else {
        byte(0xf0U | code >> 18U);
        byte(0x80U | (code >> 12U & 0x3fU));
        byte(0x80U | (code >> 6U & 0x3fU));
        byte(0x80U | (code & 0x3fU));
    }
}

}  // namespace vellum::server::reader
