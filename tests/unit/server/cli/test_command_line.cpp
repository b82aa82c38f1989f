#include "common/query/selection_words.h"
#include "server/cli/options.h"
#include "server/cli/run_query.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"
#include "tests/unit/server/cli/store_backend.h"

#include <QLatin1Char>
#include <QString>
#include <QStringList>

#include <iostream>
#include <sstream>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace server::cli;  // NOLINT(google-build-using-namespace)
using query::fitsGlob;
using query::parseWindow;
using query::selectLocations;

namespace {

ParsedCommandLine parsed(const QStringList& words)
{
    std::vector<std::string> texts{"vellum-query"};
    for (const QString& word : words) {
        texts.push_back(word.toStdString());
    }
    std::vector<const char*> arguments;
    arguments.reserve(texts.size());
    for (const std::string& text : texts) {
        arguments.push_back(text.c_str());
    }
    return parseCommandLine(static_cast<int>(arguments.size()), arguments.data());
}

std::shared_ptr<const server::store::TraceStore> someTrace()
{
    return tests::traceFromText(R"(
        ticks-per-second 1000
        length 100
        node 0 machine
        node 1 "node 1" parent 0
        group 0 "rank 0" node 1
        group 1 "rank 1" node 1
        location 7 "Master thread" group 0
        location 4294967303 "Master thread" group 1
        location 9 "worker, 1" group 1
        enter 7 @10 main
        leave 7 @20 main
    )");
}

/// What a backend says that fails with \p error, while opening or while asking.
class FailingBackend : public QueryBackend {
public:
    FailingBackend(Error error, bool opens) : m_error(std::move(error)), m_opens(opens) {}

    Result<OpenedTrace> open(const vellum::query::TraceSelection& selection) override
    {
        return m_opens ? tests::StoreBackend(someTrace(), 1).open(selection)
                       : Result<OpenedTrace>(m_error);
    }
    Result<vellum::query::Answer> ask(const vellum::query::Request& /*request*/) override
    {
        return m_error;
    }

private:
    Error m_error;
    bool m_opens = false;
};

std::vector<std::uint64_t> selected(const char* text)
{
    std::vector<std::uint64_t> refs;
    const auto locations = selectLocations(text, someTrace()->definitions);
    if (locations.isOk()) {
        for (const LocationRef ref : locations.value()) {
            refs.push_back(ref.value());
        }
    }
    return refs;
}

}  // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private slots:
    void optionsAreRead();
    void wrongUsageIsStatusTwo_data();
    void wrongUsageIsStatusTwo();
    void wrongWindowsAreStatusTwo_data();
    void wrongWindowsAreStatusTwo();
    void windowsMayLeaveASideOut();
    void locationsBySeveralWays();
    void longListsSelectWhatShortOnesDo();
    void unknownOnesOfALongListAreCounted();
    void globsFit();
    void statusSaysWhatToDo_data();
    void statusSaysWhatToDo();
    void answerIsPrinted();
    void mistakesAreOneSentence_data();
    void mistakesAreOneSentence();
    void aTimeAndTicksAreComparedByTheClockOfTheTrace();
    void flagsGoWithOperationsOfBothKinds();
    void whatAServerDecidesIsSaidBesideTheAnswer();
    void damageIsSaidBesideTheAnswer();
    void infoAndLocationsTakeTheCommonOptions();
    void cutListsSaySo();
};

void TestCommandLine::optionsAreRead()
{
    const auto line = parsed(
        {"timeline",
         "a.otf2",
         "--format",
         "csv",
         "--columns",
         "7",
         "--by",
         "group",
         "--depth",
         "3",
         "--threads",
         "2",
         "--memory",
         "4K",
         "--window=-5t:10ms",
         "--no-cache"});
    QVERIFY(!line.exitStatus);
    QCOMPARE(line.options.format, Format::Csv);
    QCOMPARE(line.options.columns, 7U);
    QCOMPARE(line.options.by, query::GroupBy::FunctionGroup);
    QCOMPARE(line.options.depth, 3U);
    QCOMPARE(line.options.threads, 2U);
    QCOMPARE(line.options.memoryBytes, 4096U);
    QCOMPARE(QString::fromStdString(line.options.window), QStringLiteral("-5t:10ms"));
    QCOMPARE(parsed({"summary-timeline", "a.otf2"}).options.by, query::GroupBy::FunctionGroup);
    QCOMPARE(parsed({"events", "a"}).options.limit, 100U);
    QCOMPARE(parsed({"events", "a", "--format", "json"}).options.limit, 1'000'000U);
}

