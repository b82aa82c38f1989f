// Names that are cut to their room.

#include "gui/data/wording.h"
#include "tests/support/program/test_program.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <string>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

class TestWording : public QObject {
    Q_OBJECT

private slots:
    static void whatHasRoomStaysWhole()
    {
        QCOMPARE(gui::data::cut(std::string_view("main"), 4), QStringLiteral("main"));
        QCOMPARE(gui::data::cut(QStringLiteral("main"), 4), QStringLiteral("main"));
        QCOMPARE(gui::data::tipName("main"), QStringLiteral("main"));
    }

    static void whatIsCutSaysSoAndEndsWithALetter()
    {
        const std::string_view rates = "ab\u00e9\u20ac\U0001f600z";  // 2 + 2 + 3 + 4 + 1 bytes
        QCOMPARE(gui::data::cut(rates, 2), QStringLiteral("ab…"));
        QCOMPARE(gui::data::cut(rates, 3), QStringLiteral("ab…"));
        QCOMPARE(gui::data::cut(rates, 4), QStringLiteral("ab\u00e9…"));
        QCOMPARE(gui::data::cut(rates, 6), QStringLiteral("ab\u00e9…"));
        QCOMPARE(gui::data::cut(rates, 10), QStringLiteral("ab\u00e9\u20ac…"));
        QCOMPARE(gui::data::cut(rates, 11), QStringLiteral("ab\u00e9\u20ac\U0001f600…"));
        QCOMPARE(gui::data::cut(gui::data::text(rates), 5), QStringLiteral("ab\u00e9\u20ac…"));
    }

    static void whatIsNoTextIsCutWhereItIs()
    {
        QCOMPARE(gui::data::beginOf(std::string(9, '\x80'), 6).size(), std::size_t{6});
        QVERIFY(gui::data::beginOf({}, 6).empty());
        QVERIFY(gui::data::beginOf("\u20ac", 0).empty());
    }

    static void shortNamesThatAreCutSaySo()
    {
        const QString name = gui::data::shortName(std::string(2'000, 'n'));
        QVERIFY(name.startsWith(QStringLiteral("nnn")));
        QVERIFY(name.endsWith(QStringLiteral("n…")));
    }

    static void longNamesStandInLinesOfATip()
    {
        const std::string pair = "std::pair<first, second>, ";  // 26 letters
        std::string name;
        for (int i = 0; i < 20; ++i) {
            name += pair;
        }
        const QStringList lines = gui::data::tipName(name).split(QLatin1Char('\n'));
        QCOMPARE(lines.join(QString()), QString::fromStdString(name));
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 100, qPrintable(line));
        }
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines.front().endsWith(QStringLiteral("first, ")));
        const QString longest = gui::data::tipName(std::string(1'000'000, 'n'));
        QCOMPARE(longest.count(QLatin1Char('n')), 1'000);
        QVERIFY(longest.endsWith(QStringLiteral("…")));
    }
};

VELLUM_TEST_GUILESS(TestWording)
#include "test_wording.moc"
