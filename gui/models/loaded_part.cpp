#include "gui/models/loaded_part.h"

#include <algorithm>
#include <string_view>

namespace vellum::gui::models {

namespace {

/// What the import report says of it: "only 2 of 10 locations were loaded, as asked".
QString reported(const query::TraceInfo& info, std::string_view kind)
{
    const auto found = std::ranges::find(info.importReport, kind, &query::ImportReportEntry::kind);
    return found == info.importReport.end() ? QString() : QString::fromStdString(found->example);
}

}  // namespace

QString LoadedPart::sentence() const
{
    return window.isEmpty() || locations.isEmpty() ? window + locations
                                                   : window + QStringLiteral("; ") + locations;
}

LoadedPart loadedPartOf(
    const query::TraceInfo& info, const std::string& window, const ClockProperties& clock)
{
    LoadedPart part{
        .window = reported(info, "window-loaded"),
        .locations = reported(info, "location-left-out")};
    if (part.window.isEmpty()) {
        return part;
    }
    const std::size_t colon = window.find(':');
    const std::string_view all(window);
    const auto begin = parseTick(all.substr(0, colon), clock);
    const auto end =
        colon == std::string::npos ? std::nullopt : parseTick(all.substr(colon + 1), clock);
    // Where more was asked for than the trace has, nothing is missing at that side.
    part.endsBefore = begin && *begin > 0 && *begin <= info.range.begin;
    part.endsAfter = end && *end <= info.range.end;
    return part;
}

}  // namespace vellum::gui::models
