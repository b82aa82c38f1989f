#pragma once

#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace vellum::query {

/// Rows and columns of a communication matrix: what labels them, and where each location belongs.
///
/// Layout   Labels are references of the selected locations, or of the groups or nodes that hold them, each once and
///          in definition order. What is not defined is no label.
/// Threads  Immutable once built.
class MatrixLabels {
public:
    MatrixLabels() = default;
    /// \param locations  all of them, where these are; unknown ones belong to no label
    MatrixLabels(
        const Definitions& definitions, std::span<const LocationRef> locations, MatrixBy by);

    [[nodiscard]] const std::vector<std::uint64_t>& labels() const { return m_labels; }

    /// Which of the labels \p location belongs to; nothing where it is not selected, or belongs to none.
    [[nodiscard]] std::optional<std::size_t> placeOf(LocationRef location) const;

private:
    std::vector<std::uint64_t> m_labels;
    std::unordered_map<LocationRef, std::size_t> m_places;
};

}  // namespace vellum::query
