// What the import report says of JSON traces.

#include "tests/support/program/test_program.h"
#include "tests/unit/server/reader/json/opened_text.h"

#include <QString>

#include <zlib.h>

#include <map>
#include <string>

using namespace vellum;          // NOLINT(google-build-using-namespace): a test
using namespace vellum::server;  // NOLINT(google-build-using-namespace)
using namespace vellum::tests;   // NOLINT(google-build-using-namespace)

class TestTraceReport : public QObject {
    Q_OBJECT

    [[nodiscard]] Result<std::unique_ptr<reader::EventSource>> open(const std::string& text) const
    {
        return m_text.open(text);
    }
    OpenedText m_text;

private slots:
    void workBelongsToTheProcessThatHasItsNumbers();
    void aCutIsNoEndBehindWhichTextGoesOn();
    void whatIsLeftOutIsNamed();
    void findingsNameTheirLocation();
    void anEventLongerThanWhatIsHeldIsSaid();
    void whatStandsBehindPackedDataIsSaid();
    void whatIsLostIsOneFinding();
    void argumentsThatAreNoNumbersAreSaid();
    void argumentsThatAreNoObjectAreSaid();
    void allocationsWithoutSizeAreSaid();
    void processesWithoutEventsAreSaid();
    void ranksAndTimesOfTheHeaderAreReadOrSaid();
    void stampsOfTheWallClockAreNotAddedToABase();
    void idsThatMeanNothingAloneAreCarried();
    void whatIsTooLongIsCounted();
    void argumentsOfAllKindsOfEventsAreCarried();
    void unwantedArgumentsAreCounted();
    void whatIsMendedIsSaid_data();
    void whatIsMendedIsSaid();
    void ofTwoMembersTheLastIsKept();
    void categoriesAreKeptOrCounted();
    void collectivesKeepTheirArguments();
};

namespace {

/// "0 category=mine; ": what events of the first location carry, by their ticks.
std::string carriedBy(const reader::EventSource& source)
{
    const Definitions& definitions = source.head().definitions;
    std::string carried;
    const LocationIndex thread(0);
    auto reader = source.makeReader({&thread, 1});
    const auto outcome = reader.value()->read(thread, [&](const reader::EventBatch& batch) {
        for (std::size_t row = 0; row < batch.attributes.size(); ++row) {
            const TypedValue value = batch.attributes.valueAt(row);
            const StringRef text(static_cast<std::uint32_t>(value.bits));
            carried += std::to_string(batch.tick[batch.attributes.event[row]]) + " "
                       + definitions.find(batch.attributes.attribute[row])->name + "="
                       + (value.type == ValueType::String ? definitions.find(text)->text
                                                          : vellum::textOf(value))
                       + "; ";
        }
        return true;
    });
    return outcome.end == reader::ReadOutcome::End::Complete ? carried : "failed";
}

/// Two processes that count their calls each for itself, and a device of each.
std::string twoProcesses(int firstOfSecond, bool withSecondDevice)
{
    std::string text = R"({"traceEvents":[)";
    const auto add = [&text](int pid, const char* category, const char* name, int number, int at) {
        text.append(text.back() == '[' ? "" : ",")
            .append(R"({"ph":"X","cat":")")
            .append(category)
            .append(R"(","name":")")
            .append(name)
            .append(R"(","pid":)")
            .append(std::to_string(pid))
            .append(R"(,"tid":1,"ts":)")
            .append(std::to_string(at))
            .append(R"(,"dur":2,"args":{"correlation":)")
            .append(std::to_string(number))
            .append("}}");
    };
    for (int i = 0; i < 100; ++i) {
        add(10, "cuda_runtime", "cudaLaunchKernel", 1 + i, 10 * i);
        add(0, "kernel", "k10", 1 + i, 10 * i + 3);
        add(20, "cuda_runtime", "cudaLaunchKernel", firstOfSecond + i, 10 * i + 5);
        if (withSecondDevice) {
            add(1, "kernel", "k20", firstOfSecond + i, 10 * i + 8);
        }
    }
    return text + "]}";
}

}  // namespace

