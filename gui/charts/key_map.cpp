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

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): marks the words for translation
#define VELLUM_WORDS(text) QT_TRANSLATE_NOOP("vellum::gui::charts::KeyMap", text)

constexpr std::array kChartCommands = {
    Known{"zoomIn", VELLUM_WORDS("Zoom in")},
    Known{"zoomOut", VELLUM_WORDS("Zoom out")},
    Known{"panLeft", VELLUM_WORDS("Pan to the left")},
    Known{"panRight", VELLUM_WORDS("Pan to the right")},
    Known{"scrollUp", VELLUM_WORDS("Scroll up")},
    Known{"scrollDown", VELLUM_WORDS("Scroll down")},
    Known{"fullRange", VELLUM_WORDS("Full range")},
    Known{"zoomSelection", VELLUM_WORDS("Zoom to the selection")},
    Known{"letGo", VELLUM_WORDS("Let go of what is selected")},
    Known{"nextVisit", VELLUM_WORDS("Next visit of the same function")},
    Known{"previousVisit", VELLUM_WORDS("Previous visit of the same function")},
    Known{"nextOnRow", VELLUM_WORDS("Next visit on the row")},
    Known{"previousOnRow", VELLUM_WORDS("Previous visit on the row")},
    Known{"followOn", VELLUM_WORDS("Follow the message, launch or collective")},
    Known{"followBack", VELLUM_WORDS("Back to where the message, launch or collective is from")},
    Known{"visitToArea", VELLUM_WORDS("Select the time of the visit")},
    Known{"toggleRedundancy", VELLUM_WORDS("Redundancy of values over the bars")},
    Known{"addNote", VELLUM_WORDS("Write a note")},
    Known{"hideRows", VELLUM_WORDS("Hide these rows")},
    Known{"onlyRows", VELLUM_WORDS("Only these rows")},
    Known{"showAllRows", VELLUM_WORDS("Show all rows")},
    Known{"pinRows", VELLUM_WORDS("Pin these rows to the top")},
    Known{"moveRowsUp", VELLUM_WORDS("Move these rows up")},
    Known{"moveRowsDown", VELLUM_WORDS("Move these rows down")},
    Known{"fitRows", VELLUM_WORDS("All rows at once")},
    Known{"higherRows", VELLUM_WORDS("Higher rows")},
    Known{"lowerRows", VELLUM_WORDS("Lower rows")},
    Known{"resetRows", VELLUM_WORDS("Rows as they were at first")},
    Known{"foldRow", VELLUM_WORDS("Fold or unfold this row")},
    Known{"nextRow", VELLUM_WORDS("Mark the next row")},
    Known{"previousRow", VELLUM_WORDS("Mark the row before")},
    Known{"nextRowToo", VELLUM_WORDS("Mark the next row too")},
    Known{"previousRowToo", VELLUM_WORDS("Mark the row before too")},
    Known{"groupRows", VELLUM_WORDS("Group these rows")},
    Known{"ungroupRows", VELLUM_WORDS("Ungroup these rows")},
    Known{"foldAll", VELLUM_WORDS("Fold all rows")},
    Known{"unfoldAll", VELLUM_WORDS("Unfold all rows")},
};

/// From here on they are about rows, and stand in a menu of their own.
constexpr const char* kFirstOfRows = "hideRows";

#undef VELLUM_WORDS

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
             .text = QCoreApplication::translate("vellum::gui::charts::KeyMap", known.text),
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
