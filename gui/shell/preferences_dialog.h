#pragma once

#include "gui/charts/key_map.h"
#include "gui/charts/navigation.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QSpinBox;
class QTableWidget;

namespace vellum::gui::shell {

/// What the user can choose: whose habits mouse and keys follow, and which key does what. Takes effect
/// at once; who listens stores it.
class PreferencesDialog : public QDialog {
    Q_OBJECT

public:
    PreferencesDialog(
        charts::NavigationScheme scheme, charts::KeyMap keys, QWidget* parent = nullptr);

    /// After a choice was taken: what holds now.
    void show(charts::NavigationScheme scheme, charts::KeyMap keys);
    /// What pictures may weigh, in MB.
    void showMemory(int megabytes);
    /// Whether a pan goes on when it is let go in motion.
    void showFlings(bool flings);
    static constexpr int kLeastMegabytes = 16;
    static constexpr int kMostMegabytes = 65'536;
    using QDialog::show;

signals:
    void navigationChosen(vellum::gui::charts::NavigationScheme scheme);
    void keysChosen(const QString& command, const QList<QKeySequence>& keys);
    void keysReset();
    void memoryChosen(int megabytes);
    void flingsChosen(bool flings);

private:
    QWidget* makeNavigation();
    QWidget* makeKeys();
    QWidget* makeMemory();
    void fillKeys();
    void showMouse();
    [[nodiscard]] QString currentCommand() const;
    void addKey();
    void onCurrentChanged();

    charts::NavigationScheme m_scheme;
    charts::KeyMap m_keys;
    QComboBox* m_schemes;
    QLabel* m_mouse;
    QCheckBox* m_flings;
    QSpinBox* m_memory;
    QLineEdit* m_filter;
    QTableWidget* m_table;
    QKeySequenceEdit* m_edit;
    QLabel* m_taken;
};

}  // namespace vellum::gui::shell
