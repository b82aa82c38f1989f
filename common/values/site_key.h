#pragma once

#include "common/values/access.h"
#include "common/values/flat_map.h"

#include <compare>
#include <cstdint>

namespace vellum::values {

/// What one memory instruction does to one object in one op, by one kind of access: the key of most tables.
struct SiteKey {
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint32_t site = 0;
    AccessKind kind = AccessKind::Read;

    [[nodiscard]] static SiteKey of(const Access& access)
    {
        return {.op = access.op, .object = access.object, .site = access.site, .kind = access.kind};
    }
    [[nodiscard]] std::uint64_t hash() const
    {
        return mixWords(
            mixWords(op, object), site | std::uint64_t{static_cast<std::uint8_t>(kind)} << 32);
    }
    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const SiteKey&, const SiteKey&) = default;
};

}  // namespace vellum::values
