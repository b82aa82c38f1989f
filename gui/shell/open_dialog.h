#pragma once

#include "common/query/trace_selection.h"

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;
class QTableWidget;

namespace vellum::gui::shell {

/// Asks for several files that are one trace, how they stand to each other, and which part is read.
class OpenDialog : public QDialog {
    Q_OBJECT

public:
    /// \param isRemote  paths are those of a server, and are typed
    explicit OpenDialog(bool isRemote, QWidget* parent = nullptr);

    void addFiles(const QStringList& paths);

    /// What is chosen now; nothing while there is something wrong with it, which `mistake` says.
    [[nodiscard]] query::TraceSelection selection() const;
    /// Empty if there is nothing wrong.
    [[nodiscard]] QString mistake() const;

signals:
    void chosen(const vellum::query::TraceSelection& selection);

private:
    [[nodiscard]] QWidget* makeButtons(bool isRemote);
    void browseFiles();
    void browseFolder();
    void typePath();
    void removeSelected();
    void update();

    QTableWidget* m_files;
    QLineEdit* m_locations;
    QLineEdit* m_begin;
    QLineEdit* m_end;
    QLabel* m_mistake;
    QPushButton* m_open;
    QPushButton* m_remove = nullptr;
};

}  // namespace vellum::gui::shell
