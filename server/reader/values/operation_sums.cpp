#include "server/reader/values/operation_sums.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace vellum::server::reader {

namespace {

namespace sidecar = vellum::values::sidecar;

/// The sums of operations, as records come by.
class Summing {
public:
    explicit Summing(std::vector<MeasuredOperation>& operations) : m_operations(operations) {}

    void know(std::uint64_t id, std::size_t place) { m_places.emplace(id, place); }

    void add(const sidecar::AccessRecord& access)
    {
        OperationSums* sums = sumsOf(access.op);
        if (sums == nullptr) {
            return;
        }
        if (access.kind == sidecar::AccessKind::Read) {
            addSaturating(sums->loads, access.accesses);
            addSaturating(sums->loaded, access.bytes);
            addSaturating(sums->reloaded, redundantBytes(access));
        } else {
            addSaturating(sums->stored, access.bytes);
            addSaturating(sums->unchanged, redundantBytes(access));
        }
    }
    void add(const sidecar::SitePairRecord& pair)
    {
        const bool isDead = pair.pattern == sidecar::PatternKind::DeadStore;
        const bool isZero = pair.pattern == sidecar::PatternKind::SingleZero;
        OperationSums* sums = isDead || isZero ? sumsOf(pair.op) : nullptr;
        if (sums != nullptr) {
            addSaturating(sums->dead, isDead ? pair.bytes : 0);
            addSaturating(sums->zeros, isZero ? pair.count : 0);
        }
    }
    void add(const sidecar::SketchRecord& sketch)
    {
        OperationSums* sums =
            sketch.kind == sidecar::AccessKind::Read ? sumsOf(sketch.op) : nullptr;
        if (sums != nullptr) {
            addSaturating(sums->zeros, sketch.zeros);
        }
    }

private:
    OperationSums* sumsOf(std::uint64_t op)
    {
        const auto found = m_places.find(op);
        return found == m_places.end() ? nullptr : &m_operations[found->second].sums;
    }

    std::vector<MeasuredOperation>& m_operations;
    std::unordered_map<std::uint64_t, std::size_t> m_places;
};

}  // namespace

std::vector<MeasuredOperation> measuredOperations(
    const sidecar::SideCar& file, const beside::OperationTimes& times)
{
    std::map<std::uint64_t, beside::OperationTime> found;
    file.records<sidecar::OperationRecord>().forEach(
        [&](const sidecar::OperationRecord& record, std::uint64_t /*index*/) {
            if (const auto time = times.of(record)) {
                found.insert_or_assign(record.id, *time);
            } else {
                found.erase(record.id);
            }
        });
    std::vector<MeasuredOperation> operations;
    Summing summing(operations);
    for (const auto& [id, time] : found) {
        summing.know(id, operations.size());
        operations.push_back({.time = time, .sums = {}});
    }
    const auto add = [&summing](const auto& record, std::uint64_t /*index*/) {
        summing.add(record);
    };
    file.records<sidecar::AccessRecord>().forEach(add);
    file.records<sidecar::SitePairRecord>().forEach(add);
    file.records<sidecar::SketchRecord>().forEach(add);
    for (MeasuredOperation& operation : operations) {
        OperationSums& sums = operation.sums;
        sums.reloaded = std::min(sums.reloaded, sums.loaded);
        sums.unchanged = std::min(sums.unchanged, sums.stored);
        sums.dead = std::min(sums.dead, sums.stored);
        sums.zeros = std::min(sums.zeros, sums.loads);
    }
    return operations;
}

}  // namespace vellum::server::reader
