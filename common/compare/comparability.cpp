#include "common/compare/comparability.h"

#include "common/base/number_text.h"
#include "common/time/clock_properties.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>

namespace vellum::compare {

namespace {

using table::column;
using table::Column;

constexpr Column kFacts[] = {
    column<&RunFacts::name>({.name = "path", .says = "of the trace or of the file"}),
    column<&RunFacts::format>({.name = "format", .says = "of the trace"}),
    column<&RunFacts::locations>(
        {.name = "locations", .says = "that the costs are of", .unit = table::Unit::Count}),
    column<&RunFacts::locationGroups>(
        {.name = "location_groups", .says = "that the trace has", .unit = table::Unit::Count}),
    column<&RunFacts::ranks>(
        {.name = "ranks",
         .says = "location groups that have a CPU thread among the locations",
         .unit = table::Unit::Count}),
    column<&RunFacts::ticksPerSecond>(
        {.name = "ticks_per_second", .says = "of its clock", .unit = table::Unit::Count}),
    column<&RunFacts::lengthNs>(
        {.name = "length",
         .says = "of the window that the costs are of",
         .unit = table::Unit::Nanoseconds}),
    column<&RunFacts::window>({.name = "window", .says = "as asked for; empty: all"}),
    column<&RunFacts::chosen>({.name = "chosen", .says = "locations, as asked for; empty: all"}),
    column<&RunFacts::filter>({.name = "filter", .says = "of visits, as asked for; empty: none"}),
    column<&RunFacts::isDamaged>(
        {.name = "damaged", .says = "1: not all that was recorded could be read", .most = 1})};

constexpr Column kRow[] = {
    column<&RunDifference::what>({.name = "what", .says = "what differs"}),
    column<&RunDifference::a>({.name = "a", .says = "in A"}),
    column<&RunDifference::b>({.name = "b", .says = "in B"})};

constexpr Column kAll[] = {column<&RunDifferences::differences>(
    {.name = "differences", .says = "what else differs between the runs"})};

std::string orAll(const std::string& asked)
{
    return asked.empty() ? "all" : "'" + asked + "'";
}

std::string resolutionOf(const RunFacts& facts)
{
    return grouped(facts.ticksPerSecond) + " ticks per second";
}

bool areLengthsAlike(std::int64_t a, std::int64_t b)
{
    const auto longer = static_cast<double>(std::max(a, b));
    const auto shorter = static_cast<double>(std::min(a, b));
    return longer - shorter < longer * kLeastLengthDifference || longer == shorter;
}

/// "3, such as 'solve'": how many only \p costs has, and the one of them that takes the longest.
std::string onlyIn(const Costs& costs, const Costs& others)
{
    std::uint64_t count = 0;
    const Cost* longest = nullptr;
    for (const Cost& cost : costs) {
        if (findCost(others, cost.name) == nullptr) {
            ++count;
            longest =
                longest == nullptr || cost.exclusiveNs > longest->exclusiveNs ? &cost : longest;
        }
    }
    if (longest == nullptr) {
        return "none";
    }
    return grouped(count) + (count == 1 ? ", '" : ", such as '") + longest->name + "'";
}

class Differences {
public:
    void add(std::string_view what, std::string a, std::string b)
    {
        if (a != b) {
            m_all.differences.push_back(
                {.what = std::string(what), .a = std::move(a), .b = std::move(b)});
        }
    }
    [[nodiscard]] RunDifferences take() { return std::move(m_all); }

private:
    RunDifferences m_all;
};

}  // namespace

constinit const table::Schema RunFacts::kSchema = table::schemaOf<RunFacts>("run-facts", kFacts);
constinit const table::Schema RunDifference::kSchema =
    table::schemaOf<RunDifference>("run-difference", kRow);
constinit const table::Schema RunDifferences::kSchema =
    table::schemaOf<RunDifferences>("run-differences", kAll);

RunDifferences differencesOf(const Run& a, const Run& b)
{
    const RunFacts& inA = a.facts;
    const RunFacts& inB = b.facts;
    Differences all;
    all.add("format", inA.format, inB.format);
    all.add("locations", grouped(inA.locations), grouped(inB.locations));
    all.add("location groups", grouped(inA.locationGroups), grouped(inB.locationGroups));
    all.add("clock", resolutionOf(inA), resolutionOf(inB));
    if (!areLengthsAlike(inA.lengthNs, inB.lengthNs)) {
        const ClockProperties clock;
        all.add("length", formatDuration(inA.lengthNs, clock), formatDuration(inB.lengthNs, clock));
    }
    all.add("window", orAll(inA.window), orAll(inB.window));
    all.add("selected locations", orAll(inA.chosen), orAll(inB.chosen));
    all.add("visits", orAll(inA.filter), orAll(inB.filter));
    all.add("damage", inA.isDamaged ? "yes" : "none", inB.isDamaged ? "yes" : "none");
    all.add(kNamesOfOne, onlyIn(a.functions, b.functions), onlyIn(b.functions, a.functions));
    return all.take();
}

std::string sentenceOf(
    const RunDifference& difference, std::string_view nameOfA, std::string_view nameOfB)
{
    std::string sentence = difference.what + ": " + difference.a;
    sentence.append(" in ").append(nameOfA).append(", ").append(difference.b);
    return sentence.append(" in ").append(nameOfB);
}

}  // namespace vellum::compare
