// The window in the language for tests (gui/app/pseudo_language.h): no text was forgotten, none is cut off, and what is
// asked of a translation is in resources/translations/vellum.ts.

#include "common/query/questions.h"
#include "gui/app/language.h"
#include "gui/app/pseudo_language.h"
#include "gui/charts/chart_kinds.h"
#include "gui/charts/table/spoken.h"
#include "tests/gui/window_bench.h"
#include "tests/support/program/test_program.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QFile>
#include <QGroupBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextDocumentFragment>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <iterator>
#include <memory>

namespace vellum::gui {

namespace {

using app::PseudoLanguage;

/// Context and text, as a translator is asked for them.
using Asked = std::pair<QString, QString>;

/// The language for tests, which notes what our own code asks for.
class NotingLanguage : public PseudoLanguage {
public:
    [[nodiscard]] QString translate(
        const char* context, const char* text, const char* disambiguation, int count) const override
    {
        const QString from = QString::fromLatin1(context);
        const bool isOfQt =
            from.startsWith(QLatin1Char('Q')) || from == QLatin1String("CloseButton");
        if (*text != '\0' && (from == QLatin1String("QObject") || !isOfQt)) {
            m_asked.insert({from, QString::fromUtf8(text)});
        }
        return PseudoLanguage::translate(context, text, disambiguation, count);
    }

    [[nodiscard]] const QSet<Asked>& asked() const { return m_asked; }

private:
    mutable QSet<Asked> m_asked;
};

/// Names of the trace and of what is standard, which no one translates.
const QSet<QString>& names()
{
    static const QSet<QString> kAll{
        QStringLiteral("main"),
        QStringLiteral("process"),
        QStringLiteral("Perfetto"),
        QStringLiteral("Trace"),
        QStringLiteral("Compass"),
        QStringLiteral("Vampir"),
        QStringLiteral("bytes"),
        QStringLiteral("work"),
        QStringLiteral("Application"),
        QStringLiteral("Vellum"),
        QStringLiteral("location"),
        QStringLiteral("otf"),
        QStringLiteral("Enter"),
        QStringLiteral("Ctrl"),
        QStringLiteral("Shift"),
        QStringLiteral("Alt")};
    return kAll;
}

/// What stands outside of brackets, and is a word.
QStringList forgotten(const QString& text)
{
    // Sentences of a server are English, whatever language the window has; paths are nobody's.
    if (text.startsWith(QLatin1Char('/'))
        || text.startsWith(QLatin1String("'text' has no values"))) {
        return {};
    }
    QString rest =
        Qt::mightBeRichText(text) ? QTextDocumentFragment::fromHtml(text).toPlainText() : text;
    static const QRegularExpression kTranslated(QStringLiteral("⟦[^⟦⟧]*⟧"));
    for (QString before;
         before != rest;) {  // brackets may stand in brackets: "⟦Window %1⟧" of "⟦all⟧"
        before = rest;
        rest.remove(kTranslated);
    }
    static const QRegularExpression kWord(QStringLiteral("[A-Za-z]{4,}"));
    QStringList words;
    for (auto found = kWord.globalMatch(rest.remove(u'&')); found.hasNext();) {
        const QString one = found.next().captured();
        if (!names().contains(one)) {
            words << one;
        }
    }
    return words;
}

/// What \p widget says by itself.
QStringList textsOf(const QWidget& widget)
{
    QStringList texts{widget.toolTip(), widget.accessibleName(), widget.statusTip()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        texts << label->text();
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget)) {
        texts << button->text();
    }
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget)) {
        texts << box->title();
    }
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget)) {
        texts << line->placeholderText();
    }
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget)) {
        for (int i = 0; i < combo->count(); ++i) {
            texts << combo->itemText(i);
        }
    }
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget)) {
        for (int i = 0; i < tabs->count(); ++i) {
            texts << tabs->tabText(i);
        }
    }
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget);
        header != nullptr && header->model() != nullptr) {
        for (int i = 0; i < header->count(); ++i) {
            texts << header->model()->headerData(i, header->orientation()).toString();
        }
    }
    for (const QAction* action : widget.actions()) {
        texts << action->text();
    }
    return texts;
}

/// Whether the end of a line of words cannot be seen.
bool isCutOff(const QWidget& widget)
{
    const auto* label = qobject_cast<const QLabel*>(&widget);
    const bool isLine = label != nullptr && !label->wordWrap() && !label->text().isEmpty();
    const auto* button = qobject_cast<const QAbstractButton*>(&widget);
    const bool isButton = button != nullptr && !button->text().isEmpty();
    return (isLine || isButton) && widget.width() < widget.sizeHint().width() - 1;
}

