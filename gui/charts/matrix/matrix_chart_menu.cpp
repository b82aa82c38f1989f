// What can be chosen in a MatrixChart's menu, and how it is kept.

#include "gui/charts/matrix/matrix_chart.h"
#include "gui/charts/table/answer_table.h"

#include <QAction>
#include <QMenu>

#include <algorithm>
#include <array>
#include <cmath>

namespace vellum::gui::charts {

using query::MatrixBy;

namespace {

constexpr std::array<const char*, 3> kBys = {"location", "location-group", "node"};
constexpr QLatin1String kBy("by");
constexpr QLatin1String kMetric("metric");
constexpr QLatin1String kIdle("idle");
constexpr QLatin1String kView("view");

}  // namespace

void MatrixChart::fillMenu(QMenu& menu)
{
    // Made anew each time it opens: what is chosen needs no group to turn the others off.
    const auto add = [&](const QString& text, bool isOn, const auto& run) {
        QAction* action = menu.addAction(text, this, [this, text, run] {
            endZoom();
            recordChoice(QString(text).remove(QLatin1Char('&')).toLower(), run);
        });
        action->setCheckable(true);
        action->setChecked(isOn);
    };
    const auto addBy = [&](const QString& text, MatrixBy one) {
        add(text, one == m_by, [this, one] { setBy(one); });
    };
    addBy(tr("By &location"), MatrixBy::Location);
    addBy(tr("By location &group"), MatrixBy::LocationGroup);
    addBy(tr("By system tree n&ode"), MatrixBy::SystemTreeNode);
    menu.addSeparator();
    for (std::size_t i = 0; i < kMatrixMetricWords.size(); ++i) {
        const auto one = static_cast<MatrixMetric>(i);
        add(menuText(one), one == m_metric, [this, one] { setMetric(one); });
    }
    menu.addSeparator();
    QAction* idle = menu.addAction(tr("&Also rows without messages"), this, [this](bool isOn) {
        recordChoice(
            isOn ? tr("also rows without messages") : tr("only rows with messages"),
            [this, isOn] { setShowsIdle(isOn); });
    });
    idle->setCheckable(true);
    idle->setChecked(m_showsIdle);
    menu.addSeparator();
    menu.addAction(tr("&Copy pairs"), this, [this] { copyPairs(); });
    menu.addAction(tr("Save pairs as CS&V…"), this, [this] {
        m_pairs->show(m_table.answer());
        m_pairs->saveCsv(QStringLiteral("message-pairs"));
    });
}

void MatrixChart::fillZoomMenu(QMenu& menu) const
{
    auto* self = const_cast<MatrixChart*>(this);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
    QAction* whole =
        menu.addAction(tr("Show the &whole matrix"), self, [self] { self->showWhole(); });
    whole->setEnabled(!showsWhole());
    fillTimeZoomMenu(menu, m_context.view, title());
}

void MatrixChart::copyPairs()
{
    m_pairs->show(m_table.answer());
    m_pairs->copyRows();
}

QVariantMap MatrixChart::settings() const
{
    return {
        {kBy, QLatin1String(kBys.at(static_cast<std::size_t>(m_by)))},
        {kMetric, QLatin1String(kMatrixMetricWords.at(static_cast<std::size_t>(m_metric)))},
        {kIdle, m_showsIdle}};
}

/// What is seen is taken back too, but not kept with a layout: the next trace has other rows.
QVariantMap MatrixChart::choices() const
{
    QVariantMap all = settings();
    all.insert(
        kView,
        m_view ? QVariantList{m_view->column, m_view->row, m_view->columns, m_view->rows}
               : QVariantList{});
    return all;
}

void MatrixChart::applySettings(const QVariantMap& settings)
{
    const QString by = settings.value(kBy).toString();
    const auto* found =
        std::ranges::find_if(kBys, [&by](const char* one) { return by == QLatin1String(one); });
    if (found != kBys.end()) {
        setBy(static_cast<MatrixBy>(found - kBys.begin()));
    }
    if (const auto metric = matrixMetricOf(settings.value(kMetric).toString())) {
        setMetric(*metric);
    }
    if (settings.contains(kIdle)) {
        setShowsIdle(settings.value(kIdle).toBool());
    }
    if (settings.contains(kView)) {
        const QVariantList view = settings.value(kView).toList();
        const bool isView = view.size() == 4 && std::ranges::all_of(view, [](const QVariant& one) {
                                return std::isfinite(one.toDouble()) && one.toDouble() >= 0;
                            });
        m_view = isView ? std::optional(View{
                     .column = view[0].toDouble(),
                     .row = view[1].toDouble(),
                     .columns = view[2].toDouble(),
                     .rows = view[3].toDouble()})
                        : std::nullopt;
        invalidate();
    }
}

}  // namespace vellum::gui::charts
