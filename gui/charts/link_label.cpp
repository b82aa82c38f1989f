#include "gui/charts/link_label.h"

#include <QEvent>

namespace vellum::gui::charts {

void LinkLabel::changeEvent(QEvent* event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        const QString same = text();
        setText({});
        setText(same);
    }
}

}  // namespace vellum::gui::charts
