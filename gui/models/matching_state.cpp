#include "gui/models/matching_state.h"

#include <QString>
#include <QStringList>
#include <QVariantList>

#include <algorithm>
#include <vector>

namespace vellum::gui::models {

namespace {

using compare::NamePair;

constexpr QLatin1String kIsByStructure("byStructure");
constexpr QLatin1String kSame("same");
constexpr QLatin1String kApart("apart");

QVariantList listOf(const std::vector<NamePair>& pairs)
{
    QVariantList list;
    const std::size_t count = std::min(pairs.size(), kMostKeptPairs);
    for (std::size_t i = 0; i < count; ++i) {
        list << QVariant(
            QStringList{QString::fromStdString(pairs[i].a), QString::fromStdString(pairs[i].b)});
    }
    return list;
}

std::vector<NamePair> pairsOf(const QVariant& list)
{
    std::vector<NamePair> pairs;
    for (const QVariant& one : list.toList()) {
        const QStringList names = one.toStringList();
        if (names.size() == 2 && pairs.size() < kMostKeptPairs) {
            pairs.push_back({.a = names[0].toStdString(), .b = names[1].toStdString()});
        }
    }
    return pairs;
}

}  // namespace

QVariantMap matchingState(const compare::Matching& matching)
{
    return {
        {kIsByStructure, matching.by == compare::MatchBy::Structure},
        {kSame, listOf(matching.choices.same)},
        {kApart, listOf(matching.choices.apart)}};
}

compare::Matching matchingOf(const QVariantMap& state)
{
    return {
        .by = state.value(kIsByStructure).toBool() ? compare::MatchBy::Structure
                                                   : compare::MatchBy::Name,
        .choices = {.same = pairsOf(state.value(kSame)), .apart = pairsOf(state.value(kApart))}};
}

}  // namespace vellum::gui::models
