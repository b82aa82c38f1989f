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
    const auto hosts = in.getHosts();
    VELLUM_RETURN_IF_ERROR(SameLength("launches", hosts.size())
                               .with("devices", in.getDevices())
                               .with("begins of calls", in.getCallBegins())
                               .with("ends of calls", in.getCallEnds())
                               .with("begins of work", in.getWorkBegins())
                               .with("ends of work", in.getWorkEnds())
                               .with("regions of calls", in.getCallRegions())
                               .with("regions of work", in.getWorkRegions())
                               .with("correlations", in.getCorrelations())
                               .with("kinds", in.getKinds())
                               .result());
    query::Launches launches;
    launches.window = read(in.getWindow());
    launches.count = in.getCount();
    launches.workWithoutLaunch = in.getWorkWithoutLaunch();
    launches.launches.reserve(hosts.size());
    for (std::uint32_t i = 0; i < hosts.size(); ++i) {
        if (in.getKinds()[i] >= event_kind::kCount) {
            return invalid("launches: kind " + std::to_string(in.getKinds()[i]) + " of work is unknown");
        }
        launches.launches.push_back(
            {.host = LocationRef(hosts[i]),
             .device = LocationRef(in.getDevices()[i]),
             .call = {.begin = in.getCallBegins()[i], .end = in.getCallEnds()[i]},
             .work = {.begin = in.getWorkBegins()[i], .end = in.getWorkEnds()[i]},
             .callRegion = RegionRef(in.getCallRegions()[i]),
             .workRegion = RegionRef(in.getWorkRegions()[i]),
             .correlation = in.getCorrelations()[i],
             .kind = in.getKinds()[i]});
    }
    return launches;
}

}  // namespace vellum::codec
