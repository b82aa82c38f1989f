#include "gui/client/remote_data_source.h"
#include "gui/shell/main_window.h"
#include "tests/support/program/test_program.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QFile>
#include <QIODevice>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QJsonValue>
#include <QLatin1Char>
#include <QProcess>
#include <QSettings>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <array>
#include <cmath>
#include <csignal>
#include <memory>

namespace vellum::gui {

namespace {

using charts::AnswerModel;
using models::Exactness;
using shell::CompareTab;

constexpr int kPatienceMs = 60'000;  // against hanging for ever; nothing is timed
constexpr std::array kBy = {"function", "group", "path"};
constexpr std::array kTallies = {"message", "collective", "io"};  // the generator makes these

QString binary(const char* name)
{
    return qEnvironmentVariable("VELLUM_BIN_DIR") + QLatin1Char('/') + QLatin1String(name);
}

/// What vellum-query says of the same two traces, or of a window of both.
QJsonObject queried(
    const QString& a,
    const QString& b,
    const char* by,
    const QString& window,
    const char* match = "name")
{
    QProcess process;
    QStringList arguments = {"compare", a, b, "--by", by, "--format", "json"};
    if (match != nullptr) {
        arguments << "--match" << match;
    }
    if (!window.isEmpty()) {
        arguments << "--window" << window;
    }
    process.start(binary("vellum-query"), arguments);
    process.waitForFinished(kPatienceMs);
    return QJsonDocument::fromJson(process.readAllStandardOutput()).object();
}

/// A cell as JSON has it.
QJsonValue valueOf(const AnswerModel& model, std::size_t row, int column)
{
    const auto value = model.text()->valueAt(row, static_cast<std::size_t>(column));
    if (const auto* real = std::get_if<double>(&value)) {
        return std::isnan(*real) ? QJsonValue() : QJsonValue(*real);
    }
    if (const auto* count = std::get_if<std::uint64_t>(&value)) {
        return static_cast<qint64>(*count);
    }
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return static_cast<qint64>(*number);
    }
    const auto* words = std::get_if<std::string>(&value);
    return words != nullptr ? QJsonValue(QString::fromStdString(*words)) : QJsonValue();
}

/// A trace of PyTorch: operators, and in each kernels, some of whose names end with \p end.
QString written(const QString& path, const char* end, int scale)
{
    QJsonArray events;
    for (int step = 0; step < 6; ++step) {
        for (int op = 0; op < 5; ++op) {
            const int begin = (step * 5 + op) * 100;
            const QString name = QStringLiteral("aten::op%1").arg(op);
            const QString kernel =
                QStringLiteral("gemm_%1x%1%2").arg(op).arg(op % 2 == 0 ? end : "");
            events << QJsonObject{
                {"ph", "X"}, {"pid", 1}, {"tid", 1}, {"name", name}, {"ts", begin}, {"dur", 90}};
            events << QJsonObject{
                {"ph", "X"},
                {"pid", 1},
                {"tid", 1},
                {"name", kernel},
                {"ts", begin + 10},
                {"dur", scale * (op + 1)}};
        }
    }
    QFile file(path);
    const bool isWritten =
        file.open(QIODevice::WriteOnly)
        && file.write(QJsonDocument(QJsonObject{{"traceEvents", events}}).toJson()) > 0;
    return isWritten ? path : QString();
}

/// What is not the same, or nothing.
QString difference(const AnswerModel& model, const QJsonArray& rows)
{
    if (model.allRows() != static_cast<std::size_t>(rows.size())) {
        return QStringLiteral("%1 rows, not %2").arg(model.allRows()).arg(rows.size());
    }
    for (std::size_t row = 0; row < model.allRows(); ++row) {
        const QJsonObject expected = rows[static_cast<qsizetype>(row)].toObject();
        for (int column = 0; column < model.columnCount(); ++column) {
            const QString key = model.keyOf(column);
            const QJsonValue shown = valueOf(model, row, column);
            if (!expected.contains(key) || shown != expected.value(key)) {
                return QStringLiteral("row %1, %2").arg(row).arg(key);
            }
        }
    }
    return {};
}

}  // namespace

/// The numbers of two traces in the window, through real servers, beside those of vellum-query.
class TestCompareTables : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_a;
    QString m_b;
    QString m_before;  ///< a program, and
    QString m_after;   ///< a later version of it
    std::unique_ptr<shell::MainWindow> m_window;
    CompareTab* m_tab = nullptr;

    [[nodiscard]] models::Differences& differences() const
    {
        return m_tab->differences().differences();
    }
    void wait() const;
    void compareAll(const QString& window) const;
    void compareTallies(const QString& window) const;

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }

    void theTableHasWhatVellumQueryPrints();
    void itGuessesWhatVellumQueryGuesses();
    void aDeadServerIsOneSentence();
};

