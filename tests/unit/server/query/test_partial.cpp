#include "common/codec/message_codec.h"
#include "common/query/questions.h"
#include "common/table/random.h"
#include "server/import/importer.h"
#include "server/import/shared_import.h"
#include "server/query/executor.h"
#include "server/query/partial.h"
#include "tests/generate/damaged_archive.h"
#include "tests/generate/kineto_file.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_filter.h"
#include "tests/unit/server/query/random_trace.h"

#include <QFile>
#include <QIODevice>
#include <QString>
#include <QTemporaryDir>

#include <algorithm>
#include <filesystem>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across a few rooms
using server::import::SharedImport;
using server::query::execute;
using server::query::Placement;
using server::store::TraceStore;

namespace {

/// A trace in parts, as ranks hold it.
struct Parts {
    Placement placement;
    std::vector<std::shared_ptr<const TraceStore>> stores;
};

query::TraceSelection randomArchive(const QTemporaryDir& folder, unsigned seed)
{
    const auto out =
        std::filesystem::path(folder.path().toStdString()) / ("seed" + std::to_string(seed));
    generate::writeRandomArchive(
        {.seed = seed, .out = out, .processes = 0, .events = 150, .damage = seed % 2 == 1});
    query::TraceSelection selection(out);
    if (seed % 3 == 2) {
        const auto whole = server::import::importTrace(selection, {.threads = 1});
        const TickRange range = whole.value()->range;
        const Tick tenth = range.length() / 10;
        selection.window = std::to_string(range.begin + 2 * tenth)
                           + "t:" + std::to_string(range.end - 3 * tenth) + "t";
    }
    return selection;
}

std::vector<LocationIndex> dealtTo(
    std::vector<std::vector<LocationIndex>>& dealt, std::size_t part, Placement& placement)
{
    for (const LocationIndex location : dealt[part]) {
        placement.partOf[location.value()] = static_cast<std::uint32_t>(part);
    }
    return dealt[part];
}

Parts importInParts(const query::TraceSelection& selection, std::size_t count)
{
    std::vector<std::unique_ptr<SharedImport>> imports;
    Parts parts;
    parts.placement.parts = count;
    std::vector<server::import::LocationFacts> elsewhere;
    for (std::size_t part = 0; part < count; ++part) {
        imports.push_back(SharedImport::open(selection, {.threads = 1}).value());
        const auto costs = imports.back()->costs();
        auto dealt = server::import::partition(costs, count);
        parts.placement.partOf.resize(costs.size());
        const auto own = dealtTo(dealt, part, parts.placement);
        VELLUM_ASSERT(imports.back()->read(own).isOk());
        if (part > 0) {
            auto facts = imports.back()->facts();
            std::ranges::move(facts.value(), std::back_inserter(elsewhere));
        }
    }
    auto head = imports.front()->makeHead(std::move(elsewhere));
    parts.stores.push_back(head.value().store);
    for (std::size_t part = 1; part < count; ++part) {
        parts.stores.push_back(imports[part]->makePart(head.value().shared).value());
    }
    return parts;
}

Result<query::Answer> executeInParts(const Parts& parts, const query::Request& request)
{
    const TraceStore& head = *parts.stores.front();
    if (answererOf(head, request, parts.placement) == server::query::AnsweredBy::Head) {
        return execute(head, request);
    }
    server::query::PartialAnswers answers(parts.stores.size());
    for (std::uint32_t part = 0; part < parts.stores.size(); ++part) {
        const auto own = requestOfPart(*parts.stores[part], request, parts.placement, part);
        auto answer =
            own ? execute(*parts.stores[part], *own) : Result<query::Answer>(query::Answer());
        VELLUM_RETURN_IF_ERROR(answer);
        answers[part] = own ? std::optional(std::move(answer).value()) : std::nullopt;
    }
    return merge(head, request, parts.placement, std::move(answers));
}

protocol::Bytes encoded(const Result<query::Answer>& answer)
{
    return answer.isOk() ? codec::encode(1, codec::ServerContent(answer.value())).value()
                         : codec::encode(1, codec::ServerContent(answer.error())).value();
}

/// What a client is told of an open trace, all definitions among it.
protocol::Bytes asOpened(const std::shared_ptr<const TraceStore>& store)
{
    return codec::encode(
               1,
               codec::ServerContent(codec::OpenedTrace{
                   .handle = 1,
                   .path = store->path,
                   .definitions = {store, &store->definitions},
                   .info =
                       std::get<query::TraceInfo>(execute(*store, query::InfoRequest{}).value())}))
        .value();
}

/// Requests of all kinds, some of them wrong.
class Dice {
public:
    Dice(std::uint64_t seed, const TraceStore& trace) : m_random(seed), m_trace(trace) {}

