#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/table/table.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

// What a run did that is no visit of a function: messages, collective operations, input and output, work of devices, values.
// Each kind is one question of common/query, whose answer is added up by name.

/// The words of TallyBy, in its order.
inline constexpr std::string_view kTallyByWords[] = {
    "message", "collective", "io", "kernel", "copy", "value"};

enum class TallyBy : std::uint8_t {
    Message = 0,
    Collective = 1,
    Io = 2,
    Kernel = 3,
    Copy = 4,
    Value = 5,
};

/// The words of TallyKey, in its order.
inline constexpr std::string_view kTallyKeyWords[] = {
    "usual",
    "pair",
    "process-pair",
    "node-pair",
    "size",
    "size-class",
    "tag",
    "communicator",
    "operation",
    "file",
    "location",
    "name",
    "object",
    "site",
    "line",
    "function",
    "kind",
};

/// What makes a row: the usual one of its kind is the first that `keysOf` has.
enum class TallyKey : std::uint8_t {
    Usual = 0,
    Pair = 1,         ///< locations that send and receive
    ProcessPair = 2,  ///< location groups that do
    NodePair = 3,
    Size = 4,
    SizeClass = 5,
    Tag = 6,
    Communicator = 7,
    Operation = 8,
    File = 9,
    Location = 10,
    Name = 11,  ///< of the function that a kernel or copy is a visit of
    Object = 12,
    Site = 13,
    Line = 14,
    Function = 15,
    Kind = 16,
};

/// The words of TallyMeasure, in its order.
inline constexpr std::string_view kTallyMeasureWords[] = {
    "usual", "count", "time", "wait", "bytes", "redundant"};

/// By what rows are put in order, and what shares are of: the usual one of its kind is the first that `measuresOf` has.
enum class TallyMeasure : std::uint8_t {
    Usual = 0,
    Count = 1,
    Time = 2,
    Wait = 3,  ///< of members of a collective operation for the last one to begin
    Bytes = 4,
    Redundant = 5,  ///< bytes that need not have moved
};

/// As the command line asks for it.
struct TallyQuestion {
    TallyBy by = TallyBy::Message;
    TallyKey key = TallyKey::Usual;
    TallyMeasure measure = TallyMeasure::Usual;

    static const table::Schema kSchema;

    friend bool operator==(const TallyQuestion&, const TallyQuestion&) = default;
};

/// Which keys, and which measures, rows of a kind have; the usual one first.
[[nodiscard]] std::span<const TallyKey> keysOf(TallyBy by);
[[nodiscard]] std::span<const TallyMeasure> measuresOf(TallyBy by);
/// The key, or the measure, that is meant: never Usual.
[[nodiscard]] TallyKey keyOf(const TallyQuestion& question);
[[nodiscard]] TallyMeasure measureOf(const TallyQuestion& question);

/// What is wrong with a question, as a sentence; empty: nothing. Key and measure must be of its kind.
[[nodiscard]] std::string mistakeOf(const TallyQuestion& question);

/// Several of what is counted: "messages", "input and output".
[[nodiscard]] std::string_view pluralOf(TallyBy by);

/// Whether a trace may have any of it in some window. Values are in files beside a trace, which this does not know: true.
[[nodiscard]] bool mayHave(TallyBy by, const query::TraceInfo& info);

/// What a run did of one name.
///
/// Units    Nanoseconds and bytes. Sums end at the ends of 64 bits. 0 also where rows of this kind do not
///          have the measure (`measuresOf`).
struct Tally {
    std::string name;
    std::int64_t count = 0;
    std::int64_t timeNs = 0;
    std::int64_t waitNs = 0;
    std::int64_t bytes = 0;
    std::int64_t redundantBytes = 0;

    friend bool operator==(const Tally&, const Tally&) = default;
};

struct Tallies {
    std::vector<Tally> rows;      ///< by name, ascending, each name once
    std::uint64_t uncounted = 0;  ///< that the answer had no room for
};

/// What to ask a trace.
///
/// \param scope  as the answer's own question has it: messages, collective and I/O operations that overlap the window count as
///               a whole, visits as profiles clip them
[[nodiscard]] query::Request requestFor(const TallyQuestion& question, query::Scope scope);

/// Adds up what was answered, by names that another trace may have, too: "rank 0 · Master thread → rank 1 · Master thread".
///
/// Precondition: nothing is wrong with the question.
/// Errors   internal: the answer is of another kind than `requestFor` asks for.
[[nodiscard]] Result<Tallies> talliesOf(
    const TallyQuestion& question, const query::Answer& answer, const Definitions& definitions);

}  // namespace vellum::compare
