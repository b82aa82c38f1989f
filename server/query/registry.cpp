#include "server/query/registry.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace vellum::server::query {

// Each stands beside the function that answers it.
extern const TableQuery kMessageSummary;
extern const TableQuery kIoSummary;
extern const TableQuery kValuesSummary;
extern const TableQuery kValuesPatterns;
extern const TableQuery kValuesSharing;
extern const TableQuery kValuesRedundancy;
extern const TableQuery kDurationSummary;

namespace {

constexpr std::array kQueries{
    &kMessageSummary,
    &kIoSummary,
    &kValuesSummary,
    &kValuesPatterns,
    &kValuesSharing,
    &kValuesRedundancy,
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
    return vellum::query::Table{
        .window = scope.value().window, .answer = std::move(answer).value()};
}

}  // namespace vellum::server::query
