// Filters of messages, collectives and I/O in the window: dialogs, chips, and what the charts draw then.

#include "gui/charts/io_chart.h"
#include "gui/charts/process_chart.h"
#include "gui/shell/filter_bar.h"
#include "gui/shell/record_filter_dialog.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QCoreApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QString>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

namespace vellum::gui {

namespace {

using models::Filter;
using shell::FilterBar;
using shell::RecordFilterDialog;
using tests::comes;

/// Three messages of tags 1, 2 and 2, a barrier and a reduction, reads of one file and a write of another.
constexpr const char* kRun = R"(
ticks-per-second 1000
length 1000
group 0 "rank 0"
group 1 "rank 1"
location 0 "a" group 0
location 1 "b" group 1
locations-group 0 0 1
comm-group 1 0 1
comm 0 1
comm 1 1
io-paradigm 0 POSIX
io-file 0 "/data/in.h5"
io-file 1 "/data/out.txt"
io-handle 0 "" file 0 paradigm 0
io-handle 1 "" file 1 paradigm 0
enter 0 @0 main
send 0 @100 to 1 comm 0 tag 1 bytes 50
send 0 @110 to 1 comm 0 tag 2 bytes 5000
send 0 @120 to 1 comm 1 tag 2 bytes 70
event 0 @300 MpiCollectiveBegin
event 0 @320 MpiCollectiveEnd 0 0 4294967295 0 0
event 0 @400 MpiCollectiveBegin
event 0 @420 MpiCollectiveEnd 11 0 4294967295 8 8
event 0 @500 IoOperationBegin 0 0 0 64 1
event 0 @510 IoOperationComplete 0 64 1
event 0 @600 IoOperationBegin 0 0 0 64 1
event 0 @610 IoOperationComplete 0 64 1
event 0 @700 IoOperationBegin 1 1 0 64 1
event 0 @710 IoOperationComplete 1 64 1
leave 0 @1000 main
enter 1 @0 main
recv 1 @200 from 0 comm 0 tag 1 bytes 50
recv 1 @210 from 0 comm 0 tag 2 bytes 5000
recv 1 @220 from 0 comm 1 tag 2 bytes 70
event 1 @300 MpiCollectiveBegin
event 1 @320 MpiCollectiveEnd 0 0 4294967295 0 0
event 1 @400 MpiCollectiveBegin
event 1 @420 MpiCollectiveEnd 11 0 4294967295 8 8
leave 1 @1000 main
)";

struct Window : tests::OpenWindow {
    explicit Window(const QString& folder, const char* trace = kRun) : OpenWindow(folder, trace) {}

    [[nodiscard]] FilterBar& bar() const { return *window.findChild<FilterBar*>(); }

    RecordFilterDialog* open(const char* action) const
    {
        window.action(action)->trigger();
        return window.findChild<RecordFilterDialog*>();
    }

    [[nodiscard]] std::uint64_t messages() const
    {
        settle();
        const QString sentence = view().chart().sentence();
        return sentence.contains("3 messages")   ? 3
               : sentence.contains("2 messages") ? 2
               : sentence.contains("1 message")  ? 1
                                                 : 0;
    }
    [[nodiscard]] std::uint64_t collectives() const
    {
        settle();
        const auto* answer = view().chart().layers().collectives();
        return answer != nullptr ? answer->count : 99;
    }
    [[nodiscard]] query::IoNumbers io() const
    {
        settle();
        const auto* answer = view().chart().layers().io();
        return answer != nullptr ? answer->totals : query::IoNumbers{.others = 99};
    }
};

void type(const RecordFilterDialog& dialog, const char* field, const QString& text)
{
    auto* line = dialog.findChild<QLineEdit*>(field);
    QTest::mouseClick(line, Qt::LeftButton);
    line->selectAll();
    QTest::keyClick(line, Qt::Key_Delete);
    QTest::keyClicks(line, text);
}

/// As a user ticks: the row becomes current, Space.
void tick(const RecordFilterDialog& dialog, const char* list, const QString& name)
{
    auto* widget = dialog.findChild<QListWidget*>(list);
    const auto items = widget->findItems(name, Qt::MatchExactly);
    QCOMPARE(items.size(), 1);
    widget->setFocus();
    widget->setCurrentItem(items.front());
    QTest::keyClick(widget, Qt::Key_Space);
}

void press(const RecordFilterDialog& dialog, const char* button)
{
    QTest::mouseClick(dialog.findChild<QPushButton*>(button), Qt::LeftButton);
}

void clickChip(const Window& made, const char* name)
{
    for (QToolButton* button : made.bar().findChildren<QToolButton*>(name)) {
        if (button->isVisible()) {
            QTest::mouseClick(button, Qt::LeftButton);
            break;
        }
    }
    QCoreApplication::processEvents();
}

}  // namespace

