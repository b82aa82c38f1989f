#pragma once

#include "gui/data/data_source.h"
#include "gui/models/answer_shelf.h"
#include "gui/models/filters.h"
#include "gui/models/request_slot.h"
#include "gui/models/row_order.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// Whether what a chart shows is what it claims.
enum class Exactness : std::uint8_t {
    Exact,     ///< every pixel is the answer for just this view
    Refining,  ///< an earlier picture, stretched; a better one is on its way
    Failed,    ///< no better one will come: see the error
};

/// Whether at least half of \p view lies in \p window.
[[nodiscard]] bool showsMost(TickRange window, TickRange view);

/// One row of an answered timeline. Alive as long as it is shared.
struct RowPicture {
    std::shared_ptr<const query::Timeline> timeline;
    std::size_t row = 0;
    std::uint64_t epoch = 0;    ///< counts refreshes: an older one is shown, but asked for again
    std::uint64_t marking = 0;  ///< what its runs' `present` is about; `TimelineModel::marking`
    bool hasShares = false;     ///< `data::hasShares`: the row's summary is asked for, too

    [[nodiscard]] const query::TimelineRow& runs() const { return timeline->rows[row]; }
    [[nodiscard]] bool isBare() const;
};

/// Whether it is in no function anywhere.
[[nodiscard]] bool isBare(const query::TimelineRow& row);

/// One row of an answered summary timeline, by function group: of a folded row, or of a location in whose columns no
/// one group has most.
struct SummaryPicture {
    std::shared_ptr<const query::SummaryTimeline> timeline;
    std::size_t row = 0;
    std::uint64_t epoch = 0;
    LocationList of;        ///< whose time it is; never null
    FunctionSet functions;  ///< told apart from the others as `splitShares` does; null: none is

    [[nodiscard]] const query::SummaryRow& shares() const { return timeline->rows[row]; }
};

/// The metrics of one location in an answer.
struct CounterPicture {
    std::shared_ptr<const query::Counters> counters;
    std::size_t first = 0;
    std::size_t count = 0;  ///< 0: it has no sample up to the window's end
    std::uint64_t epoch = 0;

    [[nodiscard]] std::span<const query::CounterRow> rows() const
    {
        return std::span(counters->rows).subspan(first, count);
    }
};

/// What the master timeline shows: for each row on the screen the newest picture there is.
///
/// Asks for what is on the screen and missing, one question of each kind at a time. What was
/// answered stays until something better arrives, so a chart never blinks back to empty; below it
/// lies the picture of the whole trace, where it is known. Rows that nothing is shown of yet show a provisional answer
/// until the exact one is there, where the server sends one.
/// Units    Columns are device pixels, or ticks where those are wider: no column is empty.
/// Memory   What the pictures weigh is bounded by `setMemory`, whatever the trace has: pictures of rows that
///          are not on the screen are forgotten, oldest first, and asked for again when they are needed.
/// Threads  GUI thread.
class TimelineModel : public QObject {
    Q_OBJECT

public:
    /// At most so many messages are asked for one by one, and so many bursts; `messages()` says how many there are.
    static constexpr std::uint64_t kMostMessages = 20'000;
    static constexpr std::uint64_t kMostBursts = 10'000;

    /// As `rows` and `rowCommunicators` of `query::MessagesRequest`.
    struct MessageRows {
        std::vector<std::vector<LocationRef>> sets{};
        std::vector<CommRef> communicators{};

        friend bool operator==(const MessageRows&, const MessageRows&) = default;
    };

    TimelineModel(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        const ViewHistory& view,
        QObject* parent = nullptr);

    [[nodiscard]] const data::Trace& trace() const { return *m_trace; }
    [[nodiscard]] std::shared_ptr<const data::Trace> sharedTrace() const { return m_trace; }

    /// How much the pictures may weigh, but for those of the rows on the screen.
    void setMemory(std::size_t bytes);
    [[nodiscard]] std::size_t memory() const { return m_shelf.limit(); }
    [[nodiscard]] std::size_t memoryUsed() { return m_shelf.bytes(); }

