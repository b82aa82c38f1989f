// Key schemes as files: ours name commands that there are, and of a user's every mistake is said.

#include "gui/charts/key_map.h"
#include "gui/charts/key_scheme.h"
#include "tests/support/program/test_program.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace vellum::gui::charts;  // NOLINT(google-build-using-namespace)

class TestKeySchemes : public QObject {
    Q_OBJECT

private slots:
    static void oursGivesEveryCommandOfChartsItsKeys();
    static void theFirstFilesAreReadWhole();
    static void dragsWheelAndKeysAreRead();
    static void aMistakeIsSaidAndChangesNothing_data();
    static void aMistakeIsSaidAndChangesNothing();
    static void aUsersFileIsLaidOverOurs();
};

void TestKeySchemes::oursGivesEveryCommandOfChartsItsKeys()
{
    QFile file(QStringLiteral(":/keymaps/vellum.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QStringList commands;
    const KeyMap map = KeyMap::ofCharts(NavigationScheme::Vellum);
    for (const KeyCommand& command : map.commands()) {
        commands << command.name;
    }
    commands.sort();
    QCOMPARE(QJsonDocument::fromJson(file.readAll()).object()["keys"].toObject().keys(), commands);
}

void TestKeySchemes::theFirstFilesAreReadWhole()
{
    QCOMPARE(
        keyScheme(NavigationScheme::Vellum).keys.value(QStringLiteral("zoomIn")).front(),
        QKeySequence(Qt::Key_W));
    QCOMPARE(
        dragAction(NavigationScheme::Vellum, Qt::LeftButton, Qt::ControlModifier),
        DragAction::Zoom);
    QCOMPARE(
        dragAction(NavigationScheme::TraceCompass, Qt::LeftButton, Qt::ShiftModifier),
        DragAction::Extend);
    QCOMPARE(
        dragAction(NavigationScheme::Vampir, Qt::MiddleButton, Qt::NoModifier), DragAction::Pan);
    QCOMPARE(
        wheelAction(NavigationScheme::Perfetto, Qt::NoModifier, false), WheelAction::ScrollRows);
    QCOMPARE(
        wheelAction(NavigationScheme::Perfetto, Qt::ControlModifier | Qt::ShiftModifier, false),
        WheelAction::RowHeight);
    QCOMPARE(
        KeyMap::ofCharts(NavigationScheme::TraceCompass).keysOf(QStringLiteral("panLeft")),
        QList{QKeySequence(Qt::Key_A)});
}

void TestKeySchemes::dragsWheelAndKeysAreRead()
{
    KeyScheme scheme;
    const QStringList mistakes = readKeyScheme(
        R"({"drags": {"Ctrl+Shift+Right": "measure"}, "wheel": {"Shift+Wheel": "zoom"},
            "keys": {"zoomIn": ["Ctrl++", "F2"], "zoomOut": []}})",
        QStringLiteral("s"),
        scheme);
    QCOMPARE(mistakes, QStringList());
    const std::pair<int, int> drag{Qt::RightButton, Qt::ControlModifier | Qt::ShiftModifier};
    QCOMPARE(scheme.drags.value(drag), DragAction::Measure);
    QCOMPARE(scheme.wheel.value(Qt::ShiftModifier, WheelAction::Pan), WheelAction::Zoom);
    const QList<QKeySequence> keys{QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::Key_F2)};
    QCOMPARE(scheme.keys.value(QStringLiteral("zoomIn")), keys);
    QVERIFY(scheme.keys.contains(QStringLiteral("zoomOut")));
}

void TestKeySchemes::aMistakeIsSaidAndChangesNothing_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("said");
    QTest::newRow("no JSON") << QByteArray("{") << "s: not JSON at byte 1";
    QTest::newRow("unknown part") << QByteArray(R"({"kees": {}})")
                                  << R"(s: there is nothing that is called "kees")";
    QTest::newRow("unknown button") << QByteArray(R"({"drags": {"Middle": "zoom"}})")
                                    << R"(s: in "drags", "Middle" must be Left or Right)";
    QTest::newRow("unknown action") << QByteArray(R"({"drags": {"Left": "fly"}})")
                                    << R"(s: in "drags", "Left" must be Left or Right)";
    QTest::newRow("no wheel") << QByteArray(R"({"wheel": {"Alt+Wheel": "zoom"}})")
                              << R"(s: in "wheel", "Alt+Wheel" must be Wheel)";
    QTest::newRow("no list") << QByteArray(R"({"keys": {"zoomIn": "W"}})")
                             << R"(s: in "keys", "zoomIn" must have a list of keys)";
    QTest::newRow("no key") << QByteArray(R"({"keys": {"zoomIn": ["W", "Wheel"]}})")
                            << R"(s: in "keys", "zoomIn" must have a list of keys)";
    QTest::newRow("a chord") << QByteArray(R"({"keys": {"zoomIn": ["W, E"]}})")
                             << R"(s: in "keys", "zoomIn" must have a list of keys)";
    QTest::newRow("a part that is no object")
        << QByteArray(R"({"keys": ["W"]})") << R"(s: "keys" must be an object)";
}

void TestKeySchemes::aMistakeIsSaidAndChangesNothing()
{
    QFETCH(const QByteArray, json);
    QFETCH(const QString, said);
    KeyScheme scheme;
    const QStringList mistakes = readKeyScheme(json, QStringLiteral("s"), scheme);
    QCOMPARE(mistakes.size(), 1);
    QVERIFY2(mistakes.front().startsWith(said), qPrintable(mistakes.front()));
    QVERIFY(scheme.drags.isEmpty() && scheme.wheel.isEmpty() && scheme.keys.isEmpty());
}

void TestKeySchemes::aUsersFileIsLaidOverOurs()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("vampir.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"drags": {"Left": "pan"}, "keys": {"zoomIn": ["F2"], "detailsPanel": ["F3"]}})");
    file.close();
    QCOMPARE(readUserSchemes(folder.path()), QStringList());
    using enum NavigationScheme;
    QCOMPARE(dragAction(Vampir, Qt::LeftButton, Qt::NoModifier), DragAction::Pan);
    QCOMPARE(dragAction(Vampir, Qt::LeftButton, Qt::ControlModifier), DragAction::Select);
    KeyMap map = KeyMap::ofCharts(Vampir);
    QCOMPARE(map.keysOf(QStringLiteral("zoomIn")), QList{QKeySequence(Qt::Key_F2)});
    QCOMPARE(map.keysOf(QStringLiteral("hideRows")), QList{QKeySequence(Qt::Key_H)});
    // A command of the window, which has other keys by itself.
    map.add({.name = QStringLiteral("detailsPanel"), .keys = {QKeySequence(Qt::Key_F9)}});
    QCOMPARE(map.keysOf(QStringLiteral("detailsPanel")), QList{QKeySequence(Qt::Key_F3)});
    QCOMPARE(dragAction(Vellum, Qt::LeftButton, Qt::NoModifier), DragAction::Select);
}

VELLUM_TEST_GUILESS(TestKeySchemes)
#include "test_key_schemes.moc"
