#include "common/base/narrow.h"
#include "common/codec/answer_codec.h"
#include "common/codec/columns.h"
#include "common/codec/types_codec.h"

#include <cstdint>

namespace vellum::codec {

void write(protocol::Collectives::Builder out, const query::Collectives& collectives)
{
    const auto& rows = collectives.collectives;
    const auto size = narrow<std::uint32_t>(rows.size());
    write(out.initWindow(), collectives.window);
    out.setCount(collectives.count);
    out.setIncomplete(collectives.incomplete);
    out.setMismatched(collectives.mismatched);
    out.setWithoutEnd(collectives.withoutEnd);
    out.setWithoutBegin(collectives.withoutBegin);
    out.setStrays(collectives.strays);
    fill(out.initCommunicators(size), rows, [](const auto& row) {
        return row.communicator.value();
    });
    fill(out.initInstances(size), rows, [](const auto& row) { return row.instance; });
    fill(out.initOperations(size), rows, [](const auto& row) { return row.operation; });
    fill(out.initRoots(size), rows, [](const auto& row) { return row.root; });
    fill(out.initBegins(size), rows, [](const auto& row) { return row.range.begin; });
    fill(out.initEnds(size), rows, [](const auto& row) { return row.range.end; });
    fill(out.initMembers(size), rows, [](const auto& row) { return row.members; });
    fill(out.initSeen(size), rows, [](const auto& row) { return row.seen; });
    fill(out.initMismatches(size), rows, [](const auto& row) { return row.mismatched; });
    fill(out.initBeginless(size), rows, [](const auto& row) { return row.withoutBegin; });
    fill(out.initBytesSent(size), rows, [](const auto& row) { return row.bytesSent; });
    fill(out.initBytesReceived(size), rows, [](const auto& row) { return row.bytesReceived; });
    fill(out.initWaits(size), rows, [](const auto& row) { return row.wait; });
    fill(out.initLasts(size), rows, [](const auto& row) { return row.last.value(); });
}

Result<query::Collectives> read(protocol::Collectives::Reader in)
{
    // Each look at a list costs its length of what a message may be read: once each.
    const auto communicators = in.getCommunicators();
    const auto instances = in.getInstances();
    const auto operations = in.getOperations();
    const auto roots = in.getRoots();
    const auto begins = in.getBegins();
    const auto ends = in.getEnds();
    const auto members = in.getMembers();
    const auto seen = in.getSeen();
    const auto mismatches = in.getMismatches();
    const auto beginless = in.getBeginless();
    const auto bytesSent = in.getBytesSent();
    const auto bytesReceived = in.getBytesReceived();
    const auto waits = in.getWaits();
    const auto lasts = in.getLasts();
    VELLUM_RETURN_IF_ERROR(SameLength("collectives", communicators.size())
                               .with("instances", instances)
                               .with("operations", operations)
                               .with("roots", roots)
                               .with("begins", begins)
                               .with("ends", ends)
                               .with("numbers of members", members)
                               .with("numbers of members seen", seen)
                               .with("mismatches", mismatches)
                               .with("numbers without begin", beginless)
                               .with("bytes sent", bytesSent)
                               .with("bytes received", bytesReceived)
                               .with("waits", waits)
                               .with("lasts", lasts)
                               .result());
    query::Collectives collectives;
    collectives.window = read(in.getWindow());
    collectives.count = in.getCount();
    collectives.incomplete = in.getIncomplete();
    collectives.mismatched = in.getMismatched();
    collectives.withoutEnd = in.getWithoutEnd();
    collectives.withoutBegin = in.getWithoutBegin();
    collectives.strays = in.getStrays();
    collectives.collectives.reserve(communicators.size());
    for (std::uint32_t i = 0; i < communicators.size(); ++i) {
        collectives.collectives.push_back(
            {.communicator = CommRef(communicators[i]),
             .instance = instances[i],
             .operation = operations[i],
             .root = roots[i],
             .range = {.begin = begins[i], .end = ends[i]},
             .members = members[i],
             .seen = seen[i],
             .mismatched = mismatches[i],
             .withoutBegin = beginless[i],
             .bytesSent = bytesSent[i],
             .bytesReceived = bytesReceived[i],
             .wait = waits[i],
             .last = LocationRef(lasts[i])});
    }
    return collectives;
}

void write(protocol::CollectiveMembers::Builder out, const query::CollectiveMembers& members)
{
    const auto& rows = members.members;
    const auto size = narrow<std::uint32_t>(rows.size());
    write(out.initWindow(), members.window);
    out.setCommunicator(members.communicator.value());
    out.setInstance(members.instance);
    out.setCount(members.count);
    fill(out.initLocations(size), rows, [](const auto& row) { return row.location.value(); });
    fill(out.initOperations(size), rows, [](const auto& row) { return row.operation; });
    fill(out.initRoots(size), rows, [](const auto& row) { return row.root; });
    fill(out.initBegins(size), rows, [](const auto& row) { return row.range.begin; });
    fill(out.initEnds(size), rows, [](const auto& row) { return row.range.end; });
    fill(out.initHasBegin(size), rows, [](const auto& row) { return row.hasBegin; });
    fill(out.initBytesSent(size), rows, [](const auto& row) { return row.bytesSent; });
    fill(out.initBytesReceived(size), rows, [](const auto& row) { return row.bytesReceived; });
}

Result<query::CollectiveMembers> read(protocol::CollectiveMembers::Reader in)
{
    const auto locations = in.getLocations();
    const auto operations = in.getOperations();
    const auto roots = in.getRoots();
    const auto begins = in.getBegins();
    const auto ends = in.getEnds();
    const auto hasBegin = in.getHasBegin();
    const auto bytesSent = in.getBytesSent();
    const auto bytesReceived = in.getBytesReceived();
    VELLUM_RETURN_IF_ERROR(SameLength("members of a collective", locations.size())
                               .with("operations", operations)
                               .with("roots", roots)
                               .with("begins", begins)
                               .with("ends", ends)
                               .with("marks of a begin", hasBegin)
                               .with("bytes sent", bytesSent)
                               .with("bytes received", bytesReceived)
                               .result());
    query::CollectiveMembers members{
        .window = read(in.getWindow()),
        .communicator = CommRef(in.getCommunicator()),
        .instance = in.getInstance(),
        .members = {},
        .count = in.getCount()};
    members.members.reserve(locations.size());
    for (std::uint32_t i = 0; i < locations.size(); ++i) {
        members.members.push_back(
            {.location = LocationRef(locations[i]),
             .operation = operations[i],
             .root = roots[i],
             .range = {.begin = begins[i], .end = ends[i]},
             .hasBegin = hasBegin[i],
             .bytesSent = bytesSent[i],
             .bytesReceived = bytesReceived[i]});
    }
    return members;
}

}  // namespace vellum::codec
