#pragma once

#include "gui/charts/key_map.h"
#include "gui/charts/navigation.h"
#include "gui/data/data_source.h"

#include <QList>
#include <QString>
#include <QStringList>

class QTableWidget;
class QWidget;

/// Windows that show something and wait for nothing: each is its own, closes by Escape, and does not
/// stop the main window.
namespace vellum::gui::shell::dialogs {

/// A table that is only read.
[[nodiscard]] QTableWidget* makeTable(const QStringList& headers, const QList<QStringList>& rows);

void showText(QWidget* parent, const QString& title, const QString& html);
void showTraceInformation(QWidget* parent, const data::Trace& trace);
void showImportReport(QWidget* parent, const data::Trace& trace);
void showKeys(QWidget* parent, charts::NavigationScheme scheme, const charts::KeyMap& keys);

}  // namespace vellum::gui::shell::dialogs
