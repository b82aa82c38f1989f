#include "common/values/memory_image.h"

#include <cstring>

namespace vellum::values {

void MemoryImage::Line::set(unsigned at, unsigned count, std::uint64_t value)
{
    std::memcpy(bytes.data() + at, &value, count);
    known |= maskOf(at, count);
}

std::optional<std::uint64_t> MemoryImage::content(
    std::uint64_t object, std::uint64_t offset, unsigned unit)
{
    std::uint64_t value = 0;
    for (unsigned done = 0; done < unit;) {
        const std::uint64_t begin = offset + done;
        const auto at = static_cast<unsigned>(begin % kLine);
        const unsigned bytes = unit - done < kLine - at ? unit - done : kLine - at;
        const Line* line = m_lines.find({.object = object, .line = begin / kLine});
        if (line == nullptr || (~line->known & maskOf(at, bytes)) != 0) {
            return std::nullopt;
        }
        std::uint64_t part = 0;
        std::memcpy(&part, line->bytes.data() + at, bytes);
        value |= part << (8 * done);
        done += bytes;
    }
    return value;
}

void MemoryImage::read(
    std::uint64_t object, std::uint64_t offset, unsigned unit, std::uint64_t value)
{
    forParts(object, offset, unit, [&](Line& line, unsigned at, unsigned bytes, unsigned done) {
        line.unread &= ~maskOf(at, bytes);
        line.set(at, bytes, value >> (8 * done));
    });
}

void MemoryImage::forgetObject(std::uint64_t object)
{
    m_lines.removeIf([&](const Key& key) { return key.object == object; });
}

MemoryImage::Line& MemoryImage::line(std::uint64_t object, std::uint64_t number)
{
    const Key key = {.object = object, .line = number};
    if (Line* known = m_lines.findOrAdd(key, m_mostLines)) {
        return *known;
    }
    m_forgotten += m_lines.size();
    m_lines.clear();
    return *m_lines.findOrAdd(key, m_mostLines);
}

}  // namespace vellum::values