void TestCommandLine::wrongUsageIsStatusTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << QStringList();
    QTest::newRow("no trace") << QStringList{"info"};
    QTest::newRow("no such query") << QStringList{"foo", "a"};
    QTest::newRow("no such option") << QStringList{"info", "a", "--foo"};
    QTest::newRow("not of this query") << QStringList{"profile", "a", "--columns", "3"};
    QTest::newRow("format") << QStringList{"info", "a", "--format", "xml"};
    QTest::newRow("by") << QStringList{"profile", "a", "--by", "colour"};
    QTest::newRow("by of timeline") << QStringList{"timeline", "a", "--by", "paradigm"};
    QTest::newRow("by of matrix") << QStringList{"matrix", "a", "--by", "region"};
    QTest::newRow("columns") << QStringList{"timeline", "a", "--columns", "10000000000"};
    QTest::newRow("too many columns") << QStringList{"timeline", "a", "--columns", "65537"};
    QTest::newRow("limit") << QStringList{"events", "a", "--limit", "1000001"};
    QTest::newRow("negative") << QStringList{"timeline", "a", "--columns=-3"};
    QTest::newRow("depth") << QStringList{"timeline", "a", "--depth", "0"};
    QTest::newRow("memory") << QStringList{"info", "a", "--memory", "much"};
    QTest::newRow("search without name") << QStringList{"search", "a"};
}

void TestCommandLine::wrongUsageIsStatusTwo()
{
    QFETCH(QStringList, words);
    QCOMPARE(parsed(words).exitStatus.value_or(0), kWrongUsage);
}

void TestCommandLine::wrongWindowsAreStatusTwo_data()
{
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char* name, const QStringList& words) {
        QTest::newRow(name) << QStringList{"profile", "a"} + words;
    };
    row("empty", {"--window", "5t:5t"});
    row("inverted", {"--window", "9t:5t"});
    row("behind the trace", {"--window", "1s:2s"});
    row("no unit", {"--window", "5:9"});
    row("no colon", {"--window", "5t"});
    row("location", {"--locations", "4711"});
    QTest::newRow("expression") << QStringList{"search", "a", "--name", "(a"};
    QTest::newRow("after") << QStringList{"search", "a", "--name", "a", "--after", "soon"};
}

void TestCommandLine::wrongWindowsAreStatusTwo()
{
    QFETCH(QStringList, words);
    const auto line = parsed(words);
    QVERIFY(!line.exitStatus);
    tests::StoreBackend backend(someTrace(), 1);
    std::ostringstream out;
    QCOMPARE(runQuery(line.options, backend, out), kWrongUsage);
    QVERIFY(out.str().empty());
}

void TestCommandLine::windowsMayLeaveASideOut()
{
    const ClockProperties clock{.ticksPerSecond = 1000};
    const TickRange range{.begin = -5, .end = 101};
    const auto window = [&](const char* text) { return parseWindow(text, clock, range).value(); };
    QVERIFY((window("") == range));
    QVERIFY((window(":") == range));
    QVERIFY((window("10ms:") == TickRange{10, 101}));
    QVERIFY((window(":10t") == TickRange{-5, 10}));
    QVERIFY((window("-9t:5s") == range));
}

