#include "gui/models/name_pattern.h"

#include <QRegularExpression>
#include <QString>

namespace vellum::gui::models {

std::string patternOfName(const std::string& name)
{
    constexpr qsizetype kMostLetters = 500;  // each may take several bytes
    const QString whole = QString::fromStdString(name);
    const QString begin = QLatin1Char('^') + QRegularExpression::escape(whole.left(kMostLetters));
    return (whole.size() > kMostLetters ? begin : begin + QLatin1Char('$')).toStdString();
}

}  // namespace vellum::gui::models
