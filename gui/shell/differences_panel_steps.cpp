// What DifferencesPanel does with the steps of two traces.

#include "gui/charts/steps/step_canvas.h"
#include "gui/data/wording.h"
#include "gui/models/step_timeline.h"
#include "gui/shell/counter_difference_view.h"
#include "gui/shell/differences_panel.h"
#include "gui/shell/trace_view.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>

#include <utility>

namespace vellum::gui::shell {

namespace {

constexpr int kTimeline = 4;  ///< its place in the list
constexpr int kChoiceLetters = 24;

}  // namespace

void DifferencesPanel::connectSteps()
{
    m_steps->setAccessibleName(tr("Timeline of the differences"));
    m_stepChoice->setEditable(true);
    m_stepChoice->setInsertPolicy(QComboBox::NoInsert);
    m_stepChoice->setMinimumContentsLength(kChoiceLetters);
    m_stepChoice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_stepChoice->setAccessibleName(tr("What a step is"));
    m_stepChoice->setToolTip(tr(
        "The function that is visited once a step; with a * behind it all whose names begin so"));
    m_stepChoice->lineEdit()->setPlaceholderText(tr("Function"));
    const auto choose = [this] { chooseStep(m_stepChoice->currentText()); };
    connect(m_stepChoice, &QComboBox::activated, this, choose);
    connect(m_stepChoice->lineEdit(), &QLineEdit::editingFinished, this, choose);
    connect(m_stepModel, &models::StepTimeline::changed, this, &DifferencesPanel::showSteps);
    connect(m_steps, &charts::StepCanvas::menuWanted, this, &DifferencesPanel::openMenu);
    connect(m_steps, &charts::StepCanvas::hovered, this, [this](const QString& text) {
        m_notes->setText(text.isEmpty() ? notes() : text);
        m_notes->setVisible(!m_notes->text().isEmpty());
    });
    connect(m_steps, &charts::StepCanvas::stepChosen, this, &DifferencesPanel::goToStep);
}

bool DifferencesPanel::showsSteps() const
{
    return m_by->currentIndex() == kTimeline;
}

// ---- Where they are --------------------------------------------------------------------------

void DifferencesPanel::setTimeOf(TraceView* first)
{
    if (first == m_first) {
        return;
    }
    if (m_first != nullptr) {
        m_first->frame().removeEventFilter(this);
    }
    disconnect(m_firstMoved);
    disconnect(m_firstLabels);
    disconnect(m_firstMarked);
    m_first = first;
    m_hasOffered = false;
    if (first != nullptr) {
        first->frame().installEventFilter(this);
        m_firstMarked = connect(
            &first->selection(), &models::Selection::changed, this, &DifferencesPanel::followMark);
        followMark();
        m_firstMoved = connect(
            &first->history(), &models::ViewHistory::changed, this, &DifferencesPanel::placeSteps);
        m_firstLabels = connect(
            &first->frame(),
            &charts::ChartFrame::labelWidthChanged,
            this,
            &DifferencesPanel::placeSteps);
    }
    placeSteps();
}

bool DifferencesPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        placeSteps();
    }
    return QWidget::eventFilter(watched, event);
}

void DifferencesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeSteps();
}

/// One x is one instant: the time of the first trace is where its charts have it.
void DifferencesPanel::placeSteps()
{
    if (m_first == nullptr) {
        return;
    }
    const charts::ChartFrame& frame = m_first->frame();
    const int from = frame.mapToGlobal(QPoint(0, 0)).x() - mapToGlobal(QPoint(0, 0)).x();
    const int width = frame.width() - frame.labelWidth() - m_first->chart().rightMargin();
    m_steps->setTimePlace(from + frame.labelWidth(), width);
    m_steps->setRange(m_first->history().range());
    // What is seen above is likely to be meant.
    if (const charts::Chart* chart = frame.chart(QStringLiteral("counter"))) {
        m_counters->suggestMetric(
            chart->settings().value(QStringLiteral("metric")).toStringList().value(0));
    }
    m_counters->setTimePlace(from + frame.labelWidth(), width, m_first->history().range());
}

// ---- What they are ---------------------------------------------------------------------------

