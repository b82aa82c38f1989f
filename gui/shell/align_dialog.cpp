#include "gui/shell/align_dialog.h"

#include "gui/data/time_text.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace vellum::gui::shell {

namespace {

/// "-0.3s", as it can be typed: all digits, down to the tick.
QString typed(Tick ticks, const ClockProperties& clock)
{
    return data::timeStyle().inTicks
               ? QStringLiteral("%1t").arg(ticks)
               : QString::fromStdString(formatInstant(ticks, clock)).remove(QLatin1Char(' '));
}

}  // namespace

QString markedFunction(TraceView& view)
{
    const auto& highlight = view.selection().highlight();
    RegionRef ref = RegionRef::undefined();
    if (highlight && highlight->by == query::GroupBy::Region) {
        ref = RegionRef(highlight->key.value);
    } else if (view.selection().visit()) {
        ref = view.selection().visit()->region;
    }
    const Region* region = view.trace().definitions->find(ref);
    return region != nullptr ? QString::fromStdString(region->name) : QString();
}

std::optional<Tick> markedInstant(TraceView& view)
{
    const models::Selection& selection = view.selection();
    if (selection.visit()) {
        return selection.visit()->visit.begin;
    }
    if (selection.message()) {
        return selection.message()->send;
    }
    if (selection.overlaid()) {
        return models::rangeOf(*selection.overlaid()).begin;
    }
    if (selection.area()) {
        return selection.area()->range.begin;
    }
    return selection.instant();
}

AlignDialog::AlignDialog(data::DataSource& source, CompareTab& comparison, QWidget* parent)
    : QDialog(parent)
    , m_comparison(comparison)
    , m_views(comparison.views())
    , m_function(new QLineEdit)
    , m_number(new QSpinBox)
    , m_atVisit(new QPushButton(tr("Align at the &visit")))
    , m_error(new QLabel)
{
    constexpr int kWidthPx = 480;
    setWindowTitle(tr("Align traces"));
    setMinimumWidth(kWidthPx);
    m_error->setWordWrap(true);
    m_error->setTextFormat(Qt::PlainText);
    m_error->setForegroundRole(QPalette::BrightText);
    for (const TraceView* view : m_views) {
        m_finders.push_back(std::make_unique<models::NthVisit>(source, view->trace()));
        connect(
            m_finders.back().get(), &models::NthVisit::answered, this, &AlignDialog::onAnswered);
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeVisitPart());
    layout->addWidget(makeOffsetPart());
    layout->addWidget(m_error);
    layout->addStretch(1);
    layout->addWidget(buttons);
}

QWidget* AlignDialog::makeVisitPart()
{
    auto* box = new QGroupBox(tr("At a visit of a function"));
    auto* form = new QFormLayout(box);
    TraceView* current = m_comparison.current().view();
    m_function->setText(current != nullptr ? markedFunction(*current) : QString());
    m_function->setPlaceholderText(tr("its whole name, as the trace has it"));
    m_number->setRange(1, static_cast<int>(models::NthVisit::kMost));
    m_number->setToolTip(tr("Of all visits on all locations, in the order in which they begin"));
    form->addRow(tr("&Function"), m_function);
    form->addRow(tr("&Number of the visit"), m_number);
    form->addRow(m_atVisit);
    connect(m_atVisit, &QPushButton::clicked, this, &AlignDialog::askForVisits);
    return box;
}

QWidget* AlignDialog::makeOffsetPart()
{
    auto* box =
        new QGroupBox(tr("By offsets against %1").arg(m_comparison.letterOf(*m_views.front())));
    auto* form = new QFormLayout(box);
    for (std::size_t i = 1; i < m_views.size(); ++i) {
        const models::ViewHistory& history = m_views[i]->history();
        auto* field = new QLineEdit(typed(
            m_comparison.link().offset(history, m_views.front()->history()),
            m_views[i]->trace().definitions->clock));
        field->setToolTip(tr("Shows it later by so much, 300ms for instance; earlier: -300ms"));
        form->addRow(tr("%1 is shown later by").arg(m_comparison.letterOf(*m_views[i])), field);
        m_offsets.push_back(field);
    }
    auto* apply = new QPushButton(tr("Align by &offsets"));
    form->addRow(apply);
    connect(apply, &QPushButton::clicked, this, &AlignDialog::applyOffsets);
    return box;
}

void AlignDialog::say(const QString& error)
{
    m_error->setText(error);
}

QString AlignDialog::errorText() const
{
    return m_error->text();
}

void AlignDialog::alignAtVisit(const QString& function, int number)
{
    m_function->setText(function);
    m_number->setValue(number);
    askForVisits();
}

void AlignDialog::askForVisits()
{
    const std::string name = m_function->text().toStdString();
    if (name.empty()) {
        say(tr("Which function? Click on one in a chart or the summary, or type its name."));
        return;
    }
    say({});
    m_atVisit->setEnabled(false);
    for (const auto& finder : m_finders) {
        finder->ask(name, static_cast<std::uint64_t>(m_number->value()));
    }
}

/// All or none: half of an alignment would be taken for one.
void AlignDialog::onAnswered()
{
    std::vector<models::TimeLink::Zero> zeros;
    for (std::size_t i = 0; i < m_finders.size(); ++i) {
        const models::NthVisit& finder = *m_finders[i];
        if (finder.isBusy()) {
            return;
        }
        if (!finder.begin()) {
            m_atVisit->setEnabled(true);
            const QString letter = m_comparison.letterOf(*m_views[i]);
            say(finder.errorText().isEmpty() ? tr("%1 has %2 visits of “%3”, not %4.")
                                                   .arg(letter)
                                                   .arg(finder.count())
                                                   .arg(m_function->text())
                                                   .arg(m_number->value())
                                             : tr("%1: %2").arg(letter, finder.errorText()));
            return;
        }
        zeros.push_back({.trace = &m_views[i]->history(), .tick = *finder.begin()});
    }
    m_atVisit->setEnabled(true);
    TraceView* leader = m_comparison.current().view();
    leader = leader != nullptr ? leader : m_views.front();
    m_comparison.link().align(zeros, leader->history(), tr("align at a visit"), true);
}

void AlignDialog::alignByOffsets(const QStringList& offsets)
{
    for (std::size_t i = 0; i < m_offsets.size(); ++i) {
        m_offsets[i]->setText(offsets.value(static_cast<qsizetype>(i)));
    }
    applyOffsets();
}

void AlignDialog::applyOffsets()
{
    std::vector<models::TimeLink::Zero> zeros = {{.trace = &m_views.front()->history(), .tick = 0}};
    for (std::size_t i = 1; i < m_views.size(); ++i) {
        const QString text = m_offsets[i - 1]->text().trimmed();
        const auto later = parseTick(text.toStdString(), m_views[i]->trace().definitions->clock);
        if (!later) {
            say(tr("“%1” is no time, as 1.25s, -300ms or 40us are.").arg(text));
            return;
        }
        zeros.push_back({.trace = &m_views[i]->history(), .tick = -*later});
    }
    say({});
    m_comparison.link().align(zeros, m_views.front()->history(), tr("align by an offset"));
}

}  // namespace vellum::gui::shell
