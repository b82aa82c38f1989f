#pragma once

#include "common/trace/definitions.h"

#include <QString>

#include <memory>
#include <unordered_set>
#include <vector>

namespace vellum::gui::models {

using LocationList = std::shared_ptr<const std::vector<LocationRef>>;

/// One chip of the filter bar.
struct Filter {
    enum class Kind {
        OnlyLocations,  ///< all other locations vanish, from every chart
        HideLocations,  ///< these vanish
        Functions,      ///< all other functions step back
    };

    Kind kind = Kind::OnlyLocations;
    QString text;  ///< "only rank 0/*", "functions MPI_*"
    bool isOn = true;
    LocationList locations;
    std::shared_ptr<const std::unordered_set<RegionRef>> functions;

    friend bool operator==(const Filter&, const Filter&) = default;
};

/// What is left out of all charts of a trace, and what steps back. Immutable.
///
/// Exact    A location is shown if it is in every *only* and in no *hide* that is on. A function stands out
///          if it is in all function filters that are on, or in any of them.
class FilterSet {
public:
    FilterSet() = default;
    FilterSet(const Definitions& definitions, std::vector<Filter> filters, bool anyFunction);

    [[nodiscard]] const std::vector<Filter>& filters() const { return m_filters; }
    [[nodiscard]] bool anyFunction() const { return m_anyFunction; }

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

    /// "4 of 10 locations", "31 of 800 functions stand out"; empty where nothing is filtered.
    [[nodiscard]] QString sentence(const Definitions& definitions) const;

private:
    std::vector<Filter> m_filters;
    bool m_anyFunction = true;
    LocationList m_shown;
    std::unordered_set<LocationRef> m_shownSet;
    std::shared_ptr<const std::unordered_set<RegionRef>> m_functions;
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
