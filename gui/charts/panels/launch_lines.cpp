#include "gui/charts/panels/launch_lines.h"

#include "gui/data/wording.h"

#include <QCoreApplication>

#include <algorithm>

namespace vellum::gui::charts {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::charts", text);
}

QString nameOf(RegionRef ref, const Definitions& definitions)
{
    const Region* region = definitions.find(ref);
    return region != nullptr ? data::shortName(region->name) : QString::number(ref.value());
}

QString locationName(LocationRef ref, const Definitions& definitions)
{
    const Location* location = definitions.find(ref);
    return location != nullptr ? QString::fromStdString(location->name)
                               : QString::number(ref.value());
}

void addQueued(Tick callEnd, Tick workBegin, std::vector<TimeLine>& lines)
{
    if (workBegin > callEnd) {
        lines.push_back({.caption = tr("Queued"), .value = {}, .ticks = workBegin - callEnd});
    } else {
        lines.push_back(
            {.caption = tr("Queued"), .value = tr("not at all"), .ticks = std::nullopt});
    }
}

}  // namespace

std::vector<TimeLine> launchLines(
    const models::SelectedVisit& visit,
    const query::Launches& launches,
    const Definitions& definitions)
{
    std::vector<TimeLine> lines;
    std::vector<const query::Launch*> launched;
    for (const query::Launch& launch : launches.launches) {
        if (launch.device == visit.location && launch.work == visit.visit
            && launch.workRegion == visit.region) {
            lines.push_back(
                {.caption = tr("Launched by"),
                 .value = tr("%1 on %2")
                              .arg(
                                  nameOf(launch.callRegion, definitions),
                                  locationName(launch.host, definitions)),
                 .ticks = std::nullopt});
            addQueued(launch.call.end, launch.work.begin, lines);
            return lines;
        }
        if (launch.host == visit.location && launch.call == visit.visit
            && launch.callRegion == visit.region) {
            launched.push_back(&launch);
        }
    }
    if (launched.empty()) {
        return lines;
    }
    const query::Launch& first = **std::ranges::min_element(
        launched, {}, [](const query::Launch* launch) { return launch->work.begin; });
    QString what =
        tr("%1 on %2")
            .arg(nameOf(first.workRegion, definitions), locationName(first.device, definitions));
    if (launched.size() > 1) {
        what = tr("%1 and %2 more").arg(what, data::grouped(launched.size() - 1));
    }
    lines.push_back({.caption = tr("Launched"), .value = what, .ticks = std::nullopt});
    addQueued(first.call.end, first.work.begin, lines);
    return lines;
}

}  // namespace vellum::gui::charts
