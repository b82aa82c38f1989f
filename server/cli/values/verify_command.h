#pragma once

#include <ostream>

namespace vellum::server::cli {

/// `values verify FILE`: what is wrong with a side-car. Status kCheckFailed where it is damaged.
[[nodiscard]] int verifyCommand(int argc, const char* const* argv, std::ostream& out);

}  // namespace vellum::server::cli
