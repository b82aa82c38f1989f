#include "server/reader/joint/reference_maps.h"

#include <cstddef>

namespace vellum::server::reader::joint {

void ReferenceMap::add(std::uint64_t from, std::uint64_t to)
{
    constexpr std::uint64_t kRoom = 1024;
    if (from >= 2 * m_dense.size() + kRoom) {
        m_sparse.emplace(from, to);
        return;
    }
    if (from >= m_dense.size()) {
        m_dense.resize(from + 1, kNone);
    }
    if (m_dense[from] == kNone) {
        m_dense[from] = to;
    }
}

bool ReferenceMap::contains(std::uint64_t from) const
{
    return at(from, kNone) != kNone;
}

std::uint64_t ReferenceMap::at(std::uint64_t from, std::uint64_t undefined) const
{
    if (from < m_dense.size() && m_dense[from] != kNone) {
        return m_dense[from];
    }
    const auto found = m_sparse.find(from);
    return found == m_sparse.end() ? undefined : found->second;
}

std::uint64_t ReferenceMaps::mapped(RefKind kind, std::uint64_t from) const
{
    if (kind == RefKind::None) {
        return from;
    }
    return m_maps.at(static_cast<std::size_t>(kind)).at(from, undefinedOf(kind));
}

std::uint64_t ReferenceMaps::named(RefKind kind, std::uint64_t from) const
{
    const std::uint64_t whole = mapped(kind, from);
    const bool isLost =
        kind != RefKind::None && whole == undefinedOf(kind) && from != undefinedOf(kind);
    return isLost ? m_files.inWhole(kind, {.file = m_file, .ref = from}) : whole;
}

void ReferenceMaps::mapRecord(EventKind kind, std::span<std::uint64_t> payload) const
{
    for (const ReferringMember& member : referringMembersOf(kind)) {
        if (member.place < payload.size()) {
            payload[member.place] = named(member.kind, payload[member.place]);
        }
    }
    if (kind == event_kind::kProgramBegin) {
        for (std::size_t i = infoOf(kind).attributes.size() + 1; i < payload.size(); i += 2) {
            payload[i] = named(RefKind::String, payload[i]);
        }
    }
}

TypedValue ReferenceMaps::named(TypedValue value) const
{
    return {.type = value.type, .bits = named(refKindOf(value.type), value.bits)};
}

}  // namespace vellum::server::reader::joint
