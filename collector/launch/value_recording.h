#pragma once

#include "collector/launch/options.h"
#include "collector/measurement/spool_format.h"
#include "collector/values/analysis/value_collection.h"
#include "collector/writer/archive_builder.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace vellum::collector::launch {

/// What `--values` adds to a recording: the analysis beside the program, and the side-car beside the archive.
///
/// Threads  Owner thread.
class ValueRecording {
public:
    /// Null where the options do not ask for values. Begins to look for processes in the request's spool, and gives the
    /// request the archive's properties.
    [[nodiscard]] static std::unique_ptr<ValueRecording> begin(
        const Options& options, measurement::ClockKind clock, writer::ArchiveRequest& request);

    ValueRecording(
        const Options& options,
        measurement::ClockKind clock,
        const writer::ArchiveRequest& request);

    /// The program has ended.
    void stop() { m_collection.stop(); }

    /// When the archive is there, and the spool still is. \return a sentence for the user
    [[nodiscard]] std::string write(
        const writer::ArchiveRequest& request, const writer::ArchiveSummary& summary);

private:
    std::string m_level;
    measurement::ClockKind m_clock;
    ::vellum::values::sidecar::Digest m_runId;
    values::ValueCollection m_collection;
};

}  // namespace vellum::collector::launch
