#include "common/values/duplicates.h"

#include <algorithm>
#include <utility>

namespace vellum::values {

namespace {

/// Where \p part lies in \p container, if it does and is smaller.
std::optional<Duplicate> findPart(const ContentDigest& part, const ContentDigest& container)
{
    constexpr std::uint64_t kBlock = ContentDigest::kBlock;
    const auto whole = static_cast<std::ptrdiff_t>(part.bytes / kBlock);
    if (whole == 0 || part.isConstant || part.bytes >= container.bytes) {
        return std::nullopt;
    }
    const auto end = part.blocks.begin() + whole;
    const auto at =
        std::search(container.blocks.begin(), container.blocks.end(), part.blocks.begin(), end);
    if (at == container.blocks.end()) {
        return std::nullopt;
    }
    return Duplicate{
        .kind = DuplicateKind::Part,
        .offset = static_cast<std::uint64_t>(at - container.blocks.begin()) * kBlock,
        .bytes = static_cast<std::uint64_t>(whole) * kBlock};
}

}  // namespace

void Duplicates::set(std::uint64_t object, ContentDigest digest)
{
    m_digests[object] = std::move(digest);
    m_changed.insert(object);
}

void Duplicates::free(std::uint64_t object)
{
    m_digests.erase(object);
    m_changed.erase(object);
}

std::vector<Duplicate> Duplicates::endOp()
{
    std::vector<Duplicate> found;
    const auto addPart = [&](const auto& part, const auto& container) {
        if (std::optional<Duplicate> duplicate = findPart(part.second, container.second)) {
            duplicate->object = part.first;
            duplicate->other = container.first;
            found.push_back(*duplicate);
        }
    };
    for (const std::uint64_t object : m_changed) {
        const auto mine = m_digests.find(object);
        for (const auto& other : m_digests) {
            // Of two that have changed the later one finds the pair.
            if (other.first == object
                || (m_changed.contains(other.first) && other.first > object)) {
                continue;
            }
            if (mine->second.whole == other.second.whole && mine->second.bytes == other.second.bytes
                && mine->second.bytes > 0) {
                found.push_back(
                    {.object = std::min(object, other.first),
                     .other = std::max(object, other.first),
                     .kind =
                         mine->second.isConstant ? DuplicateKind::Constant : DuplicateKind::Total,
                     .bytes = mine->second.bytes});
            }
            addPart(*mine, other);
            addPart(other, *mine);
        }
    }
    m_changed.clear();
    std::ranges::sort(found);
    return found;
}

}  // namespace vellum::values
