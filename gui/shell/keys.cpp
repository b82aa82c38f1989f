#include "gui/shell/keys.h"

#include <QObject>

#include <array>

namespace vellum::gui::shell {

namespace {

using charts::DragAction;
using charts::WheelAction;

QString wordsOf(DragAction action)
{
    switch (action) {
    case DragAction::None:
        return {};
    case DragAction::Select:
        return QObject::tr("selects time, and across rows these rows");
    case DragAction::Extend:
        return QObject::tr("moves the nearer end of what is selected");
    case DragAction::Zoom:
        return QObject::tr("zooms into the time, and across rows into these rows");
    case DragAction::Measure:
        return QObject::tr("measures");
    case DragAction::Pan:
        return QObject::tr("pans");
    }
    return {};
}

QString wordsOf(WheelAction action)
{
    switch (action) {
    case WheelAction::Zoom:
        return QObject::tr("zooms about the pointer");
    case WheelAction::Pan:
        return QObject::tr("pans");
    case WheelAction::ScrollRows:
        return QObject::tr("scrolls the rows");
    case WheelAction::RowHeight:
        return QObject::tr("height of the rows");
    }
    return {};
}

struct Held {
    Qt::KeyboardModifiers modifiers;
    const char* words = "";
};

constexpr std::array kHeld = {
    Held{Qt::NoModifier, ""},
    Held{Qt::ShiftModifier, QT_TRANSLATE_NOOP("QObject", "Shift + ")},
    Held{Qt::ControlModifier, QT_TRANSLATE_NOOP("QObject", "Ctrl + ")},
    Held{Qt::ControlModifier | Qt::ShiftModifier, QT_TRANSLATE_NOOP("QObject", "Ctrl + Shift + ")},
};

struct Button {
    Qt::MouseButton button = Qt::NoButton;
    const char* words = "";
};

constexpr std::array kButtons = {
    Button{Qt::LeftButton, QT_TRANSLATE_NOOP("QObject", "left drag")},
    Button{Qt::RightButton, QT_TRANSLATE_NOOP("QObject", "right drag")},
    Button{Qt::MiddleButton, QT_TRANSLATE_NOOP("QObject", "middle drag")},
};

bool isNumbered(const charts::KeyMap& keys, const char* name, const char* before)
{
    for (int i = 0; i < 10; ++i) {
        const QString number = QString::number(i);
        if (keys.keysOf(QLatin1String(name) + number)
            != QList{QKeySequence(QLatin1String(before) + number)}) {
            return false;
        }
    }
    return true;
}

/// What a command does, and what besides where nothing is selected: too long for menus.
QString wordsOf(const charts::KeyCommand& command)
{
    if (command.name == QLatin1String("nextOnRow")) {
        return QObject::tr("%1; with none selected the first in the window").arg(command.text);
    }
    if (command.name == QLatin1String("previousOnRow")) {
        return QObject::tr("%1; with none selected the last in the window").arg(command.text);
    }
    if (command.name == QLatin1String("zoomSelection")) {
        return QObject::tr("%1; with none selects the first visit of the marked row")
            .arg(command.text);
    }
    return command.text;
}

QString capital(QString text)
{
    text[0] = text[0].toUpper();
    return text;
}

}  // namespace

QList<KeyHelp> mouseHelp(charts::NavigationScheme scheme)
{
    QList<KeyHelp> help;
    for (const Held& held : kHeld) {
        help.push_back(
            {capital(QObject::tr(held.words) + QObject::tr("wheel")),
             wordsOf(charts::wheelAction(scheme, held.modifiers, false))});
    }
    help.push_back({QObject::tr("Wheel over the labels"), QObject::tr("scrolls the rows")});
    help.push_back(
        {QObject::tr("Ctrl + wheel over the labels"), QObject::tr("height of the rows")});
    for (const Button& button : kButtons) {
        for (const Held& held : kHeld) {
            const DragAction action = charts::dragAction(scheme, button.button, held.modifiers);
            const bool isPlain = held.modifiers == Qt::NoModifier;
            if (action != DragAction::None && (isPlain || button.button == Qt::LeftButton)) {
                help.push_back(
                    {capital(QObject::tr(held.words) + QObject::tr(button.words)),
                     wordsOf(action)});
            }
        }
    }
    help.append(
        {{QObject::tr("Click"), QObject::tr("selects a visit or a message")},
         {QObject::tr("Double click"),
          QObject::tr("zooms to the visit; on the ruler and the overview: full range")},
         {QObject::tr("Drag on the overview"),
          QObject::tr(
              "moves the frame, or an edge of it; beside it: shows what is dragged over")}});
    return help;
}

QString keysText(const QList<QKeySequence>& keys)
{
    QStringList words;
    for (const QKeySequence& key : keys) {
        words << key.toString(QKeySequence::NativeText);
    }
    return words.join(QStringLiteral(", "));
}

QList<KeyHelp> keyHelp(const charts::KeyMap& keys)
{
    QList<KeyHelp> help;
    for (const charts::KeyCommand& command : keys.commands()) {
        // Ten commands that differ by a number are one line, as long as their keys do too.
        if (command.name == QLatin1String("bookmark0") && isNumbered(keys, "bookmark", "")) {
            help.push_back(
                {QObject::tr("0 … 9"), QObject::tr("Go to the bookmark of this number")});
        } else if (
            command.name == QLatin1String("storeBookmark0")
            && isNumbered(keys, "storeBookmark", "Ctrl+")) {
            help.push_back(
                {QObject::tr("Ctrl+0 … Ctrl+9"),
                 QObject::tr("Keep the view as bookmark of this number")});
        } else if (
            (command.name.startsWith(QLatin1String("bookmark")) && isNumbered(keys, "bookmark", ""))
            || (command.name.startsWith(QLatin1String("storeBookmark"))
                && isNumbered(keys, "storeBookmark", "Ctrl+"))) {
            continue;
        } else if (!command.keys.isEmpty()) {
            help.push_back({keysText(command.keys), wordsOf(command)});
        }
    }
    return help;
}

}  // namespace vellum::gui::shell
