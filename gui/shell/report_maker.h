#pragma once

#include "gui/models/differences.h"
#include "gui/models/flame_difference.h"
#include "gui/report/report.h"
#include "gui/shell/report_sections.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

namespace vellum::gui::shell {

/// Waits until all that a report is of is known and exact, and writes it to a file; once.
///
/// With two traces or more it asks for their differences by function, group and call path: of the first and of one of
/// the others, in the windows that they show. If a window moves meanwhile it asks again.
/// Errors   With `ended`: what a trace could not answer, or why the file cannot be written. A file that was there stays
///          as it was then.
/// Threads  GUI thread; the file is written there, too.
class ReportMaker : public QObject {
    Q_OBJECT

public:
    /// \param traces     one or more; their views must outlive it
    /// \param beside     letter of the one that stands beside the first; none of them: the second
    /// \param alignment  sentences about how they stand
    ReportMaker(
        data::DataSource& source,
        std::vector<ReportTrace> traces,
        const QString& beside,
        QStringList alignment,
        QObject* parent = nullptr);
    ~ReportMaker() override;

    /// `ended` may come before it returns, where all is known already.
    void write(const QString& file);

signals:
    /// \param error  a sentence; empty: it is written
    void ended(const QString& error);

private:
    struct Shown;

    [[nodiscard]] bool isOfTwo() const { return m_traces.size() > 1; }
    [[nodiscard]] const ReportTrace& other() const { return m_traces[m_other]; }
    void begin();
    /// Does what can be done by now; called again when there is more.
    void go();
    /// Whether there is more to ask about the differences, or something under way.
    [[nodiscard]] bool isComparing();
    [[nodiscard]] QString failure() const;
    [[nodiscard]] Shown shown() const;
    [[nodiscard]] report::Report report() const;
    void end(const QString& error);

    std::vector<ReportTrace> m_traces;
    std::size_t m_other = 1;
    QStringList m_alignment;
    QString m_file;
    models::Differences m_differences;
    models::FlameDifference m_flame;
    std::vector<std::shared_ptr<const query::Answer>>
        m_answers;  ///< by ComparisonBy, as far as known
    QStringList m_notes;
    std::unique_ptr<const Shown> m_begun;  ///< what was on the screen when asking began
    bool m_isEnded = false;
};

}  // namespace vellum::gui::shell
