#include "gui/data/time_text.h"
#include "gui/shell/report_maker.h"
#include "gui/theme/theme.h"
#include "tests/gui/compare_bench.h"
#include "tests/support/program/test_program.h"

#include <QCoreApplication>
#include <QFile>
#include <QIODevice>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

namespace vellum::gui {

namespace {

using tests::comes;
using tests::CompareWindow;
using tests::OpenWindow;

/// The error, empty where it was written.
QString written(tests::Window& made, const QString& file)
{
    shell::ReportMaker* maker = made.window.makeReport();
    std::optional<QString> error;
    const QObject here;
    QObject::connect(maker, &shell::ReportMaker::ended, &here, [&error](const QString& sentence) {
        error = sentence;
    });
    maker->write(file);
    const bool hasEnded = comes([&error] { return error.has_value(); });
    delete maker;
    return hasEnded ? *error : QStringLiteral("it never ended");
}

/// What stands on a page, by a reader of XML.
struct ReadPage {
    QString error;
    std::map<QString, QList<QStringList>> tables;  ///< by title: cells as people read them
    std::map<QString, QList<QStringList>> values;  ///< likewise as programs do
    QStringList sentences;
    int pictures = 0;
    QString table;  ///< that is read now

    explicit ReadPage(const QString& path)
    {
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly)) {
            error = file.errorString();
            return;
        }
        QXmlStreamReader xml(&file);
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement()) {
                take(xml);
            }
        }
        error = xml.errorString();
    }

private:
    void take(QXmlStreamReader& xml)
    {
        const QString tag = xml.name().toString();
        if (tag == QLatin1String("b")) {
            table = xml.readElementText();
        } else if (tag == QLatin1String("p")) {
            sentences << xml.readElementText();
        } else if (tag == QLatin1String("img")) {
            ++pictures;
        } else if (tag == QLatin1String("tr")) {
            tables[table] << QStringList();
            values[table] << QStringList();
        } else if (tag == QLatin1String("th") || tag == QLatin1String("td")) {
            takeCell(xml);
        }
    }
    void takeCell(QXmlStreamReader& xml)
    {
        QString text;
        QString value;
        while (!xml.atEnd()
               && !(
                   xml.readNext() == QXmlStreamReader::EndElement
                   && xml.name() != QLatin1String("data"))) {
            if (xml.isStartElement()) {
                value = xml.attributes().value(QStringLiteral("value")).toString();
            }
            text += xml.isCharacters() ? xml.text().toString() : QString();
        }
        tables[table].back() << text;
        values[table].back() << value;
    }
};

/// The cells of the line with that word; empty where there is none.
QStringList line(const QList<QStringList>& rows, const char* word)
{
    for (const QStringList& row : rows) {
        if (row.value(0) == QLatin1String(word)) {
            return row;
        }
    }
    return {};
}

}  // namespace

/// The page of what is on the screen.
class TestReport : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    [[nodiscard]] QString folder() const { return m_folder->path(); }
    [[nodiscard]] QString page() const { return folder() + QStringLiteral("/page.html"); }

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void ofTwoTracesItHasTheirDifferences();
    void itIsOfWhatIsOnTheScreen();
    void aWindowThatMovesMeanwhileIsTheOneOfThePage();
    void alignmentIsSaid();
    void anAlignmentThatChangesMeanwhileIsTheOneOfThePage();
    void whatIsMatchedIsMarked();
    void theScreenStaysAsItIs();
    void oneTraceHasAPageToo();
    void whereItCannotBeWrittenIsSaid();
};

void TestReport::ofTwoTracesItHasTheirDifferences()
{
    CompareWindow made(folder());
    QCOMPARE(written(made, page()), QString());
    ReadPage read(page());
    QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
    // Counted by hand, in test_compare_differences.cpp, too.
    QCOMPARE(
        read.tables["Functions"],
        (QList<QStringList>{
            {"Name", "A", "B", "B − A", "B / A", "Share", "Visits A", "Visits B", "Verdict"},
            {"work", "300 ms", "100 ms", "-200 ms", "0.3333", "-66.7 %", "3", "2", "too few"},
            {"idle", "0 s", "50.0 ms", "+50.0 ms", "–", "+16.7 %", "0", "1", "only in B"},
            {"main", "700 ms", "650 ms", "-50.0 ms", "0.9286", "-16.7 %", "1", "1", "too few"}}));
    QCOMPARE(
        read.values["Functions"][1].mid(1, 3),
        (QStringList{"300000000", "100000000", "-200000000"}));
    QCOMPARE(read.tables["Call paths"].size(), 4);
    QCOMPARE(read.tables["Function groups"].size(), 2);
    // Two timelines, two summaries, one flame graph, one timeline of steps.
    QCOMPARE(read.pictures, 6);
    QCOMPARE(
        read.tables["Steps"][1].mid(1),
        (QStringList{"work", "1", "100 ms", "50.0 ms", "-50.0 ms", "0.5"}));
    QCOMPARE(read.tables["Steps"].size(), 4);
    QCOMPARE(read.tables["Steps"][3].at(5), QString("only in A"));
    QCOMPARE(line(read.tables["Identity"], "Ranks"), (QStringList{"Ranks", "1", "1"}));
    QCOMPARE(
        line(read.tables["Identity"], "Clock"),
        (QStringList{"Clock", "1,000 ticks per second", "2,000 ticks per second"}));
    QVERIFY(read.sentences.contains("length: 1.00 s in A, 800 ms in B"));
}

