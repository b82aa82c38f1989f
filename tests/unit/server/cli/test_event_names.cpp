#include "common/query/event_names.h"
#include "server/cli/printing.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QString>

#include <bit>
#include <memory>
#include <sstream>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using namespace server::cli;  // NOLINT(google-build-using-namespace)
using query::memberName;

namespace {

std::shared_ptr<const Definitions> definitions()
{
    auto made = std::make_shared<Definitions>();
    made->clock.ticksPerSecond = 1000;
    made->locations.push_back({.ref = LocationRef(7), .name = "thread"});
    made->regions.push_back({.ref = RegionRef(3), .name = "main"});
    made->callingContexts.push_back({.ref = CallingContextRef(4), .region = RegionRef(3)});
    made->strings.push_back({.ref = StringRef(5), .text = "a text"});
    made->parameters.push_back({.ref = ParameterRef(6), .name = "n"});
    made->ioFiles.push_back({.ref = IoFileRef(1), .name = "/data"});
    made->ioHandles.push_back({.ref = IoHandleRef(2), .file = IoFileRef(1)});
    made->rmaWindows.push_back({.ref = RmaWinRef(0), .name = "window"});
    made->metricMembers.push_back({.ref = MetricMemberRef(8), .name = "cycles"});
    made->metricMembers.push_back({.ref = MetricMemberRef(9), .name = "misses"});
    made->metricClasses.push_back(
        {.ref = MetricRef(0), .members = {MetricMemberRef(9), MetricMemberRef(8)}});
    made->metricInstances.push_back({.ref = MetricRef(1), .metricClass = MetricRef(0)});
    made->attributes.push_back({.ref = AttributeRef(1), .name = "delta"});
    made->attributes.push_back({.ref = AttributeRef(2), .name = "where"});
    made->markers.push_back(
        {.ref = MarkerRef(1),
         .group = "MUST",
         .category = "leak",
         .severity = MarkerSeverity::High});
    made->buildLookups();
    return made;
}

std::string nameOfMember(const char* kind, const char* member, std::uint64_t value)
{
    query::EventRecord event{.kind = kind, .attributes = {{member, value}}};
    return memberName(*definitions(), event, 0);
}

QJsonObject printed(const std::string& query, const query::Answer& answer)
{
    const Printing printing{
        .query = query,
        .trace = {.path = "a.otf2", .definitions = definitions(), .info = {}},
        .window = {.begin = 0, .end = 100}};
    std::ostringstream out;
    printJson(out, printing, answer);
    const auto document = QJsonDocument::fromJson(QByteArray::fromStdString(out.str()));
    return document.object()["result"].toObject();
}

}  // namespace

class TestEventNames : public QObject {
    Q_OBJECT

private slots:
    void membersThatReferHaveNames();
    void everyValueOfAMetricHasItsMembersName();
    void valuesAreShownAsWhatTheyAre();
    void carriedAttributesStandBesideTheMembers();
    void recordsWithoutNamesHaveNoKeys();
    void markersHaveTheirDefinition();
};

void TestEventNames::membersThatReferHaveNames()
{
    QCOMPARE(nameOfMember("Enter", "region", 3), std::string("main"));
    QCOMPARE(nameOfMember("Enter", "region", 99), std::string());
    QCOMPARE(nameOfMember("CallingContextEnter", "calling_context", 4), std::string("main"));
    QCOMPARE(nameOfMember("ParameterString", "string", 5), std::string("a text"));
    QCOMPARE(nameOfMember("ParameterString", "parameter", 6), std::string("n"));
    QCOMPARE(nameOfMember("ProgramBegin", "argument[1]", 5), std::string("a text"));
    QCOMPARE(nameOfMember("IoSeek", "handle", 2), std::string("/data"));
    QCOMPARE(nameOfMember("RmaPut", "win", 0), std::string("window"));
    QCOMPARE(nameOfMember("RmaPut", "bytes", 3), std::string());
}

void TestEventNames::everyValueOfAMetricHasItsMembersName()
{
    for (const std::uint64_t metric : {0U, 1U}) {
        const query::EventRecord event{
            .kind = "Metric",
            .attributes = {
                {"metric", metric},
                {"type[0]", 4},
                {"value[0]", 1},
                {"type[1]", 4},
                {"value[1]", 2},
                {"type[2]", 4},
                {"value[2]", 3}}};
        QCOMPARE(memberName(*definitions(), event, 0), std::string("misses, cycles"));
        QCOMPARE(memberName(*definitions(), event, 1), std::string());
        QCOMPARE(memberName(*definitions(), event, 2), std::string("misses"));
        QCOMPARE(memberName(*definitions(), event, 4), std::string("cycles"));
        QCOMPARE(memberName(*definitions(), event, 6), std::string());
    }
}

