#include "common/client/connection_file.h"
#include "common/client/launch_server.h"
#include "common/client/runtime_directory.h"
#include "tests/support/program/test_program.h"

#include <QDir>
#include <QString>
#include <QTemporaryDir>

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

using namespace vellum::client;  // NOLINT(google-build-using-namespace): a test of this room
using vellum::ErrorKind;

namespace {

const std::string kKey(40, 'k');

Endpoint remote()
{
    return {
        .url = "tcp://host:1234",
        .serverPublicKey = kKey,
        .clientPublicKey = std::string(40, 'c'),
        .clientSecretKey = std::string(40, 's')};
}

mode_t modeOf(const std::filesystem::path& path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
}

}  // namespace

class TestConnectionFile : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

private slots:
    void init();
    void whatIsWrittenIsReadBack();
    void theFileIsForUsAlone();
    void whatIsNoConnectionFileIsRefused_data();
    void whatIsNoConnectionFileIsRefused();
    void unknownLinesAreIgnored();
    void aUrlFindsItsKeys();
    void aUrlWithoutAFileIsNotFoundAndSaysWhereItLooked();
    void localUrlsNeedNoKeys();
    void otherSchemesAreRefused();
    void theRuntimeDirectoryIsPrivate();
    void aDirectoryOpenToOthersIsRefused();
    void aSocketPathTooLongForTheKernelFallsBack();
};

void TestConnectionFile::init()
{
    qputenv("XDG_RUNTIME_DIR", m_directory.path().toUtf8());
}

void TestConnectionFile::whatIsWrittenIsReadBack()
{
    const auto parsed = parseConnectionText(connectionText(remote()));
    QVERIFY(parsed.isOk());
    QCOMPARE(parsed.value().url, remote().url);
    QCOMPARE(parsed.value().serverPublicKey, remote().serverPublicKey);
    QCOMPARE(parsed.value().clientPublicKey, remote().clientPublicKey);
    QCOMPARE(parsed.value().clientSecretKey, remote().clientSecretKey);
}

void TestConnectionFile::theFileIsForUsAlone()
{
    const std::filesystem::path file = m_directory.filePath(QStringLiteral("a")).toStdString();
    std::ofstream(file) << "old";
    std::filesystem::permissions(file, std::filesystem::perms::all);
    QVERIFY(writeConnectionFile(file, remote()).isOk());
    QCOMPARE(modeOf(file), mode_t{0600});
    QVERIFY(readConnectionFile(file).isOk());
}

void TestConnectionFile::whatIsNoConnectionFileIsRefused_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("empty") << "";
    QTest::newRow("another version") << "vellum-connection 2\nurl ipc:///x\n";
    QTest::newRow("no url") << "vellum-connection 1\n";
    QTest::newRow("no keys") << "vellum-connection 1\nurl tcp://h:1\n";
    QTest::newRow("a short key") << "vellum-connection 1\nurl tcp://h:1\nserver-public-key abc\n";
    QTest::newRow("a key with a space")
        << QString::fromStdString(connectionText(remote()))
               .replace(QStringLiteral("kkkk"), QStringLiteral("kk k"));
}

void TestConnectionFile::whatIsNoConnectionFileIsRefused()
{
    QFETCH(const QString, text);
    const auto parsed = parseConnectionText(text.toStdString());
    QVERIFY(!parsed.isOk());
    QVERIFY(parsed.error().kind == ErrorKind::InvalidArgument);
}

void TestConnectionFile::unknownLinesAreIgnored()
{
    QVERIFY(parseConnectionText(connectionText(remote()) + "ranks 8\nnonsense\n").isOk());
}

void TestConnectionFile::aUrlFindsItsKeys()
{
    const auto directory = runtimeDirectory();
    QVERIFY(directory.isOk());
    QVERIFY(writeConnectionFile(directory.value() / "h-1.connection", remote()).isOk());
    std::ofstream(directory.value() / "broken.connection") << "nonsense";
    const auto endpoint = resolveEndpoint("tcp://host:1234");
    QVERIFY(endpoint.isOk());
    QCOMPARE(endpoint.value().serverPublicKey, kKey);
}

void TestConnectionFile::aUrlWithoutAFileIsNotFoundAndSaysWhereItLooked()
{
    const auto endpoint = resolveEndpoint("tcp://host:1");
    QVERIFY(!endpoint.isOk());
    QVERIFY(endpoint.error().kind == ErrorKind::NotFound);
    const std::string place = m_directory.path().toStdString() + "/vellum";
    QVERIFY2(
        endpoint.error().message.find(place) != std::string::npos,
        endpoint.error().message.c_str());
}

void TestConnectionFile::localUrlsNeedNoKeys()
{
    const auto endpoint = resolveEndpoint("ipc:///run/x.sock");
    QVERIFY(endpoint.isOk());
    QCOMPARE(endpoint.value().url, std::string("ipc:///run/x.sock"));
}

void TestConnectionFile::otherSchemesAreRefused()
{
    QVERIFY(resolveEndpoint("http://x").error().kind == ErrorKind::InvalidArgument);
    QVERIFY(resolveEndpoint("/no/such/file").error().kind == ErrorKind::NotFound);
}

void TestConnectionFile::theRuntimeDirectoryIsPrivate()
{
    const auto directory = runtimeDirectory();
    QVERIFY(directory.isOk());
    QCOMPARE(modeOf(directory.value()), mode_t{0700});
}

void TestConnectionFile::aDirectoryOpenToOthersIsRefused()
{
    const std::filesystem::path open = m_directory.filePath(QStringLiteral("open")).toStdString();
    std::filesystem::create_directory(open);
    std::filesystem::permissions(open, std::filesystem::perms::all);
    const auto refused = makePrivateDirectory(open);
    QVERIFY(!refused.isOk());
    QVERIFY(refused.error().message.find(open.string()) != std::string::npos);
    // A link to a private directory could be led elsewhere later.
    const std::filesystem::path link = m_directory.filePath(QStringLiteral("link")).toStdString();
    std::filesystem::create_symlink(m_directory.path().toStdString(), link);
    QVERIFY(!makePrivateDirectory(link).isOk());
}

void TestConnectionFile::aSocketPathTooLongForTheKernelFallsBack()
{
    const std::string longName(60, 'd');
    QVERIFY(QDir(m_directory.path()).mkpath(QString::fromStdString(longName)));
    qputenv("XDG_RUNTIME_DIR", (m_directory.path() + '/' + longName.c_str()).toUtf8());
    const auto path = socketPath(std::string(30, 's'));
    QVERIFY(path.isOk());
    QVERIFY(path.value().native().size() <= kMaxSocketPath);
    const auto tooLong = socketPath(std::string(120, 's'));
    QVERIFY(!tooLong.isOk());
    QVERIFY(tooLong.error().message.find("107") != std::string::npos);
}

VELLUM_TEST_GUILESS(TestConnectionFile)
#include "test_connection_file.moc"