void TestCommandLine::locationsBySeveralWays()
{
    using Refs = std::vector<std::uint64_t>;
    QCOMPARE(selected("7"), (Refs{7}));
    QCOMPARE(selected("9,7"), (Refs{7, 9}));
    QCOMPARE(selected("Master thread"), (Refs{7, 4294967303}));
    QCOMPARE(selected("machine/node 1/rank 1/*"), (Refs{4294967303, 9}));
    QCOMPARE(selected("machine/node 1/rank 0/Master thread"), (Refs{7}));
    QCOMPARE(selected("rank 0/Master thread"), (Refs{7}));
    QCOMPARE(selected("ank 0/Master thread"), Refs{});
    QCOMPARE(selected("*"), (Refs{7, 4294967303, 9}));
    QCOMPARE(selected("worker, 1"), (Refs{9}));
    QCOMPARE(selected("7,worker, 1"), (Refs{7, 9}));
    QCOMPARE(selected("7, worker, 1"), (Refs{7, 9}));
    QCOMPARE(selected("9, 7 "), (Refs{7, 9}));
    QCOMPARE(selected("7,  rank 0/Master thread"), (Refs{7}));
    QCOMPARE(selected("7, "), Refs{});
    QCOMPARE(selected("7, nobody"), Refs{});
    QCOMPARE(selected("7,nobody"), Refs{});
    QCOMPARE(selected("7,"), Refs{});
    QCOMPARE(selected(","), Refs{});
    // A process or node stands for what is below it.
    QCOMPARE(selected("rank 1"), (Refs{4294967303, 9}));
    QCOMPARE(selected("node 1"), (Refs{7, 4294967303, 9}));
    QCOMPARE(selected("ank 1"), Refs{});
}

void TestCommandLine::longListsSelectWhatShortOnesDo()
{
    for (const char* word :
         {"7",
          "Master thread",
          "machine/node 1/rank 1/*",
          "machine/node 1/rank 0/Master thread",
          "rank 0/Master thread",
          "ank 0/Master thread",
          "*",
          "worker, 1",
          "node 1/rank 1/worker, 1",
          "rank 1",
          "node 1",
          "node 1/rank 1",
          "machine",
          "achine",
          "machin",
          "rank",
          "rank 1/",
          "/"}) {
        QString many = QString::fromLatin1(word);
        for (int i = 0; i < 40; ++i) {
            many += QStringLiteral(",") + QString::fromLatin1(word);
        }
        QVERIFY2(selected(qPrintable(many)) == selected(word), word);
    }
}

void TestCommandLine::unknownOnesOfALongListAreCounted()
{
    const auto sentenceOf = [](const std::string& text) {
        return QString::fromStdString(
            selectLocations(text, someTrace()->definitions).error().message);
    };
    QCOMPARE(
        sentenceOf("7,nobody,worker, 1,no one"),
        QStringLiteral("the trace has no location 'nobody', nor 1 other of the 4 asked for"));
    std::string many = "7,worker, 1";
    for (int i = 2; i < 1'000'000; ++i) {
        many += ",n";
        many += std::to_string(i);
    }
    QCOMPARE(
        sentenceOf(many),
        QStringLiteral(
            "the trace has no location 'n2', nor 999,997 others of the 1,000,000 asked for"));
    QCOMPARE(
        sentenceOf(std::string(1'000'000, 'x')),
        "the trace has no location '" + QString(200, QLatin1Char('x')) + QStringLiteral("…'"));
}

void TestCommandLine::globsFit()
{
    QVERIFY(fitsGlob("abc", "a*c"));
    QVERIFY(fitsGlob("abcbc", "a*bc"));
    QVERIFY(fitsGlob("", "*"));
    QVERIFY(fitsGlob("abc", "abc***"));
    QVERIFY(!fitsGlob("abc", "ab"));
    QVERIFY(!fitsGlob("abc", "*b"));
    QVERIFY(!fitsGlob(std::string(5000, 'a'), "*a*a*a*a*a*a*a*a*b"));
}

void TestCommandLine::statusSaysWhatToDo_data()
{
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<int>("ofOpen");
    QTest::addColumn<int>("ofAnswer");
    QTest::newRow("invalid argument")
        << ErrorKind::InvalidArgument << kTraceUnreadable << kWrongUsage;
    QTest::newRow("not found") << ErrorKind::NotFound << kTraceUnreadable << kWrongUsage;
    QTest::newRow("data loss") << ErrorKind::DataLoss << kTraceUnreadable << kTraceUnreadable;
    QTest::newRow("exhausted") << ErrorKind::ResourceExhausted << kOutOfLimit << kOutOfLimit;
    QTest::newRow("unavailable") << ErrorKind::Unavailable << kServerUnreachable
                                 << kServerUnreachable;
    QTest::newRow("cancelled") << ErrorKind::Cancelled << kInterrupted << kInterrupted;
}

