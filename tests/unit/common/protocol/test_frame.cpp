#include "common/protocol/frame.h"
#include "common/protocol/types.capnp.h"
#include "tests/support/program/test_program.h"

#include <capnp/any.h>

#include <cstring>

using vellum::ErrorKind;
using vellum::protocol::Bytes;
using vellum::protocol::Frame;

namespace {

Bytes scopeOf(std::uint32_t locations)
{
    capnp::MallocMessageBuilder message;
    auto scope = message.initRoot<vellum::protocol::Scope>();
    scope.initWindow().setBegin(-5);
    scope.initLocations(locations);
    return vellum::protocol::toBytes(message, 1U << 20U).value();
}

}  // namespace

class TestFrame : public QObject {
    Q_OBJECT

private slots:
    void whatWasWrittenIsRead();
    void aFrameOverTheLimitIsRefusedWithBothNumbers();
    void bytesThatAreNoWordsAreRefused();
    void aSegmentTableThatLiesIsRefused();
    void manyPointersToOneListCostNoMoreThanThePacketsSize();
    void aMessageOverTheLimitIsNotWritten();
};

void TestFrame::whatWasWrittenIsRead()
{
    auto frame = Frame::open(scopeOf(3), 1U << 20U);
    QVERIFY(frame.isOk());
    const auto scope = frame.value().reader().getRoot<vellum::protocol::Scope>();
    QCOMPARE(scope.getWindow().getBegin(), std::int64_t{-5});
    QCOMPARE(scope.getLocations().size(), 3U);
}

void TestFrame::aFrameOverTheLimitIsRefusedWithBothNumbers()
{
    const Bytes bytes = scopeOf(100);
    const auto frame = Frame::open(bytes, 64);
    QVERIFY(!frame.isOk());
    const std::string& message = frame.error().message;
    QVERIFY(message.find(std::to_string(bytes.size())) != std::string::npos);
    QVERIFY(message.find("64") != std::string::npos);
}

void TestFrame::bytesThatAreNoWordsAreRefused()
{
    QVERIFY(!Frame::open({}, 100).isOk());
    const Bytes bytes(13);
    QVERIFY(Frame::open(bytes, 100).error().kind == ErrorKind::InvalidArgument);
}

void TestFrame::aSegmentTableThatLiesIsRefused()
{
    Bytes bytes = scopeOf(3);
    const std::uint32_t words = 1'000'000'000;
    std::memcpy(bytes.data() + 4, &words, sizeof words);
    QVERIFY(!Frame::open(bytes, 1U << 20U).isOk());
}

void TestFrame::manyPointersToOneListCostNoMoreThanThePacketsSize()
{
    const Bytes bytes = scopeOf(10'000);
    auto frame = Frame::open(bytes, 1U << 20U);
    const auto scope = frame.value().reader().getRoot<vellum::protocol::Scope>();
    bool isStopped = false;
    try {
        for (int i = 0; i < 5; ++i) {
            QCOMPARE(scope.getLocations().size(), 10'000U);
        }
    } catch (const kj::Exception&) {
        isStopped = true;
    }
    QVERIFY(isStopped);
}

void TestFrame::aMessageOverTheLimitIsNotWritten()
{
    capnp::MallocMessageBuilder message;
    message.initRoot<vellum::protocol::Scope>().initLocations(100);
    const auto bytes = vellum::protocol::toBytes(message, 100);
    QVERIFY(!bytes.isOk());
    QVERIFY(bytes.error().kind == ErrorKind::ResourceExhausted);
}

VELLUM_TEST_GUILESS(TestFrame)
#include "test_frame.moc"
