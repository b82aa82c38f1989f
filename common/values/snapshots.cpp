#include "common/values/snapshots.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vellum::values {

namespace {

constexpr std::size_t kBlock = 64;  ///< bytes that share a word of bits

std::uint64_t maskOf(std::size_t at, std::size_t count)
{
    return count == 0 ? 0 : (~std::uint64_t{0} >> (kBlock - count)) << at;
}

/// A bit for each byte that is equal.
std::uint64_t equalBytes(const std::byte* a, const std::byte* b, std::size_t count)
{
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i) {
        bits |= std::uint64_t{a[i] == b[i]} << i;
    }
    return bits;
}

/// Compares up to a block's bytes with the copy.
///
/// \param defined  bits of these bytes, from the lowest on
void countBlock(
    const std::byte* before,
    const std::byte* after,
    std::size_t count,
    std::uint64_t defined,
    WriteCounts& counts)
{
    const auto undefined = count - static_cast<std::size_t>(std::popcount(defined));
    counts.undefined += undefined;
    if (undefined == count) {
        return;
    }
    if (std::memcmp(before, after, count) == 0) {
        counts.unchanged += count - undefined;
        return;
    }
    counts.unchanged +=
        static_cast<std::uint64_t>(std::popcount(equalBytes(before, after, count) & defined));
}

/// Calls \p use with each block that [begin, end) touches: its number, and the first and the number of its bytes.
template <typename Use>
void forBlocks(std::uint64_t begin, std::uint64_t end, Use use)
{
    while (begin < end) {
        const std::size_t at = begin % kBlock;
        const std::size_t count = std::min<std::uint64_t>(kBlock - at, end - begin);
        use(begin / kBlock, at, count);
        begin += count;
    }
}

}  // namespace

WriteCounts& WriteCounts::operator+=(const WriteCounts& other)
{
    written += other.written;
    unchanged += other.unchanged;
    undefined += other.undefined;
    unknown += other.unknown;
    return *this;
}

double redundancyOf(const WriteCounts& counts)
{
    return counts.written == 0
               ? 0
               : static_cast<double>(counts.unchanged) / static_cast<double>(counts.written);
}

RedundancyClass redundancyClassOf(const WriteCounts& counts)
{
    constexpr double kAbove[] = {0.33, 0.66, 0.99};
    const double redundancy = redundancyOf(counts);
    const auto steps =
        std::ranges::count_if(kAbove, [&](double above) { return redundancy > above; });
    return static_cast<RedundancyClass>(steps);
}

bool isRedundant(const WriteCounts& counts, const RedundantWriteThresholds& thresholds)
{
    return redundancyOf(counts) >= thresholds.redundancy
           && counts.unchanged >= thresholds.unchangedBytes;
}

void Snapshots::allocate(std::uint64_t object, std::uint64_t bytes)
{
    free(object);
    // Looked at before the sum, which might not fit.
    if (bytes > m_budget || sizeOf(bytes) > m_budget - m_used) {
        m_lostBytes += bytes;
        return;
    }
    m_used += sizeOf(bytes);
    Copy& copy = m_copies[object];
    copy.bytes.resize(bytes);
    copy.defined.resize((bytes + kBlock - 1) / kBlock);
}

void Snapshots::free(std::uint64_t object)
{
    const auto copy = m_copies.find(object);
    if (copy != m_copies.end()) {
        m_used -= sizeOf(copy->second.bytes.size());
        m_copies.erase(copy);
    }
}

WriteCounts Snapshots::write(std::uint64_t object, std::span<const Fragment> fragments)
{
    WriteCounts counts;
    const auto found = m_copies.find(object);
    for (const Fragment& fragment : fragments) {
        if (found == m_copies.end()) {
            counts.written += fragment.bytes.size();
            counts.unknown += fragment.bytes.size();
            continue;
        }
        Copy& copy = found->second;
        const std::uint64_t begin = std::min<std::uint64_t>(fragment.offset, copy.bytes.size());
        const std::uint64_t count =
            std::min<std::uint64_t>(fragment.bytes.size(), copy.bytes.size() - begin);
        const std::byte* after = fragment.bytes.data();
        counts.written += count;
        forBlocks(begin, begin + count, [&](std::size_t block, std::size_t at, std::size_t n) {
            std::byte* before = copy.bytes.data() + block * kBlock + at;
            std::uint64_t& defined = copy.defined[block];
            countBlock(before, after, n, (defined & maskOf(at, n)) >> at, counts);
            defined |= maskOf(at, n);
            std::memcpy(before, after, n);
            after += n;
        });
    }
    return counts;
}

void Snapshots::forgetContent(std::uint64_t object)
{
    const auto copy = m_copies.find(object);
    if (copy != m_copies.end()) {
        std::ranges::fill(copy->second.bytes, std::byte{0});
        std::ranges::fill(copy->second.defined, 0);
    }
}

void Snapshots::forgetContent(std::uint64_t object, Interval interval)
{
    const auto found = m_copies.find(object);
    if (found == m_copies.end()) {
        return;
    }
    Copy& copy = found->second;
    const std::uint64_t end = std::min<std::uint64_t>(interval.end, copy.bytes.size());
    forBlocks(interval.begin, end, [&](std::size_t block, std::size_t at, std::size_t n) {
        std::fill_n(
            copy.bytes.begin() + static_cast<std::ptrdiff_t>(block * kBlock + at), n, std::byte{0});
        copy.defined[block] &= ~maskOf(at, n);
    });
}

std::uint64_t Snapshots::undefinedBytes(
    std::uint64_t object, std::span<const Interval> intervals) const
{
    const auto found = m_copies.find(object);
    std::uint64_t undefined = 0;
    for (const Interval& interval : intervals) {
        if (found == m_copies.end()) {
            break;
        }
        const Copy& copy = found->second;
        const std::uint64_t end = std::min<std::uint64_t>(interval.end, copy.bytes.size());
        forBlocks(interval.begin, end, [&](std::size_t block, std::size_t at, std::size_t n) {
            undefined +=
                static_cast<std::uint64_t>(std::popcount(~copy.defined[block] & maskOf(at, n)));
        });
    }
    return undefined;
}

std::span<const std::byte> Snapshots::content(std::uint64_t object) const
{
    const auto copy = m_copies.find(object);
    return copy == m_copies.end() ? std::span<const std::byte>() : copy->second.bytes;
}

}  // namespace vellum::values