void TestTraceReport::workBelongsToTheProcessThatHasItsNumbers()
{
    const auto creatorsOf = [this](const std::string& text) {
        const auto source = open(text);
        const Definitions& definitions = source.value()->head().definitions;
        std::map<std::string, std::string> creators;
        for (const LocationGroup& group : definitions.locationGroups) {
            if (group.type == LocationGroupType::Accelerator) {
                const LocationGroup* creator = definitions.find(group.creator);
                creators[group.name] = creator == nullptr ? "" : creator->name;
            }
        }
        return creators;
    };
    const auto apart = creatorsOf(twoProcesses(50, true));
    QCOMPARE(apart.at("GPU 0"), std::string("process 10"));
    QCOMPARE(apart.at("GPU 1"), std::string("process 20"));
    // Whose calls have the same numbers cannot be told apart by them.
    const std::string alike = twoProcesses(1, true);
    QCOMPARE(creatorsOf(alike).at("GPU 1"), std::string());
    const auto source = open(alike);
    QVERIFY(exampleOf(*source.value(), "ambiguous-launch").find("100 works") != std::string::npos);
    const auto clear = open(twoProcesses(50, true));
    QVERIFY(exampleOf(*clear.value(), "ambiguous-launch").empty());
}

void TestTraceReport::aCutIsNoEndBehindWhichTextGoesOn()
{
    const auto source = open(
        R"({"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}],"schemaVersion":1,"dist)");
    QVERIFY(source.isOk());
    QVERIFY(!exampleOf(*source.value(), "truncated-file").empty());
    QVERIFY(exampleOf(*source.value(), "trailing-text").empty());
}

void TestTraceReport::whatIsLeftOutIsNamed()
{
    const std::string text = R"json({"baseTimeNanoseconds":"soon","WARNING":{"a":{"b":["c"]}},
        "traceName":"one","traceName":"two","long":")json"
                             + std::string(2000, 'x') + R"json(",
        "traceEvents":[
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"cname":"good","args":{"x":1,"y":2}},
        {"ph":"X","name":"b","pid":1,"tid":1,"ts":3,"dur":1,"tts":7,"cname":"bad","args":{"y":2}},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"first"}},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"first"}},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"second"}},
        {"ph":"M","name":"num_cpus","pid":1,"args":{"number":4}},
        {"ph":"s","id":1,"bp":"e","name":"f","cat":"ac2g","pid":1,"tid":1,"ts":1}
        ]})json";
    const auto source = open(text);
    QVERIFY(source.isOk());
    QCOMPARE(carriedBy(*source.value()), std::string("0 x=1; 0 y=2; 2000 y=2; "));
    QCOMPARE(
        exampleOf(*source.value(), "member-left-out"),
        std::string(
            "members of events beside their arguments have no place in the event model and are "
            "left out: 'cname' 2, 'bp' 1, 'name of a flow' 1, 'tts' 1"));
    QCOMPARE(
        exampleOf(*source.value(), "metadata-left-out"),
        std::string(
            "metadata events have no place in the event model and are left out: 'num_cpus' 1"));
    QCOMPARE(
        exampleOf(*source.value(), "second-name"),
        std::string("process '1' is called 'first' and then 'second': the last name is kept"));
    QCOMPARE(
        exampleOf(*source.value(), "second-header"),
        std::string("'traceName' stands twice beside the list of events: the last is kept"));
    QCOMPARE(
        exampleOf(*source.value(), "unusable-header"),
        std::string("baseTimeNanoseconds is \"soon\", which is no time: when the trace began is "
                    "not known"));
    QCOMPARE(
        exampleOf(*source.value(), "header-left-out"),
        std::string("values beside the list of events that are too long, too many or too deep for "
                    "a property are left out, for instance 'long'"));
    const auto& properties = source.value()->head().definitions.properties;
    const auto warning = std::ranges::find(properties, "WARNING.a.b[0]", &Property::name);
    QVERIFY(warning != properties.end());
    QCOMPARE(warning->value, std::string("c"));
}

