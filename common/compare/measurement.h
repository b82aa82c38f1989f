#pragma once

#include "common/base/error.h"
#include "common/base/result.h"
#include "common/compare/run.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::compare {

/// What a trace and the part of it that is asked about say of a run; name, window, selection and filter in words are the
/// caller's.
///
/// \param scope  no locations: all
[[nodiscard]] RunFacts factsOf(
    const query::TraceInfo& info, const Definitions& definitions, const query::Scope& scope);

/// Finds out what a run costs: says what to ask, keeps what was answered, and makes a Run of it. Who carries the questions
/// to the trace, and whether they wait for the answer, is the caller's business.
///
///     while (auto request = measurement.next()) { measurement.take(ask(*request)); }
///
/// Odd case Where a trace has too many different durations for one answer they are asked for less precisely; where that is
///          too much as well no visits are compared, and `precisionNote` says so.
/// Cost     `take` keeps a pointer; `run` does the work, and may be called on another thread, on a copy.
/// Threads  One; const functions of a copy may run on any.
class Measurement {
public:
    /// \param withPaths  call paths are wanted, too
    Measurement(
        std::shared_ptr<const Definitions> definitions,
        query::Scope scope,
        RunFacts facts,
        bool withPaths);

    /// The next question; nothing: all is known.
    [[nodiscard]] std::optional<query::Request> next() const;
    /// The answer to `next()`, or why there is none.
    ///
    /// \param answer  null if and only if there was an error
    /// \return  an error that ends the measurement
    Result<void> take(std::shared_ptr<const query::Answer> answer, const Error& error = {});

    /// Whether call paths are wanted from now on: there may be more to ask then, or less.
    void setWantsPaths(bool wants) { m_wantsPaths = wants; }
    /// The run also gets the tree of its call paths, for MatchBy::Structure: there may be more to ask then, or less.
    void setWantsTree(bool wants) { m_wantsTree = wants; }
    /// Durations of single visits are not asked for, and no Cost has any: they take the longest to find out.
    ///
    /// Precondition: nothing was asked yet.
    void leaveOutDurations();
    [[nodiscard]] const query::Scope& scope() const { return m_scope; }

    /// Precondition: all was answered (`next()` returns nothing).
    [[nodiscard]] Run run() const;
    /// That durations were taken less precisely, or not at all; empty if neither.
    [[nodiscard]] std::string precisionNote() const;
    /// How long visits of all functions of that name take; none until it was answered, or where there are too many durations.
    [[nodiscard]] std::vector<DurationClass> durationsOf(std::string_view function) const;
    /// The profile by region; null until it was answered.
    [[nodiscard]] const query::Profile* profile() const;

private:
    enum Step : std::uint8_t {
        DurationsByRegion,
        ProfileByRegion,
        ProfileByGroup,
        PathTree,
        DurationsByPath,
        StepCount
    };
    /// The answer about durations, by function or by call path, and its precision. Null: they were too many at any
    /// precision.
    struct Durations {
        std::shared_ptr<const query::Answer> answer;
        std::uint32_t precision = 0;
    };

    [[nodiscard]] bool isTaken(Step step) const { return m_taken > step; }
    [[nodiscard]] static bool isDurations(Step step);
    void passLeftOut();
    [[nodiscard]] Durations durations(Step step) const;
    [[nodiscard]] Costs profileCosts(Step step, query::GroupBy by) const;
    void addTree(Run& run) const;

    std::shared_ptr<const Definitions> m_definitions;
    query::Scope m_scope;
    RunFacts m_facts;
    bool m_wantsPaths;
    bool m_wantsTree = false;
    bool m_wantsDurations = true;
    std::uint8_t m_taken = 0;  ///< steps that are done
    std::size_t m_try = 0;     ///< of the next step: which precision
    std::array<std::shared_ptr<const query::Answer>, StepCount> m_answers;
    std::array<std::size_t, StepCount> m_tries{};
};

}  // namespace vellum::compare
