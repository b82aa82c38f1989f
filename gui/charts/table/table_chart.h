#pragma once

#include "common/table/table.h"
#include "gui/charts/table/answer_table.h"
#include "gui/charts/time_chart.h"
#include "gui/models/window_table.h"

#include <QString>

#include <memory>
#include <vector>

namespace vellum::gui::charts {

/// Any question whose answer is a table, for the visible window and its filters: a new question needs nothing here.
///
/// Mouse    A row marks its function or its location in all charts; a double click, as Enter, seeks the visits behind a row
///          of values. Else as in AnswerTable, keys too.
class TableChart final : public Chart {
    Q_OBJECT

public:
    explicit TableChart(const ChartContext& context, QWidget* parent = nullptr);
    ~TableChart() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override
    {
        return m_saveError.isEmpty() ? m_asked.errorText() : m_saveError;
    }
    void refresh() override { m_asked.askAnew(); }
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

    [[nodiscard]] const AnswerModel& model() const { return m_table->model(); }
    [[nodiscard]] QTableView& view() const { return m_table->view(); }
    [[nodiscard]] QLineEdit& filterField() const { return m_table->filterField(); }
    [[nodiscard]] const table::Schema& question() const { return *m_question; }
    void setQuestion(const table::Schema& question);
    /// \p word is one of the column's
    void setOption(const table::Column& option, std::uint64_t word);
    void copyRows() const { m_table->copyRows(); }

protected:
    void updateLayout() override;

private:
    void takeRows();
    void markRow(int row);
    void findRow(int row);
    void forgetRows();
    void addOption(QMenu& menu, const table::Column& option);
    [[nodiscard]] query::Scope scope() const;
    [[nodiscard]] QString questionText() const;

    ChartContext m_context;
    const table::Schema* m_question;
    table::Value m_options;  ///< a row of the question
    models::WindowTable m_asked;
    AnswerTable* m_table;
    QString m_saveError;  ///< why the table was not saved; until it is asked again
};

}  // namespace vellum::gui::charts
