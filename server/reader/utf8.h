#pragma once

#include <cstdint>
#include <string>

namespace vellum::server::reader {

/// Appends a character as UTF-8; what is none, half a surrogate pair or beyond U+10FFFF, becomes U+FFFD.
void appendUtf8(std::string& text, std::uint32_t code);

}  // namespace vellum::server::reader
