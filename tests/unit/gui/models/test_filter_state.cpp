// Filters that are written down, and read again.

#include "gui/models/filter_state.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QByteArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QVariantList>
#include <QVariantMap>

#include <algorithm>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::Filter;
using gui::models::FilterSet;
using gui::models::filterState;

namespace {

constexpr const char* kTrace = R"(
location 0 "a"
location 1 "b"
location 2 "c"
location 9000000000000000000 "far"
region 0 main
region 1 MPI_Send
region 7 MPI_Recv
io-paradigm 3 POSIX
io-file 2 "/tmp/a b"
io-handle 5 "h" file 2 paradigm 3
locations-group 0 0 1 2
comm 4 0
enter 0 @0 main
leave 0 @9 main
)";

std::shared_ptr<const std::vector<LocationRef>> locations(std::vector<LocationRef> refs)
{
    return std::make_shared<const std::vector<LocationRef>>(std::move(refs));
}

/// One of each kind, with all that it can say.
std::vector<Filter> ofEachKind()
{
    using Kind = Filter::Kind;
    std::vector<Filter> all;
    all.push_back(
        {.kind = Kind::OnlyLocations,
         .text = "only these",
         .locations =
             locations({LocationRef(0), LocationRef(1), LocationRef(9'000'000'000'000'000'000U)})});
    all.push_back(
        {.kind = Kind::HideLocations,
         .text = "without, \"b\"",
         .isOn = false,
         .locations = locations({LocationRef(1)})});
    all.push_back(
        {.kind = Kind::Functions,
         .text = "functions MPI",
         .functions = std::make_shared<const std::unordered_set<RegionRef>>(
             std::unordered_set{RegionRef(1), RegionRef(7)})});
    Filter messages{.kind = Kind::Messages, .text = "tags"};
    messages.records.messages = {
        {.tags = {{.least = 1, .most = 1}, {.least = 5}},
         .communicators = {CommRef(4)},
         .bytes = {.least = 8, .most = 4'096},
         .hides = true}};
    all.push_back(messages);
    Filter collectives{.kind = Kind::Collectives, .text = "barriers"};
    collectives.records.collectives = {
        {.operations = {0, 1, 12}, .communicators = {}, .bytes = {}}};
    all.push_back(collectives);
    Filter io{.kind = Kind::Io, .text = "writes"};
    io.records.io = {
        {.paradigms = {IoParadigmRef(3)},
         .files = {IoFileRef(2)},
         .handles = {IoHandleRef(5)},
         .kinds = {query::IoKind::Write, query::IoKind::Seek},
         .flagsSet = query::kIoNonBlocking,
         .flagsClear = query::kIoCollective,
         .hides = true}};
    all.push_back(io);
    return all;
}

bool areSame(const Filter& a, const Filter& b)
{
    const auto same = [](const auto& one, const auto& other) {
        return (one == nullptr) == (other == nullptr) && (one == nullptr || *one == *other);
    };
    return a.kind == b.kind && a.text == b.text && a.isOn == b.isOn
           && same(a.locations, b.locations) && same(a.functions, b.functions)
           && a.records == b.records;
}

}  // namespace

class TestFilterState : public QObject {
    Q_OBJECT

    std::shared_ptr<const server::store::TraceStore> m_store = tests::traceFromText(kTrace);
    query::TraceInfo m_info = [] {
        query::TraceInfo info;
        info.range = {0, 10};
        info.events = 2;
        info.visits = 1;
        return info;
    }();

    [[nodiscard]] const Definitions& definitions() const { return m_store->definitions; }
    [[nodiscard]] QVariantMap written(bool anyFunction = true) const
    {
        return filterState(FilterSet(definitions(), ofEachKind(), anyFunction), m_info);
    }

private slots:
    void filtersOfEachKindComeBack();
    void anotherTraceHasOtherFilters();
    void whatTheTraceDoesNotDefineIsLeftOut();
    void nonsenseIsNoFilter_data();
    void nonsenseIsNoFilter();
};

void TestFilterState::filtersOfEachKindComeBack()
{
    QVERIFY(filterState(FilterSet(), m_info).isEmpty());
    for (const bool any : {false, true}) {
        // As a file has it.
        const QByteArray text = QJsonDocument(QJsonObject::fromVariantMap(written(any))).toJson();
        const auto state = QJsonDocument::fromJson(text).object().toVariantMap();
        const auto read = gui::models::filtersOf(state, definitions(), m_info);
        QVERIFY(read != nullptr);
        QCOMPARE(read->anyFunction(), any);
        const auto expected = ofEachKind();
        QVERIFY(std::ranges::equal(read->filters(), expected, areSame));
    }
}

void TestFilterState::anotherTraceHasOtherFilters()
{
    query::TraceInfo other = m_info;
    ++other.visits;
    QVERIFY(gui::models::filtersOf(written(), definitions(), other) == nullptr);
    QVERIFY(gui::models::filtersOf({}, definitions(), m_info) == nullptr);
}

void TestFilterState::whatTheTraceDoesNotDefineIsLeftOut()
{
    QVariantMap state = written();
    const auto readWith = [&](const char* text) {
        state.insert(
            "list",
            QVariantList{
                QVariantMap{{"kind", "onlyLocations"}, {"on", true}, {"locations", text}}});
        return gui::models::filtersOf(state, definitions(), m_info);
    };
    const auto read = readWith("2-18446744073709551615,1");
    QVERIFY(read != nullptr);
    QCOMPARE(read->filters().front().locations->size(), std::size_t{3});
    QVERIFY(!read->shows(LocationRef(0)));
    QVERIFY(readWith("17,33-44") == nullptr);
}

void TestFilterState::nonsenseIsNoFilter_data()
{
    QTest::addColumn<QVariantMap>("filter");
    QTest::newRow("nothing") << QVariantMap{};
    QTest::newRow("kind") << QVariantMap{{"kind", "colours"}, {"locations", "1"}};
    QTest::newRow("words") << QVariantMap{{"kind", "hideLocations"}, {"locations", "all"}};
    QTest::newRow("backwards") << QVariantMap{{"kind", "hideLocations"}, {"locations", "2-1"}};
    QTest::newRow("three ends") << QVariantMap{{"kind", "hideLocations"}, {"locations", "0-1-2"}};
    QTest::newRow("negative") << QVariantMap{{"kind", "functions"}, {"functions", "-1"}};
    QTest::newRow("tags") << QVariantMap{{"kind", "messages"}, {"tags", "1,,2"}};
    QTest::newRow("list") << QVariantMap{{"kind", "onlyLocations"}, {"locations", QVariantList{1}}};
}

void TestFilterState::nonsenseIsNoFilter()
{
    QFETCH(QVariantMap, filter);
    QVariantMap state = written();
    state.insert("list", QVariantList{filter});
    QVERIFY(gui::models::filtersOf(state, definitions(), m_info) == nullptr);
}

VELLUM_TEST_GUILESS(TestFilterState)
#include "test_filter_state.moc"
