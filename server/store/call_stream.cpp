#include "server/store/call_stream.h"

#include <algorithm>
#include <utility>

namespace vellum::server::store {

namespace {

/// How many entries each level has.
std::vector<std::size_t> sizesFor(std::size_t changes)
{
    std::vector<std::size_t> sizes;
    std::size_t size = (changes + LeastDepths::kBlock - 1) / LeastDepths::kBlock;
    while (size > 0) {
        sizes.push_back(size);
        size = size == 1 ? 0 : (size + LeastDepths::kFan - 1) / LeastDepths::kFan;
    }
    return sizes;
}

}  // namespace

LeastDepths::LeastDepths(Column<std::uint32_t> least, std::size_t changes)
    : m_least(std::move(least))
    , m_sizes(sizesFor(changes))
{
    std::size_t begin = 0;
    for (const std::size_t size : m_sizes) {
        m_begins.push_back(begin);
        begin += size;
    }
}

std::size_t LeastDepths::entriesFor(std::size_t changes)
{
    std::size_t entries = 0;
    for (const std::size_t size : sizesFor(changes)) {
        entries += size;
    }
    return entries;
}

std::vector<std::uint32_t> LeastDepths::build(
    std::vector<std::uint32_t> blocks, std::size_t changes)
{
    std::vector<std::uint32_t> least = std::move(blocks);
    std::size_t begin = 0;
    for (const std::size_t size : sizesFor(changes)) {
        for (std::size_t i = 0; size > 1 && i < size; i += kFan) {
            const auto first = least.begin() + static_cast<std::ptrdiff_t>(begin + i);
            const auto count = static_cast<std::ptrdiff_t>(std::min(kFan, size - i));
            least.push_back(*std::min_element(first, first + count));
        }
        begin += size;
    }
    return least;
}

std::size_t LeastDepths::firstLeafBelow(
    std::size_t level, std::size_t place, std::uint32_t depth) const
{
    for (; level > 0; --level) {
        place *= kFan;
        while (at(level - 1, place) >= depth) {
            ++place;
        }
    }
    return place;
}

std::size_t LeastDepths::lastLeafBelow(
    std::size_t level, std::size_t place, std::uint32_t depth) const
{
    for (; level > 0; --level) {
        place = std::min(place * kFan + kFan, m_sizes[level - 1]) - 1;
        while (at(level - 1, place) >= depth) {
            --place;
        }
    }
    return place;
}

std::size_t LeastDepths::firstBlockBelow(std::size_t block, std::uint32_t depth) const
{
    std::size_t place = block;
    for (std::size_t level = 0; level < m_sizes.size(); ++level) {
        const std::size_t end = std::min(m_sizes[level], (place / kFan + 1) * kFan);
        for (; place < end; ++place) {
            if (at(level, place) < depth) {
                return firstLeafBelow(level, place, depth);
            }
        }
        if (place >= m_sizes[level]) {
            break;
        }
        place /= kFan;
    }
    return blocks();
}

std::size_t LeastDepths::lastBlockBelow(std::size_t block, std::uint32_t depth) const
{
    std::size_t end = block + 1;  // entries before it are looked at
    for (std::size_t level = 0; level < m_sizes.size() && end > 0; ++level) {
        const std::size_t groupBegin = (end - 1) / kFan * kFan;
        for (; end > groupBegin; --end) {
            if (at(level, end - 1) < depth) {
                return lastLeafBelow(level, end - 1, depth);
            }
        }
        end /= kFan;
    }
    return blocks();
}

std::size_t CallStream::firstBelow(std::size_t change, std::uint32_t depth) const
{
    constexpr std::size_t kBlock = LeastDepths::kBlock;
    const std::size_t end = std::min(size(), (change / kBlock + 1) * kBlock);
    for (; change < end; ++change) {
        if (depthAt(change) < depth) {
            return change;
        }
    }
    if (change >= size()) {
        return size();
    }
    const std::size_t block = leastDepth.firstBlockBelow(change / kBlock, depth);
    if (block == leastDepth.blocks()) {
        return size();
    }
    change = block * kBlock;
    while (depthAt(change) >= depth) {
        ++change;
    }
    return change;
}

std::size_t CallStream::lastBelow(std::size_t change, std::uint32_t depth) const
{
    constexpr std::size_t kBlock = LeastDepths::kBlock;
    const std::size_t begin = change / kBlock * kBlock;
    for (std::size_t end = change + 1; end > begin; --end) {
        if (depthAt(end - 1) < depth) {
            return end - 1;
        }
    }
    const std::size_t block =
        begin == 0 ? leastDepth.blocks() : leastDepth.lastBlockBelow(begin / kBlock - 1, depth);
    if (block == leastDepth.blocks()) {
        return kNone;
    }
    std::size_t end = std::min(size(), (block + 1) * kBlock);
    while (depthAt(end - 1) >= depth) {
        --end;
    }
    return end - 1;
}

}  // namespace vellum::server::store