void TestCommandLine::statusSaysWhatToDo()
{
    QFETCH(ErrorKind, kind);
    QFETCH(int, ofOpen);
    QFETCH(int, ofAnswer);
    const auto line = parsed({"info", "a"});
    std::ostringstream out;
    FailingBackend opening({.kind = kind, .message = "on purpose"}, false);
    QCOMPARE(runQuery(line.options, opening, out), ofOpen);
    const bool isUsage =
        ofAnswer == kWrongUsage;  // the same of a part that the trace does not have
    FailingBackend choosing({.kind = kind, .message = "--load-locations: on purpose"}, false);
    QCOMPARE(runQuery(line.options, choosing, out), isUsage ? kWrongUsage : ofOpen);
    FailingBackend asking({.kind = kind, .message = "on purpose"}, true);
    QCOMPARE(runQuery(line.options, asking, out), ofAnswer);
    QVERIFY(out.str().empty());
}

void TestCommandLine::answerIsPrinted()
{
    tests::StoreBackend backend(someTrace(), 1);
    std::ostringstream out;
    QCOMPARE(runQuery(parsed({"info", "a"}).options, backend, out), kAnswered);
    QVERIFY(!out.str().empty());
}

namespace {

/// What is written to standard error meanwhile.
class Complaints {
public:
    Complaints() : m_before(std::cerr.rdbuf(m_text.rdbuf())) {}
    Complaints(const Complaints&) = delete;
    Complaints& operator=(const Complaints&) = delete;
    ~Complaints() { std::cerr.rdbuf(m_before); }

    [[nodiscard]] QString text() const { return QString::fromStdString(m_text.str()); }

private:
    std::ostringstream m_text;
    std::streambuf* m_before;
};

struct Ran {
    int status = 0;
    QString out;
    QString complaints;
};

Ran ran(
    const QStringList& words,
    const std::shared_ptr<const server::store::TraceStore>& trace = someTrace())
{
    const Complaints complaints;
    const auto line = parsed(words);
    std::ostringstream out;
    int status = line.exitStatus.value_or(0);
    if (!line.exitStatus) {
        tests::StoreBackend backend(trace, 1);
        status = runQuery(line.options, backend, out);
    }
    return {status, QString::fromStdString(out.str()), complaints.text()};
}

}  // namespace

