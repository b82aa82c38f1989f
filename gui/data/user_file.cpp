#include "gui/data/user_file.h"

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>

namespace vellum::gui::data {

namespace {

constexpr qint64 kMostBytes = qint64{1} << 20;

QString tr(const char* text)
{
    return QCoreApplication::translate("vellum::gui::data", text);
}

}  // namespace

std::optional<QByteArray> readUserFile(const QString& path, QStringList& mistakes)
{
    QFile file(path);
    if (!file.exists()) {
        return std::nullopt;
    }
    if (!file.open(QIODevice::ReadOnly)) {
        mistakes << QStringLiteral("%1: %2").arg(path, file.errorString());
        return std::nullopt;
    }
    QByteArray bytes = file.read(kMostBytes + 1);
    if (bytes.size() > kMostBytes) {
        mistakes << tr("%1: has more than %2 bytes").arg(path).arg(kMostBytes);
        return std::nullopt;
    }
    return bytes;
}

QJsonObject jsonObject(const QByteArray& json, const QString& where, QStringList& mistakes)
{
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(json, &error);
    if (error.error != QJsonParseError::NoError) {
        mistakes << tr("%1: not JSON at byte %2: %3")
                        .arg(where)
                        .arg(error.offset)
                        .arg(error.errorString());
    } else if (!document.isObject()) {
        mistakes << tr("%1: an object of names and values is expected").arg(where);
    }
    return document.object();
}

}  // namespace vellum::gui::data
