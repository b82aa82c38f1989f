#include "gui/data/transfer_text.h"

#include "gui/data/time_text.h"
#include "gui/data/wording.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace vellum::gui::data {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::data", text);
}

/// "4 (1 to 9)", or only the mean where they are all alike.
QString withRange(const QString& mean, const QString& least, const QString& greatest)
{
    return least == greatest ? mean
                             : QCoreApplication::translate("vellum::gui::data", "%1 (%2 to %3)")
                                   .arg(mean, least, greatest);
}

}  // namespace

QString wholeBytesText(double bytes)
{
    constexpr double kMost = 1.8e19;  // inside 64 bits, whatever a server says
    return bytesText(static_cast<std::uint64_t>(std::clamp(std::round(bytes), 0.0, kMost)));
}

QString rateText(double bytesPerTick, const ClockProperties& clock)
{
    return tr("%1/s").arg(wholeBytesText(bytesPerTick * static_cast<double>(clock.ticksPerSecond)));
}

QString ticksText(double ticks, const ClockProperties& clock)
{
    return durationText(static_cast<Tick>(std::round(ticks)), clock);
}

QString messagesText(const query::TransferSums& sums, const ClockProperties& clock)
{
    const auto bytes = [](std::uint64_t number) { return bytesText(number); };
    const auto duration = [&clock](Tick ticks) { return durationText(ticks, clock); };
    QString text = tr("%1, %2 in all, %3 each; they take %4")
                       .arg(
                           counted(sums.count, tr("message"), tr("messages")),
                           bytes(sums.bytes),
                           withRange(
                               wholeBytesText(query::meanBytes(sums)),
                               bytes(sums.minBytes),
                               bytes(sums.maxBytes)),
                           withRange(
                               ticksText(query::meanDuration(sums), clock),
                               duration(sums.minDuration),
                               duration(sums.maxDuration)));
    if (sums.rated > 0) {
        text += tr(", at %1").arg(withRange(
            rateText(query::meanRate(sums), clock),
            rateText(sums.minRate, clock),
            rateText(sums.maxRate, clock)));
    }
    return text;
}

}  // namespace vellum::gui::data