class TestRecordFiltersInTheWindow : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void messagesByTagLeaveTheTimeline()
    {
        Window made(m_folder->path());
        QCOMPARE(made.messages(), 3U);
        auto* dialog = made.open("filterMessages");
        QVERIFY(dialog != nullptr);
        type(*dialog, "tags", "2");
        QVERIFY(comes([dialog] { return dialog->fitting() == 2U; }));
        press(*dialog, "only");
        QCOMPARE(made.messages(), 2U);
        QVERIFY(made.bar().isVisible());
        QVERIFY(made.view().chart().sentence().contains("filtered: messages"));
        QCOMPARE(made.window.action("undo")->text(), QStringLiteral("&Undo filter messages"));
        made.window.action("undo")->trigger();
        QCOMPARE(made.messages(), 3U);
        QVERIFY(!made.bar().isVisible());
    }

    void filtersOfMessagesHoldTogether()
    {
        Window made(m_folder->path());
        auto* dialog = made.open("filterMessages");
        type(*dialog, "least", "60");
        press(*dialog, "only");
        QCOMPARE(made.messages(), 2U);
        type(*dialog, "least", "");
        tick(*dialog, "communicators", "comm 1");
        press(*dialog, "hide");
        QCOMPARE(made.messages(), 1U);
        clickChip(made, "toggle");  // the first one
        QCOMPARE(made.messages(), 2U);
        made.window.action("removeFilters")->trigger();
        QCOMPARE(made.messages(), 3U);
    }

    void collectivesByOperationLeaveTheTimeline()
    {
        Window made(m_folder->path());
        QCOMPARE(made.collectives(), 2U);
        auto* dialog = made.open("filterCollectives");
        tick(*dialog, "operations", "BARRIER");
        QVERIFY(comes([dialog] { return dialog->fitting() == 1U; }));
        press(*dialog, "hide");
        QCOMPARE(made.collectives(), 1U);
        QCOMPARE(made.view().chart().layers().collectives()->collectives.front().operation, 11U);
        QCOMPARE(made.messages(), 3U);  // they are others'
        clickChip(made, "remove");
        QCOMPARE(made.collectives(), 2U);
    }

    void ioByFileLeavesTheTriangles()
    {
        Window made(m_folder->path());
        QCOMPARE(made.io().operations(), 3U);
        auto* dialog = made.open("filterIo");
        type(*dialog, "files", "*.h5");
        QVERIFY(comes([dialog] { return dialog->fitting() == 2U; }));
        press(*dialog, "only");
        QCOMPARE(made.io().reads, 2U);
        QCOMPARE(made.io().operations(), 2U);
        made.window.action("switchFilters")->trigger();
        QCOMPARE(made.io().operations(), 3U);
        made.window.action("switchFilters")->trigger();
        QCOMPARE(made.io().operations(), 2U);
    }

    void ioByHandleLeavesTheTriangles()
    {
        Window made(m_folder->path());
        auto* dialog = made.open("filterIo");
        const auto* handles = dialog->findChild<QListWidget*>("handles");
        QCOMPARE(handles->count(), 2);
        const QString second = handles->item(1)->text();
        QVERIFY2(second.startsWith("handle 1 · "), qPrintable(second));
        tick(*dialog, "handles", second.toUtf8().constData());
        QVERIFY(comes([dialog] { return dialog->fitting() == 1U; }));
        press(*dialog, "only");
        QCOMPARE(made.io().operations(), 1U);
        clickChip(made, "remove");
        QCOMPARE(made.io().operations(), 3U);
    }

    void ioByOperationLeavesTheTriangles()
    {
        Window made(m_folder->path());
        auto* dialog = made.open("filterIo");
        tick(*dialog, "operations", "write");
        tick(*dialog, "flags", "blocking");
        press(*dialog, "only");
        QCOMPARE(made.io().operations(), 1U);
        QCOMPARE(made.io().writes, 1U);
    }

    void whatIsNotUnderstoodIsSaidAndDoesNothing()
    {
        Window made(m_folder->path());
        auto* dialog = made.open("filterMessages");
        const auto* note = dialog->findChild<QLabel*>("note");
        QVERIFY(!dialog->findChild<QPushButton*>("only")->isEnabled());
        type(*dialog, "tags", "2-1");
        QVERIFY(note->text().contains("not '2-1'"));
        QVERIFY(!dialog->findChild<QPushButton*>("only")->isEnabled());
        dialog->apply(false);
        QVERIFY(!made.bar().isVisible());
        type(*dialog, "tags", "");
        type(*dialog, "most", "big");
        QVERIFY(note->text().contains("not 'big'"));
    }

    void whatATraceHasNotCannotBeFiltered()
    {
        Window made(m_folder->path(), tests::kTrace);
        QVERIFY(!made.window.action("filterMessages")->isEnabled());
        QVERIFY(!made.window.action("filterCollectives")->isEnabled());
        QVERIFY(!made.window.action("filterIo")->isEnabled());
    }

    void theIoChartAndTheProcessChartFollow()
    {
        Window made(m_folder->path());
        made.view().frame().setOpen("io", true);
        made.view().frame().setOpen("process", true);
        made.settle();
        const auto* io = made.window.findChild<charts::IoChart*>();
        QVERIFY(io != nullptr);
        QVERIFY(comes([io] { return io->rows().size() >= 2; }));
        const auto reads = [io] {
            std::uint64_t sum = 0;
            for (const auto& row : io->rows()) {
                sum += row.isParent ? 0 : row.numbers.reads;
            }
            return sum;
        };
        QVERIFY(comes([&] { return reads() == 2U; }));
        auto* dialog = made.open("filterIo");
        tick(*dialog, "operations", "write");
        press(*dialog, "only");
        QVERIFY(comes([&] { return reads() == 0U; }));
        const auto before = made.source->of<query::MessagesRequest>().size();
        made.view().history().addFilter(
            *made.view().trace().definitions,
            {.kind = Filter::Kind::Messages,
             .text = "none",
             .records = {.messages = {{.hides = true}}}},
            "filter messages");
        made.settle();
        const auto asked = made.source->of<query::MessagesRequest>();
        QVERIFY(asked.size() >= before + 2);  // the master timeline's, and the process's
        QVERIFY(std::all_of(
            asked.begin() + static_cast<std::ptrdiff_t>(before), asked.end(), [](const auto& one) {
                return one.scope.filter.messages.size() == 1;
            }));
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestRecordFiltersInTheWindow)
#include "test_record_filters.moc"
