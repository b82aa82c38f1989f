#pragma once

#include "gui/charts/table/answer_model.h"

#include <QString>
#include <QStringList>
#include <QVariantMap>
#include <QWidget>

#include <functional>
#include <memory>
#include <utility>

class QLabel;
class QLineEdit;
class QMenu;
class QTableView;

namespace vellum::gui::charts {

/// The rows of an answer with a field that looks for text in them: whoever asks the question shows the answer in it.
///
/// Mouse    A title sorts, a second click turns the order.
/// Keys     Those of Qt's tables; Ctrl+C copies the marked rows, Escape clears the text that is looked for.
class AnswerTable : public QWidget {
    Q_OBJECT

public:
    /// \param name  for those who cannot see it
    AnswerTable(
        std::shared_ptr<const data::Trace> trace, const QString& name, QWidget* parent = nullptr);

    [[nodiscard]] const AnswerModel& model() const { return *m_model; }
    [[nodiscard]] QTableView& view() const { return *m_view; }
    [[nodiscard]] QLineEdit& filterField() const { return *m_filter; }

    void setLook(std::shared_ptr<const AnswerLook> look) { m_model->setLook(std::move(look)); }
    /// The columns of these keys stand first, in this order.
    void setFirstColumns(QStringList keys) { m_firstColumns = std::move(keys); }

    /// Null: no rows. Order and columns stay as they were chosen.
    ///
    /// \return  whether columns got their widths, which they get with the first rows
    bool show(const std::shared_ptr<const query::Answer>& answer);
    /// The next rows are of another question: columns get their widths anew.
    void forgetWidths() { m_isFitted = false; }
    /// The next rows are of another question: columns get their widths anew, and which are shown and how rows are sorted is
    /// as at first.
    void forgetChoices();
    /// Says that there are no rows, if so and if none are to come.
    void showNothing(bool isBusy);

    /// Does what the user chose, under a name for undo.
    using Record = std::function<void(const QString& action, const std::function<void()>& change)>;
    /// Columns, copy, and save under a name that begins with \p fileName.
    void fillMenu(QMenu& menu, const QString& fileName, const Record& record);
    /// Of the marked rows, or of all; with tabs, as spreadsheets take them.
    void copyRows() const;
    /// Asks where to, with a name that begins with \p fileName, and writes all rows; `saved` says whether it did.
    void saveCsv(const QString& fileName);

    /// Columns and order, to be kept; bad values change nothing.
    [[nodiscard]] QVariantMap settings() const;
    void applySettings(const QVariantMap& settings);

    /// The height in logical pixels that shows \p rows rows.
    [[nodiscard]] int heightOf(int rows) const;

signals:
    /// The marked row is another one.
    void rowMarked(int row);
    /// A row was clicked twice, or Enter pressed on it.
    void rowChosen(int row);
    void menuWanted(QPoint globalPosition);
    /// Empty: the file is written.
    void saved(const QString& error);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void makeWidgets(const QString& name);
    void connectWidgets();
    void fitColumns();
    void applyHidden();
    void applyFirstColumns();
    void applySorting();
    void addColumnsMenu(QMenu& menu, const Record& record);
    void writeCsv(const QString& path);
    [[nodiscard]] bool isHidden(int column) const;
    bool fitOnce();

    AnswerModel* m_model;
    QTableView* m_view = nullptr;
    QLineEdit* m_filter = nullptr;
    QLabel* m_nothing = nullptr;
    QStringList m_firstColumns;
    QVariantMap m_shownColumns;  ///< key → whether it is shown, where the user chose so
    bool m_isFitted = false;
    QString m_sortedByKey;  ///< to be applied when there are columns
    bool m_sortsDown = false;
};

}  // namespace vellum::gui::charts
