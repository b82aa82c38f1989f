#include "common/values/sidecar/string_pool.h"

#include <algorithm>

namespace vellum::values::sidecar {

namespace {

/// FNV-1a. Good enough for names; the table compares texts anyway.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xCBF29CE484222325U;
    for (const char byte : text) {
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3U;
    }
    return hash ^ (hash >> 32U);
}

}  // namespace

StringId StringPool::intern(std::string_view text)
{
    text = text.substr(0, kLongest);
    if (text.empty()) {
        return 0;
    }
    auto slot = static_cast<std::uint32_t>(hashOf(text) % kSlots);
    for (; m_slots[slot] != 0; slot = (slot + 1) % kSlots) {
        if (this->text(m_slots[slot]) == text) {
            return m_slots[slot];
        }
    }
    const std::uint32_t begin = m_begins[m_count];
    if (m_count == kMostStrings || text.size() > kMostBytes - begin) {
        return 0;
    }
    std::copy(text.begin(), text.end(), m_bytes.begin() + begin);
    ++m_count;
    m_begins[m_count] = begin + static_cast<std::uint32_t>(text.size());
    m_slots[slot] = m_count;
    return m_count;
}

std::string_view StringPool::text(StringId id) const
{
    return texts(id, id + 1);
}

std::string_view StringPool::texts(StringId first, StringId last) const
{
    return {m_bytes.data() + begin(first), begin(last) - begin(first)};
}

}  // namespace vellum::values::sidecar
