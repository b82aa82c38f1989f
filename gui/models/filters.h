#pragma once

#include "common/query/requests.h"
#include "common/trace/definitions.h"

#include <QString>

#include <initializer_list>
#include <memory>
#include <unordered_set>
#include <vector>

namespace vellum::gui::models {

using LocationList = std::shared_ptr<const std::vector<LocationRef>>;
using FunctionSet = std::shared_ptr<const std::unordered_set<RegionRef>>;

/// One chip of the filter bar.
struct Filter {
    enum class Kind {
        OnlyLocations,  ///< all other locations vanish, from every chart
        HideLocations,  ///< these vanish
        Functions,      ///< all other functions step back
        Messages,       ///< what `records` does not leave vanishes; likewise the next two
        Collectives,
        Io,
    };

    Kind kind = Kind::OnlyLocations;
    QString text;  ///< "only rank 0/*", "functions MPI_*"
    bool isOn = true;
    LocationList locations;
    FunctionSet functions;
    query::RecordFilter records{};  ///< one, of its kind

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// What is left out of all charts of a trace, and what steps back. Immutable.
///
/// Exact    A location is shown if it is in every *only* and in no *hide* that is on. A function stands out
///          if it is in all function filters that are on, or in any of them. Messages, collectives and I/O
///          are left as the server leaves them: docs/semantics.md, "Filters".
class FilterSet {
public:
    FilterSet() = default;
    FilterSet(const Definitions& definitions, std::vector<Filter> filters, bool anyFunction);

    [[nodiscard]] const std::vector<Filter>& filters() const { return m_filters; }
    [[nodiscard]] bool anyFunction() const { return m_anyFunction; }

    /// Without those of locations.
    [[nodiscard]] std::vector<Filter> filtersOfRecords() const;

    /// In definition order; null: all.
    [[nodiscard]] const LocationList& shown() const { return m_shown; }
    [[nodiscard]] bool shows(LocationRef location) const
    {
        return !m_shown || m_shownSet.contains(location);
    }
    /// For a question's scope: empty where all are shown.
    [[nodiscard]] std::vector<LocationRef> scope() const
    {
        return m_shown ? *m_shown : std::vector<LocationRef>();
    }
    /// What a question about \p window asks: what is shown, and what filters of \p kind leave; none of them
    /// where it is OnlyLocations.
    [[nodiscard]] query::Scope scopeOf(TickRange window, Filter::Kind kind) const
    {
        return {.window = window, .locations = scope(), .filter = records(kind)};
    }
    /// Those of Messages, Collectives or Io that are on; else empty.
    [[nodiscard]] query::RecordFilter records(Filter::Kind kind) const;

    /// Nothing is left to be asked about.
    [[nodiscard]] bool hidesAll() const { return m_shown && m_shown->empty(); }

    [[nodiscard]] bool filtersFunctions() const { return m_functions != nullptr; }
    [[nodiscard]] bool standsOut(RegionRef region) const
    {
        return !m_functions || m_functions->contains(region);
    }

    /// Those that stand out; null: all.
    [[nodiscard]] const std::unordered_set<RegionRef>* functions() const
    {
        return m_functions.get();
    }
    [[nodiscard]] const FunctionSet& functionSet() const { return m_functions; }

    using Kinds = std::initializer_list<Filter::Kind>;
    static constexpr Kinds kAllKinds = {
        Filter::Kind::OnlyLocations,
        Filter::Kind::Functions,
        Filter::Kind::Messages,
        Filter::Kind::Collectives,
        Filter::Kind::Io};
    /// "filtered: 4 of 10 locations, 31 of 800 functions, messages", for headers; empty where nothing is. Only of
    /// \p kinds; OnlyLocations stands for all filters of locations.
    [[nodiscard]] QString sentence(const Definitions& definitions, Kinds kinds = kAllKinds) const;

private:
    std::vector<Filter> m_filters;
    bool m_anyFunction = true;
    LocationList m_shown;
    std::unordered_set<LocationRef> m_shownSet;
    FunctionSet m_functions;
    query::RecordFilter m_records;
};

/// All locations of the processes that are members, in definition order; empty where the trace does not say.
[[nodiscard]] std::vector<LocationRef> membersOf(
    const Definitions& definitions, const Communicator& communicator);

/// The members themselves, in the order of their ranks; those that are no location of the trace are left out.
/// Empty where each location has such a communicator of its own, and where the trace does not say.
[[nodiscard]] std::vector<LocationRef> ranksOf(
    const Definitions& definitions, const Communicator& communicator);

/// One process, and one accelerator, of every \p step with all its locations: a few stand for many.
[[nodiscard]] std::vector<LocationRef> representatives(
    const Definitions& definitions, std::size_t step);

/// Regions whose name has \p pattern in it, or, as an expression, fits it somewhere.
[[nodiscard]] std::unordered_set<RegionRef> functionsNamed(
    const Definitions& definitions, const QString& pattern, bool isRegex);

}  // namespace vellum::gui::models
