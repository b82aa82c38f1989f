#include "common/query/questions.h"

#include "common/query/duration_summary.h"
#include "common/query/io_summary.h"
#include "common/query/message_pairs.h"
#include "common/query/message_summary.h"
#include "common/query/values_flow.h"
#include "common/query/values_operations.h"
#include "common/query/values_pages.h"
#include "common/query/values_patterns.h"
#include "common/query/values_redundancy.h"
#include "common/query/values_sharing.h"
#include "common/query/values_summary.h"

#include <algorithm>
#include <array>

namespace vellum::query {

namespace {

constexpr std::array kQuestions{
    &MessageSummaryQuestion::kSchema,
    &MessagePairsQuestion::kSchema,
    &IoSummaryQuestion::kSchema,
    &ValuesSummaryQuestion::kSchema,
    &ValuesPatternsQuestion::kSchema,
    &ValuesOperationsQuestion::kSchema,
    &ValuesSharingQuestion::kSchema,
    &ValuesPagesQuestion::kSchema,
    &ValuesRedundancyQuestion::kSchema,
    &ValuesFlowQuestion::kSchema,
    &DurationSummaryQuestion::kSchema,
};

}  // namespace

std::span<const table::Schema* const> tableQuestions()
{
    return kQuestions;
}

bool needsValues(const table::Schema& question)
{
    return question.name.starts_with("values-");
}

const table::Schema* findTableQuestion(std::string_view name)
{
    const auto* found = std::ranges::find_if(
        kQuestions, [name](const table::Schema* schema) { return schema->name == name; });
    return found == kQuestions.end() ? nullptr : *found;
}

}  // namespace vellum::query
