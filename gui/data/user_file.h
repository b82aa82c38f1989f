#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace vellum::gui::data {

/// A file of the user's that need not be there, such as a palette, or one of ours (":/…").
///
/// \param mistakes  gets a sentence where it is there and cannot be read, or has more than 1 MiB
/// \return its bytes; none if it is not there or was refused
/// Threads  Any; waits for the disk.
[[nodiscard]] std::optional<QByteArray> readUserFile(const QString& path, QStringList& mistakes);

/// The object that the bytes of a file are.
///
/// \param where     how a mistake names the file
/// \param mistakes  gets a sentence where they are something else
/// \return empty in that case
[[nodiscard]] QJsonObject jsonObject(
    const QByteArray& json, const QString& where, QStringList& mistakes);

}  // namespace vellum::gui::data
