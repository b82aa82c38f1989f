#include "common/query/values_operations.h"

#include "server/query/registry.h"
#include "server/query/values/found_operations.h"

#include <algorithm>
#include <tuple>

namespace vellum::server::query {

using vellum::query::ValuesOperationRow;
using vellum::query::ValuesOperations;
using vellum::query::ValuesOperationsQuestion;

namespace {

auto orderOf(const ValuesOperationRow& row)
{
    return std::tuple(
        row.begin, row.location, -row.duration, row.region, row.movedBytes, row.redundantBytes);
}

Result<ValuesOperations> valuesOperations(
    const TableCall& call, const ValuesOperationsQuestion& question)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    ValuesOperations answer;
    answer.valuesOf = scope.value().otherRun();
    for (const FoundOperation& found : findOperations(scope.value(), question)) {
        const ValueProfile::Operation& operation = *found.operation;
        answer.rows.push_back(
            {.location = call.trace.definitions.locations[operation.location.value()].ref,
             .region = operation.region,
             .begin = operation.range.begin,
             .duration = operation.range.length(),
             .movedBytes = found.movedBytes,
             .redundantBytes = found.redundantBytes,
             .quality = operation.quality});
    }
    std::ranges::sort(answer.rows, {}, orderOf);
    answer.count = answer.rows.size();
    answer.rows.resize(std::min<std::size_t>(answer.rows.size(), question.first));
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesOperations{
    .question = &ValuesOperationsQuestion::kSchema,
    .purpose = "the operations behind a row of values-summary or values-patterns, one by one",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesOperations>::answer};

}  // namespace vellum::server::query
