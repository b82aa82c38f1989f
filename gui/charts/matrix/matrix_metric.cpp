#include "gui/charts/matrix/matrix_metric.h"

#include "gui/data/transfer_text.h"
#include "gui/data/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace vellum::gui::charts {

namespace {

constexpr std::array<const char*, kMatrixMetricWords.size()> kMenuTexts = {
    QT_TRANSLATE_NOOP("vellum::gui::charts", "&Number of messages"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "&Total bytes"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "&Mean bytes"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "M&inimum duration"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "Mean &duration"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "Ma&ximum duration"),
    QT_TRANSLATE_NOOP("vellum::gui::charts", "&Rate"),
};

}  // namespace

std::optional<MatrixMetric> matrixMetricOf(const QString& word)
{
    const auto* found = std::ranges::find_if(
        kMatrixMetricWords, [&word](const char* one) { return word == QLatin1String(one); });
    return found == kMatrixMetricWords.end()
               ? std::nullopt
               : std::optional(static_cast<MatrixMetric>(found - kMatrixMetricWords.begin()));
}

QString menuText(MatrixMetric metric)
{
    return QCoreApplication::translate(
        "vellum::gui::charts", kMenuTexts.at(static_cast<std::size_t>(metric)));
}

QString nameOf(MatrixMetric metric)
{
    return menuText(metric).remove(QLatin1Char('&')).toLower();
}

std::optional<double> valueOf(const query::TransferSums& sums, MatrixMetric metric)
{
    if (sums.count == 0) {
        return std::nullopt;
    }
    switch (metric) {
    case MatrixMetric::Count:
        return static_cast<double>(sums.count);
    case MatrixMetric::Bytes:
        return static_cast<double>(sums.bytes);
    case MatrixMetric::MeanBytes:
        return query::meanBytes(sums);
    case MatrixMetric::MinDuration:
        return static_cast<double>(sums.minDuration);
    case MatrixMetric::MeanDuration:
        return query::meanDuration(sums);
    case MatrixMetric::MaxDuration:
        return static_cast<double>(sums.maxDuration);
    case MatrixMetric::Rate:
        break;
    }
    return sums.rated > 0 ? std::optional(query::meanRate(sums)) : std::nullopt;
}

QString textOf(double value, MatrixMetric metric, const ClockProperties& clock)
{
    switch (metric) {
    case MatrixMetric::Count:
        return data::grouped(static_cast<std::uint64_t>(std::max(0.0, std::round(value))));
    case MatrixMetric::Bytes:
    case MatrixMetric::MeanBytes:
        return data::wholeBytesText(value);
    case MatrixMetric::MinDuration:
    case MatrixMetric::MeanDuration:
    case MatrixMetric::MaxDuration:
        return data::ticksText(value, clock);
    case MatrixMetric::Rate:
        break;
    }
    return data::rateText(value, clock);
}

}  // namespace vellum::gui::charts
