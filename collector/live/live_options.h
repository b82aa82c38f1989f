#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/writer/archive_builder.h"
#include "common/client/connection.h"

#include <functional>
#include <string>

namespace vellum::collector::live {

/// What a live run is made of.
struct LiveOptions {
    client::Endpoint endpoint;  ///< of the server that is to have it
    std::string name;           ///< as query::isLiveName has it
    /// What an archive is made of; the folder and what concerns the time of the archive is filled in for each.
    writer::ArchiveRequest request;
    measurement::ClockKind clock = measurement::ClockKind::Monotonic;
    /// The rate of the clock, as it is known by now.
    std::function<writer::ClockCalibration()> calibrate;
    /// Writes a sentence for the user.
    std::function<void(const std::string&)> say;
};

}  // namespace vellum::collector::live