void TestTraceReport::findingsNameTheirLocation()
{
    const auto source = open(R"([
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},
        {"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":-1},
        {"ph":"X","name":"a","pid":1,"tid":2,"ts":2,"dur":-1},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":3,"dur":-1},
        {"ph":"B","name":"outer","pid":1,"tid":3,"ts":1},
        {"ph":"B","name":"inner","pid":1,"tid":3,"ts":2},
        {"ph":"E","name":"outer","pid":1,"tid":3,"ts":3},
        {"ph":"E","name":"outer","pid":1,"tid":3,"ts":4}])");
    QVERIFY(source.isOk());
    std::string text;
    for (const query::ImportReportEntry& entry : source.value()->head().report.entries()) {
        for (const query::ImportReportPlace& place : entry.places) {
            text += entry.kind + " " + std::to_string(place.count) + " in " + place.location + "; ";
        }
    }
    QCOMPARE(
        text,
        std::string("unusable-duration 2 in location 1 'thread 2'; "
                    "unusable-duration 1 in location 0 'thread 1'; "
                    "unmatched-leave 1 in location 2 'thread 3'; "
                    "ended-by-outer 1 in location 2 'thread 3'; "));
}

void TestTraceReport::anEventLongerThanWhatIsHeldIsSaid()
{
    const std::string event = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1})";
    const std::string large = R"({"ph":"X","name":")" + std::string(17 << 20, 'x') + "\"}";
    const auto source = open("[" + event + "," + large + "," + event + "]");
    QVERIFY(source.isOk());
    QCOMPARE(reportOf(*source.value()), std::string("json-events 2; event-too-long 1; "));
    QVERIFY(exampleOf(*source.value(), "event-too-long")
                .ends_with(
                    "the event at byte " + std::to_string(event.size() + 2)
                    + " of the text is longer than 16,777,216 bytes: it is left out"));
}

void TestTraceReport::whatStandsBehindPackedDataIsSaid()
{
    const std::string event = R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1}])";
    const auto packed = [&](const std::string& behind) {
        const std::filesystem::path path = m_text.path("packed.json.gz");
        gzFile file = ::gzopen(path.c_str(), "wb");
        ::gzwrite(file, event.data(), static_cast<unsigned>(event.size()));
        ::gzclose(file);
        std::ofstream(path, std::ios::binary | std::ios::app) << behind;
        return reader::json::openTraceFile(path);
    };
    const auto said = packed("not packed");
    QVERIFY(said.isOk());
    QVERIFY(exampleOf(*said.value(), "trailing-text")
                .ends_with("goes on behind the end of its packed data: 10 bytes are left out"));
    const auto zeros = packed(std::string(1000, '\0'));
    QCOMPARE(exampleOf(*zeros.value(), "trailing-text"), std::string());
}

void TestTraceReport::whatIsLostIsOneFinding()
{
    const std::string event = R"({"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1})";
    const auto report = [&](const std::string& text) { return reportOf(*open(text).value()); };
    QCOMPARE(report("[" + event + "," + event), std::string("json-events 2; "));
    QCOMPARE(
        report("{\"traceEvents\":[" + event + "," + event.substr(0, 30)),
        std::string("json-events 1; truncated-file 1; "));
    QCOMPARE(
        report("{\"traceEvents\":[" + event + "]}" + event),
        std::string("json-events 1; trailing-text 1; "));
    // White space behind the end is nothing, and neither is an object without members.
    QCOMPARE(report("{\"traceEvents\":[" + event + "]}\n\n  \t"), std::string("json-events 1; "));
    QCOMPARE(
        report("{\"traceEvents\":[" + event + "]} \n " + event),
        std::string("json-events 1; trailing-text 1; "));
    QCOMPARE(report("[" + event + ",{}]\n"), std::string("json-events 2; "));
    QCOMPARE(
        report("[" + event + ",{\"foreign\":1}]"),
        std::string("json-events 2; event-without-time 1; member-left-out 1; "));
    const std::string broken = "{\"ph\" \"X\"}";
    QCOMPARE(
        report("{\"traceEvents\":[" + event + "," + broken + "]}"),
        std::string("json-events 1; damaged-event 1; "));
    QCOMPARE(
        report("{\"traceEvents\":[" + broken + "," + event + "]}"),
        std::string("json-events 1; damaged-event 1; "));
}

