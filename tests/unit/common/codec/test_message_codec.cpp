#include "common/codec/message_codec.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_messages.h"

#include <QByteArray>
#include <QString>

#include <cstring>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using vellum::ErrorKind;
using vellum::codec::ClientContent;
using vellum::codec::decodeClientMessage;
using vellum::codec::decodeServerMessage;
using vellum::codec::encode;
using vellum::codec::ServerContent;
using vellum::protocol::Bytes;
using vellum::tests::isSame;
using vellum::tests::RandomMessages;

namespace {

constexpr std::size_t kClientKinds = std::variant_size_v<ClientContent>;
constexpr std::size_t kServerKinds = std::variant_size_v<ServerContent>;
constexpr std::size_t kRequestKinds = std::variant_size_v<vellum::query::Request>;
constexpr std::size_t kAnswerKinds = std::variant_size_v<vellum::query::Answer>;

/// Every kind of server message once, and every kind of answer.
ServerContent anyServerContent(RandomMessages& random)
{
    const std::size_t kind = random.below(kServerKinds + kAnswerKinds);
    return kind < kServerKinds ? random.serverContent(kind)
                               : ServerContent(random.answer(kind - kServerKinds));
}

Bytes damaged(Bytes bytes, RandomMessages& random)
{
    if (random.below(4) == 0) {
        bytes.resize(random.below(bytes.size() + 1));
        return bytes;
    }
    for (std::uint64_t flips = 1 + random.below(8); flips > 0; --flips) {
        bytes[random.below(bytes.size())] ^= static_cast<std::byte>(1U << random.below(8));
    }
    return bytes;
}

/// Envelope fields lie at fixed places behind the segment table and the root pointer: the number in
/// the first word, the member of the union in the second.
void setMember(Bytes& bytes, std::uint16_t member)
{
    std::memcpy(bytes.data() + 24, &member, sizeof member);
}

}  // namespace

class TestMessageCodec : public QObject {
    Q_OBJECT

private slots:
    void everyClientMessageComesBackEqual();
    void everyRequestComesBackEqual();
    void everyServerMessageComesBackEqual();
    void everyAnswerComesBackEqual();
    void longAnswersComeBackEqual();
    void lookupsOfDecodedDefinitionsWork();
    void anUnknownMemberIsUnimplementedUnderItsNumber();
    void anUnknownAnswerIsUnimplementedUnderItsNumber();
    void damagedClientMessagesAreRefusedOrReadAsSomethingValid();
    void damagedServerMessagesAreRefusedOrReadAsSomethingValid();
    void everyTruncationIsRefused();
    void aMisalignedBufferIsRead();
    void badMembersAreInvalidUnderTheirNumber_data();
    void badMembersAreInvalidUnderTheirNumber();
    void aRequestOverTheFrameLimitIsNotSent();
};

void TestMessageCodec::everyClientMessageComesBackEqual()
{
    RandomMessages random(1);
    for (std::size_t round = 0; round < 40 * kClientKinds; ++round) {
        const ClientContent content = random.clientContent(round % kClientKinds);
        const auto bytes = encode(round, content);
        QVERIFY(bytes.isOk());
        const auto decoded = decodeClientMessage(bytes.value());
        QVERIFY2(decoded.isOk(), decoded.isOk() ? "" : decoded.error().message.c_str());
        QCOMPARE(decoded.value().number, std::uint64_t{round});
        QVERIFY(decoded.value().content.isOk());
        QVERIFY(decoded.value().content.value() == content);
    }
}

void TestMessageCodec::everyRequestComesBackEqual()
{
    RandomMessages random(2);
    for (std::size_t round = 0; round < 100 * kRequestKinds; ++round) {
        const ClientContent content =
            vellum::codec::Ask{.trace = 7, .request = random.request(round % kRequestKinds)};
        const auto decoded = decodeClientMessage(encode(3, content).value());
        QVERIFY(decoded.isOk() && decoded.value().content.isOk());
        QVERIFY(decoded.value().content.value() == content);
    }
}

void TestMessageCodec::everyServerMessageComesBackEqual()
{
    RandomMessages random(3);
    for (std::size_t round = 0; round < 60 * kServerKinds; ++round) {
        const ServerContent content = random.serverContent(round % kServerKinds);
        const auto decoded = decodeServerMessage(encode(round, content).value());
        QVERIFY(decoded.isOk() && decoded.value().content.isOk());
        QCOMPARE(decoded.value().number, std::uint64_t{round});
        QVERIFY(isSame(decoded.value().content.value(), content));
    }
}

