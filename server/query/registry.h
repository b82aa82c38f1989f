#pragma once

#include "common/base/result.h"
#include "common/query/requests.h"
#include "common/table/table.h"
#include "server/query/executor.h"
#include "server/query/left_ends.h"
#include "server/query/scope.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace vellum::server::query {

// Questions that have a descriptor (common/query/questions.h), and who answers them.

/// What a question is asked of.
struct TableCall {
    const store::TraceStore& trace;
    const vellum::query::RecordFilter& filter;
    const ResolvedScope& scope;
    /// The ends of messages that filters of visits leave; null: all. Only for Held::MessageEnds.
    const LeftEnds* left;
    const ExecutionOptions& options;
};

/// Which part of a trace that is spread over ranks has what an answer is made of.
enum class Held : std::uint8_t {
    ByLocations,  ///< each part answers for its own locations; the answers are joined as their columns say
    ByHead,       ///< one part has it all
    MessageEnds,  ///< likewise, but where filters of visits decide which ends of messages are left
};

/// Which filters change the answer, besides those of visits; None: not even these.
enum class Filtered : std::uint8_t { None, Visits, Messages, Io };

struct TableQuery {
    const table::Schema* question;
    std::string_view purpose;  ///< for --help and docs, a phrase
    Held held;
    Filtered filters;
    /// Errors   cancelled, resourceExhausted: the answer has more than kMaxItems rows.
    Result<table::Value> (*answer)(const TableCall& call, const table::Value& asked);
    /// Puts the rows that parts gave in the order of a whole answer; null where that is any order.
    void (*order)(void* answer) = nullptr;
};

/// As questions.h has them, in the same order.
[[nodiscard]] std::span<const TableQuery* const> tableQueries();

/// Precondition: one of `tableQuestions()`.
[[nodiscard]] const TableQuery& queryOf(const table::Schema& question);

/// `Answerer<&messageSummary>::answer` is the TableQuery::answer made of
/// `Result<MessageSummary> messageSummary(const TableCall&, const MessageSummaryQuestion&)`.
template <auto compute>
struct Answerer;
template <
    typename Answer,
    typename Question,
    Result<Answer> (*compute)(const TableCall&, const Question&)>
struct Answerer<compute> {
    static Result<table::Value> answer(const TableCall& call, const table::Value& asked)
    {
        auto answer = compute(call, *asked.as<Question>());
        VELLUM_RETURN_IF_ERROR(answer);
        return table::Value::of(std::move(answer).value());
    }
};

/// Errors   resourceExhausted: the table has more rows than its descriptor allows.
[[nodiscard]] Result<void> checkRows(const table::Schema& answer, const void* row);

/// Errors   Those of executor.h and of `checkRows`.
[[nodiscard]] Result<vellum::query::Table> answerTable(
    const store::TraceStore& trace,
    const vellum::query::TableRequest& request,
    const ExecutionOptions& options);

/// The same for a caller that knows already which ends of messages are left; null: all.
[[nodiscard]] Result<vellum::query::Table> answerTableWith(
    const store::TraceStore& trace,
    const vellum::query::TableRequest& request,
    const LeftEnds* left,
    const ExecutionOptions& options);

}  // namespace vellum::server::query
