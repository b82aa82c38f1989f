#include "tests/support/random_values.h"

#include "common/values/sidecar/writer.h"

#include <cstddef>
#include <span>
#include <utility>

namespace vellum::tests {

using namespace values::sidecar;  // NOLINT(google-build-using-namespace): all of its records

namespace {

RandomValues::Operation randomOperation(
    std::mt19937_64& random, const Definitions& definitions, std::uint64_t id)
{
    constexpr std::uint64_t kBeyond = 10;  // of so many one lies past the end
    const std::uint64_t length = definitions.clock.length + 1;
    RandomValues::Operation one;
    one.record.id = id;
    one.record.kind = OperationKind::Visit;
    one.record.t0 = definitions.clock.globalOffset + random() % (length + length / kBeyond);
    one.record.t1 = one.record.t0 + (random() % 4 == 0 ? 0 : random() % (length / 4 + 1));
    one.isLinked = random() % 5 != 0;
    const auto& locations = definitions.locations;
    one.location = random() % 7 == 0 ? LocationRef(~std::uint64_t{1})
                                     : locations[random() % locations.size()].ref;
    return one;
}

void addNames(Writer& writer)
{
    const StringId source = writer.string("relax.c");
    const StringId cells = writer.string("cells");
    const StringId grid = writer.string("grid");
    writer.add(FunctionRecord{.id = 1, .name = writer.string("relax")});
    for (std::uint32_t id = 1; id <= 3; ++id) {
        writer.add(SiteRecord{
            .id = id,
            .function = 1,
            .pcOffset = std::uint64_t{4} * id,
            .file = source,
            .line = 10 + id});
        writer.add(ObjectRecord{
            .id = id,
            .base = std::uint64_t{0x1000} * id,
            .size = 64,
            .name = id == 3 ? grid : cells,
            .space = ObjectSpace::Static});
    }
}

}  // namespace

RandomValues randomValues(
    std::mt19937_64& random, const Definitions& definitions, std::size_t operations)
{
    RandomValues values;
    for (std::size_t id = 1; id <= operations; ++id) {
        values.operations.push_back(randomOperation(random, definitions, id));
    }
    const auto op = [&] { return 1 + random() % (operations + 1); };  // one of them is nowhere
    for (std::size_t i = 0; i < 3 * operations; ++i) {
        AccessRecord access;
        access.op = op();
        access.kind = random() % 2 == 0 ? AccessKind::Read : AccessKind::Write;
        access.unit = 8;
        access.object = random() % 4;
        access.site = static_cast<std::uint32_t>(random() % 4);
        access.accesses = 1 + random() % 1'000;
        access.bytes = access.accesses * access.unit;
        const bool isRead = access.kind == AccessKind::Read;
        access.temporal = isRead ? random() % (access.accesses + 1) : 0;
        access.unchanged = isRead ? 0 : random() % (access.bytes + 1);
        values.accesses.push_back(access);
    }
    for (std::size_t i = 0; i < operations; ++i) {
        SitePairRecord pair;
        pair.op = op();
        pair.from = static_cast<std::uint32_t>(random() % 4);
        pair.object = random() % 4;
        pair.bytes = random() % 500;
        pair.kind = AccessKind::Write;
        constexpr PatternKind kKinds[] = {
            PatternKind::TemporalRedundancy, PatternKind::DeadStore, PatternKind::SingleZero};
        pair.pattern = kKinds[random() % 3];
        pair.count = random() % 50;
        values.pairs.push_back(pair);
        SketchRecord sketch;
        sketch.op = op();
        sketch.kind = random() % 2 == 0 ? AccessKind::Read : AccessKind::Write;
        sketch.count = 1 + random() % 100;
        sketch.zeros = random() % (sketch.count + 1);
        values.sketches.push_back(sketch);
        PatternRecord pattern;
        pattern.op = op();
        pattern.object = random() % 4;
        pattern.site = static_cast<std::uint32_t>(random() % 4);
        pattern.pattern = random() % 2 == 0 ? PatternKind::SilentStore : PatternKind::SingleZero;
        pattern.flags = packed(PatternFlags{
            .kind = AccessKind::Write, .type = values::sidecar::ValueType::Signed, .unit = 8});
        pattern.accesses = 1 + random() % 1'000'000;  // hardly ever the same
        pattern.coverage = 0.5F;
        values.patterns.push_back(pattern);
    }
    return values;
}

std::vector<RandomValues> split(
    const RandomValues& values, std::size_t parts, std::mt19937_64& random)
{
    std::vector<RandomValues> all(parts);
    std::vector<std::pair<std::size_t, std::uint64_t>> places{{0, 0}};  // of each operation
    for (const RandomValues::Operation& one : values.operations) {
        const std::size_t part = random() % parts;
        auto& operations = all[part].operations;
        operations.push_back(one);
        operations.back().record.id = operations.size();
        places.emplace_back(part, operations.size());
    }
    const auto deal = [&](const auto& records, auto member) {
        for (auto record : records) {
            if (record.op < places.size()) {
                auto& to = all[places[record.op].first].*member;
                record.op = places[record.op].second;
                to.push_back(record);
            }
        }
    };
    deal(values.accesses, &RandomValues::accesses);
    deal(values.pairs, &RandomValues::pairs);
    deal(values.sketches, &RandomValues::sketches);
    deal(values.patterns, &RandomValues::patterns);
    return all;
}

bool writeValues(const RandomValues& values, const std::filesystem::path& path, const Digest& runId)
{
    Writer writer;
    if (writer.create(path.c_str(), {.runId = runId, .clock = ClockId::Counter})
        != WriterFault::None) {
        return false;
    }
    addNames(writer);
    for (const RandomValues::Operation& one : values.operations) {
        writer.add(one.record);
        if (one.isLinked) {
            writer.add(LinkRecord{
                .op = one.record.id,
                .location = one.location.value(),
                .time = one.record.t0,
                .quality = LinkQuality::Exact});
        }
    }
    writer.add(std::span<const AccessRecord>(values.accesses));
    writer.add(std::span<const SitePairRecord>(values.pairs));
    writer.add(std::span<const SketchRecord>(values.sketches));
    writer.add(std::span<const PatternRecord>(values.patterns));
    return writer.finish(0) == WriterFault::None;
}

}  // namespace vellum::tests
