#include "common/client/conversation.h"
#include "common/codec/message_codec.h"
#include "common/protocol/protocol_version.h"
#include "tests/support/program/test_program.h"
#include "tests/support/recording_listener.h"

using namespace vellum;  // NOLINT(google-build-using-namespace): a test across common
using client::Conversation;
using tests::RecordingListener;

namespace {

void say(
    Conversation& conversation, codec::RequestNumber number, const codec::ServerContent& content)
{
    conversation.receive(codec::encode(number, content).value());
}

codec::ServerDescription serverOf(std::uint32_t protocol)
{
    return {.program = "vellum-server 9.9", .protocol = protocol, .threads = 1, .memoryBytes = 0};
}

const codec::ClientContent kAsk = codec::Ask{.trace = 1, .request = query::InfoRequest{}};
const codec::ClientContent kOpen = codec::Open{.trace = "/t"};

}  // namespace

class TestConversation : public QObject {
    Q_OBJECT

private slots:
    void aServerOfOurProtocolIsGreeted();
    void aServerOfAnotherProtocolIsLostWithBothNumbers();
    void aRefusedHelloIsALostConnection();
    void anAnswerIsGivenOnce();
    void anAnswerOfAnotherKindIsDropped();
    void anErrorAnswersTheRequestInItsOwnWay();
    void progressDoesNotEndAnOpening();
    void theEndAnswersAllThatWaitBeforeItIsTold();
    void afterTheEndRequestsAreAnsweredAtOnce();
    void garbageEndsTheConversation();
    void anAnswerThatCannotBeReadFailsItsRequestOnly();
};

void TestConversation::aServerOfOurProtocolIsGreeted()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(!conversation.isGreeted());
    say(conversation, client::kHelloNumber, serverOf(protocol::kProtocolVersion));
    QVERIFY(conversation.isGreeted());
    QCOMPARE(listener.waitForServer()->program, std::string("vellum-server 9.9"));
}

void TestConversation::aServerOfAnotherProtocolIsLostWithBothNumbers()
{
    RecordingListener listener;
    Conversation conversation(listener);
    say(conversation, client::kHelloNumber, serverOf(4711));
    QVERIFY(conversation.isLost());
    const std::string message = listener.waitForLost()->message;
    QVERIFY(message.find("protocol 4711") != std::string::npos);
    QVERIFY(
        message.find("protocol " + std::to_string(protocol::kProtocolVersion))
        != std::string::npos);
}

void TestConversation::aRefusedHelloIsALostConnection()
{
    RecordingListener listener;
    Conversation conversation(listener);
    const Error refusal{.kind = ErrorKind::Unimplemented, .message = "too old"};
    say(conversation, client::kHelloNumber, refusal);
    QVERIFY(listener.waitForLost() == refusal);
}

void TestConversation::anAnswerIsGivenOnce()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(conversation.expect(5, kAsk));
    const codec::ServerContent answer = query::Answer(query::LocationCounts{});
    say(conversation, 5, answer);
    say(conversation, 5, answer);
    say(conversation, 6, answer);  // never asked
    QVERIFY(listener.waitForAnswer(5)->isOk());
    QCOMPARE(listener.answers(), std::size_t{1});
    QCOMPARE(listener.doubles(), 0);
}

void TestConversation::anAnswerOfAnotherKindIsDropped()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(conversation.expect(5, kOpen));
    say(conversation, 5, query::Answer(query::LocationCounts{}));
    QCOMPARE(listener.answers(), std::size_t{0});
}

void TestConversation::anErrorAnswersTheRequestInItsOwnWay()
{
    RecordingListener listener;
    Conversation conversation(listener);
    const Error error{.kind = ErrorKind::NotFound, .message = "no such thing"};
    QVERIFY(conversation.expect(5, kOpen));
    QVERIFY(conversation.expect(6, codec::ListDirectory{.directory = "/"}));
    QVERIFY(conversation.expect(7, kAsk));
    for (const codec::RequestNumber number : {5U, 6U, 7U}) {
        say(conversation, number, error);
    }
    QVERIFY(listener.waitForOpened(5)->error() == error);
    QVERIFY(listener.waitForListed(6)->error() == error);
    QVERIFY(listener.waitForAnswer(7)->error() == error);
}

void TestConversation::progressDoesNotEndAnOpening()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(conversation.expect(5, kOpen));
    say(conversation, 5, codec::OpenProgress{.eventsRead = 3});
    say(conversation, 5, codec::OpenProgress{.eventsRead = 4});
    QCOMPARE(listener.answers(), std::size_t{0});
    say(conversation,
        5,
        codec::OpenedTrace{
            .handle = 8,
            .path = "/t",
            .definitions = std::make_shared<const Definitions>(),
            .info = {}});
    QCOMPARE(listener.waitForOpened(5)->value().handle, codec::TraceHandle{8});
}

void TestConversation::theEndAnswersAllThatWaitBeforeItIsTold()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(conversation.expect(5, kOpen));
    QVERIFY(conversation.expect(6, kAsk));
    const Error reason{.kind = ErrorKind::Unavailable, .message = "gone"};
    conversation.lose(reason);
    conversation.lose({.kind = ErrorKind::Internal, .message = "again"});
    QVERIFY(listener.waitForOpened(5)->error() == reason);
    QVERIFY(listener.waitForAnswer(6)->error() == reason);
    QVERIFY(listener.waitForLost() == reason);
    QCOMPARE(listener.doubles(), 0);
}

void TestConversation::afterTheEndRequestsAreAnsweredAtOnce()
{
    RecordingListener listener;
    Conversation conversation(listener);
    const Error reason{.kind = ErrorKind::Unavailable, .message = "gone"};
    conversation.lose(reason);
    QVERIFY(!conversation.expect(9, kAsk));
    QVERIFY(listener.waitForAnswer(9)->error() == reason);
}

void TestConversation::garbageEndsTheConversation()
{
    RecordingListener listener;
    Conversation conversation(listener);
    conversation.receive(protocol::Bytes(24, std::byte{0xff}));
    QVERIFY(listener.waitForLost()->kind == ErrorKind::Unavailable);
}

void TestConversation::anAnswerThatCannotBeReadFailsItsRequestOnly()
{
    RecordingListener listener;
    Conversation conversation(listener);
    QVERIFY(conversation.expect(5, kAsk));
    protocol::Bytes bytes = codec::encode(5, codec::ServerContent(codec::Probe{})).value();
    bytes[24] = std::byte{99};  // a member of the union that nobody knows
    conversation.receive(bytes);
    QVERIFY(!listener.waitForAnswer(5)->isOk());
    QVERIFY(!conversation.isLost());
}

VELLUM_TEST_GUILESS(TestConversation)
#include "test_conversation.moc"
