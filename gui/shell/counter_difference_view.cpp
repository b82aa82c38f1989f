#include "gui/shell/counter_difference_view.h"

#include "gui/data/wording.h"

#include <QComboBox>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace vellum::gui::shell {

using charts::CounterDifferenceCanvas;

namespace {

constexpr int kChoiceLetters = 28;

}  // namespace

CounterDifferenceView::CounterDifferenceView(
    data::DataSource& source, const models::TimeLink* link, QWidget* parent)
    : QWidget(parent)
    , m_model(new models::CounterDifferences(source, link, this))
    , m_canvas(new CounterDifferenceCanvas)
    , m_choice(new QComboBox)
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_canvas);
    setFocusProxy(m_canvas);
    m_choice->setMinimumContentsLength(kChoiceLetters);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setAccessibleName(tr("The counter that is compared"));
    connect(m_choice, &QComboBox::activated, this, [this] {
        chooseMetric(m_choice->currentData().toString());
    });
    connect(m_model, &models::CounterDifferences::changed, this, &CounterDifferenceView::show);
    connect(
        m_canvas,
        &CounterDifferenceCanvas::columnsChanged,
        m_model,
        &models::CounterDifferences::setColumns);
    connect(m_canvas, &CounterDifferenceCanvas::hovered, this, &CounterDifferenceView::hovered);
    connect(
        m_canvas, &CounterDifferenceCanvas::tickChosen, this, &CounterDifferenceView::tickChosen);
    connect(
        m_canvas, &CounterDifferenceCanvas::menuWanted, this, &CounterDifferenceView::menuWanted);
}

void CounterDifferenceView::setSides(
    const models::Differences::Side& a, const models::Differences::Side& b)
{
    m_canvas->setLetters(a.letter, b.letter);
    m_model->setSides(a, b);
}

void CounterDifferenceView::clear()
{
    m_model->clear();
}

void CounterDifferenceView::setTimePlace(int left, int width, TickRange range)
{
    m_canvas->setRange(range);
    m_canvas->setTimePlace(left, width);
}

void CounterDifferenceView::suggestMetric(const QString& name)
{
    if (m_suggested != name) {
        m_suggested = name;
        offerMetrics();
    }
}

void CounterDifferenceView::chooseMetric(const QString& name)
{
    m_wanted = name;
    offerMetrics();
}

/// Those of both, once that is known; what was wanted, or else the first, is shown.
void CounterDifferenceView::offerMetrics()
{
    if (!m_model->isKnown()) {
        return;
    }
    const std::vector<QString> metrics = m_model->metricsOfBoth();
    QStringList offered;
    for (int i = 0; i < m_choice->count(); ++i) {
        offered << m_choice->itemData(i).toString();
    }
    if (offered != QStringList(metrics.begin(), metrics.end())) {
        m_choice->clear();
        for (const QString& name : metrics) {
            m_choice->addItem(data::text(name.toStdString()), name);
        }
    }
    const QString wanted = m_wanted.isEmpty() ? m_suggested : m_wanted;
    const int place = std::max(0, m_choice->findData(wanted));
    m_choice->setCurrentIndex(metrics.empty() ? -1 : place);
    m_model->setMetric(m_choice->currentData().toString());
}

void CounterDifferenceView::show()
{
    offerMetrics();
    m_canvas->setResult(m_model->result());
    const auto& result = m_model->result();
    const QString reason = m_model->reason();
    m_canvas->setEmptyText(
        !m_model->hasSides() ? tr("Two traces must be open.")
        : !reason.isEmpty()  ? reason
        : result != nullptr && result->curves.empty()
            ? tr("The two have no location with this counter in common in these windows.")
            : QString());
    emit changed();
}

QString CounterDifferenceView::sentence() const
{
    const auto& result = m_model->result();
    if (result == nullptr) {
        return m_model->reason();
    }
    const QString a = m_model->a().letter;
    const QString b = m_model->b().letter;
    QString text = tr("%1, %2 less %3 · ").arg(m_model->metric(), b, a)
                   + data::counted(result->curves.size(), tr("location"), tr("locations"));
    if (result->leftOut > 0) {
        text += tr(" · the first %1 of %2")
                    .arg(result->curves.size())
                    .arg(result->curves.size() + result->leftOut);
    }
    if (result->onlyA + result->onlyB > 0) {
        text += tr(" · %1 only in %2, %3 only in %4")
                    .arg(data::grouped(result->onlyA), a, data::grouped(result->onlyB), b);
    }
    return text;
}

void CounterDifferenceView::fillMenu(QMenu& menu)
{
    QAction* greatest = menu.addAction(tr("&Go to the greatest difference"));
    greatest->setEnabled(!m_canvas->bars().empty());
    connect(greatest, &QAction::triggered, m_canvas, &CounterDifferenceCanvas::goToGreatest);
    QAction* here = menu.addAction(tr("Go to the &line") + QStringLiteral("\tEnter"));
    here->setEnabled(m_canvas->cursor().has_value());
    connect(here, &QAction::triggered, m_canvas, &CounterDifferenceCanvas::goToCursor);
}

}  // namespace vellum::gui::shell