void TestTraceReport::argumentsThatAreNoNumbersAreSaid()
{
    const auto source = open(R"([
        {"ph":"X","name":"copy","cat":"gpu_memcpy","pid":0,"tid":7,"ts":1,"dur":1,
         "args":{"correlation":"abc","bytes":1.5}},
        {"ph":"X","name":"gemm","cat":"kernel","pid":0,"tid":7,"ts":3,"dur":1,
         "args":{"correlation":"7","grid":[1,"x",1],"block":null,"registers per thread":32.0}},
        {"ph":"X","name":"f","cat":"python_function","pid":1,"tid":1,"ts":3,"dur":1,
         "args":{"Python id":1,"Python parent id":null}},
        {"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":"first"}}])");
    QVERIFY(source.isOk());
    QCOMPARE(reportOf(*source.value()), std::string("json-events 4; unusable-argument 4; "));
    const auto& entries = source.value()->head().report.entries();
    const auto found =
        std::ranges::find(entries, "unusable-argument", &query::ImportReportEntry::kind);
    QCOMPARE(
        found->example,
        std::string("argument 'bytes' of 'copy' at 1000 ns is '1.5' and no integer: it is taken "
                    "for 0"));
    QCOMPARE(found->places.front().location, std::string("location 1 'stream 7'"));
}

void TestTraceReport::argumentsThatAreNoObjectAreSaid()
{
    // Read by both parsers: members behind a word that is no JSON are left to the slow one.
    for (const char* odd : {"1", "NotANumber"}) {
        const auto source = open(
            R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":["b"]},
            {"ph":"i","name":"c","pid":1,"tid":1,"ts":1,"args":null},
            {"ph":"i","name":"c","pid":1,"tid":1,"ts":1,"args":[]},
            {"args":"text","ph":"i","name":"d","pid":1,"tid":1,"ts":1,"bp":)"
            + std::string(odd) + "}]");
        QVERIFY(source.isOk());
        QCOMPARE(
            reportOf(*source.value()),
            std::string("json-events 4; unusable-arguments 2; member-left-out 1; "));
        QCOMPARE(
            exampleOf(*source.value(), "unusable-arguments"),
            std::string("event 'a' of phase 'X' has the arguments '[\"b\"]', which are no object: "
                        "they are left out"));
    }
}

void TestTraceReport::allocationsWithoutSizeAreSaid()
{
    const auto source = open(R"([
        {"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":1,"args":{"Addr":16,"Device Type":0}},
        {"ph":"i","name":"[memory]","pid":1,"tid":1,"ts":2,"args":{"Addr":16,"Bytes":4}}])");
    QVERIFY(source.isOk());
    QCOMPARE(reportOf(*source.value()), std::string("json-events 2; memory-without-size 1; "));
    QCOMPARE(
        exampleOf(*source.value(), "memory-without-size"),
        std::string("'[memory]' at 1000 ns does not say how many bytes: it is taken for one of 0"));
}

void TestTraceReport::processesWithoutEventsAreSaid()
{
    const auto source = open(R"([
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1},
        {"ph":"M","name":"process_name","pid":1,"args":{"name":"python"}},
        {"ph":"M","name":"process_name","pid":2,"args":{"name":"idle"}},
        {"ph":"M","name":"thread_name","pid":2,"tid":1,"args":{"name":"main"}},
        {"ph":"M","name":"process_labels","pid":2,"args":{"labels":"GPU 2"}},
        {"ph":"M","name":"process_labels","pid":3,"args":{"labels":"GPU 3"}},
        {"ph":"M","name":"process_sort_index","pid":4,"args":{"sort_index":4}}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        reportOf(*source.value()),
        std::string("json-events 7; process-without-events 2; empty-track 1; "));
    QCOMPARE(
        exampleOf(*source.value(), "process-without-events"),
        std::string(
            "process '2' is called 'idle', labelled 'GPU 2', and has no slice, mark or sample: it is left "
            "out"));
}

