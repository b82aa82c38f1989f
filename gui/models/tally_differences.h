#pragma once

#include "common/compare/tally_differences.h"
#include "gui/models/differences.h"
#include "gui/models/latest_work.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>

namespace vellum::gui::models {

/// What two traces did, in the windows that they show, that is no visit of a function: messages, collective operations, input and
/// output, work of devices, values; side by side.
///
/// Asks both servers once the views stay as they are, and compares on another thread. What was compared last stays until the next
/// comparison of the same question is there.
/// Exact    The numbers are those of `vellum-query compare A B --by message` and so on for the same windows.
/// Errors   `errorText`, which names the trace by its letter. A trace without values has none of them: that is no error.
/// Threads  GUI thread.
class TallyDifferences : public QObject {
    Q_OBJECT

public:
    /// A comparison as it is shown. Immutable.
    struct Result {
        std::shared_ptr<const query::Answer>
            answer;         ///< a compare::TallyComparison; null where it could not be made
        QStringList notes;  ///< which trace has none of it, or more than was compared
        QString error;

        [[nodiscard]] const compare::TallyComparison* comparison() const;
    };

    explicit TallyDifferences(data::DataSource& source, QObject* parent = nullptr);
    ~TallyDifferences() override;

    /// Compares \p a and \p b from now on; what was compared before is forgotten if they are others.
    void setSides(const Differences::Side& a, const Differences::Side& b);
    /// Compares nothing; neither of the two is used any more.
    void clear();
    [[nodiscard]] bool hasSides() const { return m_a != nullptr; }
    /// Precondition: nothing is wrong with it (compare::mistakeOf). What was compared by another one is forgotten.
    void setQuestion(const compare::TallyQuestion& question);
    [[nodiscard]] const compare::TallyQuestion& question() const { return m_question; }
    /// Whether a trace may have any of it.
    [[nodiscard]] static bool mayHave(compare::TallyBy by, const data::Trace& trace);

    /// Null until there is one.
    [[nodiscard]] const Result* result() const { return m_result.get(); }
    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;

signals:
    void changed();

private:
    /// What is known of one side.
    struct Half {
        Half(data::DataSource& source, Differences::Side of)
            : side(std::move(of))
            , slot(source, side.trace->id)
        {
        }

        Differences::Side side;
        RequestSlot slot;
        std::optional<query::Request> asked;          ///< answered, or under way
        std::shared_ptr<const query::Answer> answer;  ///< null: not yet, or there are no values
        QString error;
        QMetaObject::Connection viewed;
    };

    [[nodiscard]] std::unique_ptr<Half> makeHalf(const Differences::Side& side);
    void askSoon();
    void ask();
    void ask(Half& half);
    void take(Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error);
    [[nodiscard]] static bool isAnswered(const Half& half);
    void compareBoth();

    data::DataSource& m_source;
    std::unique_ptr<Half> m_a;
    std::unique_ptr<Half> m_b;
    compare::TallyQuestion m_question;
    QTimer m_settle;       ///< runs as long as the views move
    bool m_isNew = false;  ///< what was answered is not compared yet
    std::shared_ptr<const Result> m_result;
    LatestWork<Result> m_work;
};

}  // namespace vellum::gui::models