void TestCommandLine::mistakesAreOneSentence_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QStringList& words, const char* sentence) {
        QTest::newRow(qPrintable(words.join(' '))) << words << sentence;
    };
    row({"info", "a", "--format", "JSON"},
        "--format takes text, json, csv, dot or svg, not 'JSON'; see --help");
    row({"info", "a", "--threads", "x"},
        "--threads takes a whole number from 1 to 4,096, not 'x'; see --help");
    row({"info", "a", "--memory", "0"},
        "--memory takes a size such as 64M or 4G, at least 1 byte, not '0'; see --help");
    row({"events", "a", "--limit", "-1"},
        "--limit takes a whole number from 0 to 1,000,000, not '-1'; see --help");
    row({"profile", "a", "--locations", ""},
        "--locations takes a reference number, a name or a path/with/*, several with commas, not ''; "
        "see --help");
    row({"info", "a", "--foo"}, "there is no option '--foo'; see --help");
    row({"info", "a", "--offset", "b"},
        "--offset 'b' is not FILE=T, for instance rank1.json=1.2s: it has no '='; see --help");
    row({"info", "a", "--offset", "b=0.5"},
        "--offset 'b=0.5' is not FILE=T, for instance rank1.json=1.2s: '0.5' has no unit: s, ms, us or "
        "ns; see --help");
    row({"info"}, "TRACE is missing; see --help");
    row({"info", "a", "--format"}, "--format needs a value; see --help");
    row({"profile", "a", "--window", "5"}, "--window takes A:B, for instance 1.25s:1.5s, not '5'");
    row({"profile", "a", "--window", "1ms:1ms"},
        "--window 1ms:1ms is empty: of A:B, A must be before B");
    row({"profile", "a", "--window", "100s:200s"},
        "--window 100s:200s holds nothing of the trace, which lasts from 0.000 s to 0.101 s");
    row({"profile", "a", "--window", "99999999999999s:"},
        "--window 99999999999999s: holds nothing of the trace, which lasts from 0.000 s to 0.101 s");
    for (const char* time : {"9300000000000000s", "1e18s", "1e25s", "1e1000s"}) {
        const QString sentence =
            "--window takes times within 2^63 ticks of the trace's begin, about "
            "9,223,372,036,854,775 s, and '%1' is beyond that";
        row({"profile", "a", "--window", QString::fromLatin1(time) + ":"},
            qPrintable(sentence.arg(QLatin1String(time))));
    }
    row({"profile", "a", "--min-duration", "1e18s", "--max-duration", "1s"},
        "--min-duration takes times within 2^63 ticks of the trace's begin, about "
        "9,223,372,036,854,775 s, and '1e18s' is beyond that");
    row({"info", "a", "--no-cache", "--rebuild"},
        "--no-cache keeps no index and --rebuild makes one: give one of the two; see --help");
    row({"profile", "a", "--ignore-case", "--group", "mpi"},
        "--ignore-case goes with --functions REGEX; see --help");
    row({"search", "a", "--ignore-case", "--arg", "x"},
        "--ignore-case goes with --name REGEX or --functions REGEX; see --help");
    row({"timeline", "a", "--levels", "2", "--rows", "node"},
        "--levels goes with rows of single locations; see --help");
    row({"counters", "a", "--tags", "2"},
        "--tags does not go with counters: nothing that it tells has such a number or name; see --help");
    row({"info", "a", "--functions", "f"},
        "--functions does not go with info, which is of all that was recorded; see --help");
    row({"profile", "a", "--min-duration", "2ms", "--max-duration", "1ms"},
        "--max-duration 1ms is less than --min-duration 2ms");
    row({"profile", "a", "--max-duration=-1t"},
        "--max-duration -1t is less than 0, and no visit lasts so");
    row({"search", "a", "--name", "f", "--min-duration=-5ms"},
        "--min-duration -5ms is less than 0, and no visit lasts so");
    row({"search", "a", "--name", "main", "--after", "15ms", "--window", ":15t"},
        "--after 15ms is not before the end of the window, 0.015 s");
    row({"search", "a", "--name", "main", "--after", "1s"},
        "--after 1s is not before the end of the window, 0.101 s");
    row({"messages", "a", "--min-bytes", "2K", "--max-bytes", "1K"},
        "--max-bytes 1,024 is less than --min-bytes 2,048");
    row({"events", "a", "--min-bytes", "1", "--max-bytes", "0", "--except"},
        "--max-bytes 0 is less than --min-bytes 1");
    row({"io", "a", "--flags", "blocking,non-blocking"},
        "--flags takes blocking or non-blocking, and 'blocking,non-blocking' has both: no operation "
        "is both");
    row({"events", "a", "--flags", "independent,blocking,collective"},
        "--flags takes collective or independent, and 'independent,blocking,collective' has both: no "
        "operation is both");
    row({"io", "a", "--operations", "open,close", "--flags", "blocking"},
        "--flags are those of read, write, flush and other, of which --operations open,close names "
        "none");
    row({"profile", "a", "--locations", "99"},
        "'a': the trace has no location '99'; 'vellum-query locations' lists what it has");
}

void TestCommandLine::mistakesAreOneSentence()
{
    QFETCH(QStringList, words);
    QFETCH(QString, sentence);
    const Ran run = ran(words);
    QCOMPARE(run.status, kWrongUsage);
    QCOMPARE(run.complaints, "vellum-query: " + sentence + '\n');
    QVERIFY(run.out.isEmpty());
}

void TestCommandLine::aTimeAndTicksAreComparedByTheClockOfTheTrace()
{
    // A tick is a millisecond here, but need not be one where no trace is known yet.
    QCOMPARE(ran({"profile", "a", "--min-duration", "3ms", "--max-duration", "5t"}).status, 0);
    const Ran run = ran({"profile", "a", "--min-duration", "3t", "--max-duration", "2ms"});
    QCOMPARE(run.status, kWrongUsage);
    QCOMPARE(
        run.complaints,
        QStringLiteral("vellum-query: --max-duration 2ms is less than --min-duration 3t\n"));
}

