#include "gui/charts/key_map.h"

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
    const char* keys = "";  ///< portable text, separated by blanks
};

// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): marks the words for translation
#define VELLUM_WORDS(text) QT_TRANSLATE_NOOP("vellum::gui::charts::KeyMap", text)

constexpr std::array kChartCommands = {
    Known{"zoomIn", VELLUM_WORDS("Zoom in"), "W Ctrl++ + ="},
    Known{"zoomOut", VELLUM_WORDS("Zoom out"), "S Ctrl+- -"},
    Known{"panLeft", VELLUM_WORDS("Pan to the left"), "A Left"},
    Known{"panRight", VELLUM_WORDS("Pan to the right"), "D Right"},
    Known{"scrollUp", VELLUM_WORDS("Scroll up"), "Up"},
    Known{"scrollDown", VELLUM_WORDS("Scroll down"), "Down"},
    Known{"fullRange", VELLUM_WORDS("Full range"), "Home"},
    Known{"zoomSelection", VELLUM_WORDS("Zoom to the selection"), "F Z Ctrl+E Return Enter"},
    Known{"letGo", VELLUM_WORDS("Let go of what is selected"), "Esc"},
    Known{"nextVisit", VELLUM_WORDS("Next visit of the same function"), "."},
    Known{"previousVisit", VELLUM_WORDS("Previous visit of the same function"), ","},
    Known{"nextOnRow", VELLUM_WORDS("Next visit on the row"), "Shift+Right"},
    Known{"previousOnRow", VELLUM_WORDS("Previous visit on the row"), "Shift+Left"},
    Known{"followOn", VELLUM_WORDS("Follow the message, launch or collective"), "]"},
    Known{
        "followBack", VELLUM_WORDS("Back to where the message, launch or collective is from"), "["},
    Known{"visitToArea", VELLUM_WORDS("Select the time of the visit"), "R"},
    Known{"toggleRedundancy", VELLUM_WORDS("Redundancy of values over the bars"), "U"},
    Known{"addNote", VELLUM_WORDS("Write a note"), "M"},
    Known{"hideRows", VELLUM_WORDS("Hide these rows"), "H"},
    Known{"onlyRows", VELLUM_WORDS("Only these rows"), "O"},
    Known{"showAllRows", VELLUM_WORDS("Show all rows"), "Shift+H"},
    Known{"pinRows", VELLUM_WORDS("Pin these rows to the top"), "P"},
    Known{"moveRowsUp", VELLUM_WORDS("Move these rows up"), "Alt+Up"},
    Known{"moveRowsDown", VELLUM_WORDS("Move these rows down"), "Alt+Down"},
    Known{"fitRows", VELLUM_WORDS("All rows at once"), "V"},
    Known{"higherRows", VELLUM_WORDS("Higher rows"), "Ctrl+Up"},
    Known{"lowerRows", VELLUM_WORDS("Lower rows"), "Ctrl+Down"},
    Known{"resetRows", VELLUM_WORDS("Rows as they were at first"), "Shift+V"},
    Known{"foldRow", VELLUM_WORDS("Fold or unfold this row"), "Space"},
    Known{"nextRow", VELLUM_WORDS("Mark the next row"), "J"},
    Known{"previousRow", VELLUM_WORDS("Mark the row before"), "K"},
    Known{"nextRowToo", VELLUM_WORDS("Mark the next row too"), "Shift+J"},
    Known{"previousRowToo", VELLUM_WORDS("Mark the row before too"), "Shift+K"},
    Known{"groupRows", VELLUM_WORDS("Group these rows"), "G"},
    Known{"ungroupRows", VELLUM_WORDS("Ungroup these rows"), "Shift+G"},
    Known{"foldAll", VELLUM_WORDS("Fold all rows"), ""},
    Known{"unfoldAll", VELLUM_WORDS("Unfold all rows"), ""},
};

/// From here on they are about rows, and stand in a menu of their own.
constexpr const char* kFirstOfRows = "hideRows";

#undef VELLUM_WORDS

/// Where a scheme has other keys than Vellum's own.
struct Override {
    NavigationScheme scheme = NavigationScheme::Vellum;
    const char* name = "";
    const char* keys = "";
};

constexpr std::array kOverrides = {
    Override{NavigationScheme::Perfetto, "nextOnRow", ". Shift+Right"},
    Override{NavigationScheme::Perfetto, "previousOnRow", ", Shift+Left"},
    Override{NavigationScheme::Perfetto, "nextVisit", "Alt+."},
    Override{NavigationScheme::Perfetto, "previousVisit", "Alt+,"},
    Override{NavigationScheme::Perfetto, "detailsPanel", "Q"},
    Override{NavigationScheme::TraceCompass, "nextOnRow", "Right"},
    Override{NavigationScheme::TraceCompass, "previousOnRow", "Left"},
    Override{NavigationScheme::TraceCompass, "panLeft", "A"},
    Override{NavigationScheme::TraceCompass, "panRight", "D"},
    Override{NavigationScheme::TraceCompass, "fullRange", "Ctrl+Home Home"},
};

QList<QKeySequence> parsed(const char* keys)
{
    QList<QKeySequence> list;
    const QStringList words = QString::fromLatin1(keys).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (const QString& word : words) {
        list << QKeySequence::fromString(word, QKeySequence::PortableText);
    }
    return list;
}

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
             .keys = parsed(known.keys),
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
    const auto other = std::ranges::find_if(kOverrides, [&](const Override& one) {
        return one.scheme == m_scheme && name == QLatin1String(one.name);
    });
    setKeys(name, other != kOverrides.end() ? parsed(other->keys) : keys);
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
