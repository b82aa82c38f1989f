#pragma once

#include "gui/charts/navigation.h"

#include <QKeySequence>
#include <QList>
#include <QString>

#include <vector>

class QKeyEvent;

namespace vellum::gui::charts {

/// Something that a key can do.
struct KeyCommand {
    QString name;  ///< stable: of the action, and what settings store
    QString text;  ///< "Zoom in"
    QList<QKeySequence> keys;
    bool isOfChart = false;  ///< `TimelineChart::run` does it
    bool isOfRows = false;   ///< of those, it is about rows
};

/// Which key does what. A value: the window has one, its charts have copies.
///
/// Exact    No key belongs to two commands: who gets it last has it.
class KeyMap {
public:
    KeyMap() = default;

    /// What the charts can do, with the keys of \p scheme.
    [[nodiscard]] static KeyMap ofCharts(NavigationScheme scheme);

    /// A command that is not a chart's, as the window's menus are; the scheme may have other keys.
    void add(KeyCommand command);

    /// Takes \p keys from whoever has them. Does nothing for an unknown command.
    void setKeys(const QString& name, const QList<QKeySequence>& keys);

    [[nodiscard]] const std::vector<KeyCommand>& commands() const { return m_commands; }
    [[nodiscard]] QList<QKeySequence> keysOf(const QString& name) const;
    [[nodiscard]] QString textOf(const QString& name) const;
    /// The command that has this very key; empty if none.
    [[nodiscard]] QString commandOf(const QKeySequence& key) const;
    /// Of a key that was pressed. Shift counts with letters, but not where it is what makes the sign:
    /// a plus is a plus on every keyboard.
    [[nodiscard]] QString commandOf(const QKeyEvent& event) const;

private:
    [[nodiscard]] KeyCommand* find(const QString& name);

    NavigationScheme m_scheme = NavigationScheme::Vellum;
    std::vector<KeyCommand> m_commands;
};

/// Whether the key may be a shortcut of the whole window: letters and all with Ctrl or Alt; arrows, Home,
/// Enter and their like belong to whatever list or field has the keyboard.
[[nodiscard]] bool isWindowKey(const QKeySequence& key);

}  // namespace vellum::gui::charts
