#include "gui/shell/filter_parts.h"

#include "gui/theme/theme.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QPushButton>

namespace vellum::gui::shell {

void makeBoxesVisible(QWidget& widget)
{
    QPalette palette = widget.palette();
    palette.setColor(QPalette::Window, theme::currentTheme().mutedInk);
    widget.setPalette(palette);
}

QDialogButtonBox* closeButton(QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    return buttons;
}

}  // namespace vellum::gui::shell
