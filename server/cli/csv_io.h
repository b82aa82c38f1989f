#pragma once

#include "common/query/answers.h"
#include "common/trace/definitions.h"

#include <array>
#include <charconv>
#include <functional>
#include <string>
#include <vector>

namespace vellum::server::cli {

using Cells = std::vector<std::string>;
/// Writes one line of a table with commas.
using LineWriter = std::function<void(const Cells&)>;

/// A number as it stands in such a line.
template <typename T>
[[nodiscard]] std::string text(T value)
{
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

/// Input and output: a line for each row, or, where columns were asked for, for each column of each.
void writeIo(const vellum::query::Io& io, const Definitions& definitions, const LineWriter& line);

}  // namespace vellum::server::cli
