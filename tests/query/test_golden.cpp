#include "server/cli/compare/run_compare.h"
#include "server/cli/options.h"
#include "server/cli/run_query.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/cli/store_backend.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QIODevice>
#include <QString>

#include <sstream>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

namespace {

QString folder()
{
    return qEnvironmentVariable("VELLUM_SOURCE_DIR", QStringLiteral(".")) + "/tests/query/";
}

QByteArray contentOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Opens any trace of this folder: a comparison has several.
class FolderBackend : public server::cli::QueryBackend {
public:
    explicit FolderBackend(unsigned threads) : m_threads(threads) {}

    Result<server::cli::OpenedTrace> open(const query::TraceSelection& selection) override
    {
        const QString path = folder() + QString::fromStdString(selection.paths.front());
        m_trace = std::make_unique<tests::StoreBackend>(
            tests::traceFromText(contentOf(path).toStdString()), m_threads);
        return m_trace->open(selection);
    }
    Result<query::Answer> ask(const query::Request& request) override
    {
        return m_trace->ask(request);
    }

private:
    unsigned m_threads;
    std::unique_ptr<tests::StoreBackend> m_trace;
};

int run(
    const server::cli::QueryOptions& options,
    const std::shared_ptr<const server::store::TraceStore>& store,
    unsigned threads,
    std::ostream& out)
{
    if (options.query == "compare") {
        const auto make = [&] { return std::make_unique<FolderBackend>(threads); };
        return server::cli::runCompare(options, make, out);
    }
    tests::StoreBackend backend(store, threads);
    return server::cli::runQuery(options, backend, out);
}

/// What vellum-query prints for \p line, with the line above it.
std::string answerTo(
    const std::string& line,
    const std::string& trace,
    const std::shared_ptr<const server::store::TraceStore>& store,
    unsigned threads)
{
    std::vector<std::string> words{"vellum-query"};
    std::istringstream in(line);
    for (std::string word; in >> word;) {
        words.push_back(word);
    }
    words.insert(words.begin() + 2, trace);
    std::vector<const char*> arguments;
    arguments.reserve(words.size());
    for (const std::string& word : words) {
        arguments.push_back(word.c_str());
    }
    const auto parsed =
        server::cli::parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
    std::ostringstream out;
    out << "$ " << line << '\n';
    const int status =
        parsed.exitStatus ? *parsed.exitStatus : run(parsed.options, store, threads, out);
    out << (status == 0 ? "" : "exit status " + std::to_string(status) + '\n') << '\n';
    return out.str();
}

std::string answersTo(const QString& name, unsigned threads)
{
    const std::string trace = contentOf(folder() + name + ".trace.txt").toStdString();
    std::istringstream queries(contentOf(folder() + name + ".query").toStdString());
    const auto store = tests::traceFromText(trace);
    std::string answers;
    for (std::string line; std::getline(queries, line);) {
        if (!line.empty() && line.front() != '#') {
            answers += answerTo(line, name.toStdString() + ".trace.txt", store, threads);
        }
    }
    return answers;
}

}  // namespace

class TestGolden : public QObject {
    Q_OBJECT

private slots:
    void printsWhatIsExpected_data();
    void printsWhatIsExpected();
};

void TestGolden::printsWhatIsExpected_data()
{
    QTest::addColumn<QString>("name");
    const auto files = QDir(folder()).entryList({"*.query"}, QDir::Files, QDir::Name);
    QVERIFY2(!files.empty(), qPrintable("no *.query in " + folder()));
    for (const QString& file : files) {
        QTest::newRow(qPrintable(file)) << file.chopped(6);
    }
}

void TestGolden::printsWhatIsExpected()
{
    QFETCH(QString, name);
    const std::string answers = answersTo(name, 1);
    if (qEnvironmentVariableIsSet("VELLUM_UPDATE_GOLDENS")) {
        QFile file(folder() + name + ".expected");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(answers));
    }
    const std::string expected = contentOf(folder() + name + ".expected").toStdString();
    QVERIFY2(answers == expected, ("printed:\n" + answers).c_str());
    QCOMPARE(answersTo(name, 2), answers);
    QCOMPARE(answersTo(name, 5), answers);
}

VELLUM_TEST_APPLESS(TestGolden)
#include "test_golden.moc"
