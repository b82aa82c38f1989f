#pragma once

#include "common/values/intervals.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace vellum::values {

/// What became of the bytes that an op wrote to an object; they add up to `written`, but for those that changed.
struct WriteCounts {
    std::uint64_t written = 0;
    std::uint64_t unchanged = 0;  ///< hold the value they had
    std::uint64_t undefined = 0;  ///< had no value that we saw being written
    std::uint64_t unknown = 0;    ///< of objects that we have no copy of

    WriteCounts& operator+=(const WriteCounts& other);
    friend bool operator==(const WriteCounts&, const WriteCounts&) = default;
};

/// unchanged / written, 0 of nothing.
[[nodiscard]] double redundancyOf(const WriteCounts& counts);

/// How bad that is, in the reference's four steps: above 0.33, 0.66 and 0.99.
enum class RedundancyClass : std::uint8_t { Low = 0, Some = 1, High = 2, Full = 3 };
[[nodiscard]] RedundancyClass redundancyClassOf(const WriteCounts& counts);

/// Redundant values: from where on it is worth a word.
struct RedundantWriteThresholds {
    double redundancy = 0.33;
    std::uint64_t unchangedBytes = 4096;
};
[[nodiscard]] bool isRedundant(
    const WriteCounts& counts, const RedundantWriteThresholds& thresholds = {});

/// A piece of an object's content.
struct Fragment {
    std::uint64_t offset = 0;
    std::span<const std::byte> bytes;
};

/// Copies of objects as they were, to tell what an op has changed.
///
/// Exact    Byte by byte. A byte is undefined until we saw it written; it never counts as unchanged before that,
///          whatever a fresh allocation holds.
/// Errors   Objects that do not fit the budget have no copy: what is written to them is unknown, not wrong.
///          Fragments, or parts of them, beyond an object's end are not looked at.
/// Size     9/8 of the objects' bytes, at most the budget.
/// Threads  One owner.
/// Source   ValueExpert's redundant values, but for undefined bytes.
class Snapshots {
public:
    /// \param budget  bytes
    explicit Snapshots(std::uint64_t budget) : m_budget(budget) {}

    /// An object of \p bytes is there, with nothing in it. An object of that number before is gone.
    void allocate(std::uint64_t object, std::uint64_t bytes);
    void free(std::uint64_t object);

    /// An op wrote these pieces, which do not overlap; they hold what is there now.
    [[nodiscard]] WriteCounts write(std::uint64_t object, std::span<const Fragment> fragments);

    /// Somebody may have written to the object unseen: it is undefined from here on.
    void forgetContent(std::uint64_t object);
    /// The same of these bytes of it.
    void forgetContent(std::uint64_t object, Interval interval);

    /// Bytes among these that nobody has written: of a read, an undefined one. 0 of an object without a copy.
    [[nodiscard]] std::uint64_t undefinedBytes(
        std::uint64_t object, std::span<const Interval> intervals) const;

    /// The object's content, empty if there is no copy. Undefined bytes are zero.
    [[nodiscard]] std::span<const std::byte> content(std::uint64_t object) const;

    /// Bytes of objects that did not fit the budget.
    [[nodiscard]] std::uint64_t lostBytes() const { return m_lostBytes; }

private:
    struct Copy {
        std::vector<std::byte> bytes;
        std::vector<std::uint64_t> defined;  ///< a bit per byte
    };

    static std::uint64_t sizeOf(std::uint64_t bytes) { return bytes + bytes / 8 + 8; }

    std::uint64_t m_budget;
    std::uint64_t m_used = 0;
    std::uint64_t m_lostBytes = 0;
    std::map<std::uint64_t, Copy> m_copies;
};

}  // namespace vellum::values
