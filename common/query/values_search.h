#pragma once

#include "common/base/result.h"
#include "common/query/values_operations.h"

#include <optional>
#include <string>
#include <string_view>

namespace vellum::query {

/// A search for the operations behind a row of values: `values:object="cells (a.c:7)",line=relax.c:25,pattern=silent-store`,
/// which are options of values-operations. In quotes `\"` and `\\` stand for `"` and `\`.

/// Nothing if \p pattern does not begin with "values:": it is another search.
///
/// Errors   invalidArgument, naming what is no option, has no value or is no word of it.
[[nodiscard]] Result<std::optional<ValuesOperationsQuestion>> parseValuesSearch(
    std::string_view pattern);

/// The pattern that asks for \p question, without how many rows are wanted.
[[nodiscard]] std::string valuesSearchOf(const ValuesOperationsQuestion& question);

/// The operations behind a row of values-patterns or values-summary, or more: of an instruction those of its whole line, of a
/// line those of all files with this name. Of a row by location or kind no particular ones.
/// Objects of one name count as one, whoever allocated them.
[[nodiscard]] ValuesOperationsQuestion operationsBehind(const ValuesPatternRow& row);
[[nodiscard]] ValuesOperationsQuestion operationsBehind(ValuesBy by, const ValuesSummaryRow& row);

}  // namespace vellum::query