void TestTraceReport::ranksAndTimesOfTheHeaderAreReadOrSaid()
{
    const auto read = [&](const std::string& members) {
        return open(
            "{" + members + R"(,"traceEvents":[{"ph":"i","name":"a","pid":1,"tid":1,"ts":1}]})");
    };
    for (const char* rank : {"-1", "\"two\"", "1.5", "null"}) {
        const auto source = read(R"("distributedInfo":{"rank":)" + std::string(rank) + "}");
        QCOMPARE(reportOf(*source.value()), std::string("json-events 1; unusable-rank 1; "));
        QCOMPARE(source.value()->head().definitions.systemTreeNodes.size(), 1U);
    }
    QCOMPARE(
        exampleOf(*read(R"("distributedInfo":{"rank":-1})").value(), "unusable-rank"),
        std::string("the rank in distributedInfo is '-1', which is no integer from 0: the file is "
                    "of no rank"));
    for (const char* time :
         {"1.7e18", "\"1700000000000000000\"", "1700000000000000000.000", "17E+17"}) {
        const auto source = read(R"("baseTimeNanoseconds":)" + std::string(time));
        QCOMPARE(reportOf(*source.value()), std::string("json-events 1; "));
        QCOMPARE(source.value()->head().definitions.clock.realtimeNs, 1'700'000'000'000'001'000U);
    }
}

void TestTraceReport::stampsOfTheWallClockAreNotAddedToABase()
{
    const auto opened = [this](const std::string& base, const std::string& at) {
        return open(
            R"({"baseTimeNanoseconds":)" + base
            + R"(,"traceEvents":[{"ph":"X","name":"a","pid":1,"tid":1,"ts":)" + at
            + R"(,"dur":1}]})");
    };
    const auto begin = [](const reader::EventSource& source) {
        return source.head().definitions.clock.realtimeNs;
    };
    constexpr const char* kKind = "base-time-not-added";
    const auto twice = opened("1694128201421058000", "1694128201421058.5");
    QCOMPARE(begin(*twice.value()), std::uint64_t{1'694'128'201'421'058'500});
    QCOMPARE(
        exampleOf(*twice.value(), kKind),
        std::string(
            "the first event is at 1694128201421058500 ns, a time of the wall clock itself: "
            "baseTimeNanoseconds, 1694128201421058000, is not added to it"));
    // The base may be that of another year, and the stamps may count from it for months.
    const auto years = opened("1500000000000000000", "1694128201421058.5");
    QCOMPARE(begin(*years.value()), std::uint64_t{1'694'128'201'421'058'500});
    const auto months = opened("1694128201421058000", "7776000000000.0");
    QCOMPARE(begin(*months.value()), std::uint64_t{1'701'904'201'421'058'000});
    QCOMPARE(exampleOf(*months.value(), kKind), std::string());
}

void TestTraceReport::idsThatMeanNothingAloneAreCarried()
{
    const auto carried = [this](const std::string& category, const std::string& arguments) {
        const auto source = open(
            R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"cat":")" + category
            + R"(","args":{)" + arguments + "}}]");
        return carriedBy(*source.value());
    };
    QCOMPARE(carried("cpu_op", R"("Fwd thread id":3)"), std::string("0 Fwd thread id=3; "));
    QCOMPARE(carried("cpu_op", R"("Fwd thread id":3,"Sequence number":7)"), std::string());
    QCOMPARE(
        carried("python_function", R"("Python parent id":3)"),
        std::string("0 Python parent id=3; "));
    QCOMPARE(carried("python_function", R"("Python parent id":3,"Python id":7)"), std::string());
    // As the file spells them; of what is no integer the text is kept.
    QCOMPARE(carried("cpu_op", R"("Device":3)"), std::string("0 Device=3; "));
    QCOMPARE(
        carried("cpu_op", R"("Device Id":3,"Device Type":null)"), std::string("0 Device Id=3; "));
    QCOMPARE(
        carried("kernel", R"("correlation":"x","stream":7,"external id":"9")"),
        std::string("0 stream=7; 0 correlation=x; 0 external id=9; "));
}