    /// What the chart has room for; asks again if that changed.
    void setScreen(int columns, std::vector<Row> rows);
    /// Between which rows messages are put together in bursts; nothing: they are asked for one by one, as where rows
    /// are too many to be named. Of more rows than are on the screen only messages from or to these are asked for.
    void setMessageRows(std::optional<MessageRows> rows);

    /// Of what columns shall say that it is in them, though they show something else; nothing: of nothing. Pictures of
    /// something else, whose `marking` is not that of now, stay until those of this are there.
    void setMarked(std::optional<query::PresenceClass> marked);
    /// Another number for each that is set; 0: nothing is.
    [[nodiscard]] std::uint64_t marking() const { return m_marked ? m_marking : 0; }

    /// What columns are asked for beside what takes longest in them.
    [[nodiscard]] std::vector<query::PresenceClass> present() const;
    /// Presence classes of the runs' `present`: CPU samples, 0 where the trace has none; and what is marked.
    [[nodiscard]] std::uint64_t sampledBits() const { return m_isSampled ? 1 : 0; }
    [[nodiscard]] std::uint64_t markedBits() const { return m_isSampled ? 2 : 1; }

    /// The newest picture, and that of the whole trace; null where there is none yet.
    [[nodiscard]] const RowPicture* pictureOf(LocationRef location) const;
    [[nodiscard]] const RowPicture* wholePictureOf(LocationRef location) const;
    [[nodiscard]] const SummaryPicture* summaryOf(std::uint64_t rowKey) const;
    /// Null also where \p row was of other locations then.
    [[nodiscard]] const SummaryPicture* wholeSummaryOf(const Row& row) const;
    /// Whether a location's row shows its metrics: it has nothing else, as far as is known.
    [[nodiscard]] bool showsCounters(LocationRef location) const;
    /// The newest picture, and one of the whole trace, which may have a single column.
    [[nodiscard]] const CounterPicture* countersOf(LocationRef location) const;
    [[nodiscard]] const CounterPicture* wholeCountersOf(LocationRef location) const;
    /// Those whose ends are both shown: of the newest answer or, while less than half of the view lies in that, of the
    /// one about the whole trace.
    [[nodiscard]] std::shared_ptr<const query::Messages> messages() const;
    /// What the newest answers.
    [[nodiscard]] const query::MessagesRequest& messagesRequest() const { return m_messagesAnswer; }
    /// Whether `messages()->count` is of these too; else of those with one end that is shown.
    [[nodiscard]] bool messagesAreOfScreen() const { return m_messagesAreOfScreen; }
    [[nodiscard]] bool messagesAreOfBothEnds() const { return m_messagesAreOfBothEnds; }

    /// The window that was answered last of those that are or were the view; nothing before the first.
    [[nodiscard]] const std::optional<TickRange>& newestWindow() const { return m_newestWindow; }
    /// Counts answers about rows: as long as it stays, so do the pictures of all rows.
    [[nodiscard]] std::uint64_t answers() const { return m_answers; }
    /// Whether the picture of every row on the screen is that of just this view.
    [[nodiscard]] bool areRowsOfView() const;

    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] const QString& errorText() const { return m_errorText; }

    /// Asks for everything again, after a server came back; what is shown stays until then.
    void refresh();

signals:
    void changed();