void TestMessageCodec::everyAnswerComesBackEqual()
{
    RandomMessages random(4);
    for (std::size_t round = 0; round < 100 * kAnswerKinds; ++round) {
        const ServerContent content = random.answer(round % kAnswerKinds);
        const auto decoded = decodeServerMessage(encode(9, content).value());
        QVERIFY(decoded.isOk() && decoded.value().content.isOk());
        QVERIFY(isSame(decoded.value().content.value(), content));
    }
}

/// What may be read of a frame is a small multiple of its size: each list once.
void TestMessageCodec::longAnswersComeBackEqual()
{
    constexpr std::uint32_t kMany = 20'000;
    vellum::query::Launches launches{.count = kMany};
    vellum::query::Counters counters{.columns = kMany, .rows = {}};
    vellum::query::Collectives collectives{.count = kMany};
    vellum::query::Io io{.count = kMany};
    std::vector<vellum::query::CounterPoint> points;
    for (std::uint32_t i = 0; i < kMany; ++i) {
        launches.launches.push_back(
            {.host = vellum::LocationRef(i), .work = {.begin = i, .end = i + 1}});
        collectives.collectives.push_back({.instance = i, .wait = 5});
        io.rows.push_back({.handle = vellum::IoHandleRef(i), .numbers = {.reads = i}});
        points.push_back({.column = i, .count = i + 1, .mean = 0.5 * i});
        counters.rows.push_back({.location = vellum::LocationRef(i), .before = 0.25 * i});
    }
    counters.rows.back().points = std::move(points);
    for (const vellum::query::Answer& answer :
         {vellum::query::Answer(launches),
          vellum::query::Answer(counters),
          vellum::query::Answer(collectives),
          vellum::query::Answer(io)}) {
        const ServerContent content = answer;
        const auto decoded = decodeServerMessage(encode(1, content).value());
        QVERIFY(decoded.isOk() && decoded.value().content.isOk());
        QVERIFY(isSame(decoded.value().content.value(), content));
    }
}

void TestMessageCodec::lookupsOfDecodedDefinitionsWork()
{
    auto definitions = std::make_shared<vellum::Definitions>();
    definitions->regions.push_back({.ref = vellum::RegionRef(17), .name = "main"});
    const ServerContent content = vellum::codec::OpenedTrace{
        .handle = 1, .path = "/t", .definitions = definitions, .info = {}};
    const auto decoded = decodeServerMessage(encode(1, content).value());
    const auto& opened = std::get<vellum::codec::OpenedTrace>(decoded.value().content.value());
    const vellum::Region* region = opened.definitions->find(vellum::RegionRef(17));
    QVERIFY(region != nullptr);
    QCOMPARE(region->name, std::string("main"));
}

void TestMessageCodec::anUnknownMemberIsUnimplementedUnderItsNumber()
{
    Bytes bytes = encode(42, ClientContent(vellum::codec::Goodbye{})).value();
    setMember(bytes, 99);
    const auto decoded = decodeClientMessage(bytes);
    QVERIFY(decoded.isOk());
    QCOMPARE(decoded.value().number, std::uint64_t{42});
    QVERIFY(!decoded.value().content.isOk());
    QVERIFY(decoded.value().content.error().kind == ErrorKind::Unimplemented);
    QVERIFY(decoded.value().content.error().message.find("99") != std::string::npos);
}

void TestMessageCodec::anUnknownAnswerIsUnimplementedUnderItsNumber()
{
    Bytes bytes = encode(42, ServerContent(vellum::codec::Probe{})).value();
    setMember(bytes, 99);
    const auto decoded = decodeServerMessage(bytes);
    QVERIFY(decoded.isOk());
    QCOMPARE(decoded.value().number, std::uint64_t{42});
    QVERIFY(decoded.value().content.error().kind == ErrorKind::Unimplemented);
}

void TestMessageCodec::damagedClientMessagesAreRefusedOrReadAsSomethingValid()
{
    RandomMessages random(5);
    int refused = 0;
    for (std::size_t round = 0; round < 4000; ++round) {
        const Bytes good = encode(round, random.clientContent(random.below(kClientKinds))).value();
        const auto decoded = decodeClientMessage(damaged(good, random));
        if (!decoded.isOk() || !decoded.value().content.isOk()) {
            ++refused;
            continue;
        }
        QVERIFY(encode(1, decoded.value().content.value()).isOk());
    }
    QVERIFY2(refused > 400, qPrintable(QString::number(refused)));
}