    std::vector<query::Request> requests()
    {
        std::vector<query::Request> all{query::InfoRequest{}, query::LocationsRequest{}};
        for (int round = 0; round < 6; ++round) {
            addSums(all);
            addRows(all);
            addLists(all);
            addTables(all);
        }
        return all;
    }

private:
    [[nodiscard]] bool rarely() { return m_random.below(12) == 0; }
    [[nodiscard]] bool coin() { return m_random.below(2) == 0; }
    [[nodiscard]] std::uint32_t columns()
    {
        return rarely() ? 0 : static_cast<std::uint32_t>(1 + m_random.below(70));
    }
    [[nodiscard]] std::uint64_t limit() { return rarely() ? 1'000'001 : m_random.below(200); }
    [[nodiscard]] query::GroupBy groupBy()
    {
        return static_cast<query::GroupBy>(m_random.below(3));
    }

    std::vector<LocationRef> locations()
    {
        return m_trace.locations.empty() ? std::vector<LocationRef>() : m_random.locations(m_trace);
    }

    query::Scope scope()
    {
        query::Scope scope{
            .window = coin() ? m_trace.range : m_random.window(m_trace.range),
            .locations = locations()};
        if (rarely()) {
            scope.locations.emplace_back(987'654);
        }
        if (rarely()) {
            scope.window = {.begin = 5, .end = 5};
        }
        if (coin()) {
            scope.filter = tests::RandomFilter(m_random.below(1000)).filterWithVisits();
        }
        return scope;
    }

    std::vector<std::vector<LocationRef>> rows()
    {
        std::vector<std::vector<LocationRef>> rows(m_random.below(5));
        for (auto& row : rows) {
            row = locations();
        }
        return rows;
    }

    void addSums(std::vector<query::Request>& all)
    {
        all.emplace_back(
            query::ProfileRequest{.scope = scope(), .by = groupBy(), .perLocation = coin()});
        all.emplace_back(query::CallTreeRequest{
            .scope = scope(),
            .maxDepth = coin() ? 1'000'000U : static_cast<std::uint32_t>(m_random.below(5))});
        all.emplace_back(query::MatrixRequest{
            .scope = scope(), .by = static_cast<query::MatrixBy>(m_random.below(3))});
    }

    void addRows(std::vector<query::Request>& all)
    {
        all.emplace_back(query::TimelineRequest{
            .scope = scope(),
            .columns = columns(),
            .by = groupBy(),
            .maxDepth = coin() ? 1'000'000U : static_cast<std::uint32_t>(m_random.below(5)),
            .levels = coin() ? 0U : static_cast<std::uint32_t>(m_random.below(5)),
            .exclusiveOnly = coin()});
        addSets(all);
        all.emplace_back(query::SummaryTimelineRequest{
            .window = scope().window,
            .columns = columns(),
            .rows = rows(),
            .by = groupBy(),
            .keys = coin() ? std::vector<query::Key>()
                           : std::vector<query::Key>{{.value = 0}, {.value = 3}}});
        all.emplace_back(query::SummaryTimelineRequest{
            .window = scope().window,
            .columns = columns(),
            .rows = rows(),
            .by = groupBy(),
            .once = true,
            .stretches = rarely()});
        all.emplace_back(query::CountersRequest{
            .scope = scope(), .columns = columns(), .metric = rarely() ? "no such metric" : ""});
    }

    /// Some of them wrong.
    void addSets(std::vector<query::Request>& all)
    {
        query::TimelineRequest request{
            .scope = scope(),
            .columns = columns(),
            .by = groupBy(),
            .maxDepth = coin() ? 1'000'000U : static_cast<std::uint32_t>(m_random.below(5)),
            .levels = rarely() ? 2U : 0U,
            .rows = rows()};
        request.scope.locations = rarely() ? request.scope.locations : std::vector<LocationRef>();
        all.emplace_back(request);
        all.emplace_back(query::SummaryTimelineRequest{
            .window = scope().window,
            .columns = columns(),
            .rows = rows(),
            .by = groupBy(),
            .filter = scope().filter,
            .visits = true,
            .maxDepth = 1 + static_cast<std::uint32_t>(m_random.below(5))});
    }

    void addLists(std::vector<query::Request>& all)
    {
        all.emplace_back(
            query::MessagesRequest{.scope = scope(), .limit = limit(), .ends = coin()});
        all.emplace_back(
            query::CollectivesRequest{.scope = scope(), .limit = limit(), .ends = coin()});
        all.emplace_back(query::MessagesRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::LaunchesRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::CollectivesRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::CollectiveMembersRequest{
            .scope = scope(),
            .communicator = CommRef(coin() ? 0 : 1),
            .instance = limit() % 7,
            .limit = limit()});
        all.emplace_back(query::IoRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::IoRequest{
            .scope = scope(), .limit = limit(), .columns = columns(), .spans = true});
        all.emplace_back(query::MarkersRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::EventsRequest{.scope = scope(), .limit = limit()});
        all.emplace_back(query::SearchRequest{
            .scope = scope(),
            .pattern = rarely()   ? "("
                       : rarely() ? "arg:*=1"
                       : coin()   ? "."
                                  : "[aeiou]",
            .limit = limit(),
            .backward = coin()});
        const auto some = locations();
        all.emplace_back(query::DetailRequest{
            .location = some.empty() ? LocationRef(987'654) : some.front(),
            .tick = m_random.window(m_trace.range).begin});
    }

    /// All words of all questions that have a descriptor.
    void addTables(std::vector<query::Request>& all)
    {
        std::mt19937_64 words(m_random.below(1'000'000));
        for (const table::Schema* question : query::tableQuestions()) {
            std::shared_ptr<void> asked = question->make();
            table::fillRandom(*question, asked.get(), words);
            all.emplace_back(query::TableRequest{
                .scope = scope(), .asked = table::Value(*question, std::move(asked))});
        }
    }

    tests::RandomTrace m_random;
    const TraceStore& m_trace;
};

}  // namespace

class TestPartial : public QObject {
    Q_OBJECT