private:
    void scheduleAsking();
    void askForMissing();
    void askForRuns();
    void askForSummaries();
    void askForStanding();
    void askForCounters();
    void askForMessages();
    [[nodiscard]] std::vector<LocationRef> locationsOnScreen() const;
    [[nodiscard]] std::size_t locationsShown() const;
    /// Whether a picture, which may be missing, is that of just this view.
    template <typename Picture>
    [[nodiscard]] bool isCurrent(const Picture* picture) const;
    [[nodiscard]] bool isCurrent(const CounterPicture* picture) const;
    /// Likewise, and tells of what is marked.
    [[nodiscard]] bool isCurrentRow(const RowPicture* picture) const;
    [[nodiscard]] bool isCurrentOf(const SummaryPicture* picture, const Row& row) const;
    /// Whether the row of a location is drawn with shares, as far as is known.
    [[nodiscard]] bool hasShares(const Row& row) const;
    [[nodiscard]] bool isOfFunctions(const SummaryPicture& picture) const;
    void updateShareFilters();
    /// What functions are told apart by now in the shares of folded rows; null: none.
    [[nodiscard]] FunctionSet functionsOfShares() const;
    /// Whether the row's picture, be it bars, shares or counters, is that of just this view.
    [[nodiscard]] bool isRowExact(const Row& row) const;
    [[nodiscard]] bool isRowOfView(const Row& row) const;
    [[nodiscard]] bool isCounterMissing(const Row& row, bool ofWhole) const;
    [[nodiscard]] std::uint32_t columnsWanted() const;
    [[nodiscard]] bool isViewOf(TickRange window, std::uint32_t columns) const;
    /// Provisional answers: shown where nothing is shown yet.
    void onOverview(const std::shared_ptr<const query::Answer>& answer);
    void onOverviewOfSummaries(const std::shared_ptr<const query::Answer>& answer);
    void takeGroups(const std::shared_ptr<const query::SummaryTimeline>& timeline);
    void keepWhole(std::uint64_t rowKey);  ///< the newest, where it is one of the whole trace
    void takeStanding(const query::SummaryTimeline& standing);
    /// Row \p i of an answer to `m_askedSummaries`.
    [[nodiscard]] SummaryPicture summaryPicture(
        std::shared_ptr<const query::SummaryTimeline> timeline, std::size_t i) const;
    void onRuns(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void onSummaries(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void onCounters(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void onMessages(const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void keepMessagesOf(const std::vector<LocationRef>& shown);
    void takeError(const Error& error);
    void takeWindow(TickRange window);
    void forgetSurplus();

    /// Rows whose groups were answered and whose functions are asked for, a few rows at a time, be the view another
    /// one by then: what stepped back does not flash up in between.
    struct Splitting {
        std::shared_ptr<const query::SummaryTimeline>
            groups;  ///< null: nothing is to be told apart
        std::shared_ptr<const FilterSet> filters;
        std::size_t done = 0;  ///< rows
    };

    std::shared_ptr<const data::Trace> m_trace;
    const ViewHistory& m_view;
    RequestSlot m_runsSlot;
    RequestSlot m_summarySlot;
    RequestSlot m_counterSlot;
    RequestSlot m_messageSlot;
    AnswerShelf m_shelf;
    QTimer m_askSoon;  ///< gathers the changes of one event into one question
    int m_columns = 0;
    std::vector<Row> m_rows;
    std::unordered_map<LocationRef, RowPicture> m_pictures;
    std::unordered_map<LocationRef, RowPicture> m_wholePictures;
    std::unordered_map<std::uint64_t, SummaryPicture> m_summaries;
    std::unordered_map<std::uint64_t, SummaryPicture> m_wholeSummaries;
    std::vector<std::uint64_t> m_askedSummaryKeys;
    query::SummaryTimelineRequest m_askedSummaries;  ///< with the rows of those keys
    Splitting m_splitting;
    std::optional<MessageRows> m_messageRows = MessageRows();
    query::MessagesRequest m_messagesAnswer;  ///< what `m_messages` answers
    bool m_messagesAreOfScreen = false;
    bool m_messagesAreOfBothEnds = true;
    std::unordered_map<LocationRef, CounterPicture> m_counters;
    std::unordered_map<LocationRef, CounterPicture> m_wholeCounters;
    query::CountersRequest m_askedCounters;
    std::shared_ptr<const query::Messages> m_messages;
    std::shared_ptr<const query::Messages> m_wholeMessages;
    std::shared_ptr<const FilterSet> m_messageFilters;  ///< those of `m_wholeMessages`
    /// What tells shares of folded rows apart: the view's filters, and the function that is marked. Null: nothing.
    std::shared_ptr<const FilterSet> m_shareFilters;
    bool m_isSampled = false;
    std::optional<query::PresenceClass> m_marked;
    std::uint64_t m_marking = 0;  ///< counts what was marked
    std::uint64_t m_epoch = 0;
    std::uint64_t m_messagesEpoch = 0;
    std::uint64_t m_answers = 0;
    std::optional<TickRange> m_newestWindow;
    QString m_errorText;
};

}  // namespace vellum::gui::models