/// What records have members for stays, as does the category, which is no argument.
void TestTraceReport::unwantedArgumentsAreCounted()
{
    const OpenedText files;
    std::ofstream(files.path("a.json")) << R"([
        {"ph":"X","name":"a","cat":"mine","ts":1,"dur":1,"pid":1,"tid":1,"args":{"detail":"x","n":3}},
        {"ph":"X","name":"cudaMalloc","cat":"cuda_runtime","ts":3,"dur":1,"pid":1,"tid":1,
         "args":{"correlation":7,"cbid":1}}])";
    const auto source =
        reader::json::openTraceFile(files.path("a.json"), {.withoutArguments = true});
    QVERIFY(source.isOk());
    QCOMPARE(
        exampleOf(*source.value(), "argument-unwanted"),
        std::string("arguments are not wanted (--no-arguments) and are left out: 'cbid' 1, "
                    "'detail' 1, 'n' 1"));
    QCOMPARE(carriedBy(*source.value()), std::string("0 category=mine; "));
    const auto again =
        reader::json::openTraceFile(files.path("a.json"), {.withoutArguments = true});
    QVERIFY(records(*again.value(), 0).find("DeviceLaunch@2000 7;") != std::string::npos);
}

void TestTraceReport::whatIsMendedIsSaid_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("report");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("example");  ///< of the kind: what it has to say
    // With ' for ", which moc's own lexer loses its way with; @ for a whole event.
    const auto row = [](const char* text, const char* report, const char* kind, const char* says) {
        QString json = QString::fromLatin1(text);
        json.replace('@', "{'ph':'i','name':'n','pid':1,'tid':1,'ts':1}").replace('\'', '"');
        QTest::newRow(text) << json << report << kind << says;
    };
    row("[@,@]", "json-events 2; ", "", "");
    row("[@,@", "json-events 2; ", "", "");
    row("[@,@,\n", "json-events 2; ", "", "");  // Chrome's own writers leave the end out
    row("{'traceEvents':[],'a':1}", "json-events 0; ", "", "");
    row("[@,@,]", "json-events 2; misplaced-comma 1; ", "misplaced-comma", "before byte 91 of");
    row("[,@]", "json-events 1; misplaced-comma 1; ", "misplaced-comma", "before byte 1 of");
    row("[@,,,@]", "json-events 2; misplaced-comma 2; ", "misplaced-comma", "before byte 46 of");
    row("[@ @]", "json-events 2; misplaced-comma 1; ", "misplaced-comma", "before byte 46 of");
    row("{'a':1,'traceEvents':[@],}",
        "json-events 1; misplaced-comma 1; ",
        "misplaced-comma",
        "missing or one too many");
    row("{'a':1 'b':2,'traceEvents':[@]}",
        "json-events 1; misplaced-comma 1; ",
        "misplaced-comma",
        "before byte 7 of");
    row("[{'ph':'i','name':'n','pid':1,'tid':1,'ts':1,}]",
        "json-events 1; misplaced-comma 1; ",
        "misplaced-comma",
        "before byte 45 of");
    row("[{'ph':'i','name':'say 'n' now','pid':1,'tid':1,'ts':1}]",
        "json-events 1; unescaped-quote 2; ",
        "unescaped-quote",
        "the quote at byte 23 of");
    row("[@,{'ph':'i','name':'a\\cuda','pid':1,'tid':1,'ts':1}]",
        "json-events 2; unknown-escape 1; ",
        "unknown-escape",
        "the text 'a\\cuda' has");
    row("[{'ph':'i','name':'a\\ud800','pid':1,'tid':1,'ts':1}]",
        "json-events 1; lost-surrogate 1; ",
        "lost-surrogate",
        "half of a surrogate pair");
    row("[{'ph':'i','name':'a\xff','pid':1,'tid':1,'ts':1}]",
        "json-events 1; invalid-utf8 1; ",
        "invalid-utf8",
        "replaced by U+FFFD");
}