void DifferencesPanel::chooseStep(const QString& name)
{
    if (name != m_stepModel->step()) {
        m_stepModel->setStep(name);
    }
    if (m_stepChoice->currentText() != name) {
        m_stepChoice->setEditText(name);
    }
}

/// Once for each pair, as soon as it is known what is visited in both.
void DifferencesPanel::offerSteps()
{
    if (m_hasOffered || !m_differences->hasSides()) {
        return;
    }
    const auto& a = m_differences->a();
    const auto& b = m_differences->b();
    const query::Profile* inA = m_differences->profileOf(a);
    const query::Profile* inB = m_differences->profileOf(b);
    if (inA == nullptr || inB == nullptr) {
        return;
    }
    m_hasOffered = true;
    const QString before = m_stepModel->step();
    m_stepChoice->clear();
    for (const std::string& name :
         models::stepCandidates(*inA, *a.trace->definitions, *inB, *b.trace->definitions)) {
        m_stepChoice->addItem(data::text(name));
    }
    chooseStep(before.isEmpty() ? m_stepChoice->itemText(0) : before);
}

void DifferencesPanel::showSteps()
{
    const auto& comparison = m_stepModel->comparison();
    const bool hasSides = m_stepModel->hasSides();
    if (hasSides) {
        m_steps->setLetters(m_stepModel->a().letter, m_stepModel->b().letter);
    }
    m_steps->setComparison(comparison);
    m_steps->setEmptyText(
        !hasSides                       ? tr("Two traces must be open.")
        : m_stepModel->step().isEmpty() ? tr("Name a function that is visited once a step.")
        : m_stepModel->exactness() == models::Exactness::Exact
            ? tr("No function of this name is visited in either trace.")
            : QString());
    placeSteps();
    showHeader();
}

models::Exactness DifferencesPanel::exactnessOfSteps() const
{
    // Until it is known what is visited in both nothing can be offered, and so nothing is asked.
    const auto ofDifferences = m_differences->exactness();
    return m_stepModel->step().isEmpty() || m_stepModel->exactness() == models::Exactness::Exact
               ? ofDifferences
               : m_stepModel->exactness();
}

QString DifferencesPanel::stepSentence() const
{
    const auto& comparison = m_stepModel->comparison();
    if (comparison == nullptr) {
        return {};
    }
    const QString a = m_stepModel->a().letter;
    const QString b = m_stepModel->b().letter;
    const auto timeOf = [](std::int64_t ns) { return data::text(formatDuration(ns, {})); };
    QString sentence =
        tr("how much longer (orange, rising) or shorter (blue, falling) each %1 takes in %2 · in both %3 in %4, %5 in %2")
            .arg(m_stepModel->step(), b, timeOf(comparison->totalA), a)
            .arg(timeOf(comparison->totalB));
    if (comparison->onlyA + comparison->onlyB > 0) {
        sentence +=
            tr(" · %1 only in %2, %3 only in %4")
                .arg(data::grouped(comparison->onlyA), a, data::grouped(comparison->onlyB), b);
    }
    if (m_stepModel->isCut()) {
        sentence +=
            tr(" · only the first %1 visits of each: what is said to be in one alone may not be")
                .arg(data::grouped(compare::kMostSteps));
    }
    return sentence;
}

void DifferencesPanel::goToStep(std::size_t step)
{
    const auto& comparison = m_stepModel->comparison();
    if (comparison != nullptr && step < comparison->rows.size()
        && comparison->rows[step].in == compare::Presence::Both) {
        emit stepChosen(comparison->rows[step].visitA, comparison->rows[step].visitB);
    }
}

void DifferencesPanel::fillStepMenu(QMenu& menu)
{
    const auto selected = m_steps->selected();
    QAction* go = menu.addAction(tr("&Go to this step in both") + QStringLiteral("\tEnter"));
    go->setEnabled(selected.has_value());
    // By what is compared then: it may be another by the time that the menu is used.
    const auto comparison = m_stepModel->comparison();
    connect(go, &QAction::triggered, this, [this, comparison, selected] {
        if (comparison == m_stepModel->comparison()) {
            goToStep(*selected);
        }
    });
}

}  // namespace vellum::gui::shell
