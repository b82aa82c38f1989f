#include "collector/writer/mpi_windows.h"

#include "collector/sources/mpi/functions.h"
#include "collector/writer/mpi_world.h"

namespace vellum::collector::writer {

void MpiWindows::add(const SpooledMpi& rank)
{
    if (!rank.windows.empty()) {
        m_ranks.push_back(rank);
    }
}

std::optional<MpiWindows::Key> MpiWindows::keyOf(
    const MpiWorld& world, const SpooledMpi& rank, const SpooledMpi::Window& window)
{
    const auto communicator = world.find(rank, window.communicator);
    if (!communicator) {
        return std::nullopt;
    }
    const std::uint32_t owner = *communicator == mpi::kSelf ? rank.rank : 0;
    return Key(*communicator, owner, window.count);
}

void MpiWindows::finish(const MpiWorld& world)
{
    std::map<Key, std::string> names;
    for (const SpooledMpi& rank : m_ranks) {
        for (const auto& [number, window] : rank.windows) {
            if (const std::optional<Key> key = keyOf(world, rank, window)) {
                std::string& name = names[*key];
                name = name.empty() ? window.name : name;
            }
        }
        for (const auto& [number, ranks] : rank.groups) {
            m_places.try_emplace(ranks, 0);
        }
    }
    m_ranks.clear();
    const std::vector<Otf2Archive::Communicator> communicators = world.communicators();
    for (const auto& [key, name] : names) {
        const auto& [communicator, owner, count] = key;
        m_refs[key] = static_cast<Ref>(m_windows.size());
        const std::string usual =
            "window " + std::to_string(count) + " of " + communicators.at(communicator).name;
        m_windows.push_back({.name = name.empty() ? usual : name, .communicator = communicator});
    }
    for (auto& [ranks, place] : m_places) {
        place = static_cast<std::uint32_t>(m_groups.size());
        m_groups.push_back(ranks);
    }
}

std::optional<MpiWindows::Ref> MpiWindows::find(
    const MpiWorld& world, const SpooledMpi& rank, std::uint32_t number) const
{
    const auto window = rank.windows.find(number);
    const std::optional<Key> key =
        window == rank.windows.end() ? std::nullopt : keyOf(world, rank, window->second);
    // A rank that still runs may have made it since it was looked at.
    const auto known = key ? m_refs.find(*key) : m_refs.end();
    return known == m_refs.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::uint32_t> MpiWindows::findGroup(
    const SpooledMpi& rank, std::uint32_t number) const
{
    const auto group = rank.groups.find(number);
    const auto place = group == rank.groups.end() ? m_places.end() : m_places.find(group->second);
    return place == m_places.end() ? std::nullopt : std::optional(place->second);
}

}  // namespace vellum::collector::writer
