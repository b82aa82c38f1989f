#include "server/store/call_stream.h"

#include <algorithm>
#include <utility>

namespace vellum::server::store {

namespace {

std::size_t blocksOf(std::size_t changes)
{
    return (changes + LeastDepths::kBlock - 1) / LeastDepths::kBlock;
}

}  // namespace

LeastDepths::Levels::Levels(std::size_t blocks)
{
    std::size_t next = 0;
    for (std::size_t entries = blocks; entries > 0;) {
        begin.at(count) = next;
        size.at(count++) = entries;
        next += entries;
        entries = entries == 1 ? 0 : (entries + kFan - 1) / kFan;
    }
}

LeastDepths::LeastDepths(NarrowColumn least, std::size_t changes)
    : m_least(std::move(least))
    , m_blocks(blocksOf(changes))
{
}

std::size_t LeastDepths::entriesFor(std::size_t changes)
{
    const Levels levels(blocksOf(changes));
    return levels.count == 0 ? 0
                             : levels.begin.at(levels.count - 1) + levels.size.at(levels.count - 1);
}

std::vector<std::uint32_t> LeastDepths::build(
    std::vector<std::uint32_t> blocks, std::size_t changes)
{
    std::vector<std::uint32_t> least = std::move(blocks);
    const Levels levels(blocksOf(changes));
    for (std::size_t level = 0; level + 1 < levels.count; ++level) {
        const std::size_t size = levels.size.at(level);
        for (std::size_t i = 0; i < size; i += kFan) {
            const auto first =
                least.begin() + static_cast<std::ptrdiff_t>(levels.begin.at(level) + i);
            const auto count = static_cast<std::ptrdiff_t>(std::min(kFan, size - i));
            least.push_back(*std::min_element(first, first + count));
        }
    }
    return least;
}

std::size_t LeastDepths::firstLeafBelow(
    const Levels& levels, std::size_t level, std::size_t place, std::uint32_t depth) const
{
    for (; level > 0; --level) {
        place *= kFan;
        while (m_least[levels.begin.at(level - 1) + place] >= depth) {
            ++place;
        }
    }
    return place;
}

std::size_t LeastDepths::lastLeafBelow(
    const Levels& levels, std::size_t level, std::size_t place, std::uint32_t depth) const
{
    for (; level > 0; --level) {
        place = std::min(place * kFan + kFan, levels.size.at(level - 1)) - 1;
        while (m_least[levels.begin.at(level - 1) + place] >= depth) {
            --place;
        }
    }
    return place;
}

std::size_t LeastDepths::firstBlockBelow(std::size_t block, std::uint32_t depth) const
{
    const Levels levels(m_blocks);
    std::size_t place = block;
    for (std::size_t level = 0; level < levels.count; ++level) {
        const std::size_t size = levels.size.at(level);
        const std::size_t end = std::min(size, (place / kFan + 1) * kFan);
        for (; place < end; ++place) {
            if (m_least[levels.begin.at(level) + place] < depth) {
                return firstLeafBelow(levels, level, place, depth);
            }
        }
        if (place >= size) {
            break;
        }
        place /= kFan;
    }
    return blocks();
}

std::size_t LeastDepths::lastBlockBelow(std::size_t block, std::uint32_t depth) const
{
    const Levels levels(m_blocks);
    std::size_t end = block + 1;  // entries before it are looked at
    for (std::size_t level = 0; level < levels.count && end > 0; ++level) {
        const std::size_t groupBegin = (end - 1) / kFan * kFan;
        for (; end > groupBegin; --end) {
            if (m_least[levels.begin.at(level) + end - 1] < depth) {
                return lastLeafBelow(levels, level, end - 1, depth);
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
