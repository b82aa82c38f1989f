// One question at a time of one kind.

#include "gui/models/request_slot.h"
#include "tests/support/fake_data_source.h"
#include "tests/support/program/test_program.h"
#include "tests/support/trace_text.h"

#include <QCoreApplication>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::RequestSlot;
using query::DetailRequest;
using tests::FakeDataSource;

namespace {

/// A slot over a small trace, and what it was answered.
struct Bench {
    Bench()
    {
        source.add("a", tests::traceFromText("enter 0 @0 main\nleave 0 @100 main\n"));
        source.setHold(true);
        slot.setHandler([this](const auto& answer, const Error& error) {
            if (answer) {
                answers.push_back(std::get<query::VisitDetail>(*answer).tick);
            } else {
                errors.push_back(error);
            }
        });
    }

    void ask(Tick tick) { slot.ask(DetailRequest{.location = LocationRef(0), .tick = tick}); }
    void release(std::size_t place) { source.release(source.asked().at(place).id); }
    static void settle() { QCoreApplication::processEvents(); }

    FakeDataSource source;
    RequestSlot slot{source, 1};
    std::vector<Tick> answers;
    std::vector<Error> errors;
};

}  // namespace

class TestRequestSlot : public QObject {
    Q_OBJECT

private slots:
    static void answersComeLater()
    {
        Bench bench;
        bench.source.setHold(false);
        QVERIFY(!bench.slot.isBusy());
        bench.ask(5);
        QVERIFY(bench.slot.isBusy());
        QVERIFY(bench.answers.empty());
        Bench::settle();
        QCOMPARE(bench.answers, std::vector<Tick>{5});
        QVERIFY(!bench.slot.isBusy());
    }

    static void theNewestWaits()
    {
        Bench bench;
        bench.ask(1);
        bench.ask(2);
        bench.ask(3);
        QCOMPARE(bench.source.asked().size(), std::size_t{1});
        bench.release(0);
        Bench::settle();
        QCOMPARE(bench.answers, std::vector<Tick>{1});
        QVERIFY(bench.slot.isBusy());
        QCOMPARE(bench.source.of<DetailRequest>().size(), std::size_t{2});
        QCOMPARE(bench.source.of<DetailRequest>().back().tick, Tick{3});
        bench.release(1);
        Bench::settle();
        QCOMPARE(bench.answers, (std::vector<Tick>{1, 3}));
        QVERIFY(!bench.slot.isBusy());
    }

    static void eachQuestionIsOfALaterGenerationOfOneView()
    {
        Bench bench;
        RequestSlot other(bench.source, 1);
        bench.ask(1);
        other.ask(DetailRequest{.location = LocationRef(0), .tick = 9});
        bench.release(0);
        Bench::settle();
        bench.ask(2);
        const auto& asked = bench.source.asked();
        QCOMPARE(asked.size(), std::size_t{3});
        QVERIFY(asked[0].asking.view != 0);
        QCOMPARE(asked[2].asking.view, asked[0].asking.view);
        QVERIFY(asked[2].asking.generation > asked[0].asking.generation);
        QVERIFY(asked[1].asking.view != asked[0].asking.view);
        QVERIFY(!asked[0].asking.progressive);  // nobody would listen
    }