/// What is wrong in the windows that are shown, each once.
class Findings {
public:
    void lookAround()
    {
        for (const QWidget* window : QApplication::topLevelWidgets()) {
            if (window->isVisible()) {
                look(*window, window->windowTitle());
            }
        }
    }

    [[nodiscard]] const QSet<QString>& forgottenTexts() const { return m_forgotten; }
    [[nodiscard]] const QSet<QString>& cutOffTexts() const { return m_cutOff; }
    [[nodiscard]] qsizetype looked() const { return m_looked.size(); }

private:
    void look(const QWidget& window, const QString& title)
    {
        judge(title);
        QList<const QWidget*> widgets{&window};
        for (const QWidget* child : window.findChildren<const QWidget*>()) {
            widgets << child;
        }
        for (const QWidget* widget : widgets) {
            if (!widget->isVisible()) {
                continue;
            }
            for (const QString& text : textsOf(*widget)) {
                judge(text);
            }
            if (isCutOff(*widget)) {
                m_cutOff.insert(
                    title + QStringLiteral(": ")
                    + textsOf(*widget).join(QLatin1Char(' ')).trimmed());
            }
        }
    }

    void judge(const QString& text)
    {
        m_looked.insert(text);
        if (!forgotten(text).isEmpty()) {
            m_forgotten.insert(text);
        }
    }

    QSet<QString> m_forgotten;
    QSet<QString> m_cutOff;
    QSet<QString> m_looked;
};

/// Those that would end the window, or show what is the system's: the names of fonts and files.
bool isLeftAlone(const QString& action)
{
    static const QSet<QString> kAll{
        QStringLiteral("quit"), QStringLiteral("closeTab"), QStringLiteral("openFolder")};
    return kAll.contains(action);
}

void closeDialogs()
{
    for (QWidget* window : QApplication::topLevelWidgets()) {
        if (window->isVisible()
            && (qobject_cast<QDialog*>(window) != nullptr
                || qobject_cast<QMenu*>(window) != nullptr)) {
            window->close();
        }
    }
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
}

/// The texts of resources/translations/vellum.ts.
QSet<Asked> translatable()
{
    QFile file(QStringLiteral(VELLUM_TRANSLATIONS));
    QSet<Asked> all;
    if (!file.open(QIODevice::ReadOnly)) {
        return all;
    }
    QXmlStreamReader xml(&file);
    QString context;
    while (!xml.atEnd()) {
        xml.readNext();
        if (xml.isStartElement() && xml.name() == QLatin1String("name")) {
            context = xml.readElementText();
        } else if (xml.isStartElement() && xml.name() == QLatin1String("source")) {
            all.insert({context, xml.readElementText()});
        }
    }
    return all;
}

/// All that the menus of \p window's charts offer. Choosing it is for the tests of the charts.
void lookAtMenus(tests::OpenWindow& made, Findings& findings)
{
    for (const charts::ChartDock* dock : made.view().frame().docks()) {
        for (auto* button : dock->header().findChildren<charts::HeaderButton*>()) {
            if (button->accessibleName()
                == PseudoLanguage::of(QStringLiteral("Options of this chart"))) {
                QTest::mouseClick(button, Qt::LeftButton);
                findings.lookAround();
                closeDialogs();
            }
        }
    }
}

QString inLines(const QSet<QString>& texts)
{
    QStringList lines(texts.begin(), texts.end());
    lines.sort();
    return lines.join(QStringLiteral("\n---\n"));
}

}  // namespace

/// Names of descriptors, as spoken() shows them.
void addWordsOf(const table::Schema& schema, QSet<QString>& words)
{
    for (const table::Column& column : schema.columns) {
        words.insert(charts::spoken(column.name));
        for (const std::string_view word : column.words) {
            words.insert(charts::spoken(word));
        }
        if (column.rows != nullptr) {
            addWordsOf(*column.rows, words);
        }
    }
}

