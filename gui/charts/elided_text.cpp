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

}  // namespace

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
    const QString dots = QStringLiteral("…");
    for (qsizetype i = 0; i < names.size(); ++i) {
        if (!isDone[static_cast<std::size_t>(i)]) {
            texts[i] = dots
                       + metrics.elidedText(
                           names[i].mid(commonWithOthers(names[i], names)),
                           Qt::ElideRight,
                           room - metrics.horizontalAdvance(dots));
        }
    }
    return texts;
}

}  // namespace vellum::gui::charts
