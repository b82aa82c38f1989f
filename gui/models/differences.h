#pragma once

#include "common/compare/comparison.h"
#include "common/compare/measurement.h"
#include "gui/models/latest_work.h"
#include "gui/models/request_slot.h"
#include "gui/models/timeline_model.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::gui::models {

/// What the windows that two traces show cost, side by side: functions, groups or call paths.
///
/// Asks both servers once the views stay as they are, and compares on another thread. What was compared last stays until
/// the next comparison is there.
/// Exact    The numbers are those of `vellum-query compare A B` for the same windows: common/compare makes both.
/// Errors   `errorText`, which names the trace by its letter.
/// Threads  GUI thread.
class Differences : public QObject {
    Q_OBJECT

public:
    /// One of the two; view and trace must live until `clear`.
    struct Side {
        QString letter;
        const ViewHistory* view = nullptr;
        std::shared_ptr<const data::Trace> trace;

        friend bool operator==(const Side&, const Side&) = default;
    };
    /// A comparison as it is shown. Immutable.
    struct Result {
        std::shared_ptr<const query::Answer>
            answer;         ///< a compare::Comparison; null where it could not be made
        QStringList notes;  ///< what else differs, and how far durations are precise: sentences
        QString error;

        [[nodiscard]] const compare::Comparison* comparison() const;
    };

    explicit Differences(data::DataSource& source, QObject* parent = nullptr);
    ~Differences() override;

    /// Compares \p a and \p b from now on; what was compared before is forgotten if they are others.
    void setSides(const Side& a, const Side& b);
    /// Compares nothing; neither of the two is used any more.
    void clear();
    void setBy(compare::ComparisonBy by);
    [[nodiscard]] compare::ComparisonBy by() const { return m_by; }
    /// What was compared last stays until it is compared so.
    void setMatching(const compare::Matching& matching);
    [[nodiscard]] const compare::Matching& matching() const { return m_matching; }
    /// Asks for everything again.
    void refresh();

    /// Null until there is one.
    [[nodiscard]] const Result* result() const { return m_result.get(); }
    /// Whether two traces are compared now.
    [[nodiscard]] bool hasSides() const { return m_a != nullptr; }
    [[nodiscard]] const Side& a() const { return m_a->side; }
    [[nodiscard]] const Side& b() const { return m_b->side; }
    /// The profile by region of the window that \p side shows; \p side is one of the two. Null until it was answered.
    [[nodiscard]] const query::Profile* profileOf(const Side& side) const;

    /// How long visits of all functions of that name take in the window that \p side shows; \p side is one of the two. None until it
    /// was answered.
    [[nodiscard]] std::vector<compare::DurationClass> durationsOf(
        const Side& side, std::string_view function) const;

    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;

signals:
    void changed();

private:
    /// Finds out what one side costs.
    struct Meter {
        Meter(data::DataSource& source, Side of) : side(std::move(of)), slot(source, side.trace->id)
        {
        }

        Side side;
        RequestSlot slot;
        std::optional<compare::Measurement> measurement;
        QString error;
        QMetaObject::Connection viewed;
    };

    [[nodiscard]] std::unique_ptr<Meter> makeMeter(const Side& side);
    void scheduleMeasuring();
    void measure();
    void measure(Meter& meter);
    static void askNext(Meter& meter);
    void take(Meter& meter, const std::shared_ptr<const query::Answer>& answer, const Error& error);
    [[nodiscard]] static bool isMeasured(const Meter& meter);
    void compareBoth();
    [[nodiscard]] bool wantsTree() const;
    void changeWanted();

    data::DataSource& m_source;
    std::unique_ptr<Meter> m_a;
    std::unique_ptr<Meter> m_b;
    compare::ComparisonBy m_by = compare::ComparisonBy::Function;
    compare::Matching m_matching;
    QTimer m_settle;  ///< runs as long as the views move
    std::shared_ptr<const Result> m_result;
    std::uint64_t m_run = 0;    ///< what is to be compared: grows with every change
    std::uint64_t m_shown = 0;  ///< the run whose result is shown
    LatestWork<Result> m_work;
};

}  // namespace vellum::gui::models
