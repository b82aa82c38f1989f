#include "gui/shell/report_maker.h"

#include "gui/data/wording.h"
#include "gui/report/report_page.h"
#include "gui/shell/report_durations.h"
#include "gui/shell/trace_tab.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QSaveFile>

#include <algorithm>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

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

/// The comparison by function; null: it could not be made.
const compare::Comparison* functionsOf(
    const std::vector<std::shared_ptr<const query::Answer>>& answers)
{
    const auto* table = answers.empty() || answers.front() == nullptr
                            ? nullptr
                            : std::get_if<query::Table>(answers.front().get());
    return table == nullptr ? nullptr : table->answer.as<compare::Comparison>();
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

/// What the page is of.
struct ReportMaker::Shown {
    ReportOf of;
    std::vector<TickRange> ranges;
    std::vector<std::shared_ptr<const models::FilterSet>> filters;

    friend bool operator==(const Shown&, const Shown&) = default;
};

ReportMaker::ReportMaker(data::DataSource& source, Take take, QObject* parent)
    : QObject(parent)
    , m_take(std::move(take))
    , m_of(m_take())
    , m_differences(source)
    , m_flame(source)
    , m_steps(source)
{
    // Queued: go() asks the next question, which must not happen inside the signal of the answer before.
    const auto queued = Qt::QueuedConnection;
    connect(&m_differences, &models::Differences::changed, this, &ReportMaker::go, queued);
    connect(&m_flame, &models::FlameDifference::changed, this, &ReportMaker::go, queued);
    connect(&m_steps, &models::StepTimeline::changed, this, &ReportMaker::go, queued);
    for (const ReportTrace& trace : traces()) {
        connect(trace.view, &TraceView::exactnessChanged, this, &ReportMaker::go, queued);
        connect(
            &trace.view->history(), &models::ViewHistory::changed, this, &ReportMaker::go, queued);
    }
}

ReportMaker::~ReportMaker()
{
    m_differences.disconnect(this);
    m_flame.disconnect(this);
    m_steps.disconnect(this);
}

ReportMaker::Shown ReportMaker::shown() const
{
    Shown shown{.of = m_take(), .ranges = {}, .filters = {}};
    for (const ReportTrace& trace : shown.of.traces) {
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
    m_of = m_begun->of;
    m_other = 1;
    for (std::size_t i = 1; i < traces().size(); ++i) {
        m_other = traces()[i].letter == m_of.beside ? i : m_other;
    }
    m_answers.clear();
    if (isOfTwo()) {
        m_differences.setMatching(m_of.matching);
        m_flame.setMatching(m_of.matching);
        m_differences.setBy(ComparisonBy::Function);
        m_differences.setSides(sideOf(traces().front()), sideOf(other()));
        m_flame.setSides(sideOf(traces().front()), sideOf(other()));
        m_steps.setStep(m_of.step);
        m_steps.setSides(sideOf(traces().front()), sideOf(other()));
    }
}

/// The likeliest, where nobody chose: it is known what is visited in both.
void ReportMaker::chooseStep()
{
    const auto& a = m_differences.a();
    const auto& b = m_differences.b();
    const query::Profile* inA = m_differences.profileOf(a);
    const query::Profile* inB = m_differences.profileOf(b);
    if (!m_steps.step().isEmpty() || inA == nullptr || inB == nullptr) {
        return;
    }
    const auto candidates =
        models::stepCandidates(*inA, *a.trace->definitions, *inB, *b.trace->definitions, 1);
    if (!candidates.empty()) {
        m_steps.setStep(data::text(candidates.front()));
    }
}

QString ReportMaker::failure() const
{
    for (const ReportTrace& trace : traces()) {
        if (trace.view->exactness() == Exactness::Failed) {
            const QString error = trace.view->errorText();
            return error.isEmpty()
                       ? tr("not all of '%1' could be shown").arg(trace.view->trace().path)
                       : error;
        }
    }
    return isOfTwo() && m_differences.exactness() == Exactness::Failed ? m_differences.errorText()
           : isOfTwo() && m_flame.exactness() == Exactness::Failed     ? m_flame.errorText()
           : isOfTwo() && m_steps.exactness() == Exactness::Failed     ? m_steps.errorText()
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
        chooseStep();
        if (m_answers.size() < kComparisons) {
            m_differences.setBy(static_cast<ComparisonBy>(m_answers.size()));
        }
    }
    return m_answers.size() < kComparisons || m_flame.exactness() != Exactness::Exact
           || m_steps.exactness() != Exactness::Exact;
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
    const bool isExact = std::ranges::all_of(traces(), [](const ReportTrace& trace) {
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
    for (const ReportTrace& trace : traces()) {
        names << TraceTab::titleOf(trace.view->trace().path);
    }
    report::Report report{
        .title = names.join(QStringLiteral(" ↔ ")),
        .lead =
            isOfTwo()
                ? tr("%1 and %2 side by side: what takes longer, what takes less, and whether that may be chance.")
                      .arg(traces().front().letter, other().letter)
                : tr("What is shown of a trace."),
        .sections = {tracesSection(traces())},
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
    report.sections.push_back(windowsSection(traces(), m_of.alignment));
    report.sections.push_back(chartsSection(traces()));
    report.sections.push_back(summarySection(traces()));
    if (isOfTwo()) {
        const QString& a = traces().front().letter;
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
        if (const auto* comparison = functionsOf(m_answers)) {
            auto durations = durationsSection(m_differences, *comparison, a, b);
            if (!durations.pictures.empty()) {
                report.sections.push_back(std::move(durations));
            }
        }
        const auto& steps = m_steps.comparison();
        if (steps != nullptr && !steps->rows.empty()) {
            report.sections.push_back(stepsSection(
                steps, m_steps.step(), traces().front().view->history().range(), a, b));
        }
    }
    return report;
}

}  // namespace vellum::gui::shell
