#include "gui/shell/moves.h"

#include "gui/charts/time_ruler.h"
#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QInputDialog>
#include <QPushButton>
#include <QSettings>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

namespace vellum::gui::shell {

namespace {

/// Beside the user's settings.
QString fileOf(const data::Trace& trace)
{
    return QFileInfo(QSettings().fileName()).absolutePath() + QStringLiteral("/traces/")
           + models::Notes::fileNameOf(trace.path, trace.info);
}

bool isCollective(const std::optional<models::Overlaid>& overlaid)
{
    return overlaid && std::holds_alternative<query::Collective>(*overlaid);
}

bool isOneSided(const std::optional<models::Overlaid>& overlaid)
{
    return overlaid && std::holds_alternative<models::OneSided>(*overlaid);
}

Tick otherEnd(const models::Flow& flow, bool forward)
{
    return forward ? flow.arrives : flow.leaves;
}

/// What is at the other end, on \p location.
QString wordsFor(const models::Flow& flow, bool forward, const QString& location)
{
    using Kind = models::Flow::Kind;
    switch (flow.kind) {
    case Kind::Message:
        return (forward ? QObject::tr("the message to %1") : QObject::tr("the message from %1"))
            .arg(location);
    case Kind::Launch:
        return (forward ? QObject::tr("what it launched on %1")
                        : QObject::tr("the call on %1 that launched it"))
            .arg(location);
    case Kind::Named:
        return (forward ? QObject::tr("the flow to %1") : QObject::tr("the flow from %1"))
            .arg(location);
    case Kind::Collective:
        return (forward ? QObject::tr("%1, which came before it and waited")
                        : QObject::tr("%1, the last to come"))
            .arg(location);
    case Kind::Wait:
        return (forward ? QObject::tr("the call on %1 that waited for it")
                        : QObject::tr("what it waited for on %1"))
            .arg(location);
    case Kind::OneSided:
        return (forward ? QObject::tr("where the data went, %1")
                        : QObject::tr("where the data came from, %1"))
            .arg(location);
    }
    return location;
}

QString timeText(TickRange range, const ClockProperties& clock)
{
    const QString begin = data::instantText(range.begin, clock);
    return range.isEmpty()
               ? begin
               : QObject::tr("%1, %2").arg(begin, data::durationText(range.length(), clock));
}

}  // namespace

Moves::Moves(
    data::DataSource& source,
    std::shared_ptr<const data::Trace> trace,
    models::ViewHistory& view,
    models::Selection& selection,
    charts::TimelineChart& chart,
    QWidget* widget)
    : QObject(widget)
    , m_trace(std::move(trace))
    , m_view(view)
    , m_selection(selection)
    , m_chart(chart)
    , m_widget(widget)
    , m_stepper(new models::VisitStepper(source, *m_trace, this))
    , m_flows(new models::FlowModel(source, *m_trace, view, selection, this))
    , m_notes(new models::Notes(fileOf(*m_trace), this))
{
    chart.setFlows(m_flows);
    connect(m_stepper, &models::VisitStepper::arrived, this, &Moves::goTo);
    connect(m_stepper, &models::VisitStepper::ended, this, [this](bool forward) {
        emit said(
            forward ? tr("There is no later one on this row.")
                    : tr("There is no earlier one on this row."));
    });
    connect(m_stepper, &models::VisitStepper::found, this, &Moves::showFound);
    connect(m_stepper, &models::VisitStepper::noneFound, this, [this] {
        emit said(tr("There is no visit on this row in the window."));
    });
    connect(m_flows, &models::FlowModel::changed, this, &Moves::followNow);
    connect(&chart, &charts::TimelineChart::commandWanted, this, &Moves::run);
    connect(&chart, &charts::TimelineChart::noteWanted, this, &Moves::askForText);
    connect(&chart, &charts::TimelineChart::placeWanted, this, &Moves::wanted);
    connect(m_notes, &models::Notes::changed, this, [this] {
        showMarks();
        if (!m_notes->errorText().isEmpty()) {
            emit said(m_notes->errorText());
        }
    });
    showMarks();
}

bool Moves::run(const QString& command)
{
    if (command == QLatin1String("nextVisit") || command == QLatin1String("previousVisit")) {
        step(command == QLatin1String("nextVisit"), true);
    } else if (command == QLatin1String("nextOnRow") || command == QLatin1String("previousOnRow")) {
        step(command == QLatin1String("nextOnRow"), false);
    } else if (command == QLatin1String("followOn") || command == QLatin1String("followBack")) {
        follow(command == QLatin1String("followOn"));
    } else if (command == QLatin1String("firstVisit")) {
        findFirst();
    } else if (command == QLatin1String("visitToArea")) {
        selectRangeOfVisit();
    } else if (command == QLatin1String("addNote")) {
        addNote();
    } else {
        return false;
    }
    return true;
}

// ---- To other visits ------------------------------------------------------------------------

void Moves::step(bool forward, bool sameFunction)
{
    if (const auto location = m_chart.cursor()) {
        m_stepper->find(*location, m_view.range(), forward);
    } else if (m_selection.visit()) {
        m_stepper->step(*m_selection.visit(), forward, sameFunction);
    } else {
        emit said(visitFirst());
    }
}

void Moves::findFirst()
{
    if (const auto location = m_chart.cursor()) {
        m_stepper->find(*location, m_view.range(), true);
    } else {
        emit said(visitFirst());
    }
}

/// It is seen where it is: time stays.
void Moves::showFound(const models::SelectedVisit& visit)
{
    m_selection.selectVisit(visit);
    m_chart.reveal(visit.location);
}

/// ", or mark a row (J, K) and press Shift+Right": the keys that these commands have now.
QString Moves::keysToFirst() const
{
    QStringList keys;
    for (const char* command : {"nextRow", "previousRow", "nextOnRow"}) {
        const auto own = m_chart.keyMap().keysOf(QLatin1String(command));
        if (own.isEmpty()) {
            return {};
        }
        keys.append(own.front().toString(QKeySequence::NativeText));
    }
    return tr(", or mark a row (%1, %2) and press %3").arg(keys[0], keys[1], keys[2]);
}

QString Moves::visitFirst() const
{
    return tr("Select a visit first: click on a bar%1.").arg(keysToFirst());
}

void Moves::goTo(const models::SelectedVisit& visit)
{
    m_selection.selectVisit(visit);
    const TickRange range = m_view.range();
    const bool isSeen = visit.visit.begin >= range.begin && visit.visit.begin < range.end;
    if (!isSeen) {
        const Tick middle = visit.visit.begin + visit.visit.length() / 2;
        const Tick begin = middle - range.length() / 2;
        m_view.showRange({.begin = begin, .end = begin + range.length()}, tr("go to visit"));
    }
    m_chart.reveal(visit.location);
}

void Moves::follow(bool forward)
{
    if (isInRound(forward)) {
        m_round->at = (m_round->at + 1) % m_round->flows.size();
        followRound();
        return;
    }
    m_round.reset();
    const auto& overlaid = m_selection.overlaid();
    if (!m_selection.visit() && !m_selection.message() && !isCollective(overlaid)
        && !isOneSided(overlaid)) {
        emit said(tr("Select a visit, a message, a collective or a transfer first: click on it%1.")
                      .arg(keysToFirst()));
        return;
    }
    m_followsForward = forward;
    followNow();
}

bool Moves::isInRound(bool forward) const
{
    const auto& visit = m_selection.visit();
    if (!m_round || m_round->forward != forward || m_round->flows.size() < 2 || !visit
        || m_selection.number() > m_round->selection) {
        return false;
    }
    const models::Flow& flow = m_round->flows[m_round->at];
    const Tick tick = otherEnd(flow, forward);
    return visit->location == (forward ? flow.to : flow.from) && visit->visit.begin <= tick
           && tick <= visit->visit.end;
}

void Moves::followNow()
{
    m_chart.viewport()->update();
    if (!m_followsForward || m_flows->isBusy()) {
        return;
    }
    const bool forward = *std::exchange(m_followsForward, std::nullopt);
    if (isCollective(m_selection.overlaid())) {
        goToMember(forward);
        return;
    }
    const auto& flows = forward ? m_flows->away() : m_flows->here();
    if (flows.empty()) {
        emit said(
            forward ? tr("No message, launch, wait or collective leads away from here.")
                    : tr("No message, launch, wait or collective that was recorded leads here."));
        return;
    }
    Round round{.forward = forward, .flows = flows};
    std::erase_if(round.flows, [&](const models::Flow& flow) {
        return !m_view.filters().shows(forward ? flow.to : flow.from);
    });
    if (round.flows.empty()) {
        emit said(tr("It leads to a row that is filtered away."));
        return;
    }
    m_round = std::move(round);
    followRound();
}

void Moves::followRound()
{
    const models::Flow flow = m_round->flows[m_round->at];
    const LocationRef location = m_round->forward ? flow.to : flow.from;
    const std::size_t count = m_round->flows.size();
    m_round->selection = m_selection.number() + 1;
    if (count > 1) {
        const QString sentence = tr("%1 of %2: %3. The same key again leads to the %4.")
                                     .arg(
                                         data::grouped(m_round->at + 1),
                                         data::grouped(count),
                                         wordsFor(
                                             flow,
                                             m_round->forward,
                                             data::locationText(*m_trace->definitions, location)),
                                         m_round->at + 1 < count ? tr("next") : tr("first"));
        emit said(sentence, true);
    }
    emit wanted(location, otherEnd(flow, m_round->forward));
}

/// The operation stays selected, so that the next step is from one member to another.
void Moves::goToMember(bool forward)
{
    models::CollectiveMembers& collective = m_flows->collective();
    const auto before = collective.current();
    if (!collective.step(forward)) {
        emit said(
            !before   ? tr("Nothing was recorded of its members.")
            : forward ? tr("That was the last to come.")
                      : tr("That was the first to come."));
        return;
    }
    const query::CollectiveMember& member = collective.members()[*collective.current()];
    const TickRange range = m_view.range();
    if (!range.contains(member.range.begin)) {
        const Tick begin = member.range.begin - range.length() / 2;
        m_view.showRange({.begin = begin, .end = begin + range.length()}, tr("go to member"));
    }
    m_chart.reveal(member.location);
    m_selection.goTo(member.location);
    const ClockProperties& clock = m_trace->definitions->clock;
    const auto time = [&clock](Tick ticks) { return data::durationText(ticks, clock); };
    const QString where = tr("%1: number %2 of %3 to come")
                              .arg(
                                  data::locationText(*m_trace->definitions, member.location),
                                  data::grouped(*collective.current() + 1),
                                  data::grouped(collective.count()));
    if (!m_view.filters().shows(member.location)) {
        emit said(tr("%1; its row is filtered away.").arg(where));
        return;
    }
    emit said(
        !member.hasBegin ? tr("%1; when it began was not recorded.").arg(where)
        : collective.waitOf(member) > 0
            ? tr("%1, waited %2 for the last.").arg(where, time(collective.waitOf(member)))
            : tr("%1, waited for nobody.").arg(where));
}

void Moves::selectRangeOfVisit()
{
    if (m_selection.visit()) {
        m_selection.selectArea(
            {.range = m_selection.visit()->visit, .locations = nullptr, .rows = 0});
    } else {
        emit said(visitFirst());
    }
}

// ---- Bookmarks ------------------------------------------------------------------------------

void Moves::recall(int number)
{
    const auto& bookmark = m_notes->bookmark(number);
    if (!bookmark) {
        emit said(tr("Bookmark %1 is empty: Ctrl+%1 keeps the view there.").arg(number));
        return;
    }
    models::ViewState next = m_view.state();
    next.range = bookmark->range;
    next.folded = bookmark->folded;
    next.pinned = bookmark->pinned;
    next.rowHeightPercent = bookmark->rowHeightPercent;
    next.fitsRows = bookmark->fitsRows;
    next.fitted = bookmark->fitted;
    m_view.show(std::move(next), tr("bookmark %1").arg(number));
}

void Moves::store(int number)
{
    const models::ViewState& now = m_view.state();
    m_notes->setBookmark(
        number,
        {.range = now.range,
         .folded = now.folded,
         .pinned = now.pinned,
         .rowHeightPercent = now.rowHeightPercent,
         .fitsRows = now.fitsRows,
         .fitted = now.fitted});
    if (m_notes->errorText().isEmpty()) {
        emit said(tr("The view is bookmark %1 now.").arg(number));
    }
}

QString Moves::titleOf(int number) const
{
    const auto& bookmark = m_notes->bookmark(number);
    return bookmark ? timeText(bookmark->range, m_trace->definitions->clock) : tr("empty");
}

// ---- Notes ----------------------------------------------------------------------------------

void Moves::addNote()
{
    if (m_selection.area()) {
        askForText(m_selection.area()->range);
    } else if (m_selection.visit()) {
        askForText(m_selection.visit()->visit);
    } else {
        const Tick middle = m_view.range().begin + m_view.range().length() / 2;
        const Tick at = m_chart.pointedTick().value_or(middle);
        askForText({.begin = at, .end = at});
    }
}

void Moves::askForText(TickRange range)
{
    auto* dialog = new QInputDialog(m_widget);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Note"));
    dialog->setLabelText(
        tr("What is to be said about %1?").arg(timeText(range, m_trace->definitions->clock)));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, range](const QString& text) {
        if (!text.trimmed().isEmpty()) {
            m_notes->add({.range = range, .text = text.trimmed()});
        }
    });
    dialog->open();
}

