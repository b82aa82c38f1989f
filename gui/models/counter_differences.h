#pragma once

#include "common/compare/counter_differences.h"
#include "gui/models/counter_catalogue.h"
#include "gui/models/differences.h"
#include "gui/models/request_slot.h"
#include "gui/models/time_link.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vellum::gui::models {

/// By how much one counter is higher or lower in the second of two traces, column by column, where both have the time that the
/// first one shows.
///
/// Asks both servers once the event that moved a view is over. What was compared last stays, to be shown stretched, until the next
/// comparison is there.
/// Units    Columns are device pixels of the first trace's charts, or ticks where those are wider.
/// Exact    The numbers are those of `vellum-query compare A B --by counter` for the same windows: common/compare makes both.
/// Errors   `errorText`, which names the trace by its letter.
/// Threads  GUI thread.
class CounterDifferences : public QObject {
    Q_OBJECT

public:
    /// More are not drawn: nobody could tell them apart.
    static constexpr std::size_t kMostCurves = 16;

    /// A counter that both have.
    struct Curve {
        QString name;  ///< the location's, and that of B where it is another
        std::vector<query::CounterStretch> inA;
        std::vector<query::CounterStretch> inB;
        std::vector<query::CounterStretch> difference;
    };
    /// Immutable.
    struct Result {
        TickRange window;  ///< in the first trace's ticks
        TickRange windowB;
        std::uint32_t columns = 0;
        std::string unit;
        std::vector<Curve> curves;
        std::size_t leftOut = 0;  ///< past kMostCurves
        std::size_t onlyA = 0;
        std::size_t onlyB = 0;
    };

    /// \param link  says which time of the one is which of the other
    CounterDifferences(data::DataSource& source, const TimeLink* link, QObject* parent = nullptr);
    ~CounterDifferences() override;

    /// What was known before is forgotten if they are others.
    void setSides(const Differences::Side& a, const Differences::Side& b);
    /// Neither of the two is used any more.
    void clear();
    [[nodiscard]] bool hasSides() const { return m_a != nullptr; }
    [[nodiscard]] const Differences::Side& a() const { return m_a->side; }
    [[nodiscard]] const Differences::Side& b() const { return m_b->side; }

    /// Its whole name; empty: none, and nothing is asked.
    void setMetric(const QString& name);
    [[nodiscard]] const QString& metric() const { return m_metric; }
    /// Which locations belong together.
    void setMap(const compare::ProcessMap& map);
    /// What the first trace's charts have for the time that they show; 0: nothing is asked.
    void setColumns(int columns);

    /// Counters of which both have samples, in the order of A; empty until that is known.
    [[nodiscard]] std::vector<QString> metricsOfBoth() const;
    /// Whether it is known which counters either has.
    [[nodiscard]] bool isKnown() const;

    /// Null until there is one.
    [[nodiscard]] const std::shared_ptr<const Result>& result() const { return m_result; }
    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;
    /// Why there can be nothing: both have no time in common, or one has no counter. Empty: there is no such reason.
    [[nodiscard]] QString reason() const;

signals:
    void changed();

private:
    struct Half {
        Half(data::DataSource& source, Differences::Side of)
            : side(std::move(of))
            , catalogue(source, side.trace)
            , slot(source, side.trace->id)
        {
        }

        Differences::Side side;
        CounterCatalogue catalogue;
        RequestSlot slot;
        std::shared_ptr<const query::Answer> answer;  ///< to what is under way; null: not yet
        QString error;
        QMetaObject::Connection viewed;
    };
    /// What is asked of both: as long as each other, in as many columns.
    struct Question {
        TickRange a;
        TickRange b;
        std::uint32_t columns = 0;
        std::vector<LocationRef> locationsA;
        std::vector<LocationRef> locationsB;
        QString metric;

        friend bool operator==(const Question&, const Question&) = default;
    };

    [[nodiscard]] std::unique_ptr<Half> makeHalf(const Differences::Side& side);
    [[nodiscard]] std::optional<Question> wanted() const;
    [[nodiscard]] std::optional<std::pair<TickRange, TickRange>> windows() const;
    void askSoon();
    void askNext();
    static void ask(
        Half& half,
        TickRange window,
        const std::vector<LocationRef>& locations,
        const Question& all);
    void take(Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error);
    void compareBoth();
    void forget();

    data::DataSource& m_source;
    const TimeLink* m_link;
    std::unique_ptr<Half> m_a;
    std::unique_ptr<Half> m_b;
    QString m_metric;
    compare::ProcessMap m_map;
    int m_columns = 0;
    QTimer m_askSoon;
    std::optional<Question> m_asked;  ///< answered, or under way: one pair of questions at a time
    std::shared_ptr<const Result> m_result;
};

}  // namespace vellum::gui::models
