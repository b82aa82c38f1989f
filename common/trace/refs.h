#pragma once

#include "common/base/strong_id.h"

#include <cstdint>

namespace vellum {

/// OTF2's references, one type per kind of definition. The numbers are the trace's own.
using LocationRef = StrongId<struct LocationTag, std::uint64_t>;
using LocationGroupRef = StrongId<struct LocationGroupTag>;
using SystemTreeNodeRef = StrongId<struct SystemTreeNodeTag>;
using RegionRef = StrongId<struct RegionTag>;
using GroupRef = StrongId<struct GroupTag>;
using CommRef = StrongId<struct CommTag>;
using MetricMemberRef = StrongId<struct MetricMemberTag>;
using MetricRef = StrongId<struct MetricTag>;
using CallingContextRef = StrongId<struct CallingContextTag>;
using RmaWinRef = StrongId<struct RmaWinTag>;
using IoHandleRef = StrongId<struct IoHandleTag>;
using IoFileRef = StrongId<struct IoFileTag>;
using IoParadigmRef = StrongId<struct IoParadigmTag, std::uint8_t>;
using CartTopologyRef = StrongId<struct CartTopologyTag>;
using CartDimensionRef = StrongId<struct CartDimensionTag>;
using SourceCodeLocationRef = StrongId<struct SourceCodeLocationTag>;
using InterruptGeneratorRef = StrongId<struct InterruptGeneratorTag>;
using StringRef = StrongId<struct StringTag>;
using AttributeRef = StrongId<struct AttributeTag>;
using ParameterRef = StrongId<struct ParameterTag>;
using MarkerRef = StrongId<struct MarkerTag>;

/// A location's place in `Definitions::locations`: dense, 0-based, in the order of the definitions
/// file. What columns and arrays are indexed by; never sent over the wire.
using LocationIndex = StrongId<struct LocationIndexTag>;

}  // namespace vellum
