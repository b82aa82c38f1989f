#include "gui/charts/pages/page_looks.h"

#include "common/query/values_pages.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace vellum::gui::charts {

namespace page_state = query::page_state;

QString PageLook::text() const
{
    return QCoreApplication::translate("PageLook", name);
}

std::span<const PageLook> pageLooks()
{
    static const std::array kLooks = {
        PageLook{
            .state = page_state::kUnchanged,
            .color = QColor(230, 159, 0),
            .pattern = Qt::BDiagPattern,
            .name = QT_TRANSLATE_NOOP("PageLook", "written, unchanged")},
        PageLook{
            .state = page_state::kFalselyShared,
            .color = QColor(213, 94, 0),
            .pattern = Qt::DiagCrossPattern,
            .name = QT_TRANSLATE_NOOP("PageLook", "falsely shared")},
        PageLook{
            .state = page_state::kShared,
            .color = QColor(204, 121, 167),
            .pattern = Qt::HorPattern,
            .name = QT_TRANSLATE_NOOP("PageLook", "shared")},
        PageLook{
            .state = page_state::kChanged,
            .color = QColor(0, 114, 178),
            .name = QT_TRANSLATE_NOOP("PageLook", "written")},
        PageLook{
            .state = page_state::kFirst,
            .color = QColor(0, 158, 115),
            .name = QT_TRANSLATE_NOOP("PageLook", "written first")},
        PageLook{
            .state = page_state::kRead,
            .color = QColor(86, 180, 233),
            .name = QT_TRANSLATE_NOOP("PageLook", "read")},
        PageLook{
            .state = page_state::kUnknown,
            .color = QColor(150, 150, 150),
            .pattern = Qt::Dense6Pattern,
            .name = QT_TRANSLATE_NOOP("PageLook", "written, not compared")},
    };
    return kLooks;
}

const PageLook* findPageLook(char state)
{
    const auto looks = pageLooks();
    const auto found = std::ranges::find(looks, state, &PageLook::state);
    return found == looks.end() ? nullptr : &*found;
}

}  // namespace vellum::gui::charts