    static QString faultOf(
        const TraceStore& whole, const std::vector<query::Request>& requests, const Parts& parts);
    static void compare(const query::TraceSelection& selection, unsigned seed);

    QTemporaryDir m_folder;

private slots:
    void partsAnswerAsTheWhole_data();
    void partsAnswerAsTheWhole();
    void launchesAreJoinedAcrossParts();
    void instantsAreThoseOfAllParts();
    void damagedArchivesAnswerAsTheWhole_data();
    void damagedArchivesAnswerAsTheWhole();
    void anAnswerPastTheLimitIsRefusedInTheSameWords();
    void aRequestGoesToThePartsThatHoldItsLocations();
    void anAnswerToAnotherQuestionIsInternal();
};

void TestPartial::partsAnswerAsTheWhole_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 24; ++seed) {
        QTest::addRow("seed %u", seed) << seed;
    }
}

void TestPartial::partsAnswerAsTheWhole()
{
    QFETCH(const unsigned, seed);
    compare(randomArchive(m_folder, seed), seed);
}

void TestPartial::launchesAreJoinedAcrossParts()
{
    const auto file = std::filesystem::path(m_folder.path().toStdString()) / "job.json";
    generate::writeKinetoFile({.out = file, .megabytes = 1});
    compare(query::TraceSelection(file), 99);
    const Parts parts = importInParts(query::TraceSelection(file), 4);
    QVERIFY(!parts.stores.front()->launches.empty());
}

void TestPartial::instantsAreThoseOfAllParts()
{
    std::string text = "[";
    const std::string scopes = "tpg";
    for (int i = 0; i < 60; ++i) {
        const std::string where = "\"pid\":" + std::to_string(i % 2) + ",\"tid\":"
                                  + std::to_string(i % 5) + ",\"ts\":" + std::to_string(i / 4);
        text.append(R"({"ph":"X","name":"a","dur":3,)").append(where).append("},\n");
        text.append(R"({"ph":"i","name":"mark )").append(std::to_string(i % 7));
        text.append(R"(","s":")").append(1, scopes[static_cast<std::size_t>(i) % scopes.size()]);
        text.append("\",").append(where).append("},\n");
    }
    text.append(R"({"ph":"X","name":"end","ts":90,"dur":1,"pid":1,"tid":1}])");
    const auto file = std::filesystem::path(m_folder.path().toStdString()) / "instants.json";
    QFile out(QString::fromStdString(file.string()));
    QVERIFY(out.open(QIODevice::WriteOnly) && out.write(text.c_str()) > 0);
    out.close();
    for (const unsigned seed : {1U, 2U, 3U}) {
        compare(query::TraceSelection(file), seed);
    }
}

