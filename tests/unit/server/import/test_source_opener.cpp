#include "common/query/selection_words.h"
#include "server/import/importer.h"
#include "server/store/written_out.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)

namespace {

/// A rank with one kernel; its tick 0 is at \p wallNs.
std::string rankText(int rank, const std::string& wallNs, const std::string& kernel)
{
    return "{\"schemaVersion\":1,\"distributedInfo\":{\"rank\":" + std::to_string(rank)
           + "},\"baseTimeNanoseconds\":" + wallNs
           + ",\"traceEvents\":["
             "{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::add\",\"pid\":10,\"tid\":10,\"ts\":0,\"dur\":4},"
             "{\"ph\":\"i\",\"name\":\"mark\",\"pid\":10,\"tid\":10,\"ts\":1},"
             "{\"ph\":\"C\",\"name\":\"queue\",\"pid\":10,\"ts\":2,\"args\":{\"n\":1}},"
             "{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\""
           + kernel + "\",\"pid\":0,\"tid\":7,\"ts\":5,\"dur\":1}]}";
}

std::string visitsOf(const store::TraceStore& trace)
{
    std::string text;
    for (std::size_t i = 0; i < trace.locations.size(); ++i) {
        text += trace.definitions.pathOf(trace.definitions.locations[i]) + ":";
        const store::VisitTable visits = store::visitsOf(trace.locations[i].calls);
        for (std::size_t j = 0; j < visits.size(); ++j) {
            text += " " + trace.definitions.find(visits.region[j])->name + " "
                    + std::to_string(visits.enter[j]) + "-" + std::to_string(visits.leave[j]);
        }
        text += "\n";
    }
    return text;
}

}  // namespace

class TestSourceOpener : public QObject {
    Q_OBJECT

