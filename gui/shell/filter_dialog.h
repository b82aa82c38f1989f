#pragma once

#include "gui/data/data_source.h"
#include "gui/models/row_order.h"
#include "gui/models/view_history.h"

#include <QDialog>

#include <memory>
#include <optional>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;
class QTreeWidget;
class QTreeWidgetItem;

namespace vellum::gui::shell {

/// Which locations are shown, by name, communicator, type or as representatives, ticked in a tree; applied
/// as one filter more.
class LocationFilterDialog : public QDialog {
    Q_OBJECT

public:
    LocationFilterDialog(
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        QWidget* parent = nullptr);

    /// Ticks what the words select; says why if they select nothing.
    void setWords(const QString& words);
    [[nodiscard]] std::vector<LocationRef> ticked() const;
    void apply(models::Filter::Kind kind);

private:
    void fillSets();
    void fillTree();
    void tick(const std::vector<LocationRef>& locations, const QString& what);
    void onItemChanged(QTreeWidgetItem* item);
    void onTicksChanged();

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    QLineEdit* m_words;
    QComboBox* m_sets;
    QSpinBox* m_step;
    QTreeWidget* m_tree;
    QLabel* m_note;
    QPushButton* m_only;
    QPushButton* m_hide;
    std::vector<std::vector<LocationRef>> m_setLocations;  ///< of the entries of `m_sets`
    QString m_what;                                        ///< how the ticks came about
    bool m_isTicking = false;
};

/// Which functions stand out, by name and group; applied as one filter more.
class FunctionFilterDialog : public QDialog {
    Q_OBJECT

public:
    FunctionFilterDialog(
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        QWidget* parent = nullptr);

    void setRule(const QString& name, bool isRegex);
    void setGroup(std::optional<FunctionGroup> group);
    void apply();

private:
    void onRuleChanged();
    [[nodiscard]] models::Filter filter() const;

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    QLineEdit* m_name;
    QCheckBox* m_regex;
    QComboBox* m_group;
    QCheckBox* m_others;
    QComboBox* m_joined;
    QLabel* m_note;
    QPushButton* m_apply;
};

}  // namespace vellum::gui::shell
