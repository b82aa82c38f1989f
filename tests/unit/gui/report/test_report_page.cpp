#include "gui/report/report_page.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>

#include <set>
#include <vector>

namespace vellum::gui::report {

namespace {

/// Elements and texts of a page, by a reader that knows nothing of who wrote it.
struct ReadPage {
    QString error;
    std::multiset<QString> elements;
    QStringList texts;      ///< all that is not white space
    QStringList values;     ///< of `data`
    QStringList addresses;  ///< of pictures

    explicit ReadPage(const QByteArray& page)
    {
        QXmlStreamReader xml(page);
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement()) {
                take(xml);
            } else if (xml.isCharacters() && !xml.isWhitespace()) {
                texts << xml.text().toString();
            }
        }
        error = xml.errorString();
    }

private:
    void take(const QXmlStreamReader& xml)
    {
        elements.insert(xml.name().toString());
        if (xml.attributes().hasAttribute(QStringLiteral("value"))) {
            values << xml.attributes().value(QStringLiteral("value")).toString();
        }
        for (const char* name : {"src", "srcset"}) {
            if (xml.attributes().hasAttribute(QLatin1String(name))) {
                addresses << xml.attributes().value(QLatin1String(name)).toString();
            }
        }
    }
};

Report smallReport()
{
    Report report{
        .title = QStringLiteral("before ↔ after"), .lead = {}, .sections = {}, .foot = {}};
    report.sections.push_back(
        {.title = QStringLiteral("Differences"),
         .sentences = {QStringLiteral("one sentence")},
         .pictures =
             {{.title = QStringLiteral("Chart"),
               .sentence = QStringLiteral("of all"),
               .size = {30, 20},
               .light = "<svg>light</svg>",
               .dark = "<svg>dark</svg>",
               .isSvg = true}},
         .tables = {
             {.title = QStringLiteral("Functions"),
              .note = {},
              .columns =
                  {{.title = QStringLiteral("Name"), .isNumber = false},
                   {.title = QStringLiteral("A"), .isNumber = true}},
              .rows = {
                  {{.text = QStringLiteral("solve")},
                   {.text = QStringLiteral("1.20 ms"), .value = QStringLiteral("1203456")}}}}}});
    return report;
}

}  // namespace

class TestReportPage : public QObject {
    Q_OBJECT

private slots:
    static void aPageIsXmlWithAllThatIsInTheReport();
    static void namesOfTracesAreNeverMarkup();
    static void forbiddenCharactersAreReplaced();
    static void emptyTextsKeepTheirEndTags();
    static void nothingComesFromElsewhere();
};

void TestReportPage::aPageIsXmlWithAllThatIsInTheReport()
{
    const ReadPage page(pageOf(smallReport()));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    for (const char* text :
         {"before ↔ after", "one sentence", "Chart", "Functions", "solve", "1.20 ms"}) {
        QVERIFY2(page.texts.contains(QString::fromUtf8(text)), text);
    }
    QCOMPARE(page.values, QStringList{"1203456"});
    const QString svg = QStringLiteral("data:image/svg+xml;base64,");
    QCOMPARE(
        page.addresses,
        (QStringList{
            svg + QByteArray("<svg>dark</svg>").toBase64(),
            svg + QByteArray("<svg>light</svg>").toBase64()}));
}

void TestReportPage::namesOfTracesAreNeverMarkup()
{
    const QString bad = QStringLiteral("<script>alert(1)</script>&amp;\"'><img src=x onerror=1>");
    Report report = smallReport();
    report.title = bad;
    report.lead = bad;
    report.foot = bad;
    Section& section = report.sections.front();
    section.title = bad;
    section.sentences = QStringList{bad};
    section.pictures.front().title = bad;
    section.pictures.front().sentence = bad;
    Table& table = section.tables.front();
    table.title = bad;
    table.note = bad;
    table.columns.front().title = bad;
    table.rows.front().front() = {.text = bad, .value = bad};
    const QByteArray bytes = pageOf(report);
    QVERIFY(!bytes.contains("<script"));
    const ReadPage page(bytes);
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(page.elements.count(QStringLiteral("script")), std::size_t(0));
    QCOMPARE(page.elements.count(QStringLiteral("img")), std::size_t(1));
    // Each of them is read back as it was: in the title, the heading, the table of contents and so on.
    QCOMPARE(page.texts.count(bad), 12);
    QVERIFY(page.values.contains(bad));
}

void TestReportPage::forbiddenCharactersAreReplaced()
{
    QString bad =
        QStringLiteral("a") + QChar(0x1B) + QChar(0) + QChar(0xFFFF) + QStringLiteral("z\tä");
    QCOMPARE(withoutForbidden(bad), QString::fromUtf8("a\uFFFD\uFFFD\uFFFDz\tä"));
    Report report = smallReport();
    report.sections.front().tables.front().rows.front().front().text = bad;
    const ReadPage page(pageOf(report));
    QVERIFY2(page.error.isEmpty(), qPrintable(page.error));
    QCOMPARE(withoutForbidden(QByteArray("<t>\x1b[0m</t>")), QByteArray("<t>\uFFFD[0m</t>"));
}

/// A browser that reads HTML takes `<p/>` for a paragraph that goes on.
void TestReportPage::emptyTextsKeepTheirEndTags()
{
    Report report = smallReport();
    report.title.clear();
    report.sections.front().title.clear();
    report.sections.front().sentences = QStringList{QString()};
    report.sections.front().tables.front().rows.front() = {{}, {}};
    report.sections.push_back({});
    const QByteArray bytes = pageOf(report);
    const std::set<QByteArray> alone = {"meta", "img", "source"};
    for (qsizetype end = bytes.indexOf("/>"); end >= 0; end = bytes.indexOf("/>", end + 2)) {
        const qsizetype begin = bytes.lastIndexOf('<', end);
        const QByteArray tag = bytes.mid(begin + 1, end - begin - 1).split(' ').front();
        QVERIFY2(alone.count(tag) == 1, tag.constData());
    }
}

void TestReportPage::nothingComesFromElsewhere()
{
    QByteArray bytes = pageOf(smallReport());
    QVERIFY(bytes.contains("default-src 'none'"));
    bytes.replace(
        "http://www.w3.org/1999/xhtml", "");  // the name of a language, which nobody fetches
    for (const char* word : {"http:", "https:", "//", "@import", "url("}) {
        QVERIFY2(!bytes.contains(word), word);
    }
}

}  // namespace vellum::gui::report

VELLUM_TEST_GUILESS(vellum::gui::report::TestReportPage)
#include "test_report_page.moc"
