#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vellum::server::reader::nsys {

/// What the name of a call of MPI says, as C or Fortran have it, with or without the P of PMPI.
struct MessageCall {
    enum class Direction : std::uint8_t {
        None,     ///< no message: a probe
        Unknown,  ///< both at once, or a call that is not known here
        Send,
        Receive
    };

    Direction direction = Direction::Unknown;
    bool isBlocking = true;
    bool isPersistent = false;  ///< only made by this call, and begun by others
};
[[nodiscard]] MessageCall messageCallOf(std::string_view name);

struct CollectiveCall {
    std::uint32_t operation = 0;  ///< OTF2's number
    bool hasRoot = false;
    bool isBlocking = true;
    bool isPersistent = false;
};
/// \return nothing for what is no collective operation, or none that OTF2 has a number for
[[nodiscard]] std::optional<CollectiveCall> collectiveCallOf(std::string_view name);

/// MPI_Start and MPI_Startall; what else has requests waits for them.
[[nodiscard]] bool beginsRequests(std::string_view name);

}  // namespace vellum::server::reader::nsys
