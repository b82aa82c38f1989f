// The same million messages encoded and decoded by their hand-made codec and by descriptor.

#include "common/codec/answer_codec.h"
#include "common/codec/table_codec.h"
#include "common/table/equal.h"

#include <capnp/message.h>
#include <capnp/serialize.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

using namespace vellum;  // NOLINT(google-build-using-namespace): a program about two codecs

namespace {

struct Row {
    std::uint64_t sender = 0;
    std::uint64_t receiver = 0;
    std::uint32_t communicator = 0;
    std::uint32_t tag = 0;
    std::uint64_t bytes = 0;
    Tick send = 0;
    Tick receive = 0;

    static const table::Schema kSchema;
};

struct Rows {
    std::vector<Row> rows;

    static const table::Schema kSchema;
};

constexpr table::Column kRow[] = {
    table::column<&Row::sender>({.name = "sender"}),
    table::column<&Row::receiver>({.name = "receiver"}),
    table::column<&Row::communicator>({.name = "communicator"}),
    table::column<&Row::tag>({.name = "tag"}),
    table::column<&Row::bytes>({.name = "bytes"}),
    table::column<&Row::send>({.name = "send"}),
    table::column<&Row::receive>({.name = "receive"})};
constexpr table::Column kRows[] = {table::column<&Rows::rows>({.name = "rows"})};

}  // namespace

constinit const table::Schema Row::kSchema = table::schemaOf<Row>("message", kRow);
constinit const table::Schema Rows::kSchema = table::schemaOf<Rows>("messages", kRows);

namespace {

query::Messages someMessages(std::size_t count)
{
    std::mt19937_64 random(1);
    query::Messages messages;
    Tick tick = 1'000'000'000;
    for (std::size_t i = 0; i < count; ++i) {
        tick += static_cast<Tick>(random() % 2000);
        messages.messages.push_back(
            {.sender = LocationRef(random() % 4096),
             .receiver = LocationRef(random() % 4096),
             .communicator = CommRef(0),
             .tag = static_cast<std::uint32_t>(random() % 100),
             .bytes = std::uint64_t{8} << (random() % 17),
             .send = tick,
             .receive = tick + static_cast<Tick>(random() % 100'000)});
    }
    return messages;
}

Rows sameRows(const query::Messages& messages)
{
    Rows rows;
    for (const query::Message& message : messages.messages) {
        rows.rows.push_back(
            {.sender = message.sender.value(),
             .receiver = message.receiver.value(),
             .communicator = message.communicator.value(),
             .tag = message.tag,
             .bytes = message.bytes,
             .send = message.send,
             .receive = message.receive});
    }
    return rows;
}

double millisecondsOf(const std::function<void()>& work)
{
    const auto begin = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
        .count();
}

double median(std::vector<double> values)
{
    std::ranges::sort(values);
    return values[values.size() / 2];
}

void require(bool isRight)
{
    if (!isRight) {
        std::puts("what was read is not what was written");
        std::exit(1);
    }
}

void compare(std::size_t count, int rounds)
{
    const query::Messages messages = someMessages(count);
    const Rows rows = sameRows(messages);
    std::vector<double> byHand[2];
    std::vector<double> byDescriptor[2];
    std::size_t words[2] = {};
    const capnp::ReaderOptions options{.traversalLimitInWords = ~0ULL, .nestingLimit = 64};
    for (int round = 0; round < rounds; ++round) {
        capnp::MallocMessageBuilder hand;
        byHand[0].push_back(
            millisecondsOf([&] { codec::write(hand.initRoot<protocol::Messages>(), messages); }));
        capnp::SegmentArrayMessageReader handIn(hand.getSegmentsForOutput(), options);
        byHand[1].push_back(millisecondsOf([&] {
            const auto read = codec::read(handIn.getRoot<protocol::Messages>());
            require(read.isOk() && read.value().messages.size() == count);
        }));
        capnp::MallocMessageBuilder table;
        byDescriptor[0].push_back(millisecondsOf(
            [&] { codec::write(table.initRoot<protocol::Rows>(), Rows::kSchema, &rows); }));
        capnp::SegmentArrayMessageReader tableIn(table.getSegmentsForOutput(), options);
        byDescriptor[1].push_back(millisecondsOf([&] {
            const auto read = codec::read(tableIn.getRoot<protocol::Rows>(), Rows::kSchema);
            require(read.isOk() && read.value().as<Rows>()->rows.size() == count);
        }));
        words[0] = hand.sizeInWords();
        words[1] = table.sizeInWords();
        if (round == 0) {
            const auto read = codec::read(tableIn.getRoot<protocol::Rows>(), Rows::kSchema);
            require(table::equal(Rows::kSchema, read.value().row(), &rows));
        }
    }
    for (int i = 0; i < 2; ++i) {
        const double hand = median(byHand[i]);
        const double table = median(byDescriptor[i]);
        std::printf(
            "%9zu messages %s: by hand %9.4f ms, by descriptor %9.4f ms, ratio %.2f\n",
            count,
            i == 0 ? "encoded" : "decoded",
            hand,
            table,
            table / hand);
    }
    std::printf(
        "%9zu messages: %.2f of the bytes\n",
        count,
        static_cast<double>(words[1]) / static_cast<double>(words[0]));
}

}  // namespace

int main()
{
    compare(20, 2001);
    compare(1000, 501);
    compare(1'000'000, 15);
    return 0;
}