void TestMessageCodec::damagedServerMessagesAreRefusedOrReadAsSomethingValid()
{
    RandomMessages random(6);
    int refused = 0;
    for (std::size_t round = 0; round < 6000; ++round) {
        const Bytes good = encode(round, anyServerContent(random)).value();
        const auto decoded = decodeServerMessage(damaged(good, random));
        if (!decoded.isOk() || !decoded.value().content.isOk()) {
            ++refused;
            continue;
        }
        QVERIFY(encode(1, decoded.value().content.value()).isOk());
    }
    QVERIFY2(refused > 600, qPrintable(QString::number(refused)));
}

void TestMessageCodec::everyTruncationIsRefused()
{
    RandomMessages random(7);
    const Bytes bytes = encode(1, ClientContent(random.clientContent(1))).value();
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        const auto decoded = decodeClientMessage(std::span(bytes).first(length));
        QVERIFY2(
            !decoded.isOk() || !decoded.value().content.isOk(),
            qPrintable(QStringLiteral("%1 of %2 bytes").arg(length).arg(bytes.size())));
    }
}

void TestMessageCodec::aMisalignedBufferIsRead()
{
    const Bytes bytes = encode(5, ClientContent(vellum::codec::Close{.trace = 8})).value();
    Bytes shifted(bytes.size() + 1);
    std::memcpy(shifted.data() + 1, bytes.data(), bytes.size());
    const auto decoded = decodeClientMessage(std::span(shifted).subspan(1));
    QVERIFY(decoded.isOk());
    QVERIFY(decoded.value().content.value() == ClientContent(vellum::codec::Close{.trace = 8}));
}

void TestMessageCodec::badMembersAreInvalidUnderTheirNumber_data()
{
    using namespace vellum;  // NOLINT(google-build-using-namespace): a table of many types
    QTest::addColumn<QByteArray>("bytes");
    const auto add = [](const char* name, const codec::ClientContent& content) {
        const Bytes bytes = encode(11, content).value();
        QTest::newRow(name) << QByteArray(
            reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    };
    add("an empty path", codec::Open{.trace = ""});
    add("a path with a NUL", codec::Open{.trace = std::string("/a\0b", 4)});
    add("a path that is too long", codec::Open{.trace = std::string(5000, 'x')});
    add("a directory that is too long", codec::ListDirectory{.directory = std::string(5000, 'x')});
    const auto by = static_cast<query::GroupBy>(3);
    add("an unknown grouping",
        codec::Ask{.trace = 1, .request = query::ProfileRequest{.scope = {}, .by = by}});
    add("an unknown matrix grouping",
        codec::Ask{
            .trace = 1,
            .request = query::MatrixRequest{.scope = {}, .by = static_cast<query::MatrixBy>(200)}});
    query::SearchRequest longSearch;
    longSearch.pattern = std::string(4097, '.');
    add("a pattern that is too long", codec::Ask{.trace = 1, .request = longSearch});
    query::Scope scope;
    scope.locations.resize(1'000'001);
    query::TimelineRequest sets{.scope = {}, .columns = 1};
    sets.rows.resize(2, std::vector<LocationRef>(500'001));
    add("too many locations of sets", codec::Ask{.trace = 1, .request = sets});
    add("too many locations",
        codec::Ask{.trace = 1, .request = query::EventsRequest{.scope = scope, .limit = 1}});
}

void TestMessageCodec::badMembersAreInvalidUnderTheirNumber()
{
    QFETCH(const QByteArray, bytes);
    const auto decoded = decodeClientMessage(
        std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size()))));
    QVERIFY(decoded.isOk());
    QCOMPARE(decoded.value().number, std::uint64_t{11});
    QVERIFY(!decoded.value().content.isOk());
    QVERIFY(decoded.value().content.error().kind == ErrorKind::InvalidArgument);
}

void TestMessageCodec::aRequestOverTheFrameLimitIsNotSent()
{
    vellum::query::Scope scope;
    scope.locations.resize(3'000'000);
    const auto bytes = encode(
        1,
        ClientContent(vellum::codec::Ask{
            .trace = 1, .request = vellum::query::EventsRequest{.scope = scope, .limit = 1}}));
    QVERIFY(!bytes.isOk());
    QVERIFY(bytes.error().kind == ErrorKind::ResourceExhausted);
}

VELLUM_TEST_GUILESS(TestMessageCodec)
#include "test_message_codec.moc"
