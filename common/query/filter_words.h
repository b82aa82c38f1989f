#pragma once

#include "common/base/result.h"
#include "common/query/record_filter.h"
#include "common/trace/definitions.h"
#include "common/trace/function_group.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::query {

// What people write to say which messages, collective operations and I/O: words between commas, `*` for
// any characters. Upper and lower case are told apart only in names of the trace.
//
// Errors   invalidArgument: not understood, naming \p option or the word; notFound: the trace has nothing of
//          the name.

/// "7", "1,5-9", "100-".
[[nodiscard]] Result<std::vector<NumberRange>> parseTags(
    std::string_view text, std::string_view option = "--tags");

/// "MPI_Allreduce", "all*,barrier"; by number those too that have no name.
[[nodiscard]] Result<std::vector<std::uint32_t>> parseCollectives(
    std::string_view text, std::string_view option = "--operations");

/// "MPI,device api", "k*": groups by name; '-' and '_' stand for a blank.
[[nodiscard]] Result<FunctionGroupMask> parseFunctionGroups(
    std::string_view text, std::string_view option = "--group");

/// "read,write", …: the words of `word(IoKind)`.
[[nodiscard]] Result<std::vector<IoKind>> parseIoKinds(
    std::string_view text, std::string_view option = "--operations");

/// "blocking", "non-blocking", "collective", "independent" into the two masks of \p filter.
[[nodiscard]] Result<void> parseIoFlags(
    std::string_view text, IoFilter& filter, std::string_view option = "--flags");

/// Communicators by number or name, in definition order.
[[nodiscard]] Result<std::vector<CommRef>> selectCommunicators(
    std::string_view text, const Definitions& definitions);

/// Paradigms by number or name, "POSIX I/O" as well as "POSIX".
[[nodiscard]] Result<std::vector<IoParadigmRef>> selectIoParadigms(
    std::string_view text, const Definitions& definitions);

/// Files by name, or the last part of one, into `files` of \p filter; handles without a file by their own
/// name into `handles`.
[[nodiscard]] Result<void> selectIoFiles(
    std::string_view text, const Definitions& definitions, IoFilter& filter);

/// A search's pattern that begins so is NAME=VALUE or NAME, of arguments, and no expression of names.
inline constexpr std::string_view kArgumentPrefix = "arg:";

/// One that begins so is of operations on values: `values_search.h`.
inline constexpr std::string_view kValuesPrefix = "values:";

/// Whether a search's pattern is no expression of names.
[[nodiscard]] constexpr bool hasSearchPrefix(std::string_view pattern)
{
    return pattern.starts_with(kArgumentPrefix) || pattern.starts_with(kValuesPrefix);
}

/// "read", "write", "flush", "other", "open", "close", "seek".
[[nodiscard]] std::string_view word(IoKind kind);
inline constexpr std::uint8_t kIoKinds = 7;

}  // namespace vellum::query
