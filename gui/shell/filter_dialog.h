#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/row_order.h"
#include "gui/models/view_history.h"

#include <QDialog>

#include <memory>
#include <optional>
#include <unordered_set>
#include <vector>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
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
    void showSetOf(std::vector<LocationRef> locations);

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    QLineEdit* m_words;
    QComboBox* m_sets;
    QSpinBox* m_step;
    QTreeWidget* m_tree;
    QLabel* m_note;
    QPushButton* m_only;
    QPushButton* m_hide;
    std::vector<std::vector<LocationRef>> m_setLocations;  ///< of the entries of `m_sets`, sorted
    QString m_what;                                        ///< how the ticks came about
    bool m_isTicking = false;
};

/// Which functions stand out, by name, group, number of calls and longest visit in the whole trace; applied
/// as one filter more.
class FunctionFilterDialog : public QDialog {
    Q_OBJECT

public:
    FunctionFilterDialog(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        models::ViewHistory& view,
        QWidget* parent = nullptr);

    /// Numbers of calls and durations are known, and can be asked for.
    [[nodiscard]] bool knowsCalls() const { return m_profile != nullptr; }
    /// Bounds of the longest visit as texts with a unit; empty: any.
    void setCalls(
        std::uint64_t atLeast,
        std::uint64_t atMost,
        const QString& longestAtLeast,
        const QString& longestAtMost = {});
    void setRule(const QString& name, bool isRegex);
    void setGroup(std::optional<FunctionGroup> group);
    void apply();

private:
    void onRuleChanged();
    [[nodiscard]] models::Filter filter() const;
    [[nodiscard]] QString fitSentence(const std::unordered_set<RegionRef>& functions) const;
    [[nodiscard]] QLayout* makeCalls();
    [[nodiscard]] QLayout* makeDurations();
    [[nodiscard]] bool limitsCalls() const;
    /// What a field of a duration says, 0 where it is empty; nothing if the text is no time.
    [[nodiscard]] std::optional<Tick> durationIn(const QLineEdit& field) const;
    /// Why no function can fit; empty where one could.
    [[nodiscard]] QString contradiction() const;
    [[nodiscard]] bool fitsCalls(const query::ProfileRow& row) const;

    std::shared_ptr<const data::Trace> m_trace;
    models::ViewHistory& m_view;
    QLineEdit* m_name;
    QCheckBox* m_regex;
    QComboBox* m_group;
    QCheckBox* m_others;
    QSpinBox* m_atLeast;
    QSpinBox* m_atMost;  ///< 0: any number
    QLineEdit* m_longestAtLeast;
    QLineEdit* m_longestAtMost;
    models::RequestSlot m_slot;
    std::shared_ptr<const query::Profile> m_profile;  ///< of the whole trace; null until answered
    QComboBox* m_joined;
    QLabel* m_note;
    QPushButton* m_apply;
};

}  // namespace vellum::gui::shell
