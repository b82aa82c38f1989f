#include "server/reader/joint/reference_maps.h"

#include <string_view>
#include <utility>

namespace vellum::server::reader::joint {

namespace {

/// What records call the definitions that they name (event_kinds.cpp). Ranks and threads of a team are
/// numbers inside a communicator and stay what they are.
constexpr std::array<std::pair<std::string_view, RefKind>, 18> kMembers{{
    {"region", RefKind::Region},
    {"category", RefKind::Region},
    {"communicator", RefKind::Comm},
    {"thread_team", RefKind::Comm},
    {"thread_contingent", RefKind::Comm},
    {"group", RefKind::Group},
    {"metric", RefKind::Metric},
    {"parameter", RefKind::Parameter},
    {"string", RefKind::String},
    {"program_name", RefKind::String},
    {"win", RefKind::RmaWindow},
    {"calling_context", RefKind::CallingContext},
    {"interrupt_generator", RefKind::InterruptGenerator},
    {"handle", RefKind::IoHandle},
    {"old_handle", RefKind::IoHandle},
    {"new_handle", RefKind::IoHandle},
    {"io_paradigm", RefKind::IoParadigm},
    {"file", RefKind::IoFile},
}};

RefKind kindOfMember(std::string_view name)
{
    for (const auto& [member, kind] : kMembers) {
        if (member == name) {
            return kind;
        }
    }
    return RefKind::None;
}

using MemberKinds = std::vector<RefKind>;

const MemberKinds& memberKindsOf(EventKind kind)
{
    static const std::array<MemberKinds, event_kind::kCount> kAll = [] {
        std::array<MemberKinds, event_kind::kCount> all;
        for (EventKind each = 0; each < event_kind::kCount; ++each) {
            for (const std::string_view name : infoOf(each).attributes) {
                all.at(each).push_back(kindOfMember(name));
            }
        }
        return all;
    }();
    return kAll.at(kind);
}

std::uint64_t undefinedOf(RefKind kind)
{
    switch (kind) {
    case RefKind::Location:
        return 0xffff'ffff'ffff'ffff;
    case RefKind::IoParadigm:
        return 0xff;
    default:
        return 0xffff'ffff;
    }
}

}  // namespace

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

void ReferenceMaps::mapRecord(EventKind kind, std::span<std::uint64_t> payload) const
{
    const MemberKinds& kinds = memberKindsOf(kind);
    for (std::size_t i = 0; i < std::min(kinds.size(), payload.size()); ++i) {
        payload[i] = mapped(kinds[i], payload[i]);
    }
    if (kind == event_kind::kProgramBegin) {
        for (std::size_t i = kinds.size() + 1; i < payload.size(); i += 2) {
            payload[i] = mapped(RefKind::String, payload[i]);
        }
    }
}

TypedValue ReferenceMaps::mapped(TypedValue value) const
{
    return {.type = value.type, .bits = mapped(refKindOf(value.type), value.bits)};
}

RefKind refKindOf(ValueType type)
{
    switch (type) {
    case ValueType::String:
        return RefKind::String;
    case ValueType::Attribute:
        return RefKind::Attribute;
    case ValueType::Location:
        return RefKind::Location;
    case ValueType::Region:
        return RefKind::Region;
    case ValueType::Group:
        return RefKind::Group;
    case ValueType::Metric:
        return RefKind::Metric;
    case ValueType::Comm:
        return RefKind::Comm;
    case ValueType::Parameter:
        return RefKind::Parameter;
    case ValueType::RmaWin:
        return RefKind::RmaWindow;
    case ValueType::SourceCodeLocation:
        return RefKind::SourceCodeLocation;
    case ValueType::CallingContext:
        return RefKind::CallingContext;
    case ValueType::InterruptGenerator:
        return RefKind::InterruptGenerator;
    case ValueType::IoFile:
        return RefKind::IoFile;
    case ValueType::IoHandle:
        return RefKind::IoHandle;
    case ValueType::LocationGroup:
        return RefKind::LocationGroup;
    default:
        return RefKind::None;
    }
}

}  // namespace vellum::server::reader::joint
