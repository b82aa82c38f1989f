#pragma once

#include <QLocale>
#include <QString>

#include <cstdint>

namespace vellum::gui::data {

/// "2,000": figures for people, grouped in threes.
[[nodiscard]] inline QString grouped(std::uint64_t number)
{
    return QLocale(QLocale::English).toString(static_cast<qulonglong>(number));
}

/// "1 row", "2,000 rows".
[[nodiscard]] inline QString counted(std::uint64_t number, const QString& one, const QString& many)
{
    return grouped(number) + QLatin1Char(' ') + (number == 1 ? one : many);
}

}  // namespace vellum::gui::data
