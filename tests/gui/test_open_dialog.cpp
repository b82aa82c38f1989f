#include "gui/shell/open_dialog.h"
#include "tests/support/program/test_program.h"

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QString>
#include <QTableWidget>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test
using gui::shell::OpenDialog;

class TestOpenDialog : public QObject {
    Q_OBJECT

    static QPushButton* button(OpenDialog& dialog, const QString& text)
    {
        for (QPushButton* one : dialog.findChildren<QPushButton*>()) {
            if (one->text() == text) {
                return one;
            }
        }
        return nullptr;
    }

private slots:
    void filesOffsetsAndPartAreChosen();
    void mistakesAreSaidAndOpenNothing();
};

void TestOpenDialog::filesOffsetsAndPartAreChosen()
{
    OpenDialog dialog(false);
    dialog.addFiles({QStringLiteral("/data/a.json"), QStringLiteral("/data/b=c.json")});
    dialog.findChild<QTableWidget*>()->item(1, 1)->setText(QStringLiteral("-1.5ms"));
    const auto fields = dialog.findChildren<QLineEdit*>();
    QCOMPARE(fields.size(), 3);
    fields[0]->setText(QStringLiteral("rank 0/*"));
    fields[1]->setText(QStringLiteral(" 1s "));
    query::TraceSelection chosen;
    connect(&dialog, &OpenDialog::chosen, this, [&](const query::TraceSelection& selection) {
        chosen = selection;
    });
    QTest::mouseClick(button(dialog, QStringLiteral("&Open")), Qt::LeftButton);
    QCOMPARE(chosen.paths, (std::vector<std::string>{"/data/a.json", "/data/b=c.json"}));
    QCOMPARE(chosen.offsets.size(), std::size_t{1});
    QCOMPARE(chosen.offsets.front().file, std::string("/data/b=c.json"));
    QCOMPARE(chosen.offsets.front().ns, std::int64_t{-1'500'000});
    QCOMPARE(chosen.locations, std::string("rank 0/*"));
    QCOMPARE(chosen.window, std::string("1s:"));
    QVERIFY(!dialog.isVisible());
}

void TestOpenDialog::mistakesAreSaidAndOpenNothing()
{
    OpenDialog dialog(false);
    QPushButton* open = button(dialog, QStringLiteral("&Open"));
    QVERIFY(!open->isEnabled() && !dialog.mistake().isEmpty());
    dialog.addFiles({QStringLiteral("/data/a.json")});
    QVERIFY(open->isEnabled() && dialog.mistake().isEmpty());
    dialog.findChild<QTableWidget*>()->item(0, 1)->setText(QStringLiteral("soon"));
    QVERIFY(!open->isEnabled() && dialog.mistake().contains(QStringLiteral("soon")));
    dialog.findChild<QTableWidget*>()->item(0, 1)->setText(QStringLiteral("1us"));
    dialog.findChildren<QLineEdit*>()[2]->setText(QStringLiteral("later"));
    QVERIFY(!open->isEnabled() && dialog.mistake().contains(QStringLiteral("later")));
    dialog.findChildren<QLineEdit*>()[2]->clear();
    dialog.findChild<QTableWidget*>()->selectRow(0);
    QTest::mouseClick(button(dialog, QStringLiteral("&Remove")), Qt::LeftButton);
    QVERIFY(!open->isEnabled());
}

VELLUM_TEST_GUI(TestOpenDialog)
#include "test_open_dialog.moc"
