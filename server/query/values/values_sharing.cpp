#include "common/query/values_sharing.h"

#include "server/query/registry.h"
#include "server/query/values/values_in_scope.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace vellum::server::query {

using vellum::query::ValuesSharing;
using vellum::query::ValuesSharingClass;
using vellum::query::ValuesSharingQuestion;
using vellum::query::ValuesSharingRow;

namespace {

ValuesSharingRow rowOf(const ValueProfile& profile, const sidecar::PageRecord& page)
{
    const std::uint64_t base = profile.objectBase(page.object);
    return {
        .sharing = static_cast<ValuesSharingClass>(page.pageClass),
        .object = profile.objectName(page.object),
        .offset = page.page > base ? page.page - base : 0,
        .size = std::uint64_t{1} << std::min<unsigned>(page.pageShift, 63),
        .processors = static_cast<std::uint32_t>(std::popcount(page.processorMask)),
        .readBytes = std::uint64_t{page.cpuReads} + page.gpuReads,
        .writtenBytes = std::uint64_t{page.cpuWrites} + page.gpuWrites,
        .overlapBytes = page.overlapBytes,
        .moves = page.pingPong};
}

/// False sharing first: it is the one that costs without a reason.
auto orderOf(const ValuesSharingRow& row)
{
    return std::tuple(
        row.sharing != ValuesSharingClass::FalseShared,
        ~row.moves,
        row.object,
        row.offset,
        row.sharing);
}

Result<ValuesSharing> valuesSharing(
    const TableCall& call, const ValuesSharingQuestion& /*question*/)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    ValuesSharing answer;
    answer.valuesOf = scope.value().otherRun();
    for (const FileInScope& file : scope.value().files()) {
        file.forEach<sidecar::PageRecord>([&](const sidecar::PageRecord& page) {
            if (page.pageClass >= sidecar::PageClass::ReadShared
                && page.pageClass <= sidecar::PageClass::TrueShared) {
                answer.rows.push_back(rowOf(file.profile(), page));
            }
        });
    }
    std::ranges::stable_sort(answer.rows, {}, orderOf);
    return answer;
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesSharing{
    .question = &ValuesSharingQuestion::kSchema,
    .purpose =
        "pages and cache lines that several threads or processors touch, false sharing first",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesSharing>::answer};

}  // namespace vellum::server::query
