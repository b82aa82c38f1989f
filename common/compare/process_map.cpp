#include "common/compare/process_map.h"

#include "common/base/trimmed.h"
#include "common/compare/step_differences.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace vellum::compare {

namespace {

using Places = std::vector<std::size_t>;

std::optional<MapBy> ruleOf(std::string_view word)
{
    const auto* found = std::ranges::find(kMapByWords, word);
    return found == std::end(kMapByWords)
               ? std::nullopt
               : std::optional(static_cast<MapBy>(found - std::begin(kMapByWords)));
}

/// By A's order, then by B's; what only B has behind them.
void putInOrder(std::vector<MappedPair>& pairs)
{
    std::ranges::sort(pairs, {}, [](const MappedPair& one) {
        return std::tuple(!one.a.has_value(), one.a, one.b);
    });
}

/// What has no partner stands alone.
void addAlone(
    std::vector<MappedPair>& pairs,
    std::span<const std::size_t> ofA,
    std::span<const std::size_t> ofB)
{
    std::vector<std::size_t> inA;
    std::vector<std::size_t> inB;
    for (const MappedPair& pair : pairs) {
        inA.push_back(*pair.a);
        inB.push_back(*pair.b);
    }
    std::ranges::sort(inA);
    std::ranges::sort(inB);
    for (const std::size_t place : ofA) {
        if (!std::ranges::binary_search(inA, place)) {
            pairs.push_back({.a = place, .b = std::nullopt});
        }
    }
    for (const std::size_t place : ofB) {
        if (!std::ranges::binary_search(inB, place)) {
            pairs.push_back({.a = std::nullopt, .b = place});
        }
    }
}

class Mapper {
public:
    Mapper(const RunProcesses& a, const RunProcesses& b, const ProcessMap& map)
        : m_a(a)
        , m_b(b)
        , m_map(map)
        , m_isEdited(a.processes.size())
        , m_isTaken(b.processes.size())
    {
    }

    std::vector<MappedPair> map()
    {
        for (std::size_t i = 0; i < m_a.processes.size(); ++i) {
            takeEdit(i);
        }
        for (const bool isAccelerator : {false, true}) {
            mapAlike(those(m_a, isAccelerator), those(m_b, isAccelerator));
        }
        addAlone(m_pairs, all(m_a), all(m_b));
        putInOrder(m_pairs);
        return std::move(m_pairs);
    }

private:
    static Places all(const RunProcesses& run)
    {
        Places places(run.processes.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            places[i] = i;
        }
        return places;
    }

    static Places those(const RunProcesses& run, bool isAccelerator)
    {
        Places places = all(run);
        std::erase_if(
            places, [&](std::size_t i) { return run.processes[i].isAccelerator != isAccelerator; });
        return places;
    }

    void takeEdit(std::size_t a)
    {
        const auto edit = std::ranges::find(
            m_map.edits.rbegin(), m_map.edits.rend(), m_a.processes[a].name, &MapEdit::a);
        if (edit == m_map.edits.rend()) {
            return;
        }
        m_isEdited[a] = true;
        const auto b = std::ranges::find(m_b.processes, edit->b, &RunProcesses::Process::name);
        if (!edit->b.empty() && b != m_b.processes.end()) {
            const auto place = static_cast<std::size_t>(b - m_b.processes.begin());
            m_isTaken[place] = true;
            m_pairs.push_back({.a = a, .b = place});
        }
    }

    void add(std::size_t a, std::size_t b) { m_pairs.push_back({.a = a, .b = b}); }

    void mapAlike(const Places& ofA, const Places& ofB)
    {
        switch (m_map.by) {
        case MapBy::Rank:
            for (std::size_t i = 0; i < std::min(ofA.size(), ofB.size()); ++i) {
                if (!m_isEdited[ofA[i]] && !m_isTaken[ofB[i]]) {
                    add(ofA[i], ofB[i]);
                }
            }
            break;
        case MapBy::Fold:
            fold(ofA, ofB);
            break;
        case MapBy::Name:
            byName(ofA, ofB, false);
            break;
        case MapBy::Likely:
            byName(ofA, ofB, true);
            break;
        }
    }