void TestPartial::damagedArchivesAnswerAsTheWhole_data()
{
    QTest::addColumn<QString>("kind");
    for (const std::string& kind : generate::damageKinds()) {
        QTest::newRow(kind.c_str()) << QString::fromStdString(kind);
    }
}

void TestPartial::damagedArchivesAnswerAsTheWhole()
{
    QFETCH(const QString, kind);
    const auto out =
        std::filesystem::path(m_folder.path().toStdString()) / ("damaged-" + kind.toStdString());
    generate::writeDamagedArchive({.out = out, .kind = kind.toStdString()});
    const auto whole = server::import::importTrace(query::TraceSelection(out));
    if (whole.isOk()) {
        compare(query::TraceSelection(out), 5);
        return;
    }
    // What cannot be opened as a whole cannot be opened in parts, and for the same reason.
    const auto part = SharedImport::open(query::TraceSelection(out), {.threads = 1});
    QVERIFY(!part.isOk());
    QCOMPARE(part.error().message, whole.error().message);
}

void TestPartial::anAnswerPastTheLimitIsRefusedInTheSameWords()
{
    const query::TraceSelection selection = randomArchive(m_folder, 1);
    const auto whole = server::import::importTrace(selection, {.threads = 1}).value();
    const Parts parts = importInParts(selection, 2);
    query::SummaryTimelineRequest request{.window = whole->range, .columns = 65'536, .rows = {}};
    for (std::size_t i = 0; request.rows.size() < 1000; i = (i + 1) % whole->locations.size()) {
        request.rows.push_back({whole->definitions.locations[i].ref});
    }
    const auto answer = executeInParts(parts, request);
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error(), execute(*whole, request).error());
}

/// The first request that the parts answer otherwise; empty if there is none.
QString TestPartial::faultOf(
    const TraceStore& whole, const std::vector<query::Request>& requests, const Parts& parts)
{
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (encoded(executeInParts(parts, requests[i])) != encoded(execute(whole, requests[i]))) {
            return QStringLiteral("%1 parts, request %2 of kind %3")
                .arg(parts.stores.size())
                .arg(i)
                .arg(requests[i].index());
        }
    }
    return {};
}

void TestPartial::compare(const query::TraceSelection& selection, unsigned seed)
{
    const auto whole = server::import::importTrace(selection, {.threads = 1});
    QVERIFY2(whole.isOk(), whole.isOk() ? "" : whole.error().message.c_str());
    const auto requests = Dice(seed, *whole.value()).requests();
    for (const std::size_t count : {1U, 2U, 4U, 7U}) {
        const Parts parts = importInParts(selection, count);
        QVERIFY(asOpened(parts.stores.front()) == asOpened(whole.value()));
        QCOMPARE(faultOf(*whole.value(), requests, parts), QString());
    }
}

void TestPartial::aRequestGoesToThePartsThatHoldItsLocations()
{
    const Parts parts = importInParts(randomArchive(m_folder, 1), 2);
    const TraceStore& head = *parts.stores.front();
    const auto isOfPartOne = [](std::uint32_t part) { return part == 1; };
    const auto place = std::ranges::find_if(parts.placement.partOf, isOfPartOne);
    QVERIFY(place != parts.placement.partOf.end());
    const auto index = static_cast<std::size_t>(place - parts.placement.partOf.begin());
    const query::Request request = query::ProfileRequest{
        .scope = {.window = head.range, .locations = {head.definitions.locations[index].ref}}};
    QVERIFY(!requestOfPart(head, request, parts.placement, 0));
    QVERIFY(requestOfPart(head, request, parts.placement, 1) == request);
}

void TestPartial::anAnswerToAnotherQuestionIsInternal()
{
    const Parts parts = importInParts(randomArchive(m_folder, 1), 2);
    const query::ProfileRequest request{.scope = {.window = parts.stores.front()->range}};
    const auto answer = merge(
        *parts.stores.front(),
        request,
        parts.placement,
        {query::Answer(query::CallTree{}), std::nullopt});
    QVERIFY(!answer.isOk());
    QCOMPARE(answer.error().kind, ErrorKind::Internal);
}

VELLUM_TEST_APPLESS(TestPartial)
#include "test_partial.moc"