QString Moves::titleOfNote(std::size_t place) const
{
    const models::Note& note = m_notes->notes().at(place);
    constexpr qsizetype kMost = 60;
    const QString text =
        note.text.size() > kMost ? note.text.left(kMost) + QStringLiteral("…") : note.text;
    return timeText(note.range, m_trace->definitions->clock) + QStringLiteral("   ") + text;
}

void Moves::showNote(std::size_t place)
{
    const TickRange noted = m_notes->notes().at(place).range;
    TickRange range = m_view.range();
    if (noted.length() > range.length()) {
        range = noted;
    } else if (!range.contains(noted.begin) || noted.end > range.end) {
        const Tick begin = noted.begin + noted.length() / 2 - range.length() / 2;
        range = {.begin = begin, .end = begin + range.length()};
    }
    m_view.showRange(range, tr("go to note"));
    if (!noted.isEmpty()) {
        m_selection.selectArea({.range = noted, .locations = nullptr, .rows = 0});
    }
}

void Moves::showMarks()
{
    std::vector<charts::TimeRuler::Mark> marks;
    marks.reserve(m_notes->notes().size());
    for (const models::Note& note : m_notes->notes()) {
        marks.push_back({.range = note.range, .text = note.text});
    }
    for (charts::TimeRuler* ruler : m_widget->findChildren<charts::TimeRuler*>()) {
        ruler->setMarks(marks);
    }
}

