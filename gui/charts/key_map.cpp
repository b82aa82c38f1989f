#include "gui/charts/key_map.h"

#include "gui/charts/key_scheme.h"

#include <QCoreApplication>
#include <QKeyEvent>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace vellum::gui::charts {

namespace {

struct Known {
    const char* name = "";
    const char* text = "";
};

constexpr std::array kChartCommands = {
    Known{"zoomIn", QT_TRANSLATE_NOOP("vellum::gui::charts", "Zoom in")},
    Known{"zoomOut", QT_TRANSLATE_NOOP("vellum::gui::charts", "Zoom out")},
    Known{"panLeft", QT_TRANSLATE_NOOP("vellum::gui::charts", "Pan to the left")},
    Known{"panRight", QT_TRANSLATE_NOOP("vellum::gui::charts", "Pan to the right")},
    Known{"scrollUp", QT_TRANSLATE_NOOP("vellum::gui::charts", "Scroll up")},
    Known{"scrollDown", QT_TRANSLATE_NOOP("vellum::gui::charts", "Scroll down")},
    Known{"fullRange", QT_TRANSLATE_NOOP("vellum::gui::charts", "Full range")},
    Known{"zoomSelection", QT_TRANSLATE_NOOP("vellum::gui::charts", "Zoom to the selection")},
    Known{"letGo", QT_TRANSLATE_NOOP("vellum::gui::charts", "Let go of what is selected")},
    Known{"nextVisit", QT_TRANSLATE_NOOP("vellum::gui::charts", "Next visit of the same function")},
    Known{
        "previousVisit",
        QT_TRANSLATE_NOOP("vellum::gui::charts", "Previous visit of the same function")},
    Known{"nextOnRow", QT_TRANSLATE_NOOP("vellum::gui::charts", "Next visit on the row")},
    Known{"previousOnRow", QT_TRANSLATE_NOOP("vellum::gui::charts", "Previous visit on the row")},
    Known{
        "followOn",
        QT_TRANSLATE_NOOP("vellum::gui::charts", "Follow the message, launch or collective")},
    Known{
        "followBack",
        QT_TRANSLATE_NOOP(
            "vellum::gui::charts", "Back to where the message, launch or collective is from")},
    Known{"visitToArea", QT_TRANSLATE_NOOP("vellum::gui::charts", "Select the time of the visit")},
    Known{
        "toggleRedundancy",
        QT_TRANSLATE_NOOP("vellum::gui::charts", "Redundancy of values over the bars")},
    Known{"addNote", QT_TRANSLATE_NOOP("vellum::gui::charts", "Write a note")},
    Known{"hideRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Hide these rows")},
    Known{"onlyRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Only these rows")},
    Known{"showAllRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Show all rows")},
    Known{"pinRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Pin these rows to the top")},
    Known{"moveRowsUp", QT_TRANSLATE_NOOP("vellum::gui::charts", "Move these rows up")},
    Known{"moveRowsDown", QT_TRANSLATE_NOOP("vellum::gui::charts", "Move these rows down")},
    Known{"fitRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "All rows at once")},
    Known{"higherRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Higher rows")},
    Known{"lowerRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Lower rows")},
    Known{"resetRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Rows as they were at first")},
    Known{"foldRow", QT_TRANSLATE_NOOP("vellum::gui::charts", "Fold or unfold this row")},
    Known{"nextRow", QT_TRANSLATE_NOOP("vellum::gui::charts", "Mark the next row")},
    Known{"previousRow", QT_TRANSLATE_NOOP("vellum::gui::charts", "Mark the row before")},
    Known{"nextRowToo", QT_TRANSLATE_NOOP("vellum::gui::charts", "Mark the next row too")},
    Known{"previousRowToo", QT_TRANSLATE_NOOP("vellum::gui::charts", "Mark the row before too")},
    Known{"groupRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Group these rows")},
    Known{"ungroupRows", QT_TRANSLATE_NOOP("vellum::gui::charts", "Ungroup these rows")},
    Known{"foldAll", QT_TRANSLATE_NOOP("vellum::gui::charts", "Fold all rows")},
    Known{"unfoldAll", QT_TRANSLATE_NOOP("vellum::gui::charts", "Unfold all rows")},
};

/// From here on they are about rows, and stand in a menu of their own.
constexpr const char* kFirstOfRows = "hideRows";

}  // namespace

KeyMap KeyMap::ofCharts(NavigationScheme scheme)
{
    KeyMap map;
    map.m_scheme = scheme;
    bool isOfRows = false;
    for (const Known& known : kChartCommands) {
        isOfRows = isOfRows || known.name == std::string_view(kFirstOfRows);
        map.add(
            {.name = QString::fromLatin1(known.name),
             .text = QCoreApplication::translate("vellum::gui::charts", known.text),
             .isOfChart = true,
             .isOfRows = isOfRows});
    }
    return map;
}

void KeyMap::add(KeyCommand command)
{
    const QString name = command.name;
    const QList<QKeySequence> keys = std::exchange(command.keys, {});
    if (find(name) == nullptr) {
        m_commands.push_back(std::move(command));
    }
    const auto& ours = keyScheme(NavigationScheme::Vellum).keys;
    setKeys(name, keyScheme(m_scheme).keys.value(name, ours.value(name, keys)));
}

KeyCommand* KeyMap::find(const QString& name)
{
    const auto found = std::ranges::find(m_commands, name, &KeyCommand::name);
    return found == m_commands.end() ? nullptr : &*found;
}

void KeyMap::setKeys(const QString& name, const QList<QKeySequence>& keys)
{
    KeyCommand* command = find(name);
    if (command == nullptr) {
        return;
    }
    for (KeyCommand& other : m_commands) {
        other.keys.removeIf([&keys](const QKeySequence& key) { return keys.contains(key); });
    }
    command->keys = keys;
}

QList<QKeySequence> KeyMap::keysOf(const QString& name) const
{
    const auto found = std::ranges::find(m_commands, name, &KeyCommand::name);
    return found == m_commands.end() ? QList<QKeySequence>() : found->keys;
}

QString KeyMap::textOf(const QString& name) const
{
    const auto found = std::ranges::find(m_commands, name, &KeyCommand::name);
    return found == m_commands.end() ? QString() : found->text;
}

QString KeyMap::commandOf(const QKeySequence& key) const
{
    const auto found = std::ranges::find_if(
        m_commands, [&key](const KeyCommand& command) { return command.keys.contains(key); });
    return found == m_commands.end() ? QString() : found->name;
}

QString KeyMap::commandOf(const QKeyEvent& event) const
{
    const Qt::KeyboardModifiers held = event.modifiers() & ~Qt::KeypadModifier;
    QString exact =
        commandOf(QKeySequence(QKeyCombination(held, static_cast<Qt::Key>(event.key()))));
    const bool isSign = event.key() < Qt::Key_Escape
                        && !QChar(static_cast<char16_t>(event.key())).isLetterOrNumber();
    if (!exact.isEmpty() || !isSign) {
        return exact;
    }
    return commandOf(QKeySequence(
        QKeyCombination(held & ~Qt::ShiftModifier, static_cast<Qt::Key>(event.key()))));
}

bool isWindowKey(const QKeySequence& key)
{
    if (key.isEmpty()) {
        return false;
    }
    const QKeyCombination first = key[0];
    const bool isFree = first.key() < Qt::Key_Escape && first.key() != Qt::Key_Space;
    const bool isFunction = first.key() >= Qt::Key_F1 && first.key() <= Qt::Key_F35;
    return isFree || isFunction
           || (first.keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier));
}

}  // namespace vellum::gui::charts
