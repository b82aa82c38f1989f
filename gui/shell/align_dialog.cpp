#include "gui/shell/align_dialog.h"

#include "gui/data/time_text.h"

#include <QComboBox>
#include <QCompleter>
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

constexpr int kFunctions = 0;  ///< places in the list
constexpr int kMarkers = 1;

std::vector<std::shared_ptr<const data::Trace>> tracesOf(const CompareTab& comparison)
{
    std::vector<std::shared_ptr<const data::Trace>> traces;
    for (const TraceView* view : comparison.views()) {
        traces.push_back(view->sharedTrace());
    }
    return traces;
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
    , m_markers(source, tracesOf(comparison))
    , m_kind(new QComboBox)
    , m_name(new QLineEdit)
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
    auto* box = new QGroupBox(tr("At what has a name"));
    auto* form = new QFormLayout(box);
    TraceView* current = m_comparison.current().view();
    m_kind->addItems({tr("Visit of a function"), tr("Marker")});
    m_name->setText(current != nullptr ? markedFunction(*current) : QString());
    m_number->setRange(1, static_cast<int>(models::NthVisit::kMost));
    form->addRow(tr("&What"), m_kind);
    form->addRow(tr("Na&me"), m_name);
    form->addRow(tr("&Number"), m_number);
    form->addRow(m_atVisit);
    connect(m_atVisit, &QPushButton::clicked, this, &AlignDialog::askForInstants);
    connect(m_kind, &QComboBox::activated, this, [this] { m_name->clear(); });
    connect(m_kind, &QComboBox::currentIndexChanged, this, &AlignDialog::showKind);
    connect(&m_markers, &models::MarkerNames::answered, this, &AlignDialog::offerMarkers);
    showKind();
    return box;
}

bool AlignDialog::isOfMarkers() const
{
    return m_kind->currentIndex() == kMarkers;
}

void AlignDialog::chooseMarkers()
{
    m_kind->setCurrentIndex(kMarkers);
    m_name->clear();
    offerMarkers();
}

void AlignDialog::showKind()
{
    m_name->setPlaceholderText(
        isOfMarkers() ? tr("what is written on it, or its category")
                      : tr("its whole name, as the trace has it"));
    m_number->setToolTip(
        isOfMarkers() ? tr("Of all of this name, in time order")
                      : tr("Of all visits on all locations, in the order in which they begin"));
    m_atVisit->setText(isOfMarkers() ? tr("Align at the &marker") : tr("Align at the &visit"));
    m_name->setCompleter(nullptr);
    offerMarkers();
}

/// Those that all traces have.
void AlignDialog::offerMarkers()
{
    if (!isOfMarkers() || !m_markers.isKnown()) {
        return;
    }
    const QStringList names = m_markers.names();
    auto* completer = new QCompleter(names, this);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    m_name->setCompleter(completer);
    if (m_name->text().isEmpty() && !names.isEmpty()) {
        m_name->setText(names.front());
    }
    if (names.isEmpty()) {
        m_name->setPlaceholderText(tr("these traces have no marker of the same name"));
    }
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
    m_kind->setCurrentIndex(kFunctions);
    m_name->setText(function);
    m_number->setValue(number);
    askForInstants();
}

void AlignDialog::alignAtMarker(const QString& name, int number)
{
    m_kind->setCurrentIndex(kMarkers);
    m_name->setText(name);
    m_number->setValue(number);
    askForInstants();
}

void AlignDialog::askForInstants()
{
    const std::string name = m_name->text().toStdString();
    if (name.empty()) {
        say(isOfMarkers()
                ? tr("Which marker? Type what is written on it.")
                : tr("Which function? Click on one in a chart or the summary, or type its name."));
        return;
    }
    say({});
    m_atVisit->setEnabled(false);
    for (const auto& finder : m_finders) {
        finder->ask(
            {.name = name,
             .number = static_cast<std::uint64_t>(m_number->value()),
             .isMarker = isOfMarkers()});
    }
}

QString AlignDialog::missingText(std::size_t view) const
{
    const models::NthVisit& finder = *m_finders[view];
    const QString letter = m_comparison.letterOf(*m_views[view]);
    if (!finder.errorText().isEmpty()) {
        return tr("%1: %2").arg(letter, finder.errorText());
    }
    const QString sentence = isOfMarkers() ? tr("%1 has %2 markers “%3”, not %4.")
                                           : tr("%1 has %2 visits of “%3”, not %4.");
    return sentence.arg(letter).arg(finder.count()).arg(m_name->text()).arg(m_number->value());
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
            say(missingText(i));
            return;
        }
        zeros.push_back({.trace = &m_views[i]->history(), .tick = *finder.begin()});
    }
    m_atVisit->setEnabled(true);
    TraceView* leader = m_comparison.current().view();
    leader = leader != nullptr ? leader : m_views.front();
    m_comparison.link().align(
        zeros,
        leader->history(),
        isOfMarkers() ? tr("align at a marker") : tr("align at a visit"),
        true);
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
