#include "gui/shell/keys.h"

#include <QObject>

namespace vellum::gui::shell {

QList<KeyHelp> keyHelp()
{
    return {
        {QObject::tr("Wheel"), QObject::tr("zooms about the pointer")},
        {QObject::tr("Shift + wheel"), QObject::tr("pans")},
        {QObject::tr("Ctrl + wheel"), QObject::tr("height of the rows")},
        {QObject::tr("Wheel over the labels"),
         QObject::tr("scrolls; with Ctrl: height of the rows")},
        {QObject::tr("Left drag"),
         QObject::tr(
             "selects time, and across rows these rows; snaps to the edges of bars; a bar at "
             "the pointer offers what can be done with it")},
        {QObject::tr("Shift + left drag"), QObject::tr("measures")},
        {QObject::tr("Ctrl + left drag, right drag"),
         QObject::tr("zooms into the time, and across rows into these rows")},
        {QObject::tr("Middle drag"), QObject::tr("pans")},
        {QObject::tr("Click"), QObject::tr("selects a visit or a message")},
        {QObject::tr("Double click"),
         QObject::tr("zooms to the visit; on the ruler and the overview: full range")},
        {QObject::tr("Drag on the overview"),
         QObject::tr("moves the frame, or an edge of it; beside it: shows what is dragged over")},
        {QObject::tr("W S, + −"),
         QObject::tr("zoom in and out, about the pointer if it is over the chart")},
        {QObject::tr("A D, ← →"), QObject::tr("pan")},
        {QObject::tr("↑ ↓, Page Up, Page Down"), QObject::tr("scroll the rows")},
        {QObject::tr("Home"), QObject::tr("full range")},
        {QObject::tr("F, Z, Enter, Ctrl+E"), QObject::tr("zoom to the selection")},
        {QObject::tr("Ctrl+Z, Ctrl+Shift+Z"),
         QObject::tr("undo, redo any change of the view: zoom, pan, folding, row height")},
        {QObject::tr("Ctrl+F, /"),
         QObject::tr("find a function by name or, with .*, by regular expression")},
        {QObject::tr("Enter, F3 and Shift+Enter, Shift+F3"), QObject::tr("next and previous hit")},
        {QObject::tr("Ctrl+O, Ctrl+Shift+O"),
         QObject::tr("open traces; open files as one trace, or a part of one")},
        {QObject::tr("Ctrl+I"), QObject::tr("trace information")},
        {QObject::tr("Ctrl+Q"), QObject::tr("quits, with all windows")},
        {QObject::tr("F1, ?"), QObject::tr("this list")},
        {QObject::tr("Escape"), QObject::tr("lets go of what is dragged or selected")}};
}

}  // namespace vellum::gui::shell
