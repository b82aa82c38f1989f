// What answers weigh, and which are let go.

#include "gui/models/answer_shelf.h"
#include "tests/support/program/test_program.h"

#include <memory>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using gui::models::AnswerShelf;

namespace {

std::shared_ptr<const query::Timeline> answerOf(std::size_t runs)
{
    query::Timeline answer;
    answer.rows.resize(1);
    answer.rows.front().runs.resize(runs);
    return std::make_shared<const query::Timeline>(std::move(answer));
}

}  // namespace

class TestAnswerShelf : public QObject {
    Q_OBJECT

private slots:
    static void whatNobodyKeepsWeighsNothing()
    {
        AnswerShelf shelf;
        auto answer = answerOf(1'000);
        shelf.put(answer);
        QVERIFY(shelf.bytes() >= 1'000 * sizeof(query::TimelineRun));
        answer.reset();
        QCOMPARE(shelf.bytes(), 0U);
    }

    static void theOldestGoFirst()
    {
        AnswerShelf shelf;
        std::vector<std::shared_ptr<const query::Timeline>> answers;
        for (int i = 0; i < 4; ++i) {
            answers.push_back(answerOf(1'000));
            shelf.put(answers.back());
        }
        const std::size_t one = shelf.bytes() / 4;
        QVERIFY(shelf.surplus({}).empty());
        shelf.setLimit(2 * one);
        QCOMPARE(shelf.surplus({}), (AnswerShelf::Answers{answers[0].get(), answers[1].get()}));
    }

    static void whatIsNeededStays()
    {
        AnswerShelf shelf;
        const auto first = answerOf(1'000);
        const auto second = answerOf(1'000);
        shelf.put(first);
        shelf.put(second);
        shelf.setLimit(0);
        QCOMPARE(shelf.surplus({first.get()}), AnswerShelf::Answers{second.get()});
        QVERIFY(shelf.surplus({first.get(), second.get()}).empty());
    }

    static void sharesAndCountersWeighToo()
    {
        AnswerShelf shelf;
        query::SummaryTimeline shares;
        shares.rows.resize(2);
        shares.rows[1].series.resize(1);
        shares.rows[1].series[0].exclusive.resize(500);
        query::Counters counters;
        counters.rows.resize(1);
        counters.rows[0].points.resize(100);
        const auto sharesAnswer = std::make_shared<const query::SummaryTimeline>(shares);
        shelf.put(sharesAnswer);
        QVERIFY(shelf.bytes() >= 500 * sizeof(Tick));
        const std::size_t before = shelf.bytes();
        const auto countersAnswer = std::make_shared<const query::Counters>(counters);
        shelf.put(countersAnswer);
        QVERIFY(shelf.bytes() >= before + 100 * sizeof(query::CounterPoint));
    }
};

VELLUM_TEST_GUILESS(TestAnswerShelf)
#include "test_answer_shelf.moc"
