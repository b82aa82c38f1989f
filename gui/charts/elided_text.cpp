#include "gui/charts/elided_text.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace vellum::gui::charts {

namespace {

/// So many letters at the begin of \p name stand in another, different one, too.
qsizetype commonWithOthers(const QString& name, const QStringList& names)
{
    qsizetype common = 0;
    for (const QString& other : names) {
        if (other != name) {
            const auto differs = std::ranges::mismatch(name, other).in1;
            common = std::max<qsizetype>(common, differs - name.begin());
        }
    }
    return common;
}

/// Whether what is left of one name is all that is left of a different one.
bool readsAsAnother(qsizetype place, const QStringList& cut, const QStringList& names)
{
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (cut[i] == cut[place] && names[i] != names[place]) {
            return true;
        }
    }
    return false;
}

/// "…rest of it, as much as there is r…"; a short rest has the begin of the name before it: "igemm_wr…gkgs".
QString cutFrom(const QString& name, qsizetype from, const QFontMetrics& metrics, int room)
{
    const QString rest = name.mid(from);
    const int width = metrics.horizontalAdvance(rest);
    if (from > 0 && width < room / 2 - metrics.maxWidth()
        && metrics.horizontalAdvance(name) > room) {
        return metrics.elidedText(name, Qt::ElideMiddle, room);
    }
    const QString dots = from > 0 ? QStringLiteral("…") : QString();
    return dots + metrics.elidedText(rest, Qt::ElideRight, room - metrics.horizontalAdvance(dots));
}

/// Names that differ from others at places of their own may read the same from there: each of them shows where it
/// differs from these, too, in half of the room.
void tellApart(QStringList& texts, const QStringList& names, const QFontMetrics& metrics, int room)
{
    const QStringList before = texts;
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (!readsAsAnother(i, before, names)) {
            continue;
        }
        QStringList alike;
        for (qsizetype other = 0; other < names.size(); ++other) {
            if (before[other] == before[i]) {
                alike.append(names[other]);
            }
        }
        const auto [from, to] =
            std::minmax({commonWithOthers(names[i], alike), commonWithOthers(names[i], names)});
        texts[i] = cutFrom(names[i], from, metrics, room / 2);
        if (from != to && texts[i].endsWith(QStringLiteral("…"))) {
            const int left = room - metrics.horizontalAdvance(texts[i]);
            texts[i] += metrics.elidedText(names[i].mid(to), Qt::ElideRight, left);
        } else {
            texts[i] = cutFrom(names[i], from, metrics, room);
        }
    }
}

}  // namespace

QString elidedParts(const QString& sentence, const QFontMetrics& metrics, int room)
{
    if (metrics.horizontalAdvance(sentence) <= room) {
        return sentence;
    }
    const QString separator = QStringLiteral(" · ");
    QStringList parts = sentence.split(separator);
    while (parts.size() > 1) {
        parts.removeLast();
        QString text = parts.join(separator) + separator + QStringLiteral("…");
        if (metrics.horizontalAdvance(text) <= room) {
            return text;
        }
    }
    return metrics.elidedText(sentence, Qt::ElideRight, std::max(0, room));
}

QStringList elidedApart(
    const QStringList& names,
    std::initializer_list<Qt::TextElideMode> modes,
    const QFontMetrics& metrics,
    int room)
{
    QStringList texts(names.size());
    std::vector<bool> isDone(static_cast<std::size_t>(names.size()), false);
    for (const Qt::TextElideMode mode : modes) {
        if (std::ranges::all_of(isDone, std::identity())) {
            break;
        }
        QStringList cut;
        for (const QString& name : names) {
            cut.append(metrics.elidedText(name, mode, room));
        }
        for (qsizetype i = 0; i < names.size(); ++i) {
            if (!isDone[static_cast<std::size_t>(i)] && !readsAsAnother(i, cut, names)) {
                texts[i] = cut[i];
                isDone[static_cast<std::size_t>(i)] = true;
            }
        }
    }
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (!isDone[static_cast<std::size_t>(i)]) {
            texts[i] = cutFrom(names[i], commonWithOthers(names[i], names), metrics, room);
        }
    }
    tellApart(texts, names, metrics, room);
    return texts;
}

}  // namespace vellum::gui::charts
