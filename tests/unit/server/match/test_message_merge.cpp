#include "common/base/narrow.h"
#include "server/match/message_merge.h"
#include "tests/support/program/test_program.h"

#include <QString>

#include <algorithm>
#include <random>
#include <tuple>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using query::Message;
using server::match::SentMessage;

namespace {

/// Lists of senders by tick, many ticks alike; the bytes number the messages.
std::vector<std::vector<SentMessage>> randomLists(unsigned seed)
{
    std::mt19937 random(seed);
    const auto below = [&](std::uint32_t bound) { return narrow<std::uint32_t>(random() % bound); };
    std::vector<std::vector<SentMessage>> lists(below(20));
    std::uint64_t number = 0;
    for (std::uint32_t sender = 0; sender < lists.size(); ++sender) {
        // Some send nothing, some all at once, and only one list in five is worth parting.
        const std::uint32_t count = below(4) == 0 ? 0 : below(below(5) == 0 ? 20'000 : 50);
        const std::uint32_t step = below(4);
        Tick tick = below(1000);
        for (std::uint32_t i = 0; i < count; ++i) {
            tick += step == 0 ? 0 : below(step);
            Message message;
            message.sender = LocationRef(sender);
            message.bytes = number++;
            message.send = tick;
            lists[sender].push_back({.message = message, .receiver = LocationIndex(0)});
        }
    }
    return lists;
}

std::vector<Message> mergedSlowly(const std::vector<std::vector<SentMessage>>& lists)
{
    std::vector<Message> all;
    for (const std::vector<SentMessage>& sent : lists) {
        for (const SentMessage& one : sent) {
            all.push_back(one.message);
        }
    }
    std::ranges::sort(all, {}, [](const Message& message) {
        return std::tuple(message.send, message.sender, message.bytes);
    });
    return all;
}

}  // namespace

class TestMessageMerge : public QObject {
    Q_OBJECT

private slots:
    void nothingIsNothing() { QVERIFY(server::match::mergeMessages({}, 2).empty()); }

    void randomListsMergeAsIfSorted_data()
    {
        QTest::addColumn<unsigned>("threads");
        QTest::newRow("one thread") << 1U;
        QTest::newRow("two threads") << 2U;
        QTest::newRow("five threads") << 5U;
    }

    void randomListsMergeAsIfSorted()
    {
        QFETCH(unsigned, threads);
        for (unsigned seed = 0; seed < 60; ++seed) {
            const auto lists = randomLists(seed);
            const bool isAlike =
                server::match::mergeMessages(lists, threads) == mergedSlowly(lists);
            QVERIFY2(isAlike, qPrintable(QStringLiteral("seed %1").arg(seed)));
        }
    }
};

VELLUM_TEST_APPLESS(TestMessageMerge)
#include "test_message_merge.moc"
