#include "gui/models/notes.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

namespace {

constexpr int kVersion = 1;
constexpr qint64 kMostBytes = 16 << 20;

// Ticks and keys have 64 bits, a JSON number holds 53: they are text.
QJsonValue written(std::int64_t number)
{
    return QString::number(number);
}

std::int64_t read(const QJsonValue& value)
{
    return value.toString().toLongLong();
}

QJsonObject written(const Bookmark& bookmark, int number)
{
    QJsonArray folded;
    for (const std::uint64_t key : bookmark.folded) {
        folded << written(static_cast<std::int64_t>(key));
    }
    QJsonArray pinned;
    for (const std::uint64_t key : bookmark.pinned) {
        pinned << written(static_cast<std::int64_t>(key));
    }
    QJsonArray fitted;
    if (bookmark.fitted) {
        fitted << written(static_cast<std::int64_t>(bookmark.fitted->first))
               << written(static_cast<std::int64_t>(bookmark.fitted->second));
    }
    return {
        {"number", number},
        {"begin", written(bookmark.range.begin)},
        {"end", written(bookmark.range.end)},
        {"folded", folded},
        {"pinned", pinned},
        {"rowHeightPercent", bookmark.rowHeightPercent},
        {"fitsRows", bookmark.fitsRows},
        {"fitted", fitted}};
}

Bookmark bookmarkOf(const QJsonObject& object)
{
    Bookmark bookmark{
        .range = {.begin = read(object["begin"]), .end = read(object["end"])},
        .rowHeightPercent = object["rowHeightPercent"].toInt(100),
        .fitsRows = object["fitsRows"].toBool()};
    const QJsonArray fitted = object["fitted"].toArray();
    if (fitted.size() == 2) {
        bookmark.fitted = {
            static_cast<std::uint64_t>(read(fitted[0])),
            static_cast<std::uint64_t>(read(fitted[1]))};
    }
    for (const QJsonValue key : object["folded"].toArray()) {
        bookmark.folded.insert(static_cast<std::uint64_t>(read(key)));
    }
    for (const QJsonValue key : object["pinned"].toArray()) {
        bookmark.pinned.push_back(static_cast<std::uint64_t>(read(key)));
    }
    return bookmark;
}

}  // namespace

Notes::Notes(QString file, QObject* parent) : QObject(parent), m_file(std::move(file))
{
    read();
}

QString Notes::identityOf(const query::TraceInfo& info)
{
    return fileNameOf(QString(), info);
}

QString Notes::fileNameOf(const QString& path, const query::TraceInfo& info)
{
    const QString what = QStringLiteral("%1\n%2 %3 %4 %5")
                             .arg(path)
                             .arg(info.events)
                             .arg(info.visits)
                             .arg(info.range.begin)
                             .arg(info.range.end);
    const QByteArray hash =
        QCryptographicHash::hash(what.toUtf8(), QCryptographicHash::Sha256).toHex().left(32);
    return QString::fromLatin1(hash) + QStringLiteral(".json");
}

void Notes::read()
{
    QFile file(m_file);
    if (!file.exists()) {
        return;
    }
    const bool isOpen = file.size() <= kMostBytes && file.open(QIODevice::ReadOnly);
    const QJsonDocument document =
        isOpen ? QJsonDocument::fromJson(file.readAll()) : QJsonDocument();
    const QJsonObject all = document.object();
    if (all["version"].toInt() != kVersion) {
        const QString aside = m_file + QStringLiteral(".unreadable");
        QFile::remove(aside);
        QFile::rename(m_file, aside);
        m_error = tr("the notes of this trace could not be read; they are kept as %1").arg(aside);
        return;
    }
    for (const QJsonValue value : all["notes"].toArray()) {
        const QJsonObject note = value.toObject();
        m_notes.push_back(
            {.range = {.begin = models::read(note["begin"]), .end = models::read(note["end"])},
             .text = note["text"].toString()});
    }
    for (const QJsonValue value : all["bookmarks"].toArray()) {
        const int number = value.toObject()["number"].toInt(-1);
        if (number >= 0 && number < kBookmarks) {
            m_bookmarks[static_cast<std::size_t>(number)] = bookmarkOf(value.toObject());
        }
    }
    std::ranges::stable_sort(m_notes, {}, [](const Note& note) { return note.range.begin; });
}

void Notes::write()
{
    QJsonArray notes;
    for (const Note& note : m_notes) {
        notes << QJsonObject{
            {"begin", written(note.range.begin)},
            {"end", written(note.range.end)},
            {"text", note.text}};
    }
    QJsonArray bookmarks;
    for (int i = 0; i < kBookmarks; ++i) {
        if (const auto& one = bookmark(i)) {
            bookmarks << written(*one, i);
        }
    }
    const QJsonObject all{{"version", kVersion}, {"notes", notes}, {"bookmarks", bookmarks}};
    QDir().mkpath(QFileInfo(m_file).absolutePath());
    QSaveFile file(m_file);
    const bool isKept = file.open(QIODevice::WriteOnly)
                        && file.write(QJsonDocument(all).toJson()) >= 0 && file.commit();
    m_error =
        isKept ? QString() : tr("notes cannot be kept: %1: %2").arg(m_file, file.errorString());
    emit changed();
}

void Notes::add(const Note& note)
{
    m_notes.push_back(note);
    std::ranges::stable_sort(m_notes, {}, [](const Note& one) { return one.range.begin; });
    write();
}

void Notes::change(std::size_t place, const QString& text)
{
    m_notes.at(place).text = text;
    write();
}

void Notes::remove(std::size_t place)
{
    m_notes.erase(m_notes.begin() + static_cast<std::ptrdiff_t>(place));
    write();
}

const std::optional<Bookmark>& Notes::bookmark(int number) const
{
    return m_bookmarks.at(static_cast<std::size_t>(number));
}

void Notes::setBookmark(int number, const Bookmark& bookmark)
{
    m_bookmarks.at(static_cast<std::size_t>(number)) = bookmark;
    write();
}

}  // namespace vellum::gui::models
