#pragma once

#include "gui/charts/chart_header.h"
#include "gui/charts/table/answer_table.h"
#include "gui/models/differences.h"

#include <QVariantMap>
#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QMenu;

namespace vellum::gui::charts {
class FlameCanvas;
}  // namespace vellum::gui::charts

namespace vellum::gui::models {
class FlameDifference;
}  // namespace vellum::gui::models

namespace vellum::gui::shell {

/// The numbers of two traces that are compared, below them: what their windows cost, and whether that differs by more
/// than noise; as a table, or call paths as a flame graph of both.
///
/// Mouse    As AnswerTable; a click marks the row, a double click chooses it. As FlameCanvas.
/// Keys     As AnswerTable; Enter chooses the row. As FlameCanvas.
class DifferencesPanel : public QWidget {
    Q_OBJECT

public:
    explicit DifferencesPanel(data::DataSource& source, QWidget* parent = nullptr);

    [[nodiscard]] models::Differences& differences() { return *m_differences; }
    [[nodiscard]] const charts::AnswerTable& table() const { return *m_table; }
    /// The two traces' call paths.
    [[nodiscard]] charts::FlameCanvas& flame() const { return *m_flame; }
    [[nodiscard]] bool showsFlame() const;
    [[nodiscard]] charts::ChartHeader& header() { return *m_header; }
    [[nodiscard]] QComboBox& others() { return *m_others; }
    [[nodiscard]] QComboBox& byChoice() { return *m_by; }
    /// Of what is on the screen: also whether rows are still put in order.
    [[nodiscard]] models::Exactness exactness() const;
    [[nodiscard]] QString errorText() const;
    /// What else differs between the two, as it is shown.
    [[nodiscard]] QString notes() const;

    /// Compares the first of \p sides with one of the others; fewer than two: nothing.
    ///
    /// \param letter  of the other one; empty, or none of them: the first
    void setSides(const std::vector<models::Differences::Side>& sides, const QString& letter);

    /// "function", "group", "path" or "flame"; what is none of these changes nothing.
    void chooseBy(const QString& by);

    /// What was chosen, to be kept; bad values change nothing.
    [[nodiscard]] QVariantMap settings() const;
    void applySettings(const QVariantMap& settings);

signals:
    void closeWanted();
    /// The name of a function, a group or a call path stands out, or is to be gone to.
    void nameMarked(const QString& name);
    void nameChosen(const QString& name);

private:
    void makeWidgets();
    void connectWidgets();
    void showOther();
    void showResult();
    void showFlame();
    void showBy();
    void fillFlameMenu(QMenu& menu);
    void showHeader();
    void openMenu(QPoint globalPosition);
    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString nameAt(int row) const;

    models::Differences* m_differences;
    std::vector<models::Differences::Side> m_sides;
    const models::Differences::Result* m_shown = nullptr;
    charts::ChartHeader* m_header;
    charts::HeaderButton* m_options = nullptr;
    QComboBox* m_others;
    QLabel* m_othersLabel;
    QComboBox* m_by;
    QLabel* m_notes;
    charts::AnswerTable* m_table;
    models::FlameDifference* m_flameModel;
    charts::FlameCanvas* m_flame;
};

}  // namespace vellum::gui::shell
