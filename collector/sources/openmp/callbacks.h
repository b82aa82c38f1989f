#pragma once

#include "collector/sources/openmp/ompt_interface.h"

namespace vellum::collector::openmp {

/// Asks the runtime for its events: each becomes records of the thread that it happens on.
///
/// \param lookup  the runtime's functions by name
/// \return false where it has none to ask
[[nodiscard]] bool askForEvents(ompt::Lookup lookup);

/// In a forked child: it has no parallel region and no worker yet.
void countAnew();

}  // namespace vellum::collector::openmp
