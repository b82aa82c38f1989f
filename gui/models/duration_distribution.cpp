#include "gui/models/duration_distribution.h"

namespace vellum::gui::models {

compare::Distribution distributionOf(const Differences& differences, const compare::NamePair& names)
{
    const auto durationsOf = [&](const Differences::Side& side, const std::string& name) {
        return name.empty() ? std::vector<compare::DurationClass>()
                            : differences.durationsOf(side, name);
    };
    compare::Distribution distribution = compare::distributionOf(
        durationsOf(differences.a(), names.a), durationsOf(differences.b(), names.b));
    distribution.function = names.a.empty() ? names.b : names.a;
    distribution.functionInB = names.b != distribution.function ? names.b : std::string();
    return distribution;
}

}  // namespace vellum::gui::models
