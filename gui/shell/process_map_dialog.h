#pragma once

#include "common/compare/process_map.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QTableWidget;

namespace vellum::gui::shell {

class CompareTab;

/// Which process of A belongs to which of B: by a rule, and by hand where that is not right. What is changed is seen at once in the
/// difference timeline and the counters, and undone like any change.
///
/// Keys     Those of a table: F2, or a letter, changes the partner of the current process.
class ProcessMapDialog : public QDialog {
    Q_OBJECT

public:
    explicit ProcessMapDialog(CompareTab& comparison, QWidget* parent = nullptr);

    [[nodiscard]] QTableWidget& table() { return *m_table; }
    [[nodiscard]] QComboBox& rule() { return *m_rule; }
    /// Gives the process of that row another partner, as if it had been chosen; empty: none.
    void choosePartner(int row, const QString& name);
    /// What only B has, and what was changed by hand: a sentence each.
    [[nodiscard]] QString notes() const;

private:
    void showMap();
    void chooseRule(int rule);
    void forgetEdits();

    CompareTab& m_comparison;
    compare::RunProcesses m_a;
    compare::RunProcesses m_b;
    QComboBox* m_rule;
    QTableWidget* m_table;
    QLabel* m_notes;
    bool m_isShowing = false;  ///< changes of the table are our own
};

}  // namespace vellum::gui::shell
