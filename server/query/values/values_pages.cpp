#include "common/query/values_pages.h"

#include "common/query/limits.h"
#include "server/query/registry.h"
#include "server/query/values/page_history.h"
#include "server/query/values/side_car_clock.h"
#include "server/query/values/values_in_scope.h"
#include "server/query/workers.h"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace vellum::server::query {

using vellum::query::ValuesPages;
using vellum::query::ValuesPagesQuestion;
using vellum::query::ValuesPagesRow;

namespace {

/// Of all objects together.
constexpr std::uint64_t kMostCells = std::uint64_t{1} << 20U;

/// Objects of one name and one place of allocation are one to their reader.
using ObjectKey = std::pair<std::string, std::string>;

struct ObjectTotals {
    std::uint64_t size = 0;
    std::uint64_t writtenBytes = 0;
    std::uint64_t unchangedBytes = 0;
};

/// What is known of pages in one side-car, piece by piece, in the time of the trace.
class Pieces {
public:
    explicit Pieces(const FileInScope& file) : m_file(file), m_clock(file.profile()) {}

    /// Calls \p use with the number of the object and the piece. What lies in no object has no pages to tell of.
    template <typename Use>
    void forEach(const TableCall& call, const Use& use) const
    {
        m_file.forEach<sidecar::PageRunRecord>([&](const sidecar::PageRunRecord& run) {
            const std::optional<TickRange> time = timeOf(run);
            if (run.object != 0 && time && time->begin < call.scope.window.end
                && time->end > call.scope.window.begin) {
                const std::uint64_t pageBytes = std::uint64_t{1}
                                                << std::min<unsigned>(run.pageShift, 63);
                use(run.object,
                    {.offset = run.offset,
                     .bytes = run.bytes,
                     .time = *time,
                     .state = run.state,
                     .sharing = run.pageClass,
                     .pages = std::max<std::uint64_t>((run.bytes + pageBytes - 1) / pageBytes, 1),
                     .changed = std::min(run.changed, run.bytes)});
            }
        });
        m_file.forEach<sidecar::PageRecord>([&](const sidecar::PageRecord& page) {
            const std::optional<TickRange> time = m_clock.rangeOf(page.t0, page.t1);
            if (page.object != 0 && time && time->begin < call.scope.window.end
                && time->end > call.scope.window.begin) {
                use(page.object, pieceOf(page, *time));
            }
        });
    }

private:
    [[nodiscard]] std::optional<TickRange> timeOf(const sidecar::PageRunRecord& run) const
    {
        if (run.op == 0) {
            return m_clock.rangeOf(run.t0, run.t1);
        }
        const ValueProfile::Operation* operation = m_file.profile().operation(run.op);
        return operation != nullptr && operation->isJoined && m_file.contains(run.op)
                   ? std::optional(operation->range)
                   : std::nullopt;
    }

    /// A cache line, or a page that several processors touch.
    [[nodiscard]] PagePiece pieceOf(const sidecar::PageRecord& page, TickRange time) const
    {
        const std::uint64_t base = m_file.profile().objectBase(page.object);
        const std::uint64_t end =
            page.page + (std::uint64_t{1} << std::min<unsigned>(page.pageShift, 63));
        const bool isWritten = page.cpuWrites > 0 || page.gpuWrites > 0;
        return {
            .offset = page.page > base ? page.page - base : 0,
            .bytes = end > base ? end - std::max(page.page, base) : 0,
            .time = time,
            .state = isWritten ? sidecar::PageState::Unknown : sidecar::PageState::Read,
            .sharing = page.pageClass};
    }

    const FileInScope& m_file;
    SideCarClock m_clock;
};

/// Collects the histories of the objects that matter the most.
class Histories {
public:
    Histories(const TableCall& call, const ValuesPagesQuestion& question)
        : m_call(call)
        , m_question(question)
    {
    }

    void addTotals(const FileInScope& file)
    {
        Pieces(file).forEach(m_call, [&](std::uint64_t object, const PagePiece& piece) {
            const ObjectKey key = keyOf(file.profile(), object);
            if (!m_question.object.empty() && key.first != m_question.object) {
                return;
            }
            ObjectTotals& totals = m_totals[key];
            totals.size = std::max(totals.size, sizeOf(file.profile(), object, piece));
            const bool isWrite = piece.state != sidecar::PageState::Read;
            totals.writtenBytes += isWrite ? piece.bytes : 0;
            totals.unchangedBytes += piece.state == sidecar::PageState::Unchanged ? piece.bytes : 0;
        });
    }

