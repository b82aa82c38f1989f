#include "common/query/call_path.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vellum::query {

void CallPath::enter(std::uint32_t depth, std::string name)
{
    const std::size_t above = std::min<std::size_t>(depth > 0 ? depth - 1 : 0, m_names.size());
    m_names.resize(above);
    m_ends.resize(above);
    const std::size_t begin = above > 0 ? m_ends.back() + kSeparator.size() : 0;
    m_ends.push_back(begin + name.size());
    m_names.push_back(std::move(name));
}

std::vector<std::string_view> CallPath::names() const
{
    const std::size_t count = m_names.size();
    if (bytesOf(count) <= kMaxBytes) {
        return {m_names.begin(), m_names.end()};
    }
    // Half of the room for each end, but one name of each at least, however long it is.
    constexpr std::size_t kHalf = (kMaxBytes - kGap.size() - 2 * kSeparator.size()) / 2;
    const auto before = [this](std::size_t bytes) {
        return static_cast<std::size_t>(
            std::distance(m_ends.begin(), std::ranges::lower_bound(m_ends, bytes)));
    };
    const std::size_t first = std::max<std::size_t>(before(kHalf + 1), 1);
    const std::size_t behind = before(bytesOf(count) - kHalf - kSeparator.size()) + 1;
    const std::size_t last = std::max(first, std::min(behind, count - 1));
    const auto at = [this](std::size_t i) {
        return m_names.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::vector<std::string_view> names(m_names.begin(), at(first));
    if (first < last) {
        names.push_back(kGap);
    }
    names.insert(names.end(), at(last), m_names.end());
    return names;
}

std::string CallPath::joined() const
{
    std::string line;
    std::string_view separator;
    const std::size_t bytes = bytesOf(m_names.size());
    line.reserve(std::min(bytes, kMaxBytes));
    if (bytes <= kMaxBytes) {  // as most are: no list is made of them
        for (const std::string& name : m_names) {
            line += separator;
            line += name;
            separator = kSeparator;
        }
        return line;
    }
    for (const std::string_view name : names()) {
        line += separator;
        line += name;
        separator = kSeparator;
    }
    return line;
}

}  // namespace vellum::query
