#pragma once

#include "common/trace/refs.h"

#include <cstdint>
#include <string>
#include <vector>

namespace vellum {

/// Memory of a communicator's processes that the others may access.
struct RmaWindow {
    RmaWinRef ref;
    std::string name;
    CommRef communicator;
    std::uint32_t flags = 0;  ///< 1: its making and end are records

    friend bool operator==(const RmaWindow&, const RmaWindow&) = default;
};

struct CartDimension {
    CartDimensionRef ref;
    std::string name;
    std::uint32_t size = 0;
    bool isPeriodic = false;

    friend bool operator==(const CartDimension&, const CartDimension&) = default;
};

/// A grid on which the ranks of a communicator lie.
struct CartTopology {
    CartTopologyRef ref;
    std::string name;
    CommRef communicator;
    std::vector<CartDimensionRef> dimensions;

    friend bool operator==(const CartTopology&, const CartTopology&) = default;
};

/// Where one rank lies on a grid.
struct CartCoordinate {
    CartTopologyRef topology;
    std::uint32_t rank = 0;
    std::vector<std::uint32_t> coordinates;

    friend bool operator==(const CartCoordinate&, const CartCoordinate&) = default;
};

}  // namespace vellum
