#include "server/ranks/facts_packing.h"

#include "common/query/answers.h"

#include <utility>

namespace vellum::server::ranks {

namespace {

// A member that is added must be packed below. Packed, a location is longer than its totals.
static_assert(
    sizeof(store::LocationTotals)
    == 20 * sizeof(std::uint64_t) + sizeof(std::vector<int>)
           + kFunctionGroupCount * sizeof(std::uint64_t));

/// Calls \p visit with each member that is a number.
template <typename Totals, typename Visit>
void forEachNumber(Totals& totals, Visit visit)
{
    visit(totals.events);
    visit(totals.attributes);
    visit(totals.visits);
    visit(totals.collectives);
    visit(totals.rmaOperations);
    visit(totals.rmaBytes);
    visit(totals.ioOperations);
    visit(totals.ioBytes);
    visit(totals.metricSamples);
    visit(totals.unmatchedSends);
    visit(totals.unmatchedReceives);
    visit(totals.workWithoutLaunch);
    visit(totals.collectivesWithoutBegin);
    visit(totals.collectivesWithoutEnd);
    visit(totals.strayCollectives);
    visit(totals.visitsOf);
    visit(totals.spread);
}

void put(Packer& packer, const store::LocationTotals& totals)
{
    forEachNumber(totals, [&](const auto& number) { packer.put(number); });
    packer.put(std::uint64_t{totals.kinds.size()});
    for (const auto& [kind, count] : totals.kinds) {
        packer.put(kind);
        packer.put(count);
    }
}

void get(Unpacker& unpacker, store::LocationTotals& totals)
{
    forEachNumber(totals, [&](auto& number) {
        number = unpacker.get<std::remove_reference_t<decltype(number)>>();
    });
    const std::size_t size = unpacker.sizeOfNext(sizeof(EventKind) + sizeof(std::uint64_t));
    for (std::size_t i = 0; i < size; ++i) {
        const auto kind = unpacker.get<EventKind>();
        totals.kinds.emplace_back(kind, unpacker.get<std::uint64_t>());
    }
}

void put(Packer& packer, const store::ImportReport& report)
{
    packer.put(std::uint64_t{report.entries().size()});
    for (const vellum::query::ImportReportEntry& entry : report.entries()) {
        packer.put(entry.kind);
        packer.put(entry.severity);
        packer.put(entry.count);
        packer.put(entry.example);
        packer.put(std::uint64_t{entry.places.size()});
        for (const vellum::query::ImportReportPlace& place : entry.places) {
            packer.put(place.file);
            packer.put(place.location);
            packer.put(place.count);
            packer.put(place.example);
        }
    }
}

void get(Unpacker& unpacker, store::ImportReport& report)
{
    const std::size_t size = unpacker.sizeOfNext(1);
    for (std::size_t i = 0; i < size && unpacker.isOk(); ++i) {
        vellum::query::ImportReportEntry entry;
        entry.kind = unpacker.getText();
        entry.severity = unpacker.get<vellum::query::Severity>();
        entry.count = unpacker.get<std::uint64_t>();
        entry.example = unpacker.getText();
        const std::size_t places = unpacker.sizeOfNext(1);
        for (std::size_t place = 0; place < places && unpacker.isOk(); ++place) {
            vellum::query::ImportReportPlace& to = entry.places.emplace_back();
            to.file = unpacker.getText();
            to.location = unpacker.getText();
            to.count = unpacker.get<std::uint64_t>();
            to.example = unpacker.getText();
        }
        report.add(entry);
    }
}

}  // namespace

void putFacts(Packer& packer, const std::vector<import::LocationFacts>& facts)
{
    packer.put(std::uint64_t{facts.size()});
    for (const import::LocationFacts& location : facts) {
        packer.put(location.location);
        packer.put(location.extent);
        put(packer, location.report);
        put(packer, location.totals);
        packer.put(location.undefinedRegions);
        packer.put(location.deviceMarks);
        packer.put(location.ends.sends);
        packer.put(location.ends.receives);
        packer.put(location.collectives.ends);
        packer.put(location.collectives.openBegins);
    }
}

std::vector<import::LocationFacts> getFacts(Unpacker& unpacker)
{
    std::vector<import::LocationFacts> facts(unpacker.sizeOfNext(sizeof(store::LocationTotals)));
    for (import::LocationFacts& location : facts) {
        location.location = unpacker.get<LocationIndex>();
        location.extent = unpacker.get<TickRange>();
        get(unpacker, location.report);
        get(unpacker, location.totals);
        location.undefinedRegions = unpacker.getVector<store::RegionVisits>();
        location.deviceMarks = unpacker.getVector<store::DeviceMark>();
        location.ends.sends = unpacker.getVector<match::MessageEnd>();
        location.ends.receives = unpacker.getVector<match::MessageEnd>();
        location.collectives.ends = unpacker.getVector<match::CollectiveEnd>();
        location.collectives.openBegins = unpacker.getVector<Tick>();
        if (!unpacker.isOk()) {
            break;
        }
    }
    return facts;
}

}  // namespace vellum::server::ranks
