#pragma once

#include "common/query/answers.h"
#include "common/query/requests.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace vellum::server::session {

/// Fewer cells are answered so soon that nothing is worth showing before.
inline constexpr std::uint64_t kFewCells = std::uint64_t{1} << 18U;
/// How many columns an overview has.
inline constexpr std::uint32_t kOverviewColumns = 64;

/// The question whose answer is shown until the one to \p request is there: a timeline or summary timeline of the same
/// rows in fewer columns. Nothing of other kinds, and where it is not worth it.
///
/// \param locations  of the trace
[[nodiscard]] std::optional<vellum::query::Request> overviewOf(
    const vellum::query::Request& request, std::size_t locations);

/// Says of an answer to such a question that it is not exact.
void markProvisional(vellum::query::Answer& answer);

}  // namespace vellum::server::session
