#pragma once

#include "common/compare/step_differences.h"
#include "gui/models/differences.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vellum::gui::models {

/// Functions that may be the steps of two runs, the likeliest first: those with a number behind their names, such as
/// "ProfilerStep#*", then those that are visited as often in both, by inclusive time. Those that are visited no more than once a
/// process, such as `main`, have no steps.
///
/// \param most  names
[[nodiscard]] std::vector<std::string> stepCandidates(
    const query::Profile& a,
    const Definitions& definitionsA,
    const query::Profile& b,
    const Definitions& definitionsB,
    std::size_t most = 30);

/// The steps of two traces side by side: of all of their time, whatever is shown of it, so that a zoom changes no number.
///
/// Exact    The numbers are those of `vellum-query compare A B --steps NAME`.
/// Errors   `errorText`, which names the trace by its letter.
/// Threads  GUI thread.
class StepTimeline : public QObject {
    Q_OBJECT

public:
    explicit StepTimeline(data::DataSource& source, QObject* parent = nullptr);
    ~StepTimeline() override;

    /// What was known before is forgotten if they are others.
    void setSides(const Differences::Side& a, const Differences::Side& b);
    /// Neither of the two is used any more.
    void clear();
    /// As `compare::parseStepName` reads it; empty: none, and nothing is asked.
    void setStep(const QString& name);
    [[nodiscard]] const QString& step() const { return m_step; }

    /// Which locations belong together.
    void setMap(const compare::ProcessMap& map);

    /// Null until there is one.
    [[nodiscard]] const std::shared_ptr<const compare::StepComparison>& comparison() const
    {
        return m_comparison;
    }
    [[nodiscard]] bool hasSides() const { return m_a != nullptr; }
    [[nodiscard]] const Differences::Side& a() const { return m_a->side; }
    [[nodiscard]] const Differences::Side& b() const { return m_b->side; }
    /// Whether only the first kMostSteps visits of one of them are compared.
    [[nodiscard]] bool isCut() const;
    [[nodiscard]] Exactness exactness() const;
    [[nodiscard]] QString errorText() const;

signals:
    void changed();

private:
    struct Half {
        Half(data::DataSource& source, Differences::Side of)
            : side(std::move(of))
            , slot(source, side.trace->id)
        {
        }

        Differences::Side side;
        RequestSlot slot;
        std::shared_ptr<const FilterSet> filters;  ///< as it was asked last
        std::optional<compare::StepRun> run;
        QString error;
        QMetaObject::Connection viewed;
    };

    [[nodiscard]] std::unique_ptr<Half> makeHalf(const Differences::Side& side);
    void askAnew();
    void ask(Half& half);
    void compareBoth();
    void take(Half& half, const std::shared_ptr<const query::Answer>& answer, const Error& error);

    data::DataSource& m_source;
    std::unique_ptr<Half> m_a;
    std::unique_ptr<Half> m_b;
    QString m_step;
    compare::ProcessMap m_map;
    std::shared_ptr<const compare::StepComparison> m_comparison;
};

}  // namespace vellum::gui::models
