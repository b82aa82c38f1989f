#include "server/cli/json_writer.h"

#include "common/base/valid_utf8.h"

#include <array>
#include <charconv>
#include <cmath>

namespace vellum::server::cli {

namespace {

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
