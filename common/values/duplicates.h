#pragma once

#include "common/values/content_digest.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace vellum::values {

enum class DuplicateKind : std::uint8_t {
    Total = 1,     ///< both objects, all bytes
    Part = 2,      ///< the first lies in the second, at a whole block
    Constant = 3,  ///< equal in full, because each holds one value only
};

/// Two objects that hold the same after an op.
struct Duplicate {
    std::uint64_t object = 0;  ///< of Part the smaller, else that of the lower number
    std::uint64_t other = 0;
    DuplicateKind kind = DuplicateKind::Total;
    std::uint64_t offset = 0;  ///< of Part, where it lies in the other
    std::uint64_t bytes =
        0;  ///< that are known to be equal; of Part possibly all but the last, incomplete block

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const Duplicate&, const Duplicate&) = default;
};

/// Finds objects with equal contents, op by op.
///
/// Exact    By 128-bit hashes. Parts are found at multiples of 64 KiB and from that size on; constant objects
///          are parts of nothing.
/// Cost     For each object that an op has changed, one look at every block of all objects.
/// Threads  One owner.
/// Source   ValueExpert's duplicate values, with hashes per block, and constants apart.
class Duplicates {
public:
    /// The op under way has left this content in the object.
    void set(std::uint64_t object, ContentDigest digest);
    void free(std::uint64_t object);

    /// The op ends: all pairs of which it has changed at least one object, ascending.
    [[nodiscard]] std::vector<Duplicate> endOp();

private:
    std::map<std::uint64_t, ContentDigest> m_digests;
    std::set<std::uint64_t> m_changed;
};

}  // namespace vellum::values
