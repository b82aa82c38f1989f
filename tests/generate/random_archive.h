#pragma once

#include "tests/generate/archive_writer.h"
#include "tests/generate/random_plan.h"

namespace vellum::generate {

/// Writes a random archive; equal options write equal bytes in definitions and events.
void writeRandomArchive(const RandomOptions& options);

/// Writes the records of one location of the plan; fills its `written` and `lastTime`.
void writeRandomLocation(
    ArchiveWriter& archive,
    const RandomPlan& plan,
    PlannedLocation& location,
    const RandomOptions& options,
    RandomSource& random);

/// Writes the global definitions; locations must have their counts.
void writeRandomDefinitions(
    ArchiveWriter& archive,
    const RandomPlan& plan,
    const RandomOptions& options,
    RandomSource& random);

}  // namespace vellum::generate
