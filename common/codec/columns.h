#pragma once

#include "common/base/result.h"

#include <capnp/blob.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::codec {

// Small helpers between Cap'n Proto's lists and our rows.

/// Fills one column: entry i is `projection(rows[i])`.
template <typename List, typename Rows, typename Projection>
void fill(List list, const Rows& rows, Projection projection)
{
    std::uint32_t index = 0;
    for (const auto& row : rows) {
        list.set(index++, projection(row));
    }
}

[[nodiscard]] inline capnp::Data::Reader toData(std::string_view text)
{
    return {reinterpret_cast<const capnp::byte*>(text.data()), text.size()};
}

[[nodiscard]] inline std::string toText(capnp::Data::Reader data)
{
    return {reinterpret_cast<const char*>(data.begin()), data.size()};
}

[[nodiscard]] inline Error invalid(std::string message)
{
    return {.kind = ErrorKind::InvalidArgument, .message = std::move(message)};
}

/// Checks that parallel lists are parallel. Ask `result()` after the last list.
class SameLength {
public:
    SameLength(std::string_view message, std::uint64_t rows) : m_message(message), m_rows(rows) {}

    template <typename List>
    SameLength& with(std::string_view name, const List& list)
    {
        if (m_error.empty() && list.size() != m_rows) {
            m_error = std::string(m_message) + ": " + std::to_string(list.size()) + " "
                      + std::string(name) + " for " + std::to_string(m_rows) + " rows";
        }
        return *this;
    }

    [[nodiscard]] Result<void> result() const
    {
        return m_error.empty() ? Result<void>() : Result<void>(invalid(m_error));
    }

private:
    std::string_view m_message;
    std::uint64_t m_rows;
    std::string m_error;
};

/// A list of numbers as a vector.
template <typename Number, typename List>
[[nodiscard]] std::vector<Number> toVector(const List& list)
{
    std::vector<Number> numbers;
    numbers.reserve(list.size());
    for (const auto number : list) {
        numbers.emplace_back(number);
    }
    return numbers;
}

/// The sum of a list of sizes; it is at most 2^32 entries of 32 bits and does not overflow.
template <typename List>
[[nodiscard]] std::uint64_t sumOf(const List& sizes)
{
    std::uint64_t sum = 0;
    for (const std::uint32_t size : sizes) {
        sum += size;
    }
    return sum;
}

}  // namespace vellum::codec
