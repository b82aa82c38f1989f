#pragma once

#include <cstdint>
#include <string>

namespace vellum {

// What collective records say by numbers; the numbers are OTF2's (3.0).

/// Roots that are no rank.
inline constexpr std::uint32_t kNoRoot = 0xffffffff;
inline constexpr std::uint32_t kRootIsSelf = 0xfffffffe;         ///< the location itself
inline constexpr std::uint32_t kRootIsInThisGroup = 0xfffffffd;  ///< of an inter-communicator

/// How many operations have a name: those of a smaller number.
inline constexpr std::uint32_t kCollectiveOperations = 23;

/// "ALLREDUCE", …: as OTF2 spells it; of a number it does not have "operation 77".
[[nodiscard]] std::string collectiveName(std::uint32_t operation);

/// "3", "self", "this group"; empty where there is none.
[[nodiscard]] std::string rootName(std::uint32_t root);

}  // namespace vellum
