#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>

namespace vellum::codec {

void write(protocol::Launches::Builder out, const query::Launches& launches)
{
    const auto& rows = launches.launches;
    const auto size = narrow<std::uint32_t>(rows.size());
    write(out.initWindow(), launches.window);
    out.setCount(launches.count);
    out.setWorkWithoutLaunch(launches.workWithoutLaunch);
    fill(out.initHosts(size), rows, [](const auto& row) { return row.host.value(); });
    fill(out.initDevices(size), rows, [](const auto& row) { return row.device.value(); });
    fill(out.initCallBegins(size), rows, [](const auto& row) { return row.call.begin; });
    fill(out.initCallEnds(size), rows, [](const auto& row) { return row.call.end; });
    fill(out.initWorkBegins(size), rows, [](const auto& row) { return row.work.begin; });
    fill(out.initWorkEnds(size), rows, [](const auto& row) { return row.work.end; });
    fill(out.initCallRegions(size), rows, [](const auto& row) { return row.callRegion.value(); });
    fill(out.initWorkRegions(size), rows, [](const auto& row) { return row.workRegion.value(); });
    fill(out.initCorrelations(size), rows, [](const auto& row) { return row.correlation; });
    fill(out.initKinds(size), rows, [](const auto& row) { return row.kind; });
}

Result<query::Launches> read(protocol::Launches::Reader in)
{
    // Each look at a list costs its length of what a message may be read: once each.
    const auto hosts = in.getHosts();
    const auto devices = in.getDevices();
    const auto callBegins = in.getCallBegins();
    const auto callEnds = in.getCallEnds();
    const auto workBegins = in.getWorkBegins();
    const auto workEnds = in.getWorkEnds();
    const auto callRegions = in.getCallRegions();
    const auto workRegions = in.getWorkRegions();
    const auto correlations = in.getCorrelations();
    const auto kinds = in.getKinds();
    VELLUM_RETURN_IF_ERROR(SameLength("launches", hosts.size())
                               .with("devices", devices)
                               .with("begins of calls", callBegins)
                               .with("ends of calls", callEnds)
                               .with("begins of work", workBegins)
                               .with("ends of work", workEnds)
                               .with("regions of calls", callRegions)
                               .with("regions of work", workRegions)
                               .with("correlations", correlations)
                               .with("kinds", kinds)
                               .result());
    query::Launches launches;
    launches.window = read(in.getWindow());
    launches.count = in.getCount();
    launches.workWithoutLaunch = in.getWorkWithoutLaunch();
    launches.launches.reserve(hosts.size());
    for (std::uint32_t i = 0; i < hosts.size(); ++i) {
        if (kinds[i] >= event_kind::kCount) {
            return invalid("launches: kind " + std::to_string(kinds[i]) + " of work is unknown");
        }
        launches.launches.push_back(
            {.host = LocationRef(hosts[i]),
             .device = LocationRef(devices[i]),
             .call = {.begin = callBegins[i], .end = callEnds[i]},
             .work = {.begin = workBegins[i], .end = workEnds[i]},
             .callRegion = RegionRef(callRegions[i]),
             .workRegion = RegionRef(workRegions[i]),
             .correlation = correlations[i],
             .kind = kinds[i]});
    }
    return launches;
}

}  // namespace vellum::codec