void TestCommandLine::flagsGoWithOperationsOfBothKinds()
{
    for (const QStringList& words :
         {QStringList{"io", "a", "--operations", "open,read"},
          QStringList{"events", "a", "--operations", "barrier"},
          QStringList{"events", "a", "--operations", "barrier,write"}}) {
        QCOMPARE(ran(words + QStringList{"--flags", "blocking,collective"}).status, kAnswered);
    }
}

void TestCommandLine::whatAServerDecidesIsSaidBesideTheAnswer()
{
    const QStringList words{"info", "a", "--threads", "2", "--rebuild"};
    QVERIFY(ran(words).complaints.isEmpty());
    const Ran run = ran(words + QStringList{"--connect", "ipc:///x"});  // the backend is the test's
    QCOMPARE(run.status, kAnswered);
    QCOMPARE(
        run.complaints,
        QStringLiteral("vellum-query: --threads, --rebuild change nothing with --connect: the "
                       "server has its own\n"));
}

void TestCommandLine::damageIsSaidBesideTheAnswer()
{
    auto trace = std::make_shared<server::store::TraceStore>(*someTrace());
    const QString whole = ran({"profile", "a"}, trace).out;
    trace->report.add("open-visit", query::Severity::Warning, "one", 7);
    QVERIFY(ran({"profile", "a"}, trace).complaints.isEmpty());
    trace->report.add("truncated-event-file", query::Severity::Error, "'0.evt' ends early", 6'000);
    trace->report.add("missing-event-file", query::Severity::Error, "'1.evt' is not there", 1);
    for (const char* format : {"text", "json", "csv"}) {
        const Ran run = ran({"profile", "a", "--format", format}, trace);
        QCOMPARE(run.status, kAnswered);
        QCOMPARE(
            run.complaints,
            QStringLiteral("vellum-query: 'a': 6,000 event files are cut off, 1 event file is "
                           "missing (first: '0.evt' ends early); the answer covers what was read: "
                           "see info\n"));
    }
    QCOMPARE(ran({"profile", "a"}, trace).out, whole);
    trace->report.add("event-without-time", query::Severity::Error, "x", 1);
    trace->report.add("of-tomorrow", query::Severity::Error, "y", 2);
    QCOMPARE(
        ran({"info", "a"}, trace).complaints,
        QStringLiteral("vellum-query: 'a': 6,000 event files are cut off, 1 event file is missing, "
                       "1 event has no time, 2 findings of the kind 'of-tomorrow'; the numbers are "
                       "of what was read\n"));
}

void TestCommandLine::infoAndLocationsTakeTheCommonOptions()
{
    const Ran some = ran({"locations", "a", "--format", "csv", "--locations", "9,7"});
    QCOMPARE(some.status, kAnswered);
    QVERIFY(some.complaints.isEmpty());
    QCOMPARE(some.out.count('\n'), 3);
    QVERIFY(!some.out.contains("4294967303"));
    QVERIFY(ran({"locations", "a", "--window", "1ms:"}).complaints.contains("whole trace"));
    const Ran info = ran({"info", "a", "--format", "json", "--window", "1ms:2ms"});
    QCOMPARE(info.status, kAnswered);
    QVERIFY(info.complaints.contains("whole trace"));
    QCOMPARE(info.out, ran({"info", "a", "--format", "json"}).out);
    QCOMPARE(ran({"info", "a", "--locations", "99"}).status, kWrongUsage);
}

void TestCommandLine::cutListsSaySo()
{
    const QStringList words{"events", "a", "--limit", "1", "--format"};
    for (const char* format : {"csv", "json"}) {
        QCOMPARE(
            ran(words + QStringList{format}).complaints,
            QStringLiteral("vellum-query: 1 of 2 events shown: --limit cut the list\n"));
    }
    QVERIFY(ran(words + QStringList{"text"}).complaints.isEmpty());
    QVERIFY(ran({"events", "a", "--format", "csv"}).complaints.isEmpty());
}

VELLUM_TEST_APPLESS(TestCommandLine)
#include "test_command_line.moc"
