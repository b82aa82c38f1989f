// What stands in a tab while there is no trace in it.

#include "gui/shell/pages.h"
#include "tests/support/program/test_program.h"

#include <QCoreApplication>
#include <QLabel>
#include <QLatin1Char>
#include <QRect>
#include <QString>
#include <QWidget>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

namespace {

/// Everything it says has room in it.
void check(QWidget& page, int width, const QString& part)
{
    page.resize(width, 800);
    page.show();
    QCoreApplication::processEvents();
    const auto* heading = page.findChildren<QLabel*>().front();
    QVERIFY2(heading->text().contains(part), qPrintable(heading->text()));
    const QRect needed = heading->fontMetrics().boundingRect(
        QRect(0, 0, heading->width(), 10'000), Qt::TextWordWrap, heading->text());
    QVERIFY2(needed.width() <= heading->width(), qPrintable(heading->text()));
    QVERIFY2(needed.height() <= heading->height(), qPrintable(heading->text()));
}

}  // namespace

class TestPages : public QObject {
    Q_OBJECT

private slots:
    static void headingsAreNotCut_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("short") << QStringLiteral("a.otf2");
        QTest::newRow("a line") << QStringLiteral("pytorch-et_benchmark_simple_add_et.json.gz");
        QTest::newRow("many lines") << QString(300, QLatin1Char('x'));
    }

    static void headingsAreNotCut()
    {
        QFETCH(const QString, name);
        for (const int width : {500, 1'000, 1'600}) {
            gui::shell::FailurePage failure(
                name, {.kind = ErrorKind::InvalidArgument, .message = "it is no trace"});
            gui::shell::LoadingPage loading(name, QStringLiteral("/a"));
            check(failure, width, QStringLiteral(" cannot be opened"));
            check(loading, width, QStringLiteral("Reading "));
        }
    }
};

VELLUM_TEST_GUI(TestPages)
#include "test_pages.moc"
