#pragma once

#include "gui/models/differences.h"
#include "gui/models/flame_difference.h"
#include "gui/models/step_timeline.h"
#include "gui/report/report.h"
#include "gui/shell/report_sections.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <memory>
#include <vector>

namespace vellum::gui::shell {

/// Waits until all that a report is of is known and exact, and writes it to a file; once.
///
/// With two traces or more it asks for their differences by function, group and call path, and step by step: of the first and of
/// one of the others, in the windows that they show. Everything on the page is of one instant: if a window moves meanwhile, or
/// the traces are aligned anew, it takes all of it again.
/// Errors   With `ended`: what a trace could not answer, or why the file cannot be written. A file that was there stays
///          as it was then.
/// Threads  GUI thread; the file is written there, too.
class ReportMaker : public QObject {
    Q_OBJECT

public:
    /// What is on the screen now; views must outlive the maker.
    using Take = std::function<ReportOf()>;

    ReportMaker(data::DataSource& source, Take take, QObject* parent = nullptr);
    ~ReportMaker() override;

    /// `ended` may come before it returns, where all is known already.
    void write(const QString& file);

signals:
    /// \param error  a sentence; empty: it is written
    void ended(const QString& error);

private:
    struct Shown;

    [[nodiscard]] const std::vector<ReportTrace>& traces() const { return m_of.traces; }
    [[nodiscard]] bool isOfTwo() const { return traces().size() > 1; }
    [[nodiscard]] const ReportTrace& other() const { return traces()[m_other]; }
    void begin();
    void chooseStep();
    /// Does what can be done by now; called again when there is more.
    void go();
    /// Whether there is more to ask about the differences, or something under way.
    [[nodiscard]] bool isComparing();
    [[nodiscard]] QString failure() const;
    [[nodiscard]] Shown shown() const;
    [[nodiscard]] report::Report report() const;
    void end(const QString& error);

    Take m_take;
    ReportOf m_of;
    std::size_t m_other = 1;
    QString m_file;
    models::Differences m_differences;
    models::FlameDifference m_flame;
    models::StepTimeline m_steps;
    std::vector<std::shared_ptr<const query::Answer>>
        m_answers;  ///< by ComparisonBy, as far as known
    QStringList m_notes;
    std::unique_ptr<const Shown> m_begun;  ///< what was on the screen when asking began
    bool m_isEnded = false;
};

}  // namespace vellum::gui::shell
