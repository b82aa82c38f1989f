#pragma once

#include "common/base/result.h"
#include "gui/charts/time_chart.h"
#include "gui/data/source_file.h"
#include "gui/models/source_lines.h"
#include "gui/models/window_table.h"

#include <QFutureWatcher>
#include <QString>
#include <QStringList>

#include <memory>
#include <vector>

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace vellum::gui::charts {

class HotLines;
class SourceModel;

/// A source, line by line, with what its lines moved in the visible window and how much of that was there already. The
/// file is read on this computer; where it lies elsewhere than where it was compiled, the user says so once. Without it
/// the lines that moved something stand alone.
///
/// Mouse    A line marks its function in all charts; the strip at the right goes to a place of the file.
/// Keys     Those of Qt's tables; N and Shift+N go to the next line that moved something and the one before.
class SourceChart final : public Chart {
    Q_OBJECT

public:
    explicit SourceChart(const ChartContext& context, QWidget* parent = nullptr);
    ~SourceChart() override;

    [[nodiscard]] QString title() const override { return tr("Source"); }
    [[nodiscard]] QString sentence() const override;
    [[nodiscard]] models::Exactness exactness() const override;
    [[nodiscard]] QString errorText() const override { return m_table.errorText(); }
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

    [[nodiscard]] const SourceModel& model() const { return *m_model; }
    [[nodiscard]] QTableView& view() const { return *m_view; }
    /// As the debug information has it; empty: none is chosen, and the one with the most redundant bytes is shown.
    void setFile(const QString& path);
    [[nodiscard]] const QString& file() const { return m_file; }
    /// Why there is no text, in a sentence; empty where there is, or none is looked for.
    [[nodiscard]] QString hint() const;
    /// The file that is shown lies there; so do its neighbours.
    void findAt(const QString& found);
    [[nodiscard]] static data::PathMappings mappings();
    void setMappings(const data::PathMappings& mappings);
    /// The next row that moved something, or with -1 the one before; around the ends.
    void step(int direction);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void updateLayout() override {}

private:
    struct Read {
        QString path;
        Result<QStringList> lines;
    };

    void makeWidgets();
    QWidget* makeHeader();
    void takeAnswer();
    void readFile();
    void takeText(const Read& read);
    void showLines();
    void fitText();
    void updateStrip();
    void markRow(int row);
    void chooseFile();
    void editMappings();
    [[nodiscard]] query::Scope scope() const;
    [[nodiscard]] QString shownFile() const;

    ChartContext m_context;
    models::WindowTable m_table;
    std::vector<models::SourceFile> m_files;
    QString m_file;  ///< as chosen
    QString m_read;  ///< the path on this computer that was read, or is being read
    QStringList m_text;
    QString m_readError;
    std::unique_ptr<QFutureWatcher<std::shared_ptr<const Read>>>
        m_reading;  ///< null: nothing is read
    SourceModel* m_model;
    QComboBox* m_choice = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_find = nullptr;
    QTableView* m_view = nullptr;
    HotLines* m_strip = nullptr;
    bool m_isQuiet = false;  ///< what is marked now, the user did not mark
};

}  // namespace vellum::gui::charts