void Moves::editNotes()
{
    auto* dialog = new QDialog(m_widget);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Notes"));
    auto* table = new QTableWidget(0, 2);
    table->setHorizontalHeaderLabels({tr("Time"), tr("Note")});
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    table->setShowGrid(false);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setStretchLastSection(true);
    const auto fill = [this, table] {
        const QSignalBlocker blocker(table);
        table->setRowCount(0);
        for (const models::Note& note : m_notes->notes()) {
            const int row = table->rowCount();
            table->insertRow(row);
            auto* time = new QTableWidgetItem(timeText(note.range, m_trace->definitions->clock));
            time->setFlags(time->flags() & ~Qt::ItemIsEditable);
            table->setItem(row, 0, time);
            table->setItem(row, 1, new QTableWidgetItem(note.text));
        }
        table->resizeColumnToContents(0);
    };
    fill();
    connect(table, &QTableWidget::itemChanged, dialog, [this](const QTableWidgetItem* item) {
        m_notes->change(static_cast<std::size_t>(item->row()), item->text());
    });
    connect(table, &QTableWidget::cellDoubleClicked, dialog, [this](int row, int column) {
        if (column == 0) {
            showNote(static_cast<std::size_t>(row));
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* remove = buttons->addButton(tr("Remove"), QDialogButtonBox::ActionRole);
    remove->setObjectName(QStringLiteral("removeNote"));
    connect(remove, &QPushButton::clicked, dialog, [this, table, fill] {
        if (table->currentRow() >= 0) {
            m_notes->remove(static_cast<std::size_t>(table->currentRow()));
            fill();
        }
    });
    connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    dialog->resize(520, 360);
    dialog->show();
}

}  // namespace vellum::gui::shell
