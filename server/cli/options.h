#pragma once

#include "common/query/requests.h"
#include "common/query/trace_selection.h"
#include "common/table/table.h"
#include "server/cli/compare_options.h"
#include "server/cli/filter_options.h"
#include "server/cli/row_sets.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace vellum::server::cli {

enum class Format : std::uint8_t { Text, Json, Csv, Dot, Svg };

/// What stands on the command line of vellum-query, checked as far as it can be without the trace.
/// One collective operation.
struct MembersOf {
    std::uint32_t communicator = 0;
    std::uint64_t instance = 0;
};

struct QueryOptions {
    std::string query;
    vellum::query::TraceSelection trace;
    std::string window;     ///< as typed; empty: the whole trace
    std::string locations;  ///< likewise; empty: all
    std::uint64_t memoryBytes = 0;
    unsigned threads = 0;
    Format format = Format::Text;
    bool noCache = false;
    bool rebuild = false;
    std::string cache;    ///< where indexes are kept; empty: where they are by default
    std::string connect;  ///< a URL or a connection file; empty: the engine in this process
    vellum::query::GroupBy by = vellum::query::GroupBy::Region;
    vellum::query::MatrixBy matrixBy = vellum::query::MatrixBy::Location;
    bool perLocation = false;
    bool exclusiveOnly = false;
    std::uint32_t depth = std::numeric_limits<std::uint32_t>::max();
    RowsBy rows = RowsBy::Location;
    std::uint32_t levels = 0;  ///< 0: a timeline of what is on top of the stack
    std::uint32_t columns = 1920;
    std::string metric;  ///< empty: all
    std::optional<MembersOf> members;
    std::string name;
    FunctionGroupMask groups = 0;  ///< none: all
    bool ignoreCase = false;
    std::uint64_t limit = 0;  ///< set by `parseCommandLine`
    std::string functions;    ///< an expression; empty: all
    std::string minDuration;
    std::string maxDuration;
    std::string after;
    std::vector<std::string> present;  ///< presence_words.h
    std::string kinds;                 ///< likewise, of events
    FilterOptions filters;
    CompareOptions compare;
    table::Value asked;  ///< of a question that has a descriptor; else empty
};

/// Options, or the exit status of a command line that was answered already: help, version, and
/// wrong usage, of which one sentence was written to standard error.
struct ParsedCommandLine {
    QueryOptions options;
    std::optional<int> exitStatus;
};

[[nodiscard]] ParsedCommandLine parseCommandLine(int argc, const char* const* argv);

// What scripts may rely on: cli.md.
inline constexpr int kAnswered = 0;
inline constexpr int kCheckFailed = 1;  ///< answered, but what was to be checked is not so
inline constexpr int kWrongUsage = 2;
inline constexpr int kTraceUnreadable = 3;
inline constexpr int kServerUnreachable = 4;
inline constexpr int kOutOfLimit = 5;
inline constexpr int kInterrupted = 130;  ///< as a shell has it for Ctrl-C; of SIGTERM 143

/// Writes "vellum-query: MESSAGE; see --help" to standard error: the command line is wrong.
void complainOfUsage(const std::string& mistake);

/// Writes "vellum-query: MESSAGE" to standard error.
void complain(const std::string& message);

}  // namespace vellum::server::cli
