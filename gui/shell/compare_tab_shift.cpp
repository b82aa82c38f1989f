// How CompareTab lets a trace be moved by the mouse.

#include "gui/data/wording.h"
#include "gui/models/step_timeline.h"
#include "gui/shell/align_dialog.h"
#include "gui/shell/compare_tab.h"

#include <QLabel>

#include <algorithm>
#include <cmath>

namespace vellum::gui::shell {

namespace {

constexpr double kNearPx = 24;  ///< from where a trace was taken to the visits that it is moved by

}  // namespace

void CompareTab::makeShiftDrag(data::DataSource& source)
{
    m_edges = new models::AlikeEdges(source, this);
    m_shift = new ShiftDrag(
        m_link,
        [this](const TraceView& moved) { return staysBeside(moved); },
        [this](TraceView& moved, TraceView& stays) { return snapsOf(moved, stays); },
        this);
    connect(m_shift, &ShiftDrag::grabbed, this, &CompareTab::askForEdges);
    connect(m_shift, &ShiftDrag::moved, this, &CompareTab::showMeeting);
    connect(m_shift, &ShiftDrag::dropped, this, [this] {
        m_edges->clear();
        m_text->setText(linkSentences().join(QStringLiteral(" · ")));
        for (TraceView* view : views()) {
            view->frame().showPointer(std::nullopt);
        }
    });
}

/// Of visits near where the trace was taken, and of their namesakes in what the other one shows. Answers come while it is moved.
void CompareTab::askForEdges(TraceView& moved, TraceView& stays, std::optional<QPoint> position)
{
    m_edges->clear();
    disconnect(m_edges, &models::AlikeEdges::answered, this, nullptr);
    const auto location = position ? moved.chart().locationAt(position->y()) : std::nullopt;
    const QRect canvas = moved.chart().canvasRect();
    if (!location || !canvas.contains(*position)) {
        return;
    }
    const TickRange range = moved.history().range();
    const double ticksPerPixel = static_cast<double>(range.length()) / canvas.width();
    connect(m_edges, &models::AlikeEdges::answered, this, [this, &moved, &stays] {
        std::vector<ShiftDrag::Snap> snaps;
        for (const models::AlikeEdges::Edge& edge : m_edges->edges()) {
            const QString name = data::cut(edge.function, data::kMostOfNameInLine);
            snaps.push_back(
                {.zero = ShiftDrag::zeroAt(
                     m_link, moved.history(), edge.tick, stays.history(), edge.other),
                 .where = edge.isEnd ? tr("at an end of %1").arg(name)
                                     : tr("at a begin of %1").arg(name),
                 .tick = edge.tick});
        }
        m_shift->addSnaps(snaps);
    });
    m_edges->ask(
        {.trace = moved.sharedTrace(),
         .location = *location,
         .tick = range.begin + std::llround((position->x() - canvas.left() + 0.5) * ticksPerPixel),
         .within = std::max<Tick>(1, std::llround(kNearPx * ticksPerPixel))},
        {.trace = stays.sharedTrace(), .window = stays.history().range()});
}

/// A line through both traces where they meet, and a word above and in the status bar.
void CompareTab::showMeeting(TraceView& view, const ShiftDrag::Snap* at)
{
    QStringList sentences = linkSentences();
    if (at != nullptr) {
        sentences.prepend(at->where);
    }
    m_text->setText(sentences.join(QStringLiteral(" · ")));
    for (TraceView* one : views()) {
        std::optional<Tick> tick;
        if (at != nullptr) {
            tick = m_link.tickIn(one->history(), at->tick, view.history());
        }
        one->frame().showPointer(tick);
    }
    emit view.pathHovered(at != nullptr ? at->where : QString());
}

/// The first of the others.
TraceView* CompareTab::staysBeside(const TraceView& moved) const
{
    for (TraceView* view : views()) {
        if (view != &moved) {
            return view;
        }
    }
    return nullptr;
}

/// Beginnings, what is selected in both, and the steps of the difference timeline.
std::vector<ShiftDrag::Snap> CompareTab::snapsOf(TraceView& moved, TraceView& stays) const
{
    std::vector<ShiftDrag::Snap> snaps;
    const auto add = [&](Tick tick, Tick other, const QString& where) {
        snaps.push_back(
            {.zero = ShiftDrag::zeroAt(m_link, moved.history(), tick, stays.history(), other),
             .where = where,
             .tick = tick});
    };
    add(moved.history().whole().begin, stays.history().whole().begin, tr("at the beginnings"));
    const auto selected = markedInstant(moved);
    const auto selectedBeside = markedInstant(stays);
    if (selected && selectedBeside) {
        add(*selected, *selectedBeside, tr("at what is selected in both"));
    }
    const models::StepTimeline& steps = m_differences->stepModel();
    if (!steps.hasSides() || steps.comparison() == nullptr) {
        return snaps;
    }
    const bool isBMoved = steps.a().view == &stays.history() && steps.b().view == &moved.history();
    const bool isAMoved = steps.b().view == &stays.history() && steps.a().view == &moved.history();
    for (const compare::StepDifference& step : steps.comparison()->rows) {
        if (step.in != compare::Presence::Both || (!isAMoved && !isBMoved)) {
            continue;
        }
        const QString where = tr("at %1, number %2")
                                  .arg(QString::fromStdString(step.name))
                                  .arg(static_cast<qulonglong>(step.number));
        if (isBMoved) {
            add(step.visitB.begin, step.visitA.begin, where);
        } else {
            add(step.visitA.begin, step.visitB.begin, where);
        }
    }
    return snaps;
}

}  // namespace vellum::gui::shell