void TestEventNames::valuesAreShownAsWhatTheyAre()
{
    const auto text = [](const char* kind, const char* member, std::int64_t value) {
        const query::EventRecord event{
            .kind = kind, .attributes = {{member, static_cast<std::uint64_t>(value)}}};
        return query::memberText(event, 0);
    };
    QCOMPARE(text("ParameterInt", "value", -5), std::string("-5"));
    QCOMPARE(text("ParameterUnsignedInt", "value", -1), std::string("18446744073709551615"));
    QCOMPARE(text("MemoryUse", "bytes", -512), std::string("-512"));
    QCOMPARE(text("Enter", "region", 3), std::string("3"));
    const query::EventRecord metric{
        .kind = "Metric",
        .attributes = {
            {"metric", 0},
            {"type[0]", 10},
            {"value[0]", std::bit_cast<std::uint64_t>(3.5)},
            {"type[1]", 8},
            {"value[1]", static_cast<std::uint64_t>(std::int64_t{-7})}}};
    QCOMPARE(query::memberText(metric, 2), std::string("3.5"));
    QCOMPARE(query::memberText(metric, 4), std::string("-7"));
    QCOMPARE(query::memberText(metric, 1), std::string("10"));
}

void TestEventNames::carriedAttributesStandBesideTheMembers()
{
    query::Events events{.count = 1};
    events.events.push_back(
        {.location = LocationRef(7),
         .tick = 5,
         .kind = "Enter",
         .attributes = {{"region", 3}},
         .carried = {
             {AttributeRef(1), {ValueType::Int32, static_cast<std::uint64_t>(-4)}},
             {AttributeRef(2), {ValueType::Location, 7}},
             {AttributeRef(3), {ValueType::String, 5}}}});
    const QJsonObject event = printed("events", events)["events"].toArray()[0].toObject();
    const QJsonObject carried = event["carried"].toObject();
    QCOMPARE(carried["delta"].toInt(), -4);
    QCOMPARE(carried["where"].toInt(), 7);
    QCOMPARE(carried["attribute 3"].toString(), QStringLiteral("a text"));
    QCOMPARE(event["attributes"].toObject()["region"].toInt(), 3);
    const QJsonObject names = event["names"].toObject();
    QCOMPARE(names["region"].toString(), QStringLiteral("main"));
    QCOMPARE(names["where"].toString(), QStringLiteral("thread"));
    QCOMPARE(names.size(), 2);
}

void TestEventNames::recordsWithoutNamesHaveNoKeys()
{
    query::Events events{.count = 1};
    events.events.push_back({.location = LocationRef(7), .tick = 5, .kind = "ThreadTeamEnd"});
    const QJsonObject event = printed("events", events)["events"].toArray()[0].toObject();
    QVERIFY(!event.contains("carried") && !event.contains("names"));
}

void TestEventNames::markersHaveTheirDefinition()
{
    query::Markers markers{.count = 2};
    markers.markers.push_back(
        {.tick = 500,
         .duration = 250,
         .marker = MarkerRef(1),
         .scope = MarkerScope::Location,
         .scopeRef = 7,
         .text = "here"});
    markers.markers.push_back({.tick = 600, .marker = MarkerRef(9)});
    const QJsonArray list = printed("markers", markers)["markers"].toArray();
    QCOMPARE(list.size(), 2);
    const QJsonObject first = list[0].toObject();
    QCOMPARE(first["time_seconds"].toDouble(), 0.5);
    QCOMPARE(first["duration_seconds"].toDouble(), 0.25);
    QCOMPARE(first["group"].toString(), QStringLiteral("MUST"));
    QCOMPARE(first["category"].toString(), QStringLiteral("leak"));
    QCOMPARE(first["severity"].toString(), QStringLiteral("high"));
    QCOMPARE(first["scope"].toString(), QStringLiteral("location"));
    QCOMPARE(first["scope_name"].toString(), QStringLiteral("thread"));
    QCOMPARE(first["text"].toString(), QStringLiteral("here"));
    QCOMPARE(list[1].toObject()["category"].toString(), QStringLiteral("marker 9"));
    QCOMPARE(list[1].toObject()["scope"].toString(), QStringLiteral("global"));
}

VELLUM_TEST_APPLESS(TestEventNames)
#include "test_event_names.moc"
