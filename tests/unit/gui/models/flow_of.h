#pragma once

#include "gui/models/flow_model.h"

#include <cstdint>

namespace vellum::tests {

[[nodiscard]] inline gui::models::Flow flow(
    std::uint32_t from,
    Tick leaves,
    std::uint32_t to,
    Tick arrives,
    gui::models::Flow::Kind kind = gui::models::Flow::Kind::Named)
{
    return {
        .from = LocationRef(from),
        .leaves = leaves,
        .to = LocationRef(to),
        .arrives = arrives,
        .kind = kind};
}

}  // namespace vellum::tests