    /// There is a picture then: what waited need not wait for the exact answer, which the server takes back.
    static void behindAProvisionalAnswerTheNewestIsAskedAtOnce()
    {
        Bench bench;
        std::vector<std::uint32_t> provisional;
        std::vector<Tick> begins;
        bench.slot.setProvisionalHandler([&](const auto& answer) {
            provisional.push_back(std::get<query::Timeline>(*answer).columns);
            const auto& asked = std::get<query::TimelineRequest>(bench.slot.asked());
            begins.push_back(asked.scope.window.begin);
        });
        QVERIFY(bench.slot.sendsAtOnce());
        const auto ask = [&bench](Tick begin) {
            bench.slot.ask(
                query::TimelineRequest{
                    .scope = {.window = {.begin = begin, .end = 100}}, .columns = 50},
                true);
        };
        ask(1);
        ask(2);
        QCOMPARE(bench.source.asked().size(), std::size_t{1});
        QVERIFY(!bench.slot.sendsAtOnce());
        QVERIFY(bench.source.asked().front().asking.progressive);
        bench.source.releaseProvisional(bench.source.asked().front().id, 5);
        Bench::settle();
        QCOMPARE(provisional, std::vector<std::uint32_t>{5});
        QCOMPARE(bench.source.asked().size(), std::size_t{2});
        bench.source.releaseProvisional(bench.source.asked().back().id, 6);
        Bench::settle();
        QVERIFY(bench.slot.sendsAtOnce());
        ask(3);
        QCOMPARE(bench.source.asked().size(), std::size_t{3});
        QCOMPARE(begins, (std::vector<Tick>{1, 2}));
        QCOMPARE(provisional, (std::vector<std::uint32_t>{5, 6}));
        QVERIFY(bench.slot.isBusy());
        QVERIFY(bench.errors.empty());  // what was taken back tells nobody
    }

    static void theSameIsNotAskedTwice()
    {
        Bench bench;
        bench.ask(1);
        bench.ask(1);
        bench.ask(2);
        bench.ask(1);  // back to what is under way: nothing needs to wait
        bench.release(0);
        Bench::settle();
        QCOMPARE(bench.source.asked().size(), std::size_t{1});
        QVERIFY(!bench.slot.isBusy());
    }

    static void aFailureIsAnAnswer()
    {
        Bench bench;
        bench.source.failNext({.kind = ErrorKind::Unavailable, .message = "gone"});
        bench.ask(1);
        bench.ask(2);
        bench.release(0);
        Bench::settle();
        QCOMPARE(bench.errors.size(), std::size_t{1});
        QCOMPARE(bench.errors.front().message, std::string("gone"));
        bench.release(1);
        Bench::settle();
        QCOMPARE(bench.answers, std::vector<Tick>{2});
    }

    static void resetTakesAllBack()
    {
        Bench bench;
        bench.ask(1);
        bench.ask(2);
        bench.slot.reset();
        QVERIFY(!bench.slot.isBusy());
        QCOMPARE(bench.source.cancelled(), std::vector{bench.source.asked().front().id});
        Bench::settle();
        QVERIFY(bench.answers.empty() && bench.errors.empty());
        QCOMPARE(bench.source.asked().size(), std::size_t{1});
        bench.ask(4);
        bench.release(1);
        Bench::settle();
        QCOMPARE(bench.answers, std::vector<Tick>{4});
    }

    static void othersAnswersAreOthers()
    {
        Bench bench;
        RequestSlot other(bench.source, 1);
        int calls = 0;
        other.setHandler([&calls](const auto&, const Error&) { ++calls; });
        other.ask(DetailRequest{.location = LocationRef(0), .tick = 50});
        bench.ask(1);
        bench.release(1);
        Bench::settle();
        QCOMPARE(calls, 0);
        QCOMPARE(bench.answers, std::vector<Tick>{1});
        bench.release(0);
        Bench::settle();
        QCOMPARE(calls, 1);
        QCOMPARE(bench.answers.size(), std::size_t{1});
    }

    static void aSlotThatIsGoneHearsNothing()
    {
        Bench bench;
        int calls = 0;
        {
            RequestSlot other(bench.source, 1);
            other.setHandler([&calls](const auto&, const Error&) { ++calls; });
            other.ask(DetailRequest{.location = LocationRef(0), .tick = 50});
        }
        bench.release(0);
        Bench::settle();
        QCOMPARE(calls, 0);
    }
};

VELLUM_TEST_GUILESS(TestRequestSlot)
#include "test_request_slot.moc"
