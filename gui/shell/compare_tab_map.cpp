// Which process of one trace belongs to which of the other: how CompareTab keeps that.

#include "gui/shell/compare_tab.h"
#include "gui/shell/process_map_dialog.h"

namespace vellum::gui::shell {

namespace {

constexpr QLatin1String kProcessMap("processMap");

}  // namespace

void CompareTab::setProcessMap(const compare::ProcessMap& map)
{
    if (map == m_processMap) {
        return;
    }
    const auto kept = [](const compare::ProcessMap& one) {
        return QVariantMap{{kProcessMap, QString::fromStdString(compare::textOf(one))}};
    };
    const models::ChartsChange change{.before = kept(m_processMap), .after = kept(map)};
    m_link.asOneStep([&] {
        for (TraceView* view : views()) {
            view->history().addChartsChange(change, tr("processes that belong together"));
        }
    });
    applyProcessMap(map);
}

/// Of what undo brings back, and of what was kept; anything else changes nothing.
void CompareTab::takeProcessMap(const QVariantMap& kept)
{
    if (!kept.contains(kProcessMap)) {
        return;
    }
    const auto map = compare::parseProcessMap(kept.value(kProcessMap).toString().toStdString());
    if (map) {
        applyProcessMap(*map);
    }
}

void CompareTab::applyProcessMap(const compare::ProcessMap& map)
{
    if (map != m_processMap) {
        m_processMap = map;
        m_differences->setProcessMap(map);
        emit processMapChanged();
    }
}

void CompareTab::keepProcessMap(QVariantMap& layout) const
{
    layout.insert(kProcessMap, QString::fromStdString(compare::textOf(m_processMap)));
}

void CompareTab::openProcessMap()
{
    auto* dialog = new ProcessMapDialog(*this, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->show();
}

}  // namespace vellum::gui::shell
