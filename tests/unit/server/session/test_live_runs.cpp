#include "server/session/live_runs.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/server/session/house.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

using namespace vellum;                   // NOLINT(google-build-using-namespace): a test
using namespace vellum::server::session;  // NOLINT(google-build-using-namespace): of this room
using query::LivePhase;
using query::LiveState;
using tests::House;

namespace {

namespace fs = std::filesystem;

constexpr tests::ClientId kRecorder{7};
constexpr tests::ClientId kOther{8};

/// Live runs in a folder of their own.
struct Runs {
    explicit Runs(std::uint64_t mostBytes = protocol::kMaxLiveBytes)
        : folder(fs::path(directory.path().toStdString()) / "live" / "me")
        , runs(folder, mostBytes)
    {
    }

    Result<LiveState> say(
        codec::LiveRequest::Wish wish,
        tests::ClientId client = kRecorder,
        const std::string& name = "run")
    {
        return runs.take(client, {.name = name, .wish = std::move(wish)});
    }
    Result<LiveState> part(const std::string& file, std::uint64_t offset, std::string bytes)
    {
        return say(codec::LivePart{.file = file, .offset = offset, .bytes = std::move(bytes)});
    }
    /// A generation of one file.
    Result<LiveState> generation(const std::string& bytes)
    {
        const auto added = part("traces.otf2", 0, bytes);
        return added.isOk() ? say(codec::LiveCommit{.events = bytes.size()}) : added;
    }
    [[nodiscard]] std::size_t folders() const
    {
        return fs::exists(folder) ? static_cast<std::size_t>(
                   std::distance(fs::directory_iterator(folder), fs::directory_iterator()))
                                  : 0;
    }

    QTemporaryDir directory;
    fs::path folder;
    LiveRuns runs;
};

std::string contentOf(const fs::path& file)
{
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

ErrorKind kindOf(const Result<LiveState>& result)
{
    return result.isOk() ? ErrorKind::Internal : result.error().kind;
}

}  // namespace

class TestLiveRuns : public QObject {
    Q_OBJECT

private slots:
    void whatWasSentIsOnDiskAsItWasSent();
    void aNewerGenerationTakesTheOlderAwayOnceNobodyReadsIt();
    void filesAreForTheUserAlone();
    void nothingIsThereBeforeTheFirstGeneration();
    void onlyTheRecorderMaySend();
    void aRunThatIsRecordedIsNotTakenOver();
    void aBeginOfOnesOwnDropsWhatWasBrokenOff();
    void whoGoesAwayLeavesTheNewestGeneration();
    void anyoneMayAskToStop();
    void anEndedRunSaysWhereItsArchiveIs();
    void partsOutOfPlaceAreRefused();
    void aGenerationWithARefusedPartIsNotShown();
    void bytesAreBounded();
    void namesAreChecked();
    void aHostilePeerIsAnsweredWithASentence();
    void aLivePathOpensTheNewestGeneration();
    void theFolderGoesInTheEnd();
};

void TestLiveRuns::whatWasSentIsOnDiskAsItWasSent()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    std::mt19937 random(1);
    std::string expected;
    while (expected.size() < 100'000) {
        std::string piece(random() % 5'000, '\0');
        std::ranges::generate(piece, [&] { return static_cast<char>(random()); });
        QVERIFY(live.part("traces/7.evt", expected.size(), piece).isOk());
        expected += piece;
    }
    QVERIFY(live.part("traces.otf2", 0, "anchor").isOk());
    const auto state = live.say(codec::LiveCommit{.events = 5, .nanoseconds = 6});
    QVERIFY(state.isOk());
    QVERIFY(
        state.value()
        == (LiveState{.name = "run", .generation = 1, .events = 5, .nanoseconds = 6}));
    const auto newest = live.runs.newest("run");
    QVERIFY(newest.isOk());
    const fs::path anchor = newest.value().archive->anchor();
    QVERIFY(contentOf(anchor) == "anchor");
    QVERIFY(contentOf(anchor.parent_path() / "traces" / "7.evt") == expected);
    QCOMPARE(newest.value().archive->bytes(), expected.size() + 6);
}

void TestLiveRuns::aNewerGenerationTakesTheOlderAwayOnceNobodyReadsIt()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation("one").isOk());
    auto read = live.runs.newest("run");
    QVERIFY(live.generation("two").isOk());
    QVERIFY(contentOf(read.value().archive->anchor()) == "one");
    QCOMPARE(live.folders(), std::size_t{2});
    read = live.runs.newest("run");
    QCOMPARE(live.folders(), std::size_t{1});
    QVERIFY(contentOf(read.value().archive->anchor()) == "two");
    QCOMPARE(read.value().generation, std::uint64_t{2});
}

