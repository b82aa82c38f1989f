#include "common/codec/message_codec.h"
#include "tests/protocol/recorded_messages.h"
#include "tests/support/program/test_program.h"
#include "tests/support/random_messages.h"

#include <QByteArray>
#include <QFile>
#include <QIODevice>
#include <QString>

#include <set>
#include <span>

using vellum::protocol::Bytes;
using vellum::tests::clientMessagesOfProtocol1;
using vellum::tests::serverMessagesOfProtocol1;

namespace {

QString fileOf(const std::string& name)
{
    return QStringLiteral("%1/tests/protocol/1/%2.bin")
        .arg(qEnvironmentVariable("VELLUM_SOURCE_DIR"), QString::fromStdString(name));
}

QByteArray contentOf(const std::string& name)
{
    QFile file(fileOf(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> bytesOf(const QByteArray& content)
{
    return std::as_bytes(std::span(content.constData(), static_cast<std::size_t>(content.size())));
}

/// For a new message: writes its file, once. An existing one is never touched.
void recordIfAsked(const std::string& name, const Bytes& bytes)
{
    QFile file(fileOf(name));
    if (qEnvironmentVariableIsSet("VELLUM_RECORD_MESSAGES") && !file.exists()
        && file.open(QIODevice::WriteOnly)) {
        file.write(
            reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size()));
    }
}

}  // namespace

/// Messages as some earlier version wrote them, and what they must mean to this one.
class TestRecordedMessages : public QObject {
    Q_OBJECT

private slots:
    void clientMessagesOfProtocol1MeanWhatTheyMeant();
    void serverMessagesOfProtocol1MeanWhatTheyMeant();
    void everyKindIsRecorded();
};

void TestRecordedMessages::clientMessagesOfProtocol1MeanWhatTheyMeant()
{
    for (const auto& recorded : clientMessagesOfProtocol1()) {
        recordIfAsked(
            recorded.name, vellum::codec::encode(recorded.number, recorded.content).value());
        const QByteArray content = contentOf(recorded.name);
        QVERIFY2(!content.isEmpty(), recorded.name.c_str());
        const auto decoded = vellum::codec::decodeClientMessage(bytesOf(content));
        QVERIFY2(decoded.isOk() && decoded.value().content.isOk(), recorded.name.c_str());
        QCOMPARE(decoded.value().number, recorded.number);
        QVERIFY2(decoded.value().content.value() == recorded.content, recorded.name.c_str());
    }
}

void TestRecordedMessages::serverMessagesOfProtocol1MeanWhatTheyMeant()
{
    for (const auto& recorded : serverMessagesOfProtocol1()) {
        recordIfAsked(
            recorded.name, vellum::codec::encode(recorded.number, recorded.content).value());
        const QByteArray content = contentOf(recorded.name);
        QVERIFY2(!content.isEmpty(), recorded.name.c_str());
        const auto decoded = vellum::codec::decodeServerMessage(bytesOf(content));
        QVERIFY2(decoded.isOk() && decoded.value().content.isOk(), recorded.name.c_str());
        QCOMPARE(decoded.value().number, recorded.number);
        QVERIFY2(
            vellum::tests::isSame(decoded.value().content.value(), recorded.content),
            recorded.name.c_str());
    }
}

void TestRecordedMessages::everyKindIsRecorded()
{
    std::set<std::size_t> clientKinds;
    std::set<std::size_t> requests;
    for (const auto& recorded : clientMessagesOfProtocol1()) {
        clientKinds.insert(recorded.content.index());
        if (const auto* ask = std::get_if<vellum::codec::Ask>(&recorded.content)) {
            requests.insert(ask->request.index());
        }
    }
    std::set<std::size_t> serverKinds;
    std::set<std::size_t> answers;
    for (const auto& recorded : serverMessagesOfProtocol1()) {
        serverKinds.insert(recorded.content.index());
        if (const auto* answer = std::get_if<vellum::query::Answer>(&recorded.content)) {
            answers.insert(answer->index());
        }
    }
    QCOMPARE(clientKinds.size(), std::variant_size_v<vellum::codec::ClientContent>);
    QCOMPARE(requests.size(), std::variant_size_v<vellum::query::Request>);
    QCOMPARE(serverKinds.size(), std::variant_size_v<vellum::codec::ServerContent>);
    QCOMPARE(answers.size(), std::variant_size_v<vellum::query::Answer>);
}

VELLUM_TEST_GUILESS(TestRecordedMessages)
#include "test_recorded_messages.moc"
