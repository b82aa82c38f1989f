#include "gui/data/source_file.h"

#include "common/base/number_text.h"
#include "common/mapped_file/mapping.h"

#include <algorithm>
#include <filesystem>

namespace vellum::gui::data {

namespace {

constexpr int kTabWidth = 8;

QString withoutTabs(const QString& line)
{
    if (!line.contains(u'\t')) {
        return line;
    }
    QString result;
    for (const QChar letter : line) {
        if (letter == u'\t') {
            result.append(QString(kTabWidth - result.size() % kTabWidth, u' '));
        } else {
            result.append(letter);
        }
    }
    return result;
}

/// At the end of a whole name of a folder, or of the path.
bool isPrefix(const QString& prefix, const QString& path)
{
    return path.startsWith(prefix)
           && (prefix.isEmpty() || prefix.endsWith(u'/') || path.size() == prefix.size()
               || path[prefix.size()] == u'/');
}

}  // namespace

QString mappedPath(const QString& path, const PathMappings& mappings)
{
    const PathMapping* best = nullptr;
    for (const PathMapping& mapping : mappings) {
        if (isPrefix(mapping.from, path)
            && (best == nullptr || mapping.from.size() > best->from.size())) {
            best = &mapping;
        }
    }
    return best == nullptr ? path : best->to + path.mid(best->from.size());
}

PathMapping mappingOf(const QString& path, const QString& found)
{
    if (path == found) {
        return {};
    }
    const QStringList from = path.split(u'/');
    const QStringList to = found.split(u'/');
    qsizetype same = 0;
    const qsizetype most = std::min(from.size(), to.size());
    while (same < most && from[from.size() - 1 - same] == to[to.size() - 1 - same]) {
        ++same;
    }
    // An empty begin would be that of all paths.
    while (same > 0 && from.mid(0, from.size() - same).join(u'/').isEmpty()) {
        --same;
    }
    return {
        .from = from.mid(0, from.size() - same).join(u'/'),
        .to = to.mid(0, to.size() - same).join(u'/')};
}

QString textOf(const PathMappings& mappings)
{
    QStringList lines;
    for (const PathMapping& mapping : mappings) {
        lines << mapping.from + QStringLiteral(" => ") + mapping.to;
    }
    return lines.join(u'\n');
}

PathMappings mappingsOf(const QString& text)
{
    PathMappings mappings;
    for (const QString& line : text.split(u'\n')) {
        const qsizetype arrow = line.indexOf(QStringLiteral("=>"));
        if (arrow > 0 && !line.left(arrow).trimmed().isEmpty()) {
            mappings.push_back(
                {.from = line.left(arrow).trimmed(), .to = line.mid(arrow + 2).trimmed()});
        }
    }
    return mappings;
}

Result<QStringList> readSource(const QString& path)
{
    const auto file = mapped_file::Mapping::open(std::filesystem::path(path.toStdString()));
    VELLUM_RETURN_IF_ERROR(file);
    const std::span<const std::byte> bytes = file.value()->bytes();
    if (bytes.size() > kMostSourceBytes) {
        return Error{
            .kind = ErrorKind::ResourceExhausted,
            .message = path.toStdString() + " has " + byteText(bytes.size()) + "; sources of up to "
                       + byteText(kMostSourceBytes) + " are shown"};
    }
    QStringList lines =
        QString::fromUtf8(
            reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()))
            .split(u'\n');
    if (lines.size() > 1 && lines.last().isEmpty()) {
        lines.removeLast();  // the end of the last line
    }
    for (QString& line : lines) {
        if (line.endsWith(u'\r')) {
            line.chop(1);
        }
        line = withoutTabs(line);
    }
    return lines;
}

}  // namespace vellum::gui::data
