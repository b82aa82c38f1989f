#pragma once

#include "gui/data/data_source.h"

#include <QString>

class QWidget;

/// Windows that show something and wait for nothing: each is its own, closes by Escape, and does not
/// stop the main window.
namespace vellum::gui::shell::dialogs {

void showText(QWidget* parent, const QString& title, const QString& html);
void showTraceInformation(QWidget* parent, const data::Trace& trace);
void showImportReport(QWidget* parent, const data::Trace& trace);
void showKeys(QWidget* parent);

}  // namespace vellum::gui::shell::dialogs
