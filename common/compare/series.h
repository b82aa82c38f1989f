#pragma once

#include "common/compare/comparability.h"
#include "common/compare/comparison.h"
#include "common/compare/run.h"
#include "common/table/table.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

namespace vellum::compare {

inline constexpr std::size_t kFewestOfSeries = 2;
inline constexpr std::size_t kMostOfSeries = 64;

/// What the runs of a series share, so that one can say what an ideal program would do on more ranks.
enum class Scaling : std::uint8_t {
    Strong = 0,  ///< the same work in all
    Weak = 1,    ///< the same work for each rank
};

struct SeriesQuestion {
    ComparisonBy by = ComparisonBy::Function;
    Scaling scaling = Scaling::Strong;

    static const table::Schema kSchema;
};

/// One run beside the first. T is its length and p its ranks, T1 and p1 are those of the first run.
///
/// Units    Nanoseconds. What there is no value of is no number (NaN).
struct SeriesRun {
    static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

    std::uint64_t number = 0;  ///< from 1 on
    std::string name;
    std::uint64_t ranks = 0;  ///< as RunFacts has them
    std::uint64_t locations = 0;
    std::int64_t length = 0;
    std::int64_t total = 0;  ///< exclusive time of all functions on all locations
    /// Strong: T1 / T. Weak: T1 · p / (T · p1), as there is p / p1 times the work. None where T1 or T is 0.
    double speedUp = kNone;
    double idealSpeedUp = kNone;  ///< p / p1; none where one of them is 0
    double efficiency = kNone;    ///< speedUp / idealSpeedUp
    double idealLength = kNone;   ///< strong: T1 · p1 / p; weak: T1
    double mpiShare = kNone;      ///< of `total`, in the function group MPI

    static const table::Schema kSchema;
};

/// What one run spends in the row's function, group or path.
struct SeriesValue {
    std::int64_t exclusive =
        0;  ///< nanoseconds, on all locations; 0 where the run does not have it
    double share = SeriesRun::kNone;  ///< of the run's total

    static const table::Schema kSchema;
};

struct SeriesRow {
    std::string name;
    double slope = SeriesRun::kNone;  ///< scalingSlope of its exclusive times
    std::vector<SeriesValue> runs;    ///< as many as there are runs, in their order

    static const table::Schema kSchema;
};

/// N runs side by side.
struct Series {
    ComparisonBy by = ComparisonBy::Function;
    Scaling scaling = Scaling::Strong;
    std::uint64_t count = 0;  ///< of all rows, whatever the limit
    std::vector<SeriesRun> runs;
    std::vector<SeriesRow> rows;  ///< by its largest share of a run, largest first; then by name

    static const table::Schema kSchema;
};

/// Takes runs in any order, and puts those with fewer ranks first; runs with equal ranks stay in the order they came in.
///
/// Size     Of runs their functions and groups are kept, of their call paths each name once and a number for each run.
class SeriesBuilder {
public:
    /// \param run  with paths where `make` is to be asked for them
    void add(Run run);

    /// Precondition: something was added.
    [[nodiscard]] Series make(const SeriesQuestion& question) const;

    /// What differs between the first run and the one with \p number, which is SeriesRun::number and not 1.
    [[nodiscard]] RunDifferences differencesFromFirst(std::size_t number) const;

private:
    /// The exclusive times of a name, by the order in which runs came in; short where the last ones do not have it.
    using Times = std::map<std::string, std::vector<std::int64_t>>;

    [[nodiscard]] std::vector<std::size_t> order() const;
    [[nodiscard]] Times timesBy(ComparisonBy by) const;

    std::vector<Run> m_runs;
    Times m_paths;
};

/// How times grow with ranks: b of the line log(time) = a + b · log(ranks) that fits best by least squares. 0: the time is
/// the same on any number of ranks; 1: it doubles with them; -1: it halves. Points with no time or no ranks have no
/// logarithm and are left out.
///
/// \param ranks, times  of one length
/// \return  no number where fewer than three different numbers of ranks are left
/// Source   Barnes, Rountree, Lowenthal, Reeves, de Supinski, Schulz, "A regression-based approach to scalability
///          prediction", ICS 2008: regression of logarithms, here with the ranks as the only variable.
[[nodiscard]] double scalingSlope(
    const std::vector<std::uint64_t>& ranks, const std::vector<std::int64_t>& times);

}  // namespace vellum::compare