void TestTraceReport::whatIsMendedIsSaid()
{
    QFETCH(QString, text);
    QFETCH(QString, report);
    QFETCH(QString, kind);
    QFETCH(QString, example);
    const auto source = open(text.toLatin1().toStdString());
    QVERIFY(source.isOk());
    QCOMPARE(QString::fromStdString(reportOf(*source.value())), report);
    if (!kind.isEmpty()) {
        const std::string said = exampleOf(*source.value(), kind.toStdString());
        QVERIFY2(said.find(example.toStdString()) != std::string::npos, said.c_str());
    }
}

void TestTraceReport::ofTwoMembersTheLastIsKept()
{
    // Read by both parsers: members behind a word that is no JSON are left to the slow one.
    for (const char* odd : {"1", "NotANumber"}) {
        const auto source = open(
            R"([{"ph":"X","name":"a","name":"b","pid":1,"tid":1,"ts":1,"dur":1},
            {"ph":"X","cat":"kernel","name":"b","pid":1,"tid":1,"ts":5,"dur":1,
             "args":{"correlation":1,"correlation":2}},
            {"ph":"M","name":"thread_name","pid":1,"tid":1,
             "args":{"name":"first"},"args":{"name":"second"},"bp":)"
            + std::string(odd) + "}]");
        QVERIFY(source.isOk());
        QCOMPARE(reportOf(*source.value()), std::string("json-events 3; repeated-member 3; "));
        QCOMPARE(
            exampleOf(*source.value(), "repeated-member"),
            std::string("event 'b' of phase 'X' says 'name' twice: the last is kept"));
        const Definitions& definitions = source.value()->head().definitions;
        QCOMPARE(definitions.regions.front().name, std::string("b"));
        QCOMPARE(definitions.locations.front().name, std::string("second"));
    }
}

void TestTraceReport::categoriesAreKeptOrCounted()
{
    const auto source = open(R"([
        {"ph":"X","name":"a","cat":"mine","pid":1,"tid":1,"ts":1,"dur":1},
        {"ph":"X","name":"a","cat":"yours","pid":1,"tid":1,"ts":3,"dur":1},
        {"ph":"B","name":"a","cat":"mine","pid":1,"tid":1,"ts":5},
        {"ph":"E","cat":"mine","pid":1,"tid":1,"ts":6},
        {"ph":"X","name":"a","pid":1,"tid":1,"ts":7,"dur":1},
        {"ph":"X","name":"op","cat":"cpu_op","pid":1,"tid":1,"ts":9,"dur":1},
        {"ph":"C","name":"c","cat":"mine","pid":1,"ts":1,"args":{"v":1}},
        {"ph":"i","name":"i","cat":"mine","pid":1,"tid":1,"ts":1}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        exampleOf(*source.value(), "member-left-out"),
        std::string(
            "members of events beside their arguments have no place in the event model and are "
            "left out: 'cat of a counter' 1, 'cat of an instant' 1"));
    const Definitions& definitions = source.value()->head().definitions;
    QCOMPARE(definitions.attributes.size(), std::size_t(1));
    QCOMPARE(definitions.attributes.front().name, std::string("category"));
    QCOMPARE(
        carriedBy(*source.value()),
        std::string("0 category=mine; 2000 category=yours; 4000 category=mine; "));
}

