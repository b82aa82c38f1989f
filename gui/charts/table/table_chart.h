#pragma once

#include "common/table/table.h"
#include "gui/charts/time_chart.h"
#include "gui/models/request_slot.h"

#include <QString>

#include <memory>
#include <vector>

class QLabel;
class QLineEdit;
class QTableView;

namespace vellum::gui::charts {

class AnswerModel;

/// Any question whose answer is a table, for the visible window and its filters: a new question needs nothing here.
///
/// Mouse    A title sorts, a second click turns the order; a row marks its function or its location in all charts.
/// Keys     Those of Qt's tables; Ctrl+C copies the marked rows, Escape clears the text that is looked for.
class TableChart final : public Chart {
    Q_OBJECT

public:
    explicit TableChart(const ChartContext& context, QWidget* parent = nullptr);
    ~TableChart() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override { return m_error; }
    void refresh() override;
    void fillMenu(QMenu& menu) override;
    void fillZoomMenu(QMenu& menu) const override
    {
        fillTimeZoomMenu(menu, m_context.view, title());
    }
    [[nodiscard]] QVariantMap settings() const override;
    void applySettings(const QVariantMap& settings) override;
    bool handleKey(const QKeyEvent& event) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] int mostHeight() const override;

    [[nodiscard]] const AnswerModel& model() const { return *m_model; }
    [[nodiscard]] QTableView& view() const { return *m_view; }
    [[nodiscard]] QLineEdit& filterField() const { return *m_filter; }
    [[nodiscard]] const table::Schema& question() const { return *m_question; }
    void setQuestion(const table::Schema& question);
    /// \p word is one of the column's
    void setOption(const table::Column& option, std::uint64_t word);
    /// Of the marked rows, or of all; with tabs, as spreadsheets take them.
    void copyRows() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void updateLayout() override;

private:
    void makeWidgets();
    void ask();
    void takeRows();
    void markRow(int row);
    void fitColumns();
    void forgetRows();
    void applyHidden();
    void saveCsv();
    void applySorting();
    void addColumnsMenu(QMenu& menu);
    void addOption(QMenu& menu, const table::Column& option);
    [[nodiscard]] query::Scope scope() const;
    [[nodiscard]] QString questionText() const;
    [[nodiscard]] int heightOf(int rows) const;
    [[nodiscard]] bool isHidden(int column) const;

    ChartContext m_context;
    models::RequestSlot m_slot;
    const table::Schema* m_question;
    table::Value m_options;  ///< a row of the question
    query::Scope m_asked;
    std::shared_ptr<const query::Answer> m_answer;
    AnswerModel* m_model;
    QTableView* m_view = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_nothing = nullptr;
    QVariantMap m_shownColumns;  ///< key → whether it is shown, where the user chose so
    bool m_isFitted = false;
    QString m_sortedByKey;  ///< to be applied when there are columns
    bool m_sortsDown = false;
    QString m_error;
};

}  // namespace vellum::gui::charts
