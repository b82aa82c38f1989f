#include "gui/client/remote_data_source.h"
#include "gui/shell/main_window.h"
#include "tests/support/program/test_program.h"

#include <QComboBox>
#include <QCoreApplication>
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

QString binary(const char* name)
{
    return qEnvironmentVariable("VELLUM_BIN_DIR") + QLatin1Char('/') + QLatin1String(name);
}

/// What vellum-query says of the same two traces, or of a window of both.
QJsonObject queried(const QString& a, const QString& b, const char* by, const QString& window)
{
    QProcess process;
    QStringList arguments = {"compare", a, b, "--by", by, "--format", "json"};
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
    std::unique_ptr<shell::MainWindow> m_window;
    CompareTab* m_tab = nullptr;

    [[nodiscard]] models::Differences& differences() const
    {
        return m_tab->differences().differences();
    }
    void wait() const;
    void compareAll(const QString& window) const;

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_window.reset(); }

    void theTableHasWhatVellumQueryPrints();
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

void TestCompareTables::theTableHasWhatVellumQueryPrints()
{
    compareAll({});
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