void TestLiveRuns::filesAreForTheUserAlone()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.part("traces/7.evt", 0, "x").isOk());
    QVERIFY(live.generation("one").isOk());
    const fs::path anchor = live.runs.newest("run").value().archive->anchor();
    QVERIFY(fs::status(anchor).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
    for (const fs::path& folder : {anchor.parent_path(), anchor.parent_path() / "traces"}) {
        QVERIFY(fs::status(folder).permissions() == fs::perms::owner_all);
    }
}

void TestLiveRuns::nothingIsThereBeforeTheFirstGeneration()
{
    Runs live;
    QVERIFY(live.runs.newest("run").error().kind == ErrorKind::NotFound);
    QVERIFY(kindOf(live.say(codec::LiveLook{})) == ErrorKind::NotFound);
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.runs.newest("run").error().kind == ErrorKind::NotFound);
    QVERIFY(live.part("traces.otf2", 0, "half").isOk());
    QVERIFY(live.runs.newest("run").error().kind == ErrorKind::NotFound);
}

void TestLiveRuns::onlyTheRecorderMaySend()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation("one").isOk());
    const std::vector<codec::LiveRequest::Wish> wishes = {
        codec::LivePart{.file = "traces.otf2", .bytes = "mine"},
        codec::LiveCommit{},
        codec::LiveEnd{.archive = "/mine"}};
    for (const auto& wish : wishes) {
        QVERIFY(kindOf(live.say(wish, kOther)) == ErrorKind::InvalidArgument);
    }
    QVERIFY(live.say(codec::LiveLook{}, kOther).value().generation == 1);
}

void TestLiveRuns::aRunThatIsRecordedIsNotTakenOver()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(kindOf(live.say(codec::LiveBegin{}, kOther)) == ErrorKind::InvalidArgument);
    QVERIFY(live.say(codec::LiveEnd{}).isOk());
    QVERIFY(live.say(codec::LiveBegin{}, kOther).isOk());
    QVERIFY(kindOf(live.generation("old")) == ErrorKind::InvalidArgument);
}

void TestLiveRuns::aBeginOfOnesOwnDropsWhatWasBrokenOff()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation("one").isOk());
    QVERIFY(live.part("traces.otf2", 0, "half").isOk());
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation("two").isOk());
    QVERIFY(contentOf(live.runs.newest("run").value().archive->anchor()) == "two");
}

void TestLiveRuns::whoGoesAwayLeavesTheNewestGeneration()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation("one").isOk());
    live.runs.forget(kOther);
    QVERIFY(live.say(codec::LiveLook{}).value().phase == LivePhase::Recording);
    live.runs.forget(kRecorder);
    QVERIFY(live.say(codec::LiveLook{}).value().phase == LivePhase::Lost);
    QVERIFY(live.runs.newest("run").isOk());
    QVERIFY(kindOf(live.generation("two")) == ErrorKind::InvalidArgument);
}

void TestLiveRuns::anyoneMayAskToStop()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.say(codec::LiveStop{}, kOther).value().phase == LivePhase::Stopping);
    QVERIFY(live.generation("one").value().phase == LivePhase::Stopping);
    QVERIFY(live.say(codec::LiveEnd{}).value().phase == LivePhase::Ended);
    QVERIFY(live.say(codec::LiveStop{}, kOther).value().phase == LivePhase::Ended);
}

void TestLiveRuns::anEndedRunSaysWhereItsArchiveIs()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.say(codec::LiveEnd{.archive = "/there/traces.otf2"}).isOk());
    QVERIFY(live.say(codec::LiveLook{}, kOther).value().archive == "/there/traces.otf2");
}

void TestLiveRuns::partsOutOfPlaceAreRefused()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.part("traces.otf2", 0, "abc").isOk());
    for (const std::uint64_t offset :
         {std::uint64_t{0}, std::uint64_t{2}, std::uint64_t{4}, UINT64_MAX}) {
        QVERIFY(kindOf(live.part("traces.otf2", offset, "d")) == ErrorKind::InvalidArgument);
    }
    QVERIFY(
        kindOf(live.part("traces.def", 0, std::string(protocol::kMaxLivePartBytes + 1, 'x')))
        == ErrorKind::ResourceExhausted);
}

void TestLiveRuns::aGenerationWithARefusedPartIsNotShown()
{
    Runs live;
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(kindOf(live.say(codec::LiveCommit{})) == ErrorKind::InvalidArgument);  // no anchor
    QVERIFY(live.part("traces.otf2", 0, "abc").isOk());
    QVERIFY(!live.part("traces.otf2", 7, "d").isOk());
    QVERIFY(kindOf(live.say(codec::LiveCommit{})) == ErrorKind::InvalidArgument);
    QVERIFY(live.runs.newest("run").error().kind == ErrorKind::NotFound);
}

