#pragma once

namespace vellum::gui::shell {

/// Whether things may move by themselves: not where the desktop's settings say that animations are off.
///
/// Source   `gtk-enable-animations` of GTK's settings.ini and `AnimationDurationFactor` of KDE's kdeglobals, below
///          the user's folder of settings; nothing there: yes.
[[nodiscard]] bool desktopWantsMotion();

}  // namespace vellum::gui::shell