    void write(const char* name, const std::string& text) const
    {
        std::ofstream(folder() / name) << text;
    }
    [[nodiscard]] std::filesystem::path folder() const { return m_folder->path().toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void ranksOfAJobAreOneTrace();
    void filesWithoutClockOrRankAreSaid();
    void anyNumberOfThreadsGivesTheSameTrace();
    void whatIsNoTraceIsLeftOut();
    void whatIsNoTraceInAFolderIsCounted();
    void aFileGivenTwiceIsReadOnce();
    void ranksWithoutAFileAreSaid();
    void aDirectoryWithoutTracesIsRefused();
    void filesPatternsAndListsAreOneTrace();
    void offsetsMoveFiles();
    void filesMonthsApartBeginTogether();
    void offsetsThatBringFilesTogetherCount();
    void whatIsLeftAloneIsSaidByFileAndLocation();
    void anOffsetNamesOneFile();
    void anOffsetNamesItsFileByAnyPath();
    void aFileIsMovedOnce();
    void listsAreChecked();
    void progressEndsAtItsTotal();
    void cancelKeepsWhatWasRead();
};

void TestSourceOpener::ranksOfAJobAreOneTrace()
{
    write("a.json", rankText(1, "1700000000000002000", "gemm"));
    write("b.json", rankText(0, "1700000000000000000", "relu"));
    const auto trace = import::importTrace(folder());
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QCOMPARE(
        visitsOf(*trace.value()),
        std::string("machine/rank 0/process 10/thread 10: aten::add 0-4000\n"
                    "machine/rank 0/process 10/queue:\n"
                    "machine/rank 0/GPU 0/stream 7: relu 5000-6000\n"
                    "machine/rank 1/process 10/thread 10: aten::add 2000-6000\n"
                    "machine/rank 1/process 10/queue:\n"
                    "machine/rank 1/GPU 0/stream 7: gemm 7000-8000\n"));
    const Definitions& definitions = trace.value()->definitions;
    QCOMPARE(definitions.regions.size(), 4U);  // aten::add, mark, relu, gemm
    QCOMPARE(definitions.metricMembers.size(), 1U);
    QCOMPARE(definitions.clock.length, 8000U);
    QCOMPARE(definitions.clock.realtimeNs, 1'700'000'000'000'000'000U);
    QCOMPARE(definitions.locationGroups[3].creator, definitions.locationGroups[2].ref);
    const store::EventTable events = store::eventsOf(trace.value()->locations[3]);
    const auto instant = std::ranges::find(events.kind, event_kind::kInstant);
    QVERIFY(instant != events.kind.end());
    const auto place = static_cast<std::size_t>(instant - events.kind.begin());
    QCOMPARE(definitions.regions[events.payloadOf(place)[0]].name, std::string("mark"));
}

void TestSourceOpener::filesWithoutClockOrRankAreSaid()
{
    write("a.json", R"([{"ph":"X","name":"f","pid":1,"tid":1,"ts":5,"dur":1}])");
    write("b.json", rankText(3, "1700000000000000000", "k"));
    write("c.json", rankText(3, "1700000000000001000", "k"));
    const auto trace = import::importTrace(folder());
    QVERIFY(trace.isOk());
    QCOMPARE(trace.value()->report.countOf("unplaced-file"), 1U);
    QCOMPARE(trace.value()->report.countOf("duplicate-rank"), 1U);
    QVERIFY(visitsOf(*trace.value()).ends_with("machine/a.json/process 1/thread 1: f 0-1000\n"));
}

void TestSourceOpener::anyNumberOfThreadsGivesTheSameTrace()
{
    for (int rank = 0; rank < 9; ++rank) {
        const std::string name = "r" + std::to_string(rank) + ".json";
        write(
            name.c_str(),
            rankText(
                8 - rank,
                "170000000000000" + std::to_string(1000 + rank),
                "k" + std::to_string(rank % 3)));
    }
    const auto one = import::importTrace(folder(), {.threads = 1});
    for (const unsigned threads : {2U, 5U}) {
        const auto more = import::importTrace(folder(), {.threads = threads});
        QCOMPARE(visitsOf(*more.value()), visitsOf(*one.value()));
        QVERIFY(more.value()->definitions.regions == one.value()->definitions.regions);
        QVERIFY(more.value()->report.entries() == one.value()->report.entries());
    }
}

void TestSourceOpener::whatIsNoTraceIsLeftOut()
{
    write("a.json", rankText(0, "1700000000000000000", "k"));
    write("config.json", "{\"batch\": 5}");
    write("empty.json", "");
    write("report.nsys-rep", "NSYS");
    write("notes.txt", "text");
    const auto trace = import::importTrace(folder());
    QVERIFY(trace.isOk());
    QCOMPARE(trace.value()->report.countOf("file-left-out"), 3U);
    QCOMPARE(trace.value()->definitions.locations.size(), 3U);
}

query::ImportReportEntry entryOf(const store::TraceStore& trace, std::string_view kind)
{
    const auto& entries = trace.report.entries();
    const auto found = std::ranges::find(entries, kind, &query::ImportReportEntry::kind);
    return found == entries.end() ? query::ImportReportEntry() : *found;
}

void TestSourceOpener::whatIsNoTraceInAFolderIsCounted()
{
    write("b.json", rankText(0, "1700000000000000000", "k"));
    write("c.json", "{\"batch\": 5}");
    QCOMPARE(
        entryOf(*import::importTrace(folder()).value(), "folder-entry-left-out").count,
        std::uint64_t{0});
    write("notes.txt", "text");
    std::filesystem::create_directory(folder() / "more");
    const auto trace = import::importTrace(folder());
    QCOMPARE(entryOf(*trace.value(), "folder-entry-left-out").count, std::uint64_t{2});
    QCOMPARE(entryOf(*trace.value(), "file-left-out").count, std::uint64_t{1});
    QCOMPARE(
        entryOf(*trace.value(), "folder-entry-left-out").example,
        "'more' in the folder '" + folder().string() + "' is no trace: it is left out");
    std::filesystem::remove(folder() / "c.json");  // one file alone
    const auto one = import::importTrace(folder());
    QCOMPARE(entryOf(*one.value(), "folder-entry-left-out").count, std::uint64_t{2});
}

void TestSourceOpener::aFileGivenTwiceIsReadOnce()
{
    write("a.json", rankText(0, "1700000000000000000", "k"));
    write("b.json", rankText(1, "1700000000000000000", "k"));
    std::filesystem::create_symlink(folder() / "a.json", folder() / "soft.json");
    std::filesystem::create_hard_link(folder() / "a.json", folder() / "hard.json");
    const auto open = [&](std::initializer_list<const char*> names) {
        query::TraceSelection selection;
        for (const char* name : names) {
            selection.paths.push_back((folder() / name).string());
        }
        selection.offsets.push_back({.file = "soft.json", .ns = 500});
        return import::importTrace(selection);
    };
    const auto trace = open({"a.json", "b.json", "a.json", "soft.json", "hard.json"});
    QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
    QCOMPARE(trace.value()->definitions.locations.size(), 6U);
    QCOMPARE(trace.value()->report.countOf("duplicate-rank"), std::uint64_t{0});
    const query::ImportReportEntry entry = entryOf(*trace.value(), "repeated-file");
    QCOMPARE(entry.count, std::uint64_t{3});
    const std::string first = (folder() / "a.json").string();
    QCOMPARE(entry.example, "'" + first + "' is given more than once: it is read once");
    QCOMPARE(
        entry.places[1].example,
        "'" + (folder() / "soft.json").string() + "' is the same file as '" + first
            + "': it is read once");
    // Read once it is the trace that it is alone.
    query::TraceSelection twice(folder() / "b.json");
    twice.paths.push_back(twice.paths.front());
    const auto both = import::importTrace(twice);
    const auto alone = import::importTrace(folder() / "b.json");
    QCOMPARE(visitsOf(*both.value()), visitsOf(*alone.value()));
    QCOMPARE(both.value()->report.countOf("repeated-file"), std::uint64_t{1});
}

void TestSourceOpener::ranksWithoutAFileAreSaid()
{
    for (const int rank : {0, 3, 5}) {
        std::string text = rankText(rank, "1700000000000000000", "k");
        text.replace(text.find("\"rank\""), 0, "\"world_size\":6,");
        const std::string name = "r" + std::to_string(rank) + ".json";
        write(name.c_str(), text);
    }
    const auto trace = import::importTrace(folder());
    const query::ImportReportEntry entry = entryOf(*trace.value(), "missing-rank");
    QCOMPARE(entry.count, std::uint64_t{3});
    QCOMPARE(
        entry.example,
        std::string("the files say that the job has 6 ranks (world_size), and none of them is of "
                    "rank 1: 3 ranks are missing"));
    for (const int rank : {1, 2, 4}) {
        const std::string name = "r" + std::to_string(rank) + ".json";
        write(name.c_str(), rankText(rank, "1700000000000000000", "k"));
    }
    const auto whole = import::importTrace(folder());
    QCOMPARE(whole.value()->report.countOf("missing-rank"), std::uint64_t{0});
}

void TestSourceOpener::aDirectoryWithoutTracesIsRefused()
{
    write("notes.txt", "text");
    QCOMPARE(import::importTrace(folder()).error().kind, ErrorKind::InvalidArgument);
    write("config.json", "{\"batch\": 5}");
    const auto refused = import::importTrace(folder());
    QVERIFY(refused.error().message.find("without trace events") != std::string::npos);
}

void TestSourceOpener::filesPatternsAndListsAreOneTrace()
{
    write("r0.json", rankText(0, "1700000000000000000", "relu"));
    write("r1.json", rankText(1, "1700000000000002000", "gemm"));
    write("other.txt", "no trace");
    write("job.list", "# vellum trace list, of one job\n\n# the second first\nr1.json\nr0.json\n");
    query::TraceSelection both(folder() / "r1.json");
    both.paths.push_back((folder() / "r0.json").string());
    const auto several = import::importTrace(both);
    QVERIFY(several.isOk());
    QCOMPARE(several.value()->path, both.paths.front() + " and 1 more");
    const std::string expected = visitsOf(*several.value());
    QVERIFY(expected.find("rank 1/GPU 0/stream 7: gemm 7000-8000") != std::string::npos);
    for (const char* name : {"r*.json", "r[01].json", "job.list", ""}) {
        const auto trace = import::importTrace(folder() / name);
        QVERIFY2(trace.isOk(), trace.isOk() ? "" : trace.error().message.c_str());
        QCOMPARE(visitsOf(*trace.value()), expected);
    }
    const auto nothing = import::importTrace(folder() / "s*.json");
    QCOMPARE(nothing.error().kind, ErrorKind::NotFound);
    // A file of that very name is no pattern.
    write("r[01].json", rankText(7, "1700000000000000000", "only"));
    const auto literal = import::importTrace(folder() / "r[01].json");
    QVERIFY(visitsOf(*literal.value()).find("only 5000-6000") != std::string::npos);
}

void TestSourceOpener::offsetsMoveFiles()
{
    write("r0.json", rankText(0, "1700000000000000000", "relu"));
    write("r1.json", rankText(1, "1700000000000002000", "gemm"));
    const auto moved = [&](std::int64_t ns, const char* name) {
        query::TraceSelection selection(folder());
        selection.offsets.push_back({.file = name, .ns = ns});
        return visitsOf(*import::importTrace(selection).value());
    };
    const std::string later = moved(1'000, "r1.json");
    QVERIFY(later.find("relu 5000-6000") != std::string::npos);
    QVERIFY(later.find("gemm 8000-9000") != std::string::npos);
    // By the folder that holds it, with the slash of completion: a folder of one file is that file.
    std::filesystem::create_directory(folder() / "alone");
    write("alone/r1.json", rankText(1, "1700000000000002000", "gemm"));
    query::TraceSelection folders(folder() / "r0.json");
    folders.paths.push_back((folder() / "alone").string());
    folders.offsets.push_back({.file = (folder() / "alone").string() + "/r1.json", .ns = 1'000});
    QVERIFY(
        visitsOf(*import::importTrace(folders).value()).find("gemm 8000-9000")
        != std::string::npos);
    std::filesystem::remove_all(folder() / "alone");
    // Moved to before the others: tick 0 is the earliest file's.
    const std::string earlier = moved(-10'000, (folder() / "r1.json").c_str());
    QVERIFY(earlier.find("relu 13000-14000") != std::string::npos);
    QVERIFY(earlier.find("gemm 5000-6000") != std::string::npos);
    // One file alone begins at 0 all the same, but a file without clock among others is placed.
    std::string text = rankText(2, "0", "lost");
    write("r2.json", text.replace(text.find("\"baseTimeNanoseconds\":0,"), 24, ""));
    query::TraceSelection three(folder());
    QCOMPARE(import::importTrace(three).value()->report.countOf("unplaced-file"), std::uint64_t{1});
    three.offsets.push_back({.file = "r2.json", .ns = 500});
    const auto placed = import::importTrace(three);
    QCOMPARE(placed.value()->report.countOf("unplaced-file"), std::uint64_t{0});
    QVERIFY(visitsOf(*placed.value()).find("lost 5500-6500") != std::string::npos);
}

void TestSourceOpener::filesMonthsApartBeginTogether()
{
    // Two of one run, 2 us apart, and 90 days later two of the next, 3 us apart.
    write("r0.json", rankText(0, "1700000000000000000", "relu"));
    write("r1.json", rankText(1, "1700000000000002000", "gemm"));
    write("r2.json", rankText(2, "1707776000000000000", "conv"));
    write("r3.json", rankText(3, "1707776000000003000", "norm"));
    query::TraceSelection selection(folder());
    const auto together = import::importTrace(selection);
    const std::string visits = visitsOf(*together.value());
    for (const char* visit : {"relu 5000-", "gemm 7000-", "conv 5000-", "norm 8000-"}) {
        QVERIFY2(visits.find(visit) != std::string::npos, visits.c_str());
    }
    QCOMPARE(together.value()->range, (TickRange{.begin = 0, .end = 9001}));
    QCOMPARE(together.value()->definitions.clock.realtimeNs, 0U);
    const auto& entries = together.value()->report.entries();
    const auto entry =
        std::ranges::find(entries, "files-far-apart", &query::ImportReportEntry::kind);
    QVERIFY(entry != entries.end());
    QCOMPARE(entry->count, 2U);
    for (const char* part : {"r2.json' was recorded 7,776,000 s (90 days) after '", "r0.json'"}) {
        QVERIFY2(entry->example.find(part) != std::string::npos, entry->example.c_str());
    }
    selection.offsets.push_back({.file = "r3.json", .ns = 500});
    const std::string moved = visitsOf(*import::importTrace(selection).value());
    QVERIFY2(moved.find("norm 8500-") != std::string::npos, moved.c_str());
}

void TestSourceOpener::offsetsThatBringFilesTogetherCount()
{
    write("r0.json", rankText(0, "1700000000000000000", "relu"));
    write("r1.json", rankText(1, "1707776000000000000", "gemm"));
    query::TraceSelection selection(folder());
    selection.offsets.push_back({.file = "r1.json", .ns = -7'775'999'999'999'000});
    const auto trace = import::importTrace(selection);
    QCOMPARE(trace.value()->report.countOf("files-far-apart"), 0U);
    QCOMPARE(trace.value()->definitions.clock.realtimeNs, 1'700'000'000'000'000'000U);
    QVERIFY(visitsOf(*trace.value()).find("gemm 6000-") != std::string::npos);
}

void TestSourceOpener::whatIsLeftAloneIsSaidByFileAndLocation()
{
    const std::string begin = R"({"baseTimeNanoseconds":1700000000000000000,"traceEvents":[)";
    const std::string kernel =
        R"({"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":1,"args":{"correlation":9}})";
    write("a.json", begin + kernel + "]}");
    write("b.json", begin + kernel + "," + kernel + "]}");
    const auto trace = import::importTrace(folder());
    const auto& entries = trace.value()->report.entries();
    const auto entry =
        std::ranges::find(entries, "device-work-without-launch", &query::ImportReportEntry::kind);
    QVERIFY(entry != entries.end());
    QCOMPARE(entry->count, 3U);
    std::string text;
    for (const query::ImportReportPlace& place : entry->places) {
        text += std::filesystem::path(place.file).filename().string() + " " + place.location + " "
                + std::to_string(place.count) + "; ";
    }
    QCOMPARE(text, std::string("a.json location 0 'stream 7' 1; b.json location 1 'stream 7' 2; "));
}

void TestSourceOpener::anOffsetNamesOneFile()
{
    write("r0.json", rankText(0, "1700000000000000000", "relu"));
    query::TraceSelection selection(folder());
    selection.offsets.push_back({.file = "r9.json", .ns = 1});
    const auto refused = import::importTrace(selection);
    QCOMPARE(refused.error().kind, ErrorKind::InvalidArgument);
    QVERIFY(query::isAboutSelection(refused.error()));
    QVERIFY(refused.error().message.find("'r9.json'") != std::string::npos);
    QVERIFY(refused.error().message.find("r0.json'") != std::string::npos);
    for (const auto& [locations, window] : {std::pair("nosuch", ""), std::pair("", "9s:")}) {
        query::TraceSelection part(folder());
        part.locations = locations;
        part.window = window;
        const auto nothing = import::importTrace(part);
        QVERIFY2(query::isAboutSelection(nothing.error()), nothing.error().message.c_str());
    }
    QVERIFY(!query::isAboutSelection(import::importTrace(folder() / "nowhere").error()));
    QCOMPARE(query::parseFileOffset("a=b.json=-1.5ms")->ns, std::int64_t{-1'500'000});
    QCOMPARE(query::parseFileOffset("a=b.json=-1.5ms")->file, std::string("a=b.json"));
    QCOMPARE(query::parseFileOffset("a=1e-3s")->ns, std::int64_t{1'000'000});
    QCOMPARE(query::parseFileOffset("a=+2.5E2us")->ns, std::int64_t{250'000});
    QCOMPARE(query::parseFileOffset("a=.5ns")->ns, std::int64_t{0});
    using Wrong = std::pair<const char*, const char*>;
    for (const auto& [text, what] :
         {Wrong{"", "no '='"},
          Wrong{"a", "'a' is not FILE=T"},
          Wrong{"a=", "no time after '='"},
          Wrong{"=1s", "no file before '='"},
          Wrong{"a=0.5", "'0.5' has no unit"},
          Wrong{"a=12t", "'12t' is in ticks"},
          Wrong{"a=1,5s", "'1,5s' is no time"},
          Wrong{"a=9999999999999999s", "'9999999999999999s' is too far"}}) {
        QVERIFY2(!query::parseFileOffset(text), text);
        const std::string sentence = query::mistakeOfFileOffset(text);
        QVERIFY2(sentence.find(what) != std::string::npos, sentence.c_str());
    }
}

void TestSourceOpener::anOffsetNamesItsFileByAnyPath()
{
    std::filesystem::create_directory(folder() / "more");
    write("a.json", rankText(0, "1700000000000000000", "k"));
    write("b.json", rankText(1, "1700000000000000000", "k"));
    write("more/b.json", rankText(2, "1700000000000000000", "k"));
    std::filesystem::create_symlink(folder() / "more" / "b.json", folder() / "link");
    const auto moved = [&](const std::string& name) {
        query::TraceSelection selection(folder() / "a.json");
        selection.paths.push_back((folder() / "." / "b.json").string());
        selection.paths.push_back((folder() / "more" / "b.json").string());
        selection.offsets.push_back({.file = name, .ns = 500});
        const auto trace = import::importTrace(selection);
        return trace.isOk() ? visitsOf(*trace.value()) : trace.error().message;
    };
    const std::string first = moved((folder() / "b.json").string());
    QVERIFY2(
        first.find("rank 1/process 10/thread 10: aten::add 500-4500") != std::string::npos,
        first.c_str());
    QCOMPARE(moved((folder() / "more" / ".." / "b.json").string()), first);
    const std::string second = moved((folder() / "more" / "b.json").string());
    QVERIFY2(
        second.find("rank 2/process 10/thread 10: aten::add 500-4500") != std::string::npos,
        second.c_str());
    QCOMPARE(moved((folder() / "link").string()), second);
    const std::string both = moved("b.json");  // no path of either
    QVERIFY2(both.find("2 files of the trace are called so") != std::string::npos, both.c_str());
    QCOMPARE(moved("./a.json"), moved((folder() / "a.json").string()));
}

void TestSourceOpener::aFileIsMovedOnce()
{
    write("a.json", rankText(0, "1700000000000000000", "k"));
    const auto refusal = [&](const std::string& other) {
        query::TraceSelection selection(folder() / "a.json");
        selection.offsets.push_back({.file = "a.json", .ns = 1000});
        selection.offsets.push_back({.file = other, .ns = -2});
        const auto trace = import::importTrace(selection);
        return trace.isOk() || !query::isAboutSelection(trace.error()) ? std::string()
                                                                       : trace.error().message;
    };
    QCOMPARE(
        refusal("a.json"),
        std::string("--offset is given for 'a.json' more than once, by 1000 ns and by -2 ns: give "
                    "it once for each file"));
    const std::string path = (folder() / "a.json").string();
    QCOMPARE(
        refusal(path),
        "--offset is given for 'a.json' and once more for '" + path
            + "', the same file, by 1000 ns and by -2 ns: give it once for each file");
}

void TestSourceOpener::listsAreChecked()
{
    write("empty.list", "# vellum trace list\n# nothing\n");
    const auto empty = import::importTrace(folder() / "empty.list");
    QCOMPARE(empty.error().kind, ErrorKind::InvalidArgument);
    write("long.list", "# vellum trace list\n" + std::string(100'000, 'x') + "\n");
    const auto tooLong = import::importTrace(folder() / "long.list");
    QVERIFY(tooLong.error().message.find("line 2") != std::string::npos);
    write("gone.list", "# vellum trace list\nnowhere.json\n");
    const auto gone = import::importTrace(folder() / "gone.list");
    QCOMPARE(gone.error().kind, ErrorKind::NotFound);
    QVERIFY(gone.error().message.find("nowhere.json") != std::string::npos);
}

void TestSourceOpener::progressEndsAtItsTotal()
{
    write("a.json", rankText(0, "1700000000000000000", "k"));
    write("b.json", rankText(1, "1700000000000000000", "k"));
    import::Progress last;
    const auto trace = import::importTrace(
        folder(), {.onProgress = [&](const import::Progress& progress) { last = progress; }});
    QVERIFY(trace.isOk());
    QCOMPARE(last.bytesDone, last.bytesTotal);
    QCOMPARE(last.locationsDone, 6U);
}

void TestSourceOpener::cancelKeepsWhatWasRead()
{
    std::string text = "[";
    for (int i = 0; i < 200'000; ++i) {
        text += "{\"ph\":\"X\",\"name\":\"f\",\"pid\":1,\"tid\":1,\"ts\":" + std::to_string(i)
                + ",\"dur\":1},\n";
    }
    write("a.json", text);
    std::stop_source stop;
    const auto trace = import::importTrace(
        folder() / "a.json",
        {.onProgress = [&](const import::Progress&) { stop.request_stop(); },
         .cancel = stop.get_token()});
    QVERIFY(trace.isOk());
    if (!trace.value()->complete) {  // else it was too fast to be asked
        QCOMPARE(trace.value()->report.countOf("cancelled"), 1U);
    }
    std::stop_source before;
    before.request_stop();
    const auto none = import::importTrace(folder() / "a.json", {.cancel = before.get_token()});
    QVERIFY(none.isOk());
    QVERIFY(!none.value()->complete);
}

VELLUM_TEST_APPLESS(TestSourceOpener)
#include "test_source_opener.moc"