void TestTraceReport::collectivesKeepTheirArguments()
{
    const auto source = open(
        R"([
        {"ph":"X","name":"nccl:all_reduce","cat":"cpu_op","pid":1,"tid":1,"ts":1,"dur":1,
         "args":{"External id":4,"Collective name":"allreduce","In msg nelems":1024,"In split size":"[]","dtype":"Float",
                 "Comms Id":18446744073709551615,"Seq":null,"Input type":["float"]}},
        {"ph":"B","name":"b","cat":"mine","pid":1,"tid":1,"ts":3,"args":{"Group size":2.5,"Process Group Ranks":[0, 1]}},
        {"ph":"E","pid":1,"tid":1,"ts":4,"args":{"Group size":2}},
        {"ph":"i","name":"i","pid":1,"tid":1,"ts":1,"args":{"dtype":"Half"}},
        {"ph":"X","name":"long","pid":1,"tid":1,"ts":9,"dur":1,"args":{"Process Group Ranks":")"
        + std::string(5000, '1') + R"("}}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        carriedBy(*source.value()),
        std::string(
            "0 Collective name=allreduce; 0 In msg nelems=1024; 0 In split size=[]; "
            "0 dtype=Float; 0 Comms Id=18446744073709551615; 0 Seq=null; "
            "0 Input type=[\"float\"]; 0 dtype=Half; "
            "2000 category=mine; 2000 Group size=2.5; 2000 Process Group Ranks=[0, 1]; "
            "2000 Group size=2; 8000 Process Group Ranks="
            + std::string(5000, '1') + "; "));
    QCOMPARE(exampleOf(*source.value(), "argument-left-out"), std::string());
}

void TestTraceReport::whatIsTooLongIsCounted()
{
    const std::string longer(65'537, 'x');
    std::string names;
    for (int i = 0; i < 10'001; ++i) {
        names += ",\"n" + std::to_string(i) + "\":0";
    }
    const auto source = open(
        R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":1,"dur":1,"args":{"text":")" + longer + "\""
        + names + "}}]");
    QVERIFY(source.isOk());
    QCOMPARE(
        exampleOf(*source.value(), "argument-left-out"),
        std::string("arguments are too long or too many and are left out: 'n10000' 1, 'text' 1"));
}

/// Wherever an event can have arguments.
void TestTraceReport::argumentsOfAllKindsOfEventsAreCarried()
{
    const auto source = open(R"([
        {"ph":"B","name":"b","pid":1,"tid":1,"ts":1,"args":{"x":1}},
        {"ph":"E","name":"b","pid":1,"tid":1,"ts":2,"args":{"y":true}},
        {"ph":"i","name":"i","pid":1,"tid":1,"ts":3,"args":{"z":{"deep":[1,{"a":"b"}]}}},
        {"ph":"s","name":"f","id":1,"pid":1,"tid":1,"ts":4,"args":{"from":"here"}},
        {"ph":"f","name":"f","id":1,"pid":1,"tid":1,"ts":5,"args":{"to":-2.5}},
        {"ph":"X","name":"x","pid":1,"tid":1,"ts":6,"dur":1,"args":{"\u0061":1,"a":2}}])");
    QVERIFY(source.isOk());
    QCOMPARE(
        carriedBy(*source.value()),
        std::string("0 x=1; 0 y=true; 2000 z={\"deep\":[1,{\"a\":\"b\"}]}; 3000 from=here; "
                    "4000 to=-2.5; 5000 a=1; 5000 a=2; "));
    const auto async = open(R"([
        {"ph":"b","name":"b","cat":"c","id":1,"pid":1,"tid":1,"ts":1,"args":{"x":1}},
        {"ph":"n","name":"b","cat":"c","id":1,"pid":1,"tid":1,"ts":2,"args":{"y":2}},
        {"ph":"e","name":"b","cat":"c","id":1,"pid":1,"tid":1,"ts":3,"args":{"z":3}}])");
    QVERIFY(async.isOk());
    QCOMPARE(carriedBy(*async.value()), std::string("0 x=1; 0 z=3; 1000 y=2; "));
}

VELLUM_TEST_APPLESS(TestTraceReport)
#include "test_trace_report.moc"
