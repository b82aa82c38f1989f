#pragma once

#include <QCoreApplication>
#include <QMetaObject>

#include <utility>

namespace vellum::gui::data {

/// Calls \p function on the application's thread, soon: for workers whose result is wanted there.
template <typename Function>
void inApplication(Function function)
{
#ifndef __clang_analyzer__  // does not see that Qt's event owns the function
    QMetaObject::invokeMethod(
        QCoreApplication::instance(), std::move(function), Qt::QueuedConnection);
#endif
}

}  // namespace vellum::gui::data
