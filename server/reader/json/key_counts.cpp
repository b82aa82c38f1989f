#include "server/reader/json/key_counts.h"

#include "server/reader/wording.h"

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

std::string KeyCounts::text(std::size_t most) const
{
    std::vector<std::pair<std::string_view, std::uint64_t>> keys(m_counts.begin(), m_counts.end());
    std::ranges::sort(keys, [](const auto& a, const auto& b) {
        return std::tuple(b.second, a.first) < std::tuple(a.second, b.first);
    });
    std::string text;
    for (std::size_t i = 0; i < std::min(most, keys.size()); ++i) {
        constexpr std::size_t kMostBytes = 80;
        const std::string_view key = keys[i].first.substr(0, kMostBytes);
        text.append(i == 0 ? "'" : ", '").append(key);
        text.append(key.size() < keys[i].first.size() ? "…' " : "' ");
        text.append(numberText(keys[i].second));
    }
    if (keys.size() > most) {
        text += " and " + numberText(keys.size() - most) + " more";
    }
    return text;
}

}  // namespace vellum::server::reader::json
