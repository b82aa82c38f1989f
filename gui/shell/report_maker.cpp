#include "gui/shell/report_maker.h"

#include "gui/report/report_page.h"
#include "gui/shell/trace_tab.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace vellum::gui::shell {

using compare::ComparisonBy;
using models::Exactness;

namespace {

constexpr std::size_t kComparisons = std::size(compare::kComparisonByWords);

models::Differences::Side sideOf(const ReportTrace& trace)
{
    return {
        .letter = trace.letter, .view = &trace.view->history(), .trace = trace.view->sharedTrace()};
}

/// Empty where it was written.
QString writeFile(const QString& file, const QByteArray& bytes)
{
    QSaveFile out(file);
    const bool isWritten =
        out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size() && out.commit();
    return isWritten ? QString()
                     : ReportMaker::tr("'%1' cannot be written: %2").arg(file, out.errorString());
}

}  // namespace

/// What the numbers are of.
struct ReportMaker::Shown {
    std::vector<TickRange> ranges;
    std::vector<std::shared_ptr<const models::FilterSet>> filters;

    friend bool operator==(const Shown&, const Shown&) = default;
};

ReportMaker::ReportMaker(
    data::DataSource& source,
    std::vector<ReportTrace> traces,
    const QString& beside,
    QStringList alignment,
    QObject* parent)
    : QObject(parent)
    , m_traces(std::move(traces))
    , m_alignment(std::move(alignment))
    , m_differences(source)
    , m_flame(source)
{
    for (std::size_t i = 1; i < m_traces.size(); ++i) {
        m_other = m_traces[i].letter == beside ? i : m_other;
    }
    // Queued: go() asks the next question, which must not happen inside the signal of the answer before.
    const auto queued = Qt::QueuedConnection;
    connect(&m_differences, &models::Differences::changed, this, &ReportMaker::go, queued);
    connect(&m_flame, &models::FlameDifference::changed, this, &ReportMaker::go, queued);
    for (const ReportTrace& trace : m_traces) {
        connect(trace.view, &TraceView::exactnessChanged, this, &ReportMaker::go, queued);
    }
}

ReportMaker::~ReportMaker()
{
    m_differences.disconnect(this);
    m_flame.disconnect(this);
}

ReportMaker::Shown ReportMaker::shown() const
{
    Shown shown;
    for (const ReportTrace& trace : m_traces) {
        shown.ranges.push_back(trace.view->history().range());
        shown.filters.push_back(trace.view->history().state().filters);
    }
    return shown;
}

void ReportMaker::write(const QString& file)
{
    m_file = file;
    begin();
    go();
}

void ReportMaker::begin()
{
    m_begun = std::make_unique<const Shown>(shown());
    m_answers.clear();
    if (isOfTwo()) {
        m_differences.setBy(ComparisonBy::Function);
        m_differences.setSides(sideOf(m_traces.front()), sideOf(other()));
        m_flame.setSides(sideOf(m_traces.front()), sideOf(other()));
    }
}

QString ReportMaker::failure() const
{
    for (const ReportTrace& trace : m_traces) {
        if (trace.view->exactness() == Exactness::Failed) {
            const QString error = trace.view->errorText();
            return error.isEmpty()
                       ? tr("not all of '%1' could be shown").arg(trace.view->trace().path)
                       : error;
        }
    }
    return isOfTwo() && m_differences.exactness() == Exactness::Failed ? m_differences.errorText()
           : isOfTwo() && m_flame.exactness() == Exactness::Failed     ? m_flame.errorText()
                                                                       : QString();
}

bool ReportMaker::isComparing()
{
    if (!isOfTwo()) {
        return false;
    }
    const auto* result = m_differences.result();
    if (m_answers.size() < kComparisons && m_differences.exactness() == Exactness::Exact
        && result != nullptr && result->comparison() != nullptr
        && result->comparison()->by == static_cast<ComparisonBy>(m_answers.size())) {
        m_answers.push_back(result->answer);
        m_notes = result->notes;
        if (m_answers.size() < kComparisons) {
            m_differences.setBy(static_cast<ComparisonBy>(m_answers.size()));
        }
    }
    return m_answers.size() < kComparisons || m_flame.exactness() != Exactness::Exact;
}

void ReportMaker::go()
{
    if (m_isEnded || m_begun == nullptr) {
        return;
    }
    if (const QString error = failure(); !error.isEmpty()) {
        end(error);
        return;
    }
    if (*m_begun != shown()) {
        begin();
        return;
    }
    const bool isExact = std::ranges::all_of(m_traces, [](const ReportTrace& trace) {
        return trace.view->exactness() == Exactness::Exact;
    });
    if (!isComparing() && isExact) {
        end(writeFile(m_file, report::pageOf(report())));
    }
}

void ReportMaker::end(const QString& error)
{
    m_isEnded = true;
    emit ended(error);
}

report::Report ReportMaker::report() const
{
    QStringList names;
    for (const ReportTrace& trace : m_traces) {
        names << TraceTab::titleOf(trace.view->trace().path);
    }
    report::Report report{
        .title = names.join(QStringLiteral(" ↔ ")),
        .lead =
            isOfTwo()
                ? tr("%1 and %2 side by side: what takes longer, what takes less, and whether that may be chance.")
                      .arg(m_traces.front().letter, other().letter)
                : tr("What is shown of a trace."),
        .sections = {tracesSection(m_traces)},
        .foot = tr("Made by Vellum %1 on %2. Times of tables are exact to the nanosecond.")
                    .arg(
                        QCoreApplication::applicationVersion(),
                        QDateTime::currentDateTimeUtc().toString(
                            QStringLiteral("yyyy-MM-dd HH:mm 'UTC'")))};
    if (isOfTwo()) {
        report.sections.push_back(
            {.title = tr("What else differs"),
             .sentences = m_notes.isEmpty() ? QStringList{tr(
                              "Nothing: format, locations, clock, length and functions are alike.")}
                                            : m_notes});
    }
    report.sections.push_back(windowsSection(m_traces, m_alignment));
    report.sections.push_back(chartsSection(m_traces));
    report.sections.push_back(summarySection(m_traces));
    if (isOfTwo()) {
        const QString& a = m_traces.front().letter;
        const QString& b = other().letter;
        report::Section differences{
            .title = tr("Differences"),
            .sentences = {tr(
                "The verdict is about single visits: slower or faster where that is more than chance and more than 1 %; "
                "same where it may be chance; too few below five visits in one of the two.")}};
        for (const auto& answer : m_answers) {
            differences.tables.push_back(differencesTable(answer, a, b));
        }
        report.sections.push_back(std::move(differences));
        report.sections.push_back(flameSection(m_flame.tree(), *m_flame.clock(), a, b));
    }
    return report;
}

}  // namespace vellum::gui::shell