    void fold(const Places& ofA, const Places& ofB)
    {
        if (ofA.empty() || ofB.empty()) {
            return;
        }
        const bool isAFolded = ofA.size() >= ofB.size();
        const std::size_t count = std::max(ofA.size(), ofB.size());
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t a = isAFolded ? ofA[i] : ofA[i * ofA.size() / count];
            const std::size_t b = isAFolded ? ofB[i * ofB.size() / count] : ofB[i];
            // Where A has more processes, one of B gets several, also one that an edit names; where B has more, one
            // that an edit names gets no other.
            if (!m_isEdited[a] && (isAFolded || !m_isTaken[b])) {
                add(a, b);
            }
        }
    }

    void byName(Places ofA, Places ofB, bool thenInOrder)
    {
        std::erase_if(ofA, [this](std::size_t i) { return m_isEdited[i]; });
        std::erase_if(ofB, [this](std::size_t i) { return m_isTaken[i]; });
        const auto namesOf = [](const RunProcesses& run, const Places& places) {
            std::vector<std::string> names;
            for (const std::size_t i : places) {
                names.push_back(run.processes[i].name);
            }
            return names;
        };
        const auto namesA = namesOf(m_a, ofA);
        const auto namesB = namesOf(m_b, ofB);
        const auto matches = matchLocations(namesA, namesB);
        for (std::size_t i = 0; i < matches.size(); ++i) {
            if (matches[i] && (thenInOrder || namesA[i] == namesB[*matches[i]])) {
                add(ofA[i], ofB[*matches[i]]);
            }
        }
    }

    const RunProcesses& m_a;
    const RunProcesses& m_b;
    const ProcessMap& m_map;
    std::vector<bool> m_isEdited;
    std::vector<bool> m_isTaken;
    std::vector<MappedPair> m_pairs;
};

/// Pairs among some locations of either, by the names that \p name reads.
template <typename Name>
void addMatches(
    std::vector<MappedPair>& pairs,
    const RunProcesses& a,
    const Places& ofA,
    const RunProcesses& b,
    const Places& ofB,
    Name name)
{
    std::vector<std::string> namesA;
    std::vector<std::string> namesB;
    for (const std::size_t i : ofA) {
        namesA.push_back(a.places[i].*name);
    }
    for (const std::size_t i : ofB) {
        namesB.push_back(b.places[i].*name);
    }
    const auto matches = matchLocations(namesA, namesB);
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (matches[i]) {
            pairs.push_back({.a = ofA[i], .b = ofB[*matches[i]]});
        }
    }
}

/// Those of each process.
std::vector<Places> byProcess(const RunProcesses& run, std::span<const std::size_t> of)
{
    std::vector<Places> places(run.processes.size());
    for (const std::size_t i : of) {
        places[run.places[i].process].push_back(i);
    }
    return places;
}

bool isEdited(const ProcessMap& map, const std::string& name)
{
    return std::ranges::find(map.edits, name, &MapEdit::a) != map.edits.end();
}

}  // namespace

std::optional<ProcessMap> parseProcessMap(std::string_view text)
{
    std::optional<ProcessMap> map;
    while (true) {
        const std::size_t end = text.find(';');
        const std::string_view part = trimmed(text.substr(0, end));
        if (!map) {
            const auto by = ruleOf(part);
            if (!by) {
                return std::nullopt;
            }
            map = ProcessMap{.by = *by, .edits = {}};
        } else if (!part.empty()) {
            const std::size_t is = part.find('=');
            const std::string_view a = trimmed(part.substr(0, is));
            if (is == std::string_view::npos || a.empty()) {
                return std::nullopt;
            }
            map->edits.push_back(
                {.a = std::string(a), .b = std::string(trimmed(part.substr(is + 1)))});
        }
        if (end == std::string_view::npos) {
            return map;
        }
        text.remove_prefix(end + 1);
    }
}

