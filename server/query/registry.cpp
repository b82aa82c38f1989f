#include "server/query/registry.h"

#include "common/base/number_text.h"
#include "common/table/access.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vellum::server::query {

// Each stands beside the function that answers it.
extern const TableQuery kMessageSummary;
extern const TableQuery kMessagePairs;
extern const TableQuery kIoSummary;
extern const TableQuery kValuesSummary;
extern const TableQuery kValuesOperations;
extern const TableQuery kValuesPatterns;
extern const TableQuery kValuesSharing;
extern const TableQuery kValuesPages;
extern const TableQuery kValuesRedundancy;
extern const TableQuery kValuesFlow;
extern const TableQuery kDurationSummary;

namespace {

constexpr std::array kQueries{
    &kMessageSummary,
    &kMessagePairs,
    &kIoSummary,
    &kValuesSummary,
    &kValuesPatterns,
    &kValuesOperations,
    &kValuesSharing,
    &kValuesPages,
    &kValuesRedundancy,
    &kValuesFlow,
    &kDurationSummary,
};

}  // namespace

std::span<const TableQuery* const> tableQueries()
{
    return kQueries;
}

const TableQuery& queryOf(const table::Schema& question)
{
    return **std::ranges::find_if(
        kQueries, [&](const TableQuery* query) { return query->question == &question; });
}

Result<void> checkRows(const table::Schema& answer, const void* row)
{
    for (const table::Column* rows : table::tablesOf(answer)) {
        const std::size_t size = table::listAt(*rows, row).size;
        if (size > rows->most) {
            return Error{
                .kind = ErrorKind::ResourceExhausted,
                .message = "an answer of " + grouped(size) + " rows is too large, at most "
                           + grouped(rows->most) + " can be"};
        }
    }
    return {};
}

Result<vellum::query::Table> answerTable(
    const store::TraceStore& trace,
    const vellum::query::TableRequest& request,
    const ExecutionOptions& options)
{
    std::optional<LeftEnds> left;
    if (queryOf(request.asked.schema()).held == Held::MessageEnds) {
        auto found = endsLeftIn(trace, request.scope, options);
        VELLUM_RETURN_IF_ERROR(found);
        left = std::move(found).value();
    }
    return answerTableWith(trace, request, left ? &*left : nullptr, options);
}

Result<vellum::query::Table> answerTableWith(
    const store::TraceStore& trace,
    const vellum::query::TableRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options)
{
    const auto scope = resolve(trace, request.scope);
    VELLUM_RETURN_IF_ERROR(scope);
    const TableCall call{
        .trace = trace,
        .filter = request.scope.filter,
        .scope = scope.value(),
        .left = left,
        .options = options};
    auto answer = queryOf(request.asked.schema()).answer(call, request.asked);
    VELLUM_RETURN_IF_ERROR(answer);
    VELLUM_RETURN_IF_ERROR(checkRows(answer.value().schema(), answer.value().row()));
    return vellum::query::Table{
        .window = scope.value().window, .answer = std::move(answer).value()};
}

}  // namespace vellum::server::query