void TestCompareTables::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qputenv("XDG_RUNTIME_DIR", m_folder.path().toUtf8());
    QCoreApplication::setOrganizationName(QStringLiteral("vellum-test"));
    QCoreApplication::setApplicationName(QStringLiteral("vellum-test"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
    const auto generate = [this](const char* seed, const char* name) {
        const QString folder = m_folder.filePath(QLatin1String(name));
        const QStringList arguments = {
            "random", "--seed", seed, "--locations", "6", "--out", folder};
        return QProcess::execute(binary("vellum-generate"), arguments) == 0
                   ? folder + QStringLiteral("/traces.otf2")
                   : QString();
    };
    m_a = generate("11", "a");
    m_b = generate("12", "b");
    QVERIFY(!m_a.isEmpty() && !m_b.isEmpty());
    m_before = written(m_folder.filePath(QStringLiteral("before.json")), "", 4);
    m_after = written(m_folder.filePath(QStringLiteral("after.json")), "_v2", 5);
}

void TestCompareTables::init()
{
    QSettings().clear();
    m_window = std::make_unique<shell::MainWindow>(
        [](const QString& connectTo) {
            return std::make_unique<client::RemoteDataSource>(client::ServerChoice{
                .connectTo = connectTo.toStdString(), .program = binary("vellum").toStdString()});
        },
        QString());
    m_window->resize(1'200, 800);
    m_window->show();
    m_tab = m_window->compareTraces(
        {query::TraceSelection(m_a.toStdString()), query::TraceSelection(m_b.toStdString())});
    QVERIFY(QTest::qWaitFor([this] { return m_tab->views().size() == 2; }, kPatienceMs));
    m_tab->setDifferencesShown(true);
    wait();
}

void TestCompareTables::wait() const
{
    QVERIFY(QTest::qWaitFor(
        [this] { return differences().exactness() == Exactness::Exact; }, kPatienceMs));
}

void TestCompareTables::compareAll(const QString& window) const
{
    for (std::size_t by = 0; by < kBy.size(); ++by) {
        m_tab->differences().byChoice().setCurrentIndex(static_cast<int>(by));
        wait();
        const QJsonObject expected = queried(m_a, m_b, kBy.at(by), window);
        const QJsonObject result = expected.value(QLatin1String("result")).toObject();
        const QJsonArray rows = result.value(QLatin1String("rows")).toArray();
        QVERIFY2(!rows.isEmpty(), kBy.at(by));
        const AnswerModel& model = m_tab->differences().table().model();
        QCOMPARE(difference(model, rows), QString());
        const auto notes = expected.value(QLatin1String("comparability")).toObject();
        QCOMPARE(
            differences().result()->notes.size(),
            notes.value(QLatin1String("differences")).toArray().size());
    }
}

/// Messages and so on, which are other questions.
void TestCompareTables::compareTallies(const QString& window) const
{
    shell::DifferencesPanel& panel = m_tab->differences();
    for (const char* by : kTallies) {
        panel.chooseBy(QLatin1String(by));
        QVERIFY(
            QTest::qWaitFor([&] { return panel.exactness() == Exactness::Exact; }, kPatienceMs));
        const QJsonObject expected = queried(m_a, m_b, by, window, nullptr);
        const QJsonObject result = expected.value(QLatin1String("result")).toObject();
        const QJsonArray rows = result.value(QLatin1String("rows")).toArray();
        QVERIFY2(!rows.isEmpty(), by);
        QCOMPARE(difference(panel.table().model(), rows), QString());
    }
}

void TestCompareTables::theTableHasWhatVellumQueryPrints()
{
    compareAll({});
    compareTallies({});
    // The middle half of the shorter one, in both.
    const auto views = m_tab->views();
    TickRange range = views[0]->history().whole();
    if (views[1]->history().whole().length() < range.length()) {
        range = views[1]->history().whole();
    }
    const Tick quarter = range.length() / 4;
    range = {.begin = quarter, .end = range.length() - quarter};
    m_tab->link().setCoupled(false, views[0]->history());
    for (auto* view : views) {
        view->history().showRange(range, QStringLiteral("zoom"));
        QVERIFY(view->history().range() == range);
    }
    wait();
    compareAll(QStringLiteral("%1t:%2t").arg(range.begin).arg(range.end));
    compareTallies(QStringLiteral("%1t:%2t").arg(range.begin).arg(range.end));
}

/// Kernels that a later version calls something else.
void TestCompareTables::itGuessesWhatVellumQueryGuesses()
{
    m_tab = m_window->compareTraces(
        {query::TraceSelection(m_before.toStdString()),
         query::TraceSelection(m_after.toStdString())});
    QVERIFY(QTest::qWaitFor([this] { return m_tab->views().size() == 2; }, kPatienceMs));
    m_tab->setDifferencesShown(true);
    m_tab->differences().matchChoice().setChecked(true);
    for (const int by : {0, 2}) {
        m_tab->differences().byChoice().setCurrentIndex(by);
        wait();
        const auto all = static_cast<std::size_t>(by);
        const QJsonObject expected = queried(m_before, m_after, kBy.at(all), {}, "structure");
        const QJsonObject result = expected.value(QLatin1String("result")).toObject();
        QVERIFY(result.value(QLatin1String("guessed")).toInt() > 0);
        const QJsonArray rows = result.value(QLatin1String("rows")).toArray();
        const AnswerModel& model = m_tab->differences().table().model();
        QCOMPARE(difference(model, rows), QString());
    }
}

void TestCompareTables::aDeadServerIsOneSentence()
{
    const auto& source = dynamic_cast<client::RemoteDataSource&>(*m_window->source());
    QCOMPARE(::kill(source.serverProcessId(), SIGKILL), 0);
    models::ViewHistory& history = m_tab->views()[0]->history();
    const Tick half = history.whole().length() / 2;
    history.showRange({.begin = 0, .end = half}, QStringLiteral("zoom"));
    QVERIFY(QTest::qWaitFor(
        [this] { return differences().exactness() == Exactness::Failed; }, kPatienceMs));
    const QString error = differences().errorText();
    QVERIFY2(error.startsWith(QLatin1String("A: ")) && error.size() > 4, qPrintable(error));
    QVERIFY(differences().result() != nullptr);
}

}  // namespace vellum::gui

VELLUM_TEST_GUI(vellum::gui::TestCompareTables)
#include "test_compare_tables.moc"
