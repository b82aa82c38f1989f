#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "server/store/trace_store.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::query {

/// Which part of a trace holds which location.
struct Placement {
    std::size_t parts = 1;
    std::vector<std::uint32_t> partOf;  ///< by location; below `parts`

    [[nodiscard]] std::uint32_t of(LocationIndex location) const
    {
        return partOf[location.value()];
    }
};

/// How a request about a trace in parts is answered. Part 0 is the head: it has what belongs to no
/// single location (totals, messages, launches, collectives, markers, the import report) and its own locations.
///
/// Exact    The answer that `merge` makes equals that of `execute` over a store with all locations, errors
///          included, but for the number of rows that a sentence about too large an answer may name, and but
///          for what parts tell in more detail: more than kMaxStretches of ticks that count once, kMaxCells of the
///          sums of rows that are sets, and kMaxEnds of messages that filters of visits leave are refused.
enum class AnsweredBy : std::uint8_t {
    Head,   ///< by `execute` of the whole request at the head; also the requests that it refuses
    Parts,  ///< by `execute` of `requestOfPart` at each part that has one, and `merge`
};

/// \param trace  definitions and range are looked at; the same at every part
[[nodiscard]] AnsweredBy answererOf(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const Placement& placement);

/// What \p part is asked; nothing where the request is about none of its locations.
///
/// Precondition: `answererOf` says Parts.
[[nodiscard]] std::optional<vellum::query::Request> requestOfPart(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const Placement& placement,
    std::uint32_t part);

/// Which parts `requestOfPart` has something for. Precondition: as there.
[[nodiscard]] std::vector<bool> partsAsked(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const Placement& placement);

/// The answers of the parts, by part; nothing where one was not asked.
using PartialAnswers = std::vector<std::optional<vellum::query::Answer>>;

/// Errors   resourceExhausted: the whole answer is too large. internal: a part answers another question.
[[nodiscard]] Result<vellum::query::Answer> merge(
    const store::TraceStore& trace,
    const vellum::query::Request& request,
    const Placement& placement,
    PartialAnswers parts);

}  // namespace vellum::server::query
