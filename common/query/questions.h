#pragma once

#include "common/table/table.h"

#include <span>
#include <string_view>

namespace vellum::query {

/// All questions that have a descriptor. The schema of a question and that of its answer have the same name. A new one
/// is a line of questions.cpp, and one of server/query/registry.cpp, which says who answers it.
[[nodiscard]] std::span<const table::Schema* const> tableQuestions();

/// Whether it is about values, which few traces have.
[[nodiscard]] bool needsValues(const table::Schema& question);

/// Null: there is none of this name.
[[nodiscard]] const table::Schema* findTableQuestion(std::string_view name);

}  // namespace vellum::query
