// Palettes as files: ours name every colour once, and of a user's every mistake is said.

#include "gui/theme/palettes.h"
#include "gui/theme/theme.h"
#include "tests/support/program/test_program.h"

#include <QColor>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace vellum::gui;  // NOLINT(google-build-using-namespace)
using theme::Theme;

namespace {

QByteArray builtIn(const char* file)
{
    QFile in(QStringLiteral(":/palettes/") + QLatin1String(file));
    return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
}

QStringList rolesOf(const char* file)
{
    return QJsonDocument::fromJson(builtIn(file)).object().keys();
}

void write(const QTemporaryDir& folder, const char* name, const QByteArray& bytes)
{
    QFile out(folder.filePath(QLatin1String(name)));
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size());
}

}  // namespace

class TestPalettes : public QObject {
    Q_OBJECT

private slots:
    void allThreeNameTheSameRoles();
    void eachRoleIsRead();
    void aRoleCanBeTranslucent();
    void aMistakeIsSaidAndChangesNothing_data();
    void aMistakeIsSaidAndChangesNothing();
    void mistakesInGroupsAreSaid();
    void aUsersFileIsLaidOverOurs();
    void aHugeFileIsRefused();
};

void TestPalettes::allThreeNameTheSameRoles()
{
    QVERIFY(rolesOf("light.json").size() > 20);
    QCOMPARE(rolesOf("dark.json"), rolesOf("light.json"));
    QCOMPARE(rolesOf("print.json"), rolesOf("light.json"));
}

void TestPalettes::eachRoleIsRead()
{
    // Another colour in each role by itself makes another theme: Qt's widgets may not have it, so its text is compared.
    Theme plain;
    QVERIFY(theme::readPalette(builtIn("light.json"), QStringLiteral("light"), plain).isEmpty());
    for (const QColor& color :
         {plain.window,   plain.panel,          plain.row,          plain.groupRow,
          plain.field,    plain.line,           plain.ink,          plain.mutedInk,
          plain.accent,   plain.selection,      plain.messageLine,  plain.transferLine,
          plain.counter,  plain.counterBand,    plain.counterLine,  plain.good,
          plain.refining, plain.error,          plain.slower,       plain.faster,
          plain.barInk,   plain.series.front(), plain.series.back()}) {
        QVERIFY(color.isValid());
    }
    QCOMPARE(plain.ink, QColor(QStringLiteral("#1c2127")));
}

void TestPalettes::aRoleCanBeTranslucent()
{
    Theme read;
    QVERIFY(
        theme::readPalette(R"({"accent": "#102030 20%"})", QStringLiteral("p"), read).isEmpty());
    QCOMPARE(read.accent.name(), QStringLiteral("#102030"));
    QCOMPARE(read.accent.alpha(), 51);
}

void TestPalettes::aMistakeIsSaidAndChangesNothing_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    QTest::newRow("cut off") << QByteArray(R"({"ink": "#000)") << "p: not JSON at byte 14: ";
    QTest::newRow("a list") << QByteArray("[]") << "p: an object of names and values is expected";
    QTest::newRow("unknown role") << QByteArray(R"({"inc": "#000000"})")
                                  << R"(p: there is nothing that is called "inc")";
    QTest::newRow("a name of a colour")
        << QByteArray(R"({"ink": "black"})")
        << R"(p: "ink" is no colour; expected is "#rrggbb" or "#rrggbb 50%")";
    QTest::newRow("too opaque")
        << QByteArray(R"({"ink": "#000000 101%"})")
        << R"(p: "ink" is no colour; expected is "#rrggbb" or "#rrggbb 50%")";
    QTest::newRow("a number") << QByteArray(R"({"ink": 7})")
                              << R"(p: "ink" is no colour; expected is "#rrggbb" or "#rrggbb 50%")";
    QTest::newRow("seven curves") << QByteArray(
        R"({"series": ["#111111","#111111","#111111","#111111","#111111","#111111","#111111"]})")
                                  << R"(p: "series" must be a list of eight colours)";
}

void TestPalettes::aMistakeIsSaidAndChangesNothing()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, said);
    Theme read = theme::lightTheme();
    const QStringList mistakes = theme::readPalette(json, QStringLiteral("p"), read);
    QCOMPARE(mistakes.size(), 1);
    QVERIFY2(mistakes.front().startsWith(said), qPrintable(mistakes.front()));
    QCOMPARE(read.ink, theme::lightTheme().ink);
    QCOMPARE(read.series, theme::lightTheme().series);
}

void TestPalettes::mistakesInGroupsAreSaid()
{
    theme::GroupColors colors = theme::groupColors();
    const QStringList mistakes = theme::readGroupColors(
        R"({"MPI": "#010203", "Kernel": "#010203 50%", "Mpi": "#010203"})",
        QStringLiteral("g"),
        colors);
    const QStringList expected = {
        QStringLiteral(R"(g: "Kernel" is no colour; expected is "#rrggbb" or "#rrggbb 50%")"),
        QStringLiteral(R"(g: there is nothing that is called "Mpi")")};
    QCOMPARE(mistakes, expected);
    QCOMPARE(colors[1], QColor(1, 2, 3));
    QCOMPARE(colors[4], theme::groupColors()[4]);
}

void TestPalettes::aUsersFileIsLaidOverOurs()
{
    const QTemporaryDir folder;
    const Theme before = theme::darkTheme();
    write(folder, "dark.json", R"({"ink": "#fefefe", "inc": "#000000"})");
    const QStringList mistakes = theme::readUserPalettes(folder.path());
    QCOMPARE(mistakes.size(), 1);
    QVERIFY(mistakes.front().startsWith(folder.filePath(QStringLiteral("dark.json"))));
    QCOMPARE(theme::darkTheme().ink, QColor(QStringLiteral("#fefefe")));
    QCOMPARE(theme::darkTheme().panel, before.panel);
    QVERIFY(theme::darkTheme().isDark);
    QCOMPARE(theme::lightTheme().ink, QColor(QStringLiteral("#1c2127")));
}

void TestPalettes::aHugeFileIsRefused()
{
    const QTemporaryDir folder;
    write(folder, "light.json", QByteArray((1 << 20) + 1, ' '));
    const QStringList mistakes = theme::readUserPalettes(folder.path());
    const QStringList expected = {
        folder.filePath(QStringLiteral("light.json"))
        + QStringLiteral(": has more than 1048576 bytes")};
    QCOMPARE(mistakes, expected);
}

VELLUM_TEST_GUILESS(TestPalettes)
#include "test_palettes.moc"
