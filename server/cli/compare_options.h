#pragma once

#include "common/compare/gate_words.h"
#include "common/compare/process_map.h"
#include "common/compare/series.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): as the library has it
class App;
}  // namespace CLI

namespace vellum::server::cli {

struct QueryOptions;

/// What the command line says to `compare` alone.
struct CompareOptions {
    std::string gate;                      ///< as typed; empty: none
    std::vector<compare::GateRule> rules;  ///< of `gate`
    std::string baselineFile;              ///< stands for A; empty: the first trace does
    std::string writeBaseline;             ///< where the trace's costs are kept; empty: nowhere
    std::string steps;                     ///< what is visited once a step; empty: not asked
    std::string align;            ///< "marker:NAME#n": windows begin there; empty: at the begin
    compare::ProcessMap map;      ///< of `mapText`
    std::string mapText;          ///< as typed; empty: as is likely
    std::string match;            ///< as typed; empty: by name
    std::string key;              ///< as typed; empty: the usual one
    std::string measure;          ///< as typed; empty: the usual one
    std::string function;         ///< whose durations are compared; empty: not asked
    std::uint32_t perDecade = 0;  ///< bins of a histogram; 0: as many as fit
    bool isSeries = false;        ///< each trace is a run, and there may be many
    std::optional<compare::Scaling> scaling;  ///< nothing: not said, which is strong
};

inline constexpr std::string_view kComparePurpose =
    "what differs between two runs, A and B, and whether it is noise";

inline constexpr std::string_view kStepsPurpose =
    "how much longer or shorter each step of a run took in another one";

inline constexpr std::string_view kCountersPurpose =
    "by how much counters of a run are higher or lower in another one";

inline constexpr std::string_view kDurationsPurpose =
    "how long visits of one function take in two runs, as a histogram of both";

inline constexpr std::string_view kTalliesPurpose =
    "what two runs did that is no visit of a function: messages, collective operations, input and output, work of devices, values";

inline constexpr std::string_view kSeriesPurpose =
    "how times of a program grow with its ranks, from a run on each number of them";

void describeCompare(CLI::App& app, CompareOptions& options);

/// Sets what follows from the texts. Returns what is wrong with them, or nothing.
///
/// \param hasBy  whether rows were asked for by name
/// Precondition: `asked` of \p options is a compare::ComparisonQuestion.
[[nodiscard]] std::string mistakeOfCompare(QueryOptions& options, bool hasBy);

/// What is wrong with `--align` and `--map`, or nothing; reads the map.
[[nodiscard]] std::string mistakeOfAlignment(CompareOptions& own, bool isByCounter);

/// What is wrong with a comparison by counters, or nothing. Precondition: `asked` is a compare::CounterQuestion.
[[nodiscard]] std::string mistakeOfCounters(const QueryOptions& options);

/// What is wrong with a comparison of durations, or nothing. Precondition: `asked` is a compare::DurationQuestion.
[[nodiscard]] std::string mistakeOfDurations(const QueryOptions& options);

/// What is wrong with a comparison by messages and the like, or nothing. Precondition: `asked` is a compare::TallyQuestion.
[[nodiscard]] std::string mistakeOfTallies(const QueryOptions& options);

}  // namespace vellum::server::cli
