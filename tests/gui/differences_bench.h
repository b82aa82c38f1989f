#pragma once

#include "tests/gui/compare_bench.h"

#include <QComboBox>
#include <QHeaderView>
#include <QString>
#include <QStringList>
#include <QTableView>

namespace vellum::tests {

/// Two traces with their numbers below them.
struct DifferencesWindow : CompareWindow {
    explicit DifferencesWindow(const QString& folder, const char* second = kFaster)
        : CompareWindow(folder, "/b.otf2", second)
    {
        run("differences");
        wait();
    }

    [[nodiscard]] gui::shell::DifferencesPanel& panel() const { return tab->differences(); }
    [[nodiscard]] QTableView& table() const { return panel().table().view(); }
    void wait() const
    {
        QVERIFY(comes([this] {
            return source->isIdle()
                   && panel().differences().exactness() == gui::models::Exactness::Exact;
        }));
    }
    void choose(int by) const
    {
        panel().byChoice().setCurrentIndex(by);
        wait();
    }
    /// What is shown of a row, in the order of the columns on the screen.
    [[nodiscard]] QStringList row(int number) const
    {
        const gui::charts::AnswerModel& model = panel().table().model();
        QStringList cells;
        for (int place = 0; place < model.columnCount(); ++place) {
            const int column = table().horizontalHeader()->logicalIndex(place);
            if (!table().isColumnHidden(column)) {
                cells << model.data(model.index(number, column), Qt::DisplayRole).toString();
            }
        }
        return cells;
    }
    [[nodiscard]] QStringList names() const
    {
        QStringList all;
        for (int i = 0; i < panel().table().model().rowCount(); ++i) {
            all << row(i).value(0);
        }
        return all;
    }
    [[nodiscard]] QStringList titles() const
    {
        const gui::charts::AnswerModel& model = panel().table().model();
        QStringList all;
        for (int place = 0; place < model.columnCount(); ++place) {
            const int column = table().horizontalHeader()->logicalIndex(place);
            if (!table().isColumnHidden(column)) {
                all << model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
            }
        }
        return all;
    }
    void goTo(int number) const
    {
        table().setCurrentIndex(panel().table().model().index(number, 0));
        QTest::keyClick(&table(), Qt::Key_Return);
        QVERIFY(comes([this] { return !tab->isGoing(); }));
        settle();
        wait();
    }
};

}  // namespace vellum::tests
