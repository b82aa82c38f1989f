#include "gui/data/change.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace vellum::gui::data {

double changeStrength(double before, double after)
{
    constexpr double kSameBelow = 0.02;  // a smaller change has no colour
    if (before <= 0 || after <= 0) {
        return after > before ? 1 : after < before ? -1 : 0;
    }
    const double ratio = after / before;
    return std::abs(ratio - 1) < kSameBelow ? 0 : std::clamp(std::log2(ratio), -1.0, 1.0);
}

QString changeText(double before, double after)
{
    if (before <= 0) {
        return QCoreApplication::translate("Change", "new");
    }
    if (after <= 0) {
        return QCoreApplication::translate("Change", "gone");
    }
    const double percent = (after / before - 1) * 100;
    const QString number = QString::number(std::abs(percent), 'f', std::abs(percent) < 10 ? 1 : 0);
    return QStringLiteral("%1%2 %").arg(
        percent < 0 ? QStringLiteral("−") : QStringLiteral("+"), number);
}

QString matchText(double likeness)
{
    constexpr double kPercent = 100;
    return likeness < 1 ? QCoreApplication::translate("Change", "guessed %1 %")
                              .arg(static_cast<int>(likeness * kPercent))
                        : QCoreApplication::translate("Change", "by hand");
}

}  // namespace vellum::gui::data