std::string textOf(const ProcessMap& map)
{
    std::string text(kMapByWords[static_cast<std::size_t>(map.by)]);
    for (const MapEdit& edit : map.edits) {
        text.append("; ").append(edit.a).append(" = ").append(edit.b);
    }
    return text;
}

RunProcesses processesOf(const Definitions& definitions)
{
    RunProcesses run;
    std::vector<std::size_t>& placeOf = run.ofGroup;
    placeOf.assign(definitions.locationGroups.size(), RunProcesses::kNone);
    std::vector<bool> hasLocations(definitions.locationGroups.size());
    const auto groupOf = [&](const Location& location) {
        const LocationGroup* group = definitions.find(location.group);
        return group != nullptr
                   ? static_cast<std::size_t>(group - definitions.locationGroups.data())
                   : definitions.locationGroups.size();
    };
    for (const Location& location : definitions.locations) {
        if (const std::size_t group = groupOf(location); group < hasLocations.size()) {
            hasLocations[group] = true;
        }
    }
    for (std::size_t i = 0; i < hasLocations.size(); ++i) {
        const LocationGroup& group = definitions.locationGroups[i];
        if (hasLocations[i]) {
            placeOf[i] = run.processes.size();
            run.processes.push_back(
                {.name = group.name,
                 .isAccelerator = group.type == LocationGroupType::Accelerator});
        }
    }
    const std::size_t without = run.processes.size();  // of locations that have no process
    for (const Location& location : definitions.locations) {
        const std::size_t group = groupOf(location);
        run.places.push_back(
            {.process = group < placeOf.size() ? placeOf[group] : without,
             .name = location.name,
             .whole = nameOfLocation(definitions, location)});
        if (group >= placeOf.size() && run.processes.size() == without) {
            run.processes.emplace_back();
        }
    }
    return run;
}

std::vector<MappedPair> mapProcesses(
    const RunProcesses& a, const RunProcesses& b, const ProcessMap& map)
{
    return Mapper(a, b, map).map();
}

std::vector<MappedPair> mapLocations(
    const RunProcesses& a,
    std::span<const std::size_t> ofA,
    const RunProcesses& b,
    std::span<const std::size_t> ofB,
    const ProcessMap& map)
{
    std::vector<MappedPair> pairs;
    const std::vector<Places> inA = byProcess(a, ofA);
    const std::vector<Places> inB = byProcess(b, ofB);
    // By MapBy::Likely locations are matched by their whole names, in whichever processes they are; only processes that an edit
    // names are matched as processes.
    std::vector<bool> isRestA(a.processes.size(), map.by == MapBy::Likely);
    std::vector<bool> isRestB(b.processes.size(), map.by == MapBy::Likely);
    for (const MappedPair& pair : mapProcesses(a, b, map)) {
        const bool isEditedOne = pair.a && isEdited(map, a.processes[*pair.a].name);
        if (isEditedOne) {
            isRestA[*pair.a] = false;
        }
        if (!pair.a || !pair.b || (map.by == MapBy::Likely && !isEditedOne)) {
            continue;
        }
        isRestB[*pair.b] = false;
        addMatches(pairs, a, inA[*pair.a], b, inB[*pair.b], &RunProcesses::Place::name);
    }
    const auto restOf = [](const RunProcesses& run, const auto& of, const auto& isRest) {
        Places rest(of.begin(), of.end());
        std::erase_if(rest, [&](std::size_t i) { return !isRest[run.places[i].process]; });
        return rest;
    };
    addMatches(
        pairs, a, restOf(a, ofA, isRestA), b, restOf(b, ofB, isRestB), &RunProcesses::Place::whole);
    addAlone(pairs, ofA, ofB);
    putInOrder(pairs);
    return pairs;
}

}  // namespace vellum::compare
