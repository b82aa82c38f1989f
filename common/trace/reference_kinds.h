#pragma once

#include "common/trace/definitions.h"
#include "common/trace/event_kinds.h"
#include "common/trace/markers.h"
#include "common/trace/values.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace vellum {

/// Kinds of definitions that others name.
enum class RefKind : std::uint8_t {
    None,  ///< a number that names nothing
    String,
    Attribute,
    Node,
    LocationGroup,
    Location,
    Region,
    SourceCodeLocation,
    CallingContext,
    InterruptGenerator,
    Group,
    Comm,
    RmaWindow,
    CartDimension,
    CartTopology,
    MetricMember,
    Metric,  ///< classes and instances
    Parameter,
    IoParadigm,
    IoFile,
    IoHandle,
    Marker,
};
inline constexpr std::size_t kRefKinds = 22;

/// "RMA window", "I/O handle"…, for sentences.
[[nodiscard]] std::string_view name(RefKind kind);

/// What OTF2 writes where nothing is named: all bits set, as many as the kind's references have.
[[nodiscard]] std::uint64_t undefinedOf(RefKind kind);

/// Whether \p definitions have what \p ref of \p kind names. Of formats without metric classes a Metric is
/// the member itself.
///
/// Cost     One look-up by `lookups`; of the three kinds that no event names and of I/O paradigms all are looked at.
[[nodiscard]] bool isDefined(const Definitions& definitions, RefKind kind, std::uint64_t ref);

/// A member of an event record that names a definition.
struct ReferringMember {
    std::uint8_t place = 0;  ///< among the record's words
    RefKind kind = RefKind::None;
};

/// Those of a kind's fixed members. Ranks, and threads of a team, are numbers inside a communicator and none.
/// Not among them: what goes on in pairs behind them, of ProgramBegin strings.
[[nodiscard]] std::span<const ReferringMember> referringMembersOf(EventKind kind);

/// Of which kind \p member of a record ("win", "thread_team", "argument") names a definition.
[[nodiscard]] RefKind refKindOfMember(std::string_view member);

// Of which kind others name a definition.
[[nodiscard]] RefKind refKindOf(ValueType type);
[[nodiscard]] RefKind refKindOf(PropertyTarget target);
[[nodiscard]] RefKind refKindOf(MetricScope scope);
[[nodiscard]] RefKind refKindOf(MarkerScope scope);
/// Members of a CommGroup are places in another group: none.
[[nodiscard]] RefKind refKindOfMembers(GroupType type);

}  // namespace vellum
