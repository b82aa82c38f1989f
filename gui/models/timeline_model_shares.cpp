// The stacks of a timeline's folded rows, and of columns of locations in which no one group has most: asked for
// by group and, where functions are filtered, by these too.

#include "common/query/limits.h"
#include "gui/models/answer_kind.h"
#include "gui/models/function_shares.h"
#include "gui/models/timeline_model.h"

#include <algorithm>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

namespace vellum::gui::models {

namespace {

/// Rows × functions × columns of one question about the functions that stand out: 64 MiB, were all of them to occur.
constexpr std::uint64_t kMostSharesAtOnce = 8'000'000;

}  // namespace

/// Of a marked group the stacks have its share already; of a function it is to be asked for.
void TimelineModel::updateShareFilters()
{
    m_shareFilters = m_view.state().filters;
    if (!m_marked || m_marked->regions.empty()) {
        return;
    }
    auto functions = std::make_shared<std::unordered_set<RegionRef>>();
    for (const RegionRef region : m_marked->regions) {
        if (m_view.filters().standsOut(region)) {
            functions->insert(region);
        }
    }
    std::vector<Filter> filters = {
        {.kind = Filter::Kind::Functions, .functions = std::move(functions)}};
    m_shareFilters =
        std::make_shared<const FilterSet>(*m_trace->definitions, std::move(filters), true);
}

FunctionSet TimelineModel::functionsOfShares() const
{
    return m_shareFilters && tellsSharesApart(*m_shareFilters) ? m_shareFilters->functionSet()
                                                               : nullptr;
}

bool TimelineModel::isOfFunctions(const SummaryPicture& picture) const
{
    const FunctionSet wanted = functionsOfShares();
    return picture.functions == wanted
           || (picture.functions && wanted && *picture.functions == *wanted);
}

bool TimelineModel::hasShares(const Row& row) const
{
    const RowPicture* picture = pictureOf(row.locations.front());
    return picture != nullptr && picture->hasShares && !row.summed.empty();
}

/// A location is asked for also where only the picture of an earlier view has shares: the new one probably has some, and
/// so both answers come at the same time.
void TimelineModel::askForSummaries()
{
    query::SummaryTimelineRequest request{.window = m_view.range(), .columns = columnsWanted()};
    std::vector<std::uint64_t> keys;
    std::size_t locations = 0;
    bool isAnyUnseen = false;
    for (const Row& row : m_rows) {
        const bool isStacked = row.kind == RowKind::Location ? hasShares(row) : !row.summed.empty();
        if (isStacked && !isCurrentOf(summaryOf(row.key), row)) {
            locations += row.summed.size();
            const std::uint64_t cells =
                (keys.size() + 1) * std::uint64_t{request.columns} * kFunctionGroupCount;
            const bool isMuch =
                locations > query::kMaxSelectedLocations || cells > query::kMaxCells;
            if (isMuch && !keys.empty()) {
                break;  // the others are asked for next
            }
            request.rows.push_back(row.summed);
            keys.push_back(row.key);
            isAnyUnseen = isAnyUnseen || summaryOf(row.key) == nullptr;
        }
    }
    if (!keys.empty() && m_summarySlot.sendsAtOnce()) {
        m_askedSummaryKeys = std::move(keys);
        m_askedSummaries = request;
        m_splitting = {};
        m_summarySlot.ask(std::move(request), isAnyUnseen);
    }
}

void TimelineModel::askForStanding()
{
    query::SummaryTimelineRequest request = requestOfShares(
        {.window = m_askedSummaries.window, .columns = m_askedSummaries.columns},
        *m_splitting.filters);
    const std::uint64_t functions =
        request.keys.empty() ? m_trace->definitions->regions.size() : request.keys.size();
    const auto rows = static_cast<std::size_t>(std::max<std::uint64_t>(
        1, kMostSharesAtOnce / std::max<std::uint64_t>(1, functions * request.columns)));
    const std::size_t left = m_splitting.groups->rows.size() - m_splitting.done;
    const auto first =
        m_askedSummaries.rows.begin() + static_cast<std::ptrdiff_t>(m_splitting.done);
    request.rows.assign(first, first + static_cast<std::ptrdiff_t>(std::min(rows, left)));
    m_summarySlot.ask(std::move(request));
}

void TimelineModel::onSummaries(
    const std::shared_ptr<const query::Answer>& answer, const Error& error)
{
    const auto timeline = as<query::SummaryTimeline>(answer);
    if (timeline == nullptr) {
        if (isViewOf(m_askedSummaries.window, m_askedSummaries.columns)) {
            takeError(error);
        } else {
            askForMissing();  // that was the view before
        }
        return;
    }
    if (m_splitting.groups) {
        takeStanding(*timeline);
    } else {
        takeGroups(timeline);
    }
    takeWindow(timeline->window);
    forgetSurplus();
    if (m_splitting.groups) {
        askForStanding();
    }
    askForMissing();
}

void TimelineModel::takeGroups(const std::shared_ptr<const query::SummaryTimeline>& timeline)
{
    const bool areToBeSplit = functionsOfShares() != nullptr;
    for (std::size_t i = 0; i < std::min(timeline->rows.size(), m_askedSummaryKeys.size()); ++i) {
        if (areToBeSplit) {
            m_summaries.try_emplace(m_askedSummaryKeys[i], summaryPicture(timeline, i));
        } else {
            m_summaries[m_askedSummaryKeys[i]] = summaryPicture(timeline, i);
            keepWhole(m_askedSummaryKeys[i]);
        }
    }
    if (areToBeSplit) {
        m_splitting = {.groups = timeline, .filters = m_shareFilters};
    }
    m_shelf.put(timeline);
}

void TimelineModel::takeStanding(const query::SummaryTimeline& standing)
{
    const std::size_t all = std::min(m_splitting.groups->rows.size(), m_askedSummaryKeys.size());
    const std::size_t first = m_splitting.done;
    const std::size_t count = std::min(standing.rows.size(), all - first);
    auto split = std::make_shared<query::SummaryTimeline>(
        query::SummaryTimeline{.window = standing.window, .columns = standing.columns});
    split->exact = standing.exact && m_splitting.groups->exact;
    for (std::size_t i = 0; i < count; ++i) {
        split->rows.push_back(splitShares(
            m_splitting.groups->rows[first + i],
            standing.rows[i],
            *m_splitting.filters,
            *m_trace->definitions));
    }
    for (std::size_t i = 0; i < count; ++i) {
        m_summaries[m_askedSummaryKeys[first + i]] = {
            .timeline = split,
            .row = i,
            .epoch = m_epoch,
            .of =
                std::make_shared<const std::vector<LocationRef>>(m_askedSummaries.rows[first + i]),
            .functions = m_splitting.filters->functionSet()};
        keepWhole(m_askedSummaryKeys[first + i]);
    }
    m_shelf.put(split);
    m_splitting.done += count;
    if (count == 0 || m_splitting.done == all) {
        m_splitting = {};
    }
}

void TimelineModel::onOverviewOfSummaries(const std::shared_ptr<const query::Answer>& answer)
{
    const auto timeline = as<query::SummaryTimeline>(answer);
    if (timeline == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < std::min(timeline->rows.size(), m_askedSummaryKeys.size()); ++i) {
        m_summaries.try_emplace(m_askedSummaryKeys[i], summaryPicture(timeline, i));
    }
    takeWindow(timeline->window);
    m_shelf.put(timeline);
    forgetSurplus();
    askForMissing();  // a view that is newer need not wait any more
}

void TimelineModel::keepWhole(std::uint64_t rowKey)
{
    const SummaryPicture& newest = m_summaries.at(rowKey);
    if (newest.timeline->window == m_view.whole()) {
        m_wholeSummaries[rowKey] = newest;
    }
}

SummaryPicture TimelineModel::summaryPicture(
    std::shared_ptr<const query::SummaryTimeline> timeline, std::size_t i) const
{
    return {
        .timeline = std::move(timeline),
        .row = i,
        .epoch = m_epoch,
        .of = std::make_shared<const std::vector<LocationRef>>(m_askedSummaries.rows[i])};
}

}  // namespace vellum::gui::models