void TestReport::itIsOfWhatIsOnTheScreen()
{
    CompareWindow made(folder());
    made.zoom(0, 0, 250);
    QCOMPARE(written(made, page()), QString());
    ReadPage read(page());
    // One visit of work begins and ends before 0.25 s in A, none in B.
    QCOMPARE(line(read.tables["Functions"], "work").mid(1, 2), (QStringList{"100 ms", "0 s"}));
    QCOMPARE(line(read.tables["What is shown"], "To"), (QStringList{"To", "0.250 s", "0.2500 s"}));
}

void TestReport::aWindowThatMovesMeanwhileIsTheOneOfThePage()
{
    CompareWindow made(folder());
    shell::ReportMaker* maker = made.window.makeReport();
    bool hasEnded = false;
    QObject::connect(maker, &shell::ReportMaker::ended, maker, [&hasEnded] { hasEnded = true; });
    maker->write(page());
    // The first answers are there, the comparison is not: its windows must rest first.
    QVERIFY(!hasEnded);
    made.view(0).history().showRange({.begin = 0, .end = 250}, QStringLiteral("zoom"));
    QVERIFY(comes([&hasEnded] { return hasEnded; }));
    ReadPage read(page());
    QCOMPARE(line(read.tables["Functions"], "work").mid(1, 2), (QStringList{"100 ms", "0 s"}));
    QCOMPARE(line(read.tables["What is shown"], "To")[1], QString("0.250 s"));
}

void TestReport::alignmentIsSaid()
{
    CompareWindow made(folder());
    models::TimeLink& link = made.tab->link();
    // B's first work, at 0.3 s, below that of A, at 0.1 s.
    link.align(
        {{.trace = &made.view(0).history(), .tick = 100},
         {.trace = &made.view(1).history(), .tick = 600}},
        made.view(0).history(),
        QStringLiteral("align"));
    made.settle();
    QCOMPARE(written(made, page()), QString());
    ReadPage read(page());
    QVERIFY(read.sentences.contains("B is shown 0.2000 s earlier"));
    QCOMPARE(
        line(read.tables["What is shown"], "Shown later than the first by"),
        (QStringList{"Shown later than the first by", "0 s", "-0.2000 s"}));
}

/// Windows, charts and sentences are of one instant.
void TestReport::anAlignmentThatChangesMeanwhileIsTheOneOfThePage()
{
    CompareWindow made(folder());
    models::TimeLink& link = made.tab->link();
    const auto alignAt = [&](Tick inB) {
        link.align(
            {{.trace = &made.view(0).history(), .tick = 100},
             {.trace = &made.view(1).history(), .tick = inB}},
            made.view(0).history(),
            QStringLiteral("align"));
    };
    shell::ReportMaker* maker = made.window.makeReport();
    bool hasEnded = false;
    QObject::connect(maker, &shell::ReportMaker::ended, maker, [&hasEnded] { hasEnded = true; });
    maker->write(page());
    alignAt(400);
    QCoreApplication::processEvents();
    QVERIFY(!hasEnded);
    alignAt(600);
    QVERIFY(comes([&hasEnded] { return hasEnded; }));
    const ReadPage read(page());
    QVERIFY(read.sentences.contains("B is shown 0.2000 s earlier"));
    QVERIFY(!read.sentences.contains("B is shown 0.1000 s earlier"));
    QCOMPARE(
        line(read.tables.at("What is shown"), "Shown later than the first by").last(),
        QString("-0.2000 s"));
    const auto& clock = made.view(1).trace().definitions->clock;
    QCOMPARE(
        line(read.tables.at("What is shown"), "From").last(),
        data::instantText(made.range(1).begin, clock));
}

void TestReport::whatIsMatchedIsMarked()
{
    CompareWindow made(folder(), "/b.otf2", tests::kTrace, R"(
enter 0 @0 main
enter 0 @100 work.isra.0
leave 0 @200 work.isra.0
leave 0 @1000 main
)");
    made.tab->differences().setMatchesStructure(true);
    QCOMPARE(written(made, page()), QString());
    const ReadPage read(page());
    QCOMPARE(read.tables.at("Functions").front().at(1), QString("Match"));
    const QStringList row = read.tables.at("Functions").at(2);  // main differs more
    QCOMPARE(row.value(0), QString("work ≈ work.isra.0"));
    QVERIFY2(row.value(1).startsWith("guessed "), qPrintable(row.join('|')));
    QCOMPARE(read.tables.at("Function groups").front().at(1), QString("A"));
}

void TestReport::theScreenStaysAsItIs()
{
    CompareWindow made(folder());
    const theme::Theme before = theme::currentTheme();
    const QImage picture = made.window.grab().toImage();
    QCOMPARE(written(made, page()), QString());
    QCOMPARE(theme::currentTheme().window, before.window);
    made.settle();
    QCOMPARE(made.window.grab().toImage(), picture);
}

void TestReport::oneTraceHasAPageToo()
{
    OpenWindow made(folder(), tests::kTrace);
    QCOMPARE(written(made, page()), QString());
    ReadPage read(page());
    QVERIFY2(read.error.isEmpty(), qPrintable(read.error));
    const auto docks = made.view().frame().docks();
    const auto open = std::ranges::count_if(docks, [](const auto* one) { return one->isOpen(); });
    QCOMPARE(read.pictures, static_cast<int>(open) + 1);
    QVERIFY(!read.tables.contains("Functions"));
    QCOMPARE(line(read.tables["Identity"], "Visits"), (QStringList{"Visits", "4"}));
}

void TestReport::whereItCannotBeWrittenIsSaid()
{
    OpenWindow made(folder(), tests::kTrace);
    const QString nowhere = folder() + QStringLiteral("/none/page.html");
    const QString error = written(made, nowhere);
    QVERIFY2(error.startsWith("'" + nowhere + "' cannot be written: "), qPrintable(error));
    QVERIFY(!QFile::exists(nowhere));
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestReport)
#include "test_report.moc"
