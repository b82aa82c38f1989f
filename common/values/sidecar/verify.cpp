#include "common/values/sidecar/verify.h"

#include "common/values/sidecar/id_index.h"
#include "common/values/sidecar/verify_ids.h"
#include "common/values/sidecar/verify_sums.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace vellum::values::sidecar {

namespace {

std::string text(std::uint64_t number)
{
    return std::to_string(number);
}

std::string place(std::string_view what, std::uint64_t index)
{
    return std::string(what) + " record " + text(index);
}

/// "ACCESS record 3: temporal is 7, and accesses are 5".
std::string larger(
    const std::string& where,
    std::string_view what,
    std::uint64_t number,
    std::string_view than,
    std::uint64_t limit)
{
    return where + ": " + std::string(what) + " is " + text(number) + ", and " + std::string(than)
           + " is " + text(limit);
}

void checkAccess(const AccessRecord& access, std::uint64_t index, FindingList& findings)
{
    const auto where = [index] { return place("ACCESS", index); };
    const bool isTooMuch =
        access.unchanged > access.bytes || access.undefined > access.bytes - access.unchanged;
    if (isTooMuch) {
        findings.add(FindingKind::ChangedBytes, [&] {
            return where() + ": unchanged " + text(access.unchanged) + " and undefined "
                   + text(access.undefined) + " are more than its " + text(access.bytes) + " bytes";
        });
    }
    const auto check = [&](FindingKind kind, std::string_view what, std::uint64_t number) {
        if (number > access.accesses) {
            findings.add(
                kind, [&] { return larger(where(), what, number, "accesses", access.accesses); });
        }
    };
    check(FindingKind::TemporalCount, "temporal", access.temporal);
    check(FindingKind::SpatialCount, "spatial", access.spatial);
    check(FindingKind::ItemCount, "items", access.items);
}

void checkPatternCounts(const PatternRecord& pattern, std::uint64_t index, FindingList& findings)
{
    const auto check = [&](std::string_view what,
                           std::uint64_t number,
                           std::string_view than,
                           std::uint64_t limit) {
        if (number > limit) {
            findings.add(FindingKind::UniqueItems, [&] {
                return larger(place("PATTERN", index), what, number, than, limit);
            });
        }
    };
    check("unique items", pattern.uniqueItems, "items", pattern.items);
    check("distinct", pattern.distinct, "unique items", pattern.uniqueItems);
    check("unique items", pattern.uniqueItems, "accesses to them", pattern.accesses);
}

std::uint64_t endOf(const ObjectRecord& object)
{
    return object.tFree == 0 ? std::numeric_limits<std::uint64_t>::max() : object.tFree;
}

void checkPatterns(const SideCar& sideCar, FindingList& findings)
{
    const IdIndex<ObjectRecord> objects(sideCar);
    const IdIndex<OperationRecord> ops(sideCar);
    sideCar.records<PatternRecord>().forEach([&](const PatternRecord& pattern,
                                                 std::uint64_t index) {
        checkPatternCounts(pattern, index, findings);
        const ObjectRecord* object = objects.find(pattern.object);
        const OperationRecord* op = ops.find(pattern.op);
        if (object == nullptr || op == nullptr) {
            return;
        }
        if (object->tAllocate > op->t1 || endOf(*object) < op->t0) {
            findings.add(FindingKind::ObjectLife, [&] {
                return place("PATTERN", index) + ": object " + text(object->id) + " lives from "
                       + text(object->tAllocate) + " to " + text(object->tFree) + ", and operation "
                       + text(op->id) + " is from " + text(op->t0) + " to " + text(op->t1);
            });
        }
    });
}

void checkTimes(const SideCar& sideCar, FindingList& findings)
{
    const auto check =
        [&](std::string_view what, std::uint64_t index, std::uint64_t begin, std::uint64_t end) {
            if (end < begin) {
                findings.add(FindingKind::Times, [&] {
                    return place(what, index) + ": ends at " + text(end) + " before its begin at "
                           + text(begin);
                });
            }
        };
    sideCar.records<OperationRecord>().forEach([&](const OperationRecord& op, std::uint64_t index) {
        check("OPERATION", index, op.t0, op.t1);
    });
    sideCar.records<ObjectRecord>().forEach([&](const ObjectRecord& object, std::uint64_t index) {
        check("OBJECT", index, object.tAllocate, endOf(object));
    });
    sideCar.records<PageRunRecord>().forEach([&](const PageRunRecord& run, std::uint64_t index) {
        check("PAGE_RUN", index, run.t0, run.t1);
    });
    sideCar.records<PageRecord>().forEach([&](const PageRecord& page, std::uint64_t index) {
        check("PAGE", index, page.t0, page.t1);
    });
}

/// What the numbers of a page make of it.
PageClass classOf(const PageRecord& page)
{
    if (std::popcount(page.processorMask) < 2) {
        return PageClass::Private;
    }
    if (page.cpuWrites == 0 && page.gpuWrites == 0) {
        return PageClass::ReadShared;
    }
    return page.overlapBytes > 0 ? PageClass::TrueShared : PageClass::FalseShared;
}

void checkPages(const SideCar& sideCar, FindingList& findings)
{
    sideCar.records<PageRecord>().forEach([&](const PageRecord& page, std::uint64_t index) {
        if (page.pageClass == PageClass::Unknown || page.pageClass == classOf(page)) {
            return;
        }
        findings.add(FindingKind::PageClass, [&] {
            return place("PAGE", index) + ": class "
                   + text(static_cast<std::uint8_t>(page.pageClass)) + ", and "
                   + text(static_cast<std::uint64_t>(std::popcount(page.processorMask)))
                   + " processors, " + text(std::uint64_t{page.cpuWrites} + page.gpuWrites)
                   + " written and " + text(page.overlapBytes) + " shared bytes make it "
                   + text(static_cast<std::uint8_t>(classOf(page)));
        });
    });
}

void checkStringsOf(const SideCar& sideCar, const ChunkPlace& chunk, FindingList& findings)
{
    // No field has room for a larger id.
    constexpr std::uint64_t kMostIds = std::numeric_limits<StringId>::max();
    const std::uint64_t last = std::min(chunk.firstIndex + chunk.head.count, kMostIds);
    for (std::uint64_t id = chunk.firstIndex + 1; id <= last; ++id) {
        if (!sideCar.hasString(static_cast<StringId>(id))) {
            findings.add(FindingKind::Strings, [&] {
                return "string " + text(id) + " of the chunk at " + text(chunk.offset)
                       + " cannot be read";
            });
        }
    }
}

void checkStrings(const SideCar& sideCar, FindingList& findings)
{
    for (const ChunkPlace& chunk : sideCar.chunks()) {
        if (chunk.head.type == ChunkType::String) {
            checkStringsOf(sideCar, chunk, findings);
        }
    }
}

}  // namespace

std::vector<Finding> verify(const SideCar& sideCar)
{
    sideCar.checkAll();
    FindingList findings = sideCar.findingList();
    const bool isComplete = sideCar.isFinished() && !findings.has(FindingKind::DamagedChunk)
                            && !findings.has(FindingKind::RecordSize)
                            && !findings.has(FindingKind::UnknownCodec)
                            && !findings.has(FindingKind::TooManyChunks);
    checkStrings(sideCar, findings);
    checkIds(sideCar, findings);
    checkTimes(sideCar, findings);
    sideCar.records<AccessRecord>().forEach([&](const AccessRecord& access, std::uint64_t index) {
        checkAccess(access, index, findings);
    });
    checkPatterns(sideCar, findings);
    checkSums(sideCar, isComplete, findings);
    checkPages(sideCar, findings);
    return findings.all();
}

}  // namespace vellum::values::sidecar
