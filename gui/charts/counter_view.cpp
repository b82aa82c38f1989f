#include "gui/charts/counter_view.h"

#include "common/base/number_text.h"

#include <QCoreApplication>

#include <span>

namespace vellum::gui::charts {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::charts", text);
}

QString quantity(double value, const std::string& unit)
{
    return QString::fromStdString(quantityText(value, unit));
}

bool isSameCounter(const query::CounterRow& a, const query::CounterRow& b)
{
    return a.recordedAs == b.recordedAs && a.metric == b.metric;
}

}  // namespace

QString CounterView::rangeText() const
{
    if (extent.least == extent.most) {
        return quantity(extent.most, unit);
    }
    const QString least = extent.least == 0 ? QStringLiteral("0") : quantity(extent.least, unit);
    return least + QStringLiteral(" … ") + quantity(extent.most, unit);
}

QString CounterView::valueText(int x) const
{
    const auto bar = geometry::barAt(bars, x);
    if (!bar) {
        return tr("%1: no sample").arg(metric);
    }
    QString text = metric + QStringLiteral(" = ") + quantity(bar->value, unit);
    if (bar->min < bar->max) {
        text +=
            QStringLiteral(" (%1 … %2)").arg(quantity(bar->min, unit), quantity(bar->max, unit));
    }
    return text;
}

QString CounterView::description() const
{
    constexpr qsizetype kMostNames = 10;
    QString text = tr("%1\n%2 in the whole trace").arg(metric, rangeText());
    if (!others.isEmpty()) {
        text += tr("\nnot drawn: %1").arg(others.mid(0, kMostNames).join(QStringLiteral(", ")));
        text += others.size() > kMostNames ? QStringLiteral(", …") : QString();
    }
    return text;
}

CounterView makeCounterView(
    const models::TimelineModel& model, LocationRef location, const geometry::TimeScale& scale)
{
    CounterView view;
    const models::CounterPicture* whole = model.wholeCountersOf(location);
    const models::CounterPicture* picture = model.countersOf(location);
    if (whole == nullptr || whole->rows().empty()) {
        return view;
    }
    const query::CounterRow& first = whole->rows().front();
    const auto nameOf = [&model](const query::CounterRow& row) {
        const MetricMember* member = model.trace().definitions->find(row.metric);
        return member != nullptr ? QString::fromStdString(member->name) : QString();
    };
    for (const query::CounterRow& row : whole->rows().subspan(1)) {
        if (const QString name = nameOf(row); !view.others.contains(name)) {
            view.others.append(name);
        }
    }
    const MetricMember* metric = model.trace().definitions->find(first.metric);
    view.metric = nameOf(first);
    view.metric = view.metric.isEmpty() ? tr("metric") : view.metric;
    view.others.removeAll(view.metric);
    view.unit = metric != nullptr ? metric->unit : std::string();
    view.extent = geometry::extentOf(first);
    if (picture == nullptr) {
        return view;
    }
    const auto hold =
        metric != nullptr ? geometry::holdOf(metric->mode) : geometry::CounterHold::None;
    const auto barsOf = [&](const models::CounterPicture& from) {
        const Columns answered{.range = from.counters->window, .count = from.counters->columns};
        for (const query::CounterRow& row : from.rows()) {
            if (isSameCounter(row, first)) {
                return geometry::makeCounterBars(row, hold, answered, scale);
            }
        }
        return std::vector<geometry::CounterBar>();
    };
    view.bars = barsOf(*picture);
    const TickRange known = picture->counters->window;
    // A single column would be a block over all of the row.
    if (whole->counters->columns > 1 && known.intersected(scale.range) != scale.range) {
        view.bars = geometry::surrounded(view.bars, barsOf(*whole), known, scale);
    }
    return view;
}

}  // namespace vellum::gui::charts
