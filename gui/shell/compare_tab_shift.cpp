// How CompareTab lets a trace be moved by the mouse.

#include "gui/models/step_timeline.h"
#include "gui/shell/align_dialog.h"
#include "gui/shell/compare_tab.h"

#include <QLabel>

namespace vellum::gui::shell {

void CompareTab::makeShiftDrag()
{
    m_shift = new ShiftDrag(
        m_link,
        [this](const TraceView& moved) { return staysBeside(moved); },
        [this](TraceView& moved, TraceView& stays) { return snapsOf(moved, stays); },
        this);
    connect(m_shift, &ShiftDrag::moved, this, [this](const QString& where) {
        const QStringList sentences = linkSentences();
        m_text->setText(
            where.isEmpty() ? sentences.join(QStringLiteral(" · "))
                            : (QStringList{where} + sentences).join(QStringLiteral(" · ")));
    });
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
             .where = where});
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
