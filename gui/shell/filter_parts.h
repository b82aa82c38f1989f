#pragma once

class QDialog;
class QDialogButtonBox;
class QWidget;

namespace vellum::gui::shell {

// What the dialogs of filters have in common.

/// The style draws the outline of a tick box in a darker shade of the window: on dark nobody saw it.
void makeBoxesVisible(QWidget& widget);

/// The row with the button that closes \p dialog; Return is not that button's.
[[nodiscard]] QDialogButtonBox* closeButton(QDialog* dialog);

}  // namespace vellum::gui::shell
