#pragma once

#include "tests/fuzz/targets.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>

namespace vellum::fuzz {

/// A folder of this process, in memory where there is such a place; gone when the process ends.
[[nodiscard]] const std::filesystem::path& scratch();

/// Replaces the file \p path.
void write(const std::filesystem::path& path, Input bytes);

/// The first \p count bytes, or what there is; \p input is left with the rest.
inline Input take(Input& input, std::size_t count)
{
    const Input taken = input.first(std::min(count, input.size()));
    input = input.subspan(taken.size());
    return taken;
}

/// A number from the front of \p input, little-endian; zeros where it is cut off.
template <typename Number>
Number takeNumber(Input& input)
{
    Number number = 0;
    const Input bytes = take(input, sizeof number);
    if (!bytes.empty()) {
        std::memcpy(&number, bytes.data(), bytes.size());
    }
    return number;
}

}  // namespace vellum::fuzz
