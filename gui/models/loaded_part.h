#pragma once

#include "common/query/answers.h"
#include "common/time/clock_properties.h"

#include <QString>

#include <string>

namespace vellum::gui::models {

/// What of a trace was loaded, where that is not all of it.
struct LoadedPart {
    bool endsBefore = false;  ///< something happened before what was loaded
    bool endsAfter = false;   ///< the trace may go on behind it
    QString window;           ///< a sentence about the time; empty: all of it
    QString locations;        ///< a sentence about the locations; empty: all of them

    [[nodiscard]] bool isAll() const { return window.isEmpty() && locations.isEmpty(); }
    /// Both sentences.
    [[nodiscard]] QString sentence() const;
};

/// \param window  as it was asked for: "1s:2s", either side may be left out
[[nodiscard]] LoadedPart loadedPartOf(
    const query::TraceInfo& info, const std::string& window, const ClockProperties& clock);

}  // namespace vellum::gui::models
