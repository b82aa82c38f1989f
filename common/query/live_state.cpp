#include "common/query/live_state.h"

#include <algorithm>

namespace vellum::query {

namespace {

bool isPlain(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
           || c == '_' || c == '-';
}

}  // namespace

bool isLiveName(std::string_view name)
{
    return !name.empty() && name.size() <= kMaxLiveNameBytes && name.front() != '.'
           && std::ranges::all_of(name, isPlain);
}

std::string liveNameFrom(std::string_view text)
{
    std::string name(text.substr(0, kMaxLiveNameBytes));
    std::ranges::replace_if(
        name, [](char c) { return !isPlain(c); }, '_');
    if (name.empty() || name.front() == '.') {
        name.insert(0, "_");
        name.resize(std::min(name.size(), kMaxLiveNameBytes));
    }
    return name;
}

std::optional<std::string> liveNameOfPath(std::string_view path)
{
    if (!path.starts_with(kLivePrefix) || !isLiveName(path.substr(kLivePrefix.size()))) {
        return std::nullopt;
    }
    return std::string(path.substr(kLivePrefix.size()));
}

}  // namespace vellum::query
