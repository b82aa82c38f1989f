#include "server/reader/byte_stream.h"
#include "server/reader/read_ahead.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#include <filesystem>
#include <fstream>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::reader::openBytes;

namespace {

std::string gzipped(const std::string& text)
{
    std::string packed(text.size() + 1000, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());  // NOLINT
    stream.avail_out = static_cast<uInt>(packed.size());
    deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    deflate(&stream, Z_FINISH);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstd(const std::string& text)
{
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 1));
    return packed;
}

std::string longText()
{
    std::string text;
    for (int i = 0; i < 200'000; ++i) {
        text += std::to_string(i * 7919) + ' ';
    }
    return text;
}

}  // namespace

class TestByteStream : public QObject {
    Q_OBJECT

    [[nodiscard]] std::filesystem::path write(const std::string& bytes) const
    {
        std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / "f";
        std::ofstream(path, std::ios::binary) << bytes;
        return path;
    }
    /// All that can be read, in pieces of \p piece bytes, and the stream's error.
    [[nodiscard]] std::pair<std::string, std::string> readAll(
        const std::string& bytes, std::size_t piece) const
    {
        const auto stream = openBytes(write(bytes));
        std::string text;
        std::string part(piece, '\0');
        for (std::size_t count = piece; count == piece;) {
            count = stream.value()->read(part);
            text += part.substr(0, count);
        }
        return {text, stream.value()->error()};
    }
    QTemporaryDir m_folder;

private slots:
    void packedOrNotTheTextIsTheSame();
    void severalMembersAreOneText();
    void cutOffDataGiveWhatTheyHold();
    void damagedDataAreSaid();
    void bombsAreLeftAtABound();
    void aThreadAheadReadsTheSame();
    void whatIsNoFileIsRefused();
};

void TestByteStream::packedOrNotTheTextIsTheSame()
{
    const std::string text = longText();
    for (const std::string& bytes : {text, gzipped(text), zstd(text)}) {
        for (const std::size_t piece : {1000U, 65'536U, 4'000'000U}) {
            const auto [read, error] = readAll(bytes, piece);
            QVERIFY(read == text);
            QCOMPARE(error, std::string());
        }
    }
    QCOMPARE(readAll("", 100).first, std::string());
}

void TestByteStream::severalMembersAreOneText()
{
    QCOMPARE(readAll(gzipped("one ") + gzipped("two"), 100).first, std::string("one two"));
    QCOMPARE(readAll(zstd("one ") + zstd("two"), 100).first, std::string("one two"));
    const auto [text, error] = readAll(gzipped("one") + std::string(512, '\0'), 100);
    QCOMPARE(text, std::string("one"));
    QCOMPARE(error, std::string());
}

void TestByteStream::cutOffDataGiveWhatTheyHold()
{
    const std::string text = longText();
    for (const std::string& bytes : {gzipped(text), zstd(text)}) {
        const auto [read, error] = readAll(bytes.substr(0, bytes.size() / 2), 10'000);
        QVERIFY(!read.empty() && text.starts_with(read));
        QVERIFY2(error.find("cut off") != std::string::npos, error.c_str());
    }
}

void TestByteStream::damagedDataAreSaid()
{
    const std::string text = longText();
    std::string bytes = gzipped(text);
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 50; ++i) {
        bytes[i] = static_cast<char>(~bytes[i]);
    }
    QVERIFY(!readAll(bytes, 10'000).second.empty());
    bytes = zstd(text);
    bytes[4] = '\x07';  // a bit of the frame's head that must be 0
    bytes[5] = '\xff';
    QVERIFY(!readAll(bytes, 10'000).second.empty());
}

void TestByteStream::bombsAreLeftAtABound()
{
    constexpr std::size_t kMember = std::size_t(32) << 20U;
    const std::string spaces(kMember, ' ');
    for (const std::string& member : {gzipped(spaces), zstd(spaces)}) {
        std::string bytes;
        for (int i = 0; i < 20; ++i) {
            bytes += member;
        }
        const auto stream = openBytes(write(bytes));
        std::string part(kMember / 8, '\0');
        std::size_t total = 0;
        for (std::size_t count = part.size(); count == part.size();) {
            count = stream.value()->read(part);
            total += count;
        }
        const std::string& error = stream.value()->error();
        QVERIFY(total < 10 * kMember);
        QVERIFY2(
            error.find("data unpack to more than 250 times their size") != std::string::npos,
            error.c_str());
    }
}

void TestByteStream::aThreadAheadReadsTheSame()
{
    std::string text = longText();
    text += text + text + text + text;  // more than is held ahead
    const std::string packed = gzipped(text);
    for (const std::size_t length : {packed.size(), packed.size() / 2}) {
        const std::string bytes = packed.substr(0, length);
        const auto [expected, error] = readAll(bytes, 4'000'000);
        const auto stream = server::reader::readAhead(std::move(openBytes(write(bytes))).value());
        std::string part(77'777, '\0');
        std::string read;
        for (std::size_t count = part.size(); count == part.size();) {
            count = stream->read(part);
            read += part.substr(0, count);
        }
        QVERIFY(read == expected);
        QCOMPARE(stream->error(), error);
        QCOMPARE(stream->filePosition(), std::uint64_t(length));
    }
    const auto left = server::reader::readAhead(std::move(openBytes(write(packed))).value());
    std::string some(1000, '\0');
    QCOMPARE(left->read(some), some.size());  // and nobody reads on
}

void TestByteStream::whatIsNoFileIsRefused()
{
    const std::filesystem::path folder = m_folder.path().toStdString();
    QCOMPARE(openBytes(folder / "none").error().kind, ErrorKind::NotFound);
    QCOMPARE(openBytes(folder).error().kind, ErrorKind::InvalidArgument);
    ::mkfifo((folder / "pipe").c_str(), 0600);
    QCOMPARE(openBytes(folder / "pipe").error().kind, ErrorKind::InvalidArgument);
}

VELLUM_TEST_APPLESS(TestByteStream)
#include "test_byte_stream.moc"