void TestLiveRuns::bytesAreBounded()
{
    Runs live(/*mostBytes=*/100);
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation(std::string(60, 'a')).isOk());
    // The older one is there until the next is whole.
    QVERIFY(kindOf(live.generation(std::string(41, 'b'))) == ErrorKind::ResourceExhausted);
    QVERIFY(live.say(codec::LiveBegin{}).isOk());
    QVERIFY(live.generation(std::string(40, 'c')).isOk());
    QVERIFY(live.generation(std::string(60, 'd')).isOk());
    QVERIFY(contentOf(live.runs.newest("run").value().archive->anchor()) == std::string(60, 'd'));
}

void TestLiveRuns::namesAreChecked()
{
    for (const char* name : {"run", "a", "vellum-app-17.x_y"}) {
        QVERIFY2(query::isLiveName(name), name);
    }
    const std::string tooLong(query::kMaxLiveNameBytes + 1, 'a');
    for (const std::string& name :
         {std::string(),
          std::string(".."),
          std::string(".spool"),
          std::string("a/b"),
          std::string("caf\xe9"),
          std::string("a\0b", 3),
          tooLong}) {
        QVERIFY2(!query::isLiveName(name), name.c_str());
        QVERIFY(query::isLiveName(query::liveNameFrom(name)));
    }
    QVERIFY(query::liveNameOfPath("live:run") == "run");
    for (const char* path : {"live:", "live:../run", "live/run", "/live:run"}) {
        QVERIFY2(!query::liveNameOfPath(path), path);
    }
}

void TestLiveRuns::aHostilePeerIsAnsweredWithASentence()
{
    House house;
    house.greet(1);
    std::uint64_t number = 2;
    const auto refusal = [&](const std::string& name, codec::LiveRequest::Wish wish) {
        house.say(1, ++number, codec::LiveRequest{.name = name, .wish = std::move(wish)});
        return house.errorOf(1, number);
    };
    QVERIFY(refusal("..", codec::LiveBegin{}) == ErrorKind::InvalidArgument);
    QVERIFY(refusal("run", codec::LiveBegin{}) == std::nullopt);
    for (const char* file :
         {"../traces.otf2",
          "/etc/passwd",
          "traces/../x",
          "a/b/c",
          "",
          ".hidden",
          "traces/",
          "a\nb"}) {
        QVERIFY2(
            refusal("run", codec::LivePart{.file = file, .bytes = "x"})
                == ErrorKind::InvalidArgument,
            file);
    }
    QVERIFY(
        refusal(
            "run",
            codec::LivePart{
                .file = "x", .bytes = std::string(protocol::kMaxLivePartBytes + 1, 'x')})
        == ErrorKind::InvalidArgument);
    QVERIFY(
        refusal("run", codec::LiveEnd{.archive = std::string(5'000, 'x')})
        == ErrorKind::InvalidArgument);
    QVERIFY(refusal("run", codec::LiveLook{}) == std::nullopt);
}

void TestLiveRuns::aLivePathOpensTheNewestGeneration()
{
    House house;
    house.greet(1);
    house.greet(2);
    const auto live = [&](std::uint64_t number, codec::LiveRequest::Wish wish) {
        house.say(1, number, codec::LiveRequest{.name = "run", .wish = std::move(wish)});
        return house.outbox().answer(1, number).has_value();
    };
    QVERIFY(live(2, codec::LiveBegin{}));
    house.say(2, 2, codec::Open{.trace = query::TraceSelection("live:run")});
    QVERIFY(house.errorOf(2, 2) == ErrorKind::NotFound);
    QVERIFY(live(3, codec::LivePart{.file = "traces.otf2", .bytes = "one"}));
    QVERIFY(live(4, codec::LiveCommit{}));
    house.say(2, 3, codec::Open{.trace = query::TraceSelection("live:run")});
    const auto opened = house.outbox().answer(2, 3);
    QVERIFY(opened && std::holds_alternative<codec::OpenedTrace>(*opened));
    house.forget(1);
    house.say(2, 4, codec::LiveRequest{.name = "run", .wish = codec::LiveLook{}});
    const auto state = house.outbox().answer(2, 4);
    QVERIFY(state && std::get<LiveState>(*state).phase == LivePhase::Lost);
}

void TestLiveRuns::theFolderGoesInTheEnd()
{
    const QTemporaryDir directory;
    const fs::path folder = fs::path(directory.path().toStdString()) / "live";
    {
        LiveRuns runs(folder);
        QVERIFY(runs.take(kRecorder, {.name = "run", .wish = codec::LiveBegin{}}).isOk());
        QVERIFY(
            runs.take(
                    kRecorder,
                    {.name = "run", .wish = codec::LivePart{.file = "traces.otf2", .bytes = "x"}})
                .isOk());
        QVERIFY(fs::exists(folder));
    }
    QVERIFY(!fs::exists(folder));
}

VELLUM_TEST_GUILESS(TestLiveRuns)
#include "test_live_runs.moc"
