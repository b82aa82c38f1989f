#include "server/cli/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>

namespace vellum::server::cli {

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

void appendEscaped(std::string& out, unsigned char c)
{
    switch (c) {
    case '"':
        out += "\\\"";
        return;
    case '\\':
        out += "\\\\";
        return;
    case '\n':
        out += "\\n";
        return;
    case '\t':
        out += "\\t";
        return;
    case '\r':
        out += "\\r";
        return;
    default:
        break;
    }
    constexpr std::string_view kHex = "0123456789abcdef";
    if (c < 0x20 || c == 0x7f) {
        out += "\\u00";
        out += kHex[c >> 4U];
        out += kHex[c & 0xfU];
    } else {
        out += static_cast<char>(c);
    }
}

template <typename T>
void appendNumber(std::string& out, T value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    out.append(buffer.data(), end);
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

void JsonWriter::flush()
{
    m_out.write(m_text.data(), static_cast<std::streamsize>(m_text.size()));
    m_text.clear();
}

void JsonWriter::beforeValue()
{
    m_guard.poll(m_out);
    constexpr std::size_t kFlushAt = std::size_t{1} << 16;
    if (m_text.size() > kFlushAt) {
        flush();
    }
    if (m_afterKey) {
        m_afterKey = false;
        return;
    }
    if (m_needsComma) {
        m_text += ',';
    }
    if (!m_lineEach.empty() && m_lineEach.back() == 'y') {
        m_text += '\n';
    }
    m_needsComma = true;
}

void JsonWriter::open(char bracket)
{
    beforeValue();
    m_text += bracket;
    m_needsComma = false;
    m_lineEach += 'n';
}

void JsonWriter::close(char bracket)
{
    m_text += bracket;
    m_needsComma = true;
    m_lineEach.pop_back();
}

void JsonWriter::beginList(bool oneLineEach)
{
    open('[');
    m_lineEach.back() = oneLineEach ? 'y' : 'n';
}

void JsonWriter::endList()
{
    close(']');
}

void JsonWriter::key(std::string_view name)
{
    beforeValue();
    m_text += '"';
    m_text += name;
    m_text += "\":";
    m_afterKey = true;
}

void JsonWriter::string(std::string_view text)
{
    beforeValue();
    m_text += '"';
    for (const char c : validUtf8(text)) {
        appendEscaped(m_text, static_cast<unsigned char>(c));
    }
    m_text += '"';
}

void JsonWriter::number(std::uint64_t value)
{
    beforeValue();
    appendNumber(m_text, value);
}

void JsonWriter::number(std::int64_t value)
{
    beforeValue();
    appendNumber(m_text, value);
}

void JsonWriter::number(double value)
{
    if (!std::isfinite(value)) {
        null();
        return;
    }
    beforeValue();
    appendNumber(m_text, value);
}

void JsonWriter::boolean(bool value)
{
    beforeValue();
    m_text += value ? "true" : "false";
}

void JsonWriter::null()
{
    beforeValue();
    m_text += "null";
}

}  // namespace vellum::server::cli
