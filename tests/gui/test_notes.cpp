// Bookmarks and notes: written, listed, kept with the trace.

#include "tests/gui/mouse.h"
#include "tests/gui/moves_bench.h"
#include "tests/support/program/test_program.h"

#include <QAction>
#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QIODevice>
#include <QInputDialog>
#include <QPoint>
#include <QPushButton>
#include <QRect>
#include <QSettings>
#include <QString>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QToolButton>

namespace vellum::gui {

namespace {

using Window = tests::MovesWindow;

}  // namespace

class TestNotes : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    [[nodiscard]] QString folder() const { return m_folder->path(); }

    static void writeNote(Window& made, const QString& text)
    {
        auto* dialog = made.view().findChild<QInputDialog*>();
        QVERIFY(dialog != nullptr);
        dialog->setTextValue(text);
        dialog->accept();
        QCoreApplication::processEvents();
    }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    // ---- Bookmarks and notes ----------------------------------------------------------------

    void bookmarksAreKeptWithTheTrace()
    {
        constexpr std::pair kSomeRows{std::uint64_t{7}, ~std::uint64_t{8}};
        {
            Window made(folder());
            made.window.action("bookmark3")->trigger();
            QVERIFY2(made.said().contains("empty"), qPrintable(made.said()));
            made.view().history().showRange({.begin = 2'000, .end = 3'000}, "zoom");
            made.view().chart().run("foldAll");
            auto fitted = made.view().history().state();
            fitted.fitsRows = true;
            fitted.fitted = kSomeRows;
            made.view().history().show(fitted, "fit rows");
            made.window.action("storeBookmark3")->trigger();
        }
        Window made(folder());
        QVERIFY(made.view().moves().titleOf(3).startsWith(QStringLiteral("2.0")));
        made.window.action("bookmark3")->trigger();
        QCOMPARE(made.view().history().range(), (TickRange{.begin = 2'000, .end = 3'000}));
        QVERIFY(made.view().history().state().fitted == kSomeRows);
        QCOMPARE(made.view().history().undoText(), QStringLiteral("bookmark 3"));
        made.window.action("undo")->trigger();
        QCOMPARE(made.view().history().range(), made.view().history().whole());
    }

    void notesAreWrittenListedAndRemoved()
    {
        {
            Window made(folder());
            made.select(LocationRef(0), 2'100);
            made.key(Qt::Key_M);
            writeNote(made, "why so long?");
            QCOMPARE(made.view().moves().notes().notes().size(), std::size_t{1});
        }
        Window made(folder());
        const auto& notes = made.view().moves().notes().notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().text, QStringLiteral("why so long?"));
        QCOMPARE(notes.front().range, (TickRange{.begin = 2'000, .end = 2'500}));
        made.view().history().showRange({.begin = 5'000, .end = 6'000}, "zoom");
        made.view().moves().showNote(0);
        QVERIFY(made.view().history().range().contains(2'000));
        made.window.action("editNotes")->trigger();
        auto* table = made.view().findChild<QTableWidget*>();
        table->item(0, 1)->setText("it waits");
        QCOMPARE(notes.front().text, QStringLiteral("it waits"));
        table->setCurrentCell(0, 0);
        QTest::mouseClick(made.view().findChild<QPushButton*>("removeNote"), Qt::LeftButton);
        QVERIFY(notes.empty());
    }

    /// "Note" of the bar that follows a drag: about the time that was dragged over.
    void theBarWritesANoteAboutTheDraggedTime()
    {
        Window made(folder());
        charts::TimelineChart& chart = made.view().chart();
        const QRect row = *chart.rowRect(LocationRef(0));
        const int width = chart.canvasRect().width();
        const auto at = [&](double share) {
            return QPoint(
                chart.canvasRect().left() + static_cast<int>(share * width), row.center().y());
        };
        tests::dragPointer(chart, at(0.5), at(0.75), Qt::LeftButton);
        made.settle();
        QVERIFY(made.view().selection().area().has_value());
        const TickRange dragged = made.view().selection().area()->range;
        auto* button = chart.selectionBar().findChild<QToolButton*>("Note");
        QVERIFY(button != nullptr && button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        writeNote(made, "here");
        const auto& notes = made.view().moves().notes().notes();
        QCOMPARE(notes.size(), std::size_t{1});
        QCOMPARE(notes.front().range, dragged);
        QCOMPARE(notes.front().text, QStringLiteral("here"));
    }

    /// What cannot be read is not thrown away.
    void unreadableNotesAreLeftAside()
    {
        {
            Window made(folder());
            made.window.action("storeBookmark1")->trigger();
        }
        QDir traces(QFileInfo(QSettings().fileName()).absolutePath() + "/traces");
        QCOMPARE(traces.entryList(QDir::Files).size(), 1);
        const QString path = traces.filePath(traces.entryList(QDir::Files).front());
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("{ nonsense");
        file.close();
        Window made(folder());
        QVERIFY(!made.view().moves().notes().bookmark(1));
        QVERIFY(made.view().moves().notes().errorText().contains("could not be read"));
        QVERIFY(QFile::exists(path + ".unreadable"));
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestNotes)
#include "test_notes.moc"