class TestLanguage : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = tests::makeFolder(); }

    void whatProgramsReadIsKept()
    {
        QCOMPARE(PseudoLanguage::of(QStringLiteral("Zoom in")), QStringLiteral("⟦Žööm îñ···⟧"));
        QCOMPARE(
            PseudoLanguage::of(QStringLiteral("&Open %1, <b>%n</b> *.json")),
            QStringLiteral("⟦&Opéñ %1, <b>%n</b> *.json·········⟧"));
        QCOMPARE(PseudoLanguage::of(QStringLiteral(" and ")), QStringLiteral(" ⟦àñd··⟧ "));
        QCOMPARE(PseudoLanguage::of(QStringLiteral("%1 · %2")), QStringLiteral("%1 · %2"));
        QCOMPARE(PseudoLanguage::of(QString()), QString());
    }

    void aLanguageThatIsMissingIsSaid()
    {
        QCOMPARE(
            app::useLanguage(QStringLiteral("de"), {m_folder->path()}),
            QStringLiteral("language de: there is no vellum_de.qm in %1").arg(m_folder->path()));
        QCOMPARE(app::useLanguage(QStringLiteral("en"), {m_folder->path()}), QString());
    }

    void namesOfDescriptorsAreInTheTranslation()
    {
        QSet<QString> words;
        for (const table::Schema* question : query::tableQuestions()) {
            words.insert(charts::spoken(question->name));
            addWordsOf(*question, words);
            addWordsOf(*question->answer, words);
        }
        const QSet<Asked> known = translatable();
        QSet<QString> missing;
        for (const QString& word : words) {
            if (!word.isEmpty()
                && !known.contains({QStringLiteral("vellum::gui::charts::spoken"), word})) {
                missing.insert(word);
            }
        }
        QVERIFY2(missing.isEmpty(), inLines(missing).toUtf8().constData());
    }

    void aTranslationIsShown()
    {
        const QString release = QStandardPaths::findExecutable(
            QStringLiteral("lrelease"), {QStringLiteral("/usr/lib/qt6/bin")});
        if (release.isEmpty()) {
            QSKIP("there is no lrelease here, which makes a .qm of a .ts (Debian: qt6-l10n-tools)");
        }
        QFile file(m_folder->filePath(QStringLiteral("vellum_de.ts")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(
            "<TS version=\"2.1\" language=\"de\"><context><name>vellum::gui::charts::spoken</name>"
            "<message><source>Visits</source><translation>Besuche</translation></message></context></TS>");
        file.close();
        QCOMPARE(QProcess::execute(release, {QStringLiteral("-silent"), file.fileName()}), 0);
        QCOMPARE(app::useLanguage(QStringLiteral("de_AT"), {m_folder->path()}), QString());
        const QString translated = charts::spoken("visits");
        for (auto* one : QCoreApplication::instance()->findChildren<QTranslator*>()) {
            delete one;
        }
        QCOMPARE(translated, QStringLiteral("Besuche"));
        QCOMPARE(charts::spoken("visits"), QStringLiteral("Visits"));
    }

    void noTextIsForgottenNoneIsCutOff()
    {
        NotingLanguage language;
        QVERIFY(QCoreApplication::installTranslator(&language));
        Findings findings;
        {
            tests::OpenWindow made(m_folder->path(), tests::kTrace);
            made.window.resize(1'600, 1'000);
            findings.lookAround();
            for (QAction* action : made.window.findChildren<QAction*>()) {
                if (action->isEnabled() && !action->objectName().isEmpty()
                    && !isLeftAlone(action->objectName())) {
                    action->trigger();
                    QCoreApplication::processEvents();
                    findings.lookAround();
                    closeDialogs();
                }
            }
        }
        {
            tests::OpenWindow made(m_folder->path(), tests::kTrace);
            made.window.resize(1'600, 1'000);
            for (const charts::ChartKind& kind : charts::chartKinds()) {
                if (kind.make != nullptr && !kind.needsValues) {
                    made.view().frame().open(QLatin1String(kind.name));
                }
            }
            made.settle();
            findings.lookAround();
            lookAtMenus(made, findings);
        }
        QVERIFY(QCoreApplication::removeTranslator(&language));
        QVERIFY(findings.looked() > 300);
        QVERIFY2(
            findings.forgottenTexts().isEmpty(),
            inLines(findings.forgottenTexts()).toUtf8().constData());
        QVERIFY2(
            findings.cutOffTexts().isEmpty(), inLines(findings.cutOffTexts()).toUtf8().constData());

        const QSet<Asked> known = translatable();
        QStringList unknown;
        for (const Asked& asked : language.asked()) {
            if (!known.contains(asked)) {
                unknown << asked.first + QStringLiteral(": ") + asked.second;
            }
        }
        unknown.sort();
        QVERIFY2(unknown.isEmpty(), unknown.join(QLatin1Char('\n')).toUtf8().constData());
    }
};

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestLanguage)

#include "test_language.moc"