    /// Those that there is room for, the most wasteful first.
    void choose()
    {
        for (const auto& [key, totals] : m_totals) {
            m_order.push_back(key);
        }
        std::ranges::stable_sort(m_order, [this](const ObjectKey& left, const ObjectKey& right) {
            const auto rank = [this](const ObjectKey& key) {
                const ObjectTotals& totals = m_totals.at(key);
                return std::pair(totals.unchangedBytes, totals.writtenBytes);
            };
            return rank(left) > rank(right);
        });
        const std::uint64_t cells = std::uint64_t{m_question.columns} * m_question.ranges;
        m_leftOut = m_order.size();
        m_order.resize(
            std::min<std::size_t>(m_order.size(), std::max<std::uint64_t>(kMostCells / cells, 1)));
        m_leftOut -= m_order.size();
        for (const ObjectKey& key : m_order) {
            m_histories.try_emplace(
                key,
                m_totals.at(key).size,
                m_question.ranges,
                Columns{.range = m_call.scope.window, .count = m_question.columns});
        }
    }

    void addPieces(const FileInScope& file)
    {
        Pieces(file).forEach(m_call, [&](std::uint64_t object, const PagePiece& piece) {
            const auto found = m_histories.find(keyOf(file.profile(), object));
            if (found != m_histories.end()) {
                found->second.add(piece);
            }
        });
    }

    [[nodiscard]] std::vector<ValuesPagesRow> rows() const
    {
        std::vector<ValuesPagesRow> rows;
        for (const ObjectKey& key : m_order) {
            for (ValuesPagesRow& row : m_histories.at(key).rows()) {
                row.object = key.first;
                row.where = key.second;
                rows.push_back(std::move(row));
            }
        }
        return rows;
    }

    [[nodiscard]] std::uint64_t leftOut() const { return m_leftOut; }

private:
    /// What a damaged file says of sizes may be anything.
    static std::uint64_t sizeOf(
        const ValueProfile& profile, std::uint64_t object, const PagePiece& piece)
    {
        const std::uint64_t known = profile.objectSize(object);
        const std::uint64_t seen = std::min(piece.offset, PageHistory::kLargest)
                                   + std::min(piece.bytes, PageHistory::kLargest);
        return std::min(std::max(known, seen), PageHistory::kLargest);
    }
    static ObjectKey keyOf(const ValueProfile& profile, std::uint64_t object)
    {
        return {profile.objectName(object), profile.objectWhere(object)};
    }

    const TableCall& m_call;
    const ValuesPagesQuestion& m_question;
    std::map<ObjectKey, ObjectTotals> m_totals;
    std::vector<ObjectKey> m_order;
    std::map<ObjectKey, PageHistory> m_histories;
    std::uint64_t m_leftOut = 0;
};

std::string watchedBy(const ValuesInScope& scope)
{
    for (const FileInScope& file : scope.files()) {
        std::string text = settingOf(
            file.profile().file(),
            sidecar::kPageMechanismSetting,
            vellum::query::kLongestWatchedBy);
        if (!text.empty()) {
            return text;
        }
    }
    return "each access, by a program compiled for it";
}

Result<ValuesPages> valuesPages(const TableCall& call, const ValuesPagesQuestion& question)
{
    const auto scope = ValuesInScope::of(call);
    VELLUM_RETURN_IF_ERROR(scope);
    VELLUM_RETURN_IF_ERROR(checkColumns(question.columns));
    ValuesPagesQuestion asked =
        question;  // an object alone has no more cells than all may have together
    asked.ranges = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        asked.ranges, std::max<std::uint64_t>(kMostCells / asked.columns, 1)));
    Histories histories(call, asked);
    for (const FileInScope& file : scope.value().files()) {
        if (call.options.cancel.stop_requested()) {
            return cancelledError();
        }
        histories.addTotals(file);
    }
    histories.choose();
    for (const FileInScope& file : scope.value().files()) {
        if (call.options.cancel.stop_requested()) {
            return cancelledError();
        }
        histories.addPieces(file);
    }
    return ValuesPages{
        .columns = question.columns,
        .watchedBy = watchedBy(scope.value()),
        .objectsLeftOut = histories.leftOut(),
        .valuesOf = scope.value().otherRun(),
        .rows = histories.rows()};
}

}  // namespace

// NOLINTNEXTLINE(cppcoreguidelines-interfaces-global-init): of the question only its address
extern constinit const TableQuery kValuesPages{
    .question = &ValuesPagesQuestion::kSchema,
    .purpose = "pages of objects over time: written, written without effect, shared",
    .held = Held::ByHead,
    .filters = Filtered::None,
    .answer = &Answerer<&valuesPages>::answer};

}  // namespace vellum::server::query
