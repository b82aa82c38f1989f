#include "server/reader/trace_opener.h"
#include "server/reader/wording.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <filesystem>
#include <fstream>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone
using server::reader::recognise;
namespace fs = std::filesystem;

namespace {

QByteArray gzipped(const QByteArray& text)
{
    QByteArray packed(text.size() + 1000, '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));  // NOLINT
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    deflate(&stream, Z_FINISH);
    packed.resize(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

QByteArray bytes(const char* hex)
{
    return QByteArray::fromHex(hex);
}

/// What the opener says of \p path, with the folder left out.
QString sentence(const fs::path& path, const fs::path& folder)
{
    const auto result = recognise(path);
    if (result.isOk()) {
        constexpr std::array<const char*, 3> kFormats = {"OTF2 ", "JSON ", "NSYS "};
        return QString::fromLatin1(kFormats.at(static_cast<std::size_t>(result.value().format)))
               + QString::fromStdString(result.value().path.filename().string());
    }
    return QString::fromStdString(result.error().message)
        .replace(QString::fromStdString(folder.string() + "/"), QString());
}

}  // namespace

class TestTraceOpener : public QObject {
    Q_OBJECT

    void write(const char* name, const QByteArray& content) const
    {
        std::ofstream file(m_folder / name, std::ios::binary);
        file.write(content.data(), content.size());
    }

    QTemporaryDir m_temporary;
    fs::path m_folder;

private slots:
    void init();
    void saysWhatAFileIs_data();
    void saysWhatAFileIs();
    void errorsAreOfTheirKind();
    void directoryStandsForItsArchive();
    void refusesWhatIsNoFile();
    void refusesWhatMayNotBeRead();
    void readsOnlyTheFirstKilobytes();
};

const char* const kAnchor = "03424f5446320003020203000000100000";

void TestTraceOpener::init()
{
    m_folder = fs::path(m_temporary.path().toStdString()) / QTest::currentTestFunction();
    fs::remove_all(m_folder);
    fs::create_directories(m_folder);
}

void TestTraceOpener::saysWhatAFileIs_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char* name, const QByteArray& content, const char* said) {
        QTest::newRow(name) << QString::fromLatin1(name) << content << QString::fromUtf8(said);
    };
    row("traces.otf2", bytes(kAnchor), "OTF2 traces.otf2");
    row("anchor.bin", bytes(kAnchor), "OTF2 anchor.bin");
    row("empty.otf2", {}, "'empty.otf2' is empty (0 bytes)");
    row("empty", {}, "'empty' is empty (0 bytes)");
    row("short.otf2",
        bytes("03424f54"),
        "'short.otf2' is no anchor file of an OTF2 archive: its 4 bytes begin with 03 42 4f 54");
    row("text.otf2",
        "hello, world",
        "'text.otf2' is no anchor file of an OTF2 archive: its 12 bytes begin with 68 65 6c 6c 6f "
        "2c 20");
    row("0.evt",
        bytes("034201000000000000000000"),
        "'0.evt' is a part of an OTF2 archive (12 bytes): open the archive's .otf2 file");
    row("x.json", "\n {\"schemaVersion\": 1, \"traceEvents\": []}", "JSON x.json");
    row("list.json", R"([{"ph": "X", "ts": 1}])", "JSON list.json");
    row("named.txt", "\xef\xbb\xbf[", "JSON named.txt");
    row("x.db",
        QByteArray("SQLite format 3\0", 16) + "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL",
        "NSYS x.db");
    row("x.nsys-rep",
        bytes("00010203"),
        "'x.nsys-rep' is a report of Nsight Systems (4 bytes), whose layout is not public: export it "
        "with 'nsys export --type sqlite x.nsys-rep' and open the result");
    row("x.zst",
        bytes("28b52ffd00"),
        "'x.zst' is a zstd file (5 bytes) with no trace in it that Vellum knows; its zstd data are cut "
        "off");
    row("x.gz",
        bytes("1f8b0800"),
        "'x.gz' is a gzip file (4 bytes) with no trace in it that Vellum knows; its gzip data are cut "
        "off");
    // What a file packs, where it is nothing that is unpacked here.
    row("nothing.gz",
        bytes("1f8b080000000000020303000000000000000000"),
        "'nothing.gz' is a gzip file (20 bytes) that packs nothing (0 bytes)");
    row("x.sqlite.gz",
        bytes("1f8b08000000000002030b0ef4c92c495548cb2fca4d2c51306600000be0f6f410000000"),
        "'x.sqlite.gz' is a gzip file (36 bytes) that packs an SQLite database: unpack it first");
    row("x.json.gz.gz",
        bytes("1f8b080000000000020393efe660000126e6ee3e5606cddd3ebc4c401e003f31c74c16000000"),
        "'x.json.gz.gz' is a gzip file (38 bytes) that packs another packed file: unpack it first");
    row("x.tar.gz",
        bytes("1f8b08000000000002034bd4cb2acecf6318b9a0b4b824b18801004c020add07010000"),
        "'x.tar.gz' is a gzip file (35 bytes) that packs a tar archive: unpack it first");
    row("notes.txt", "one\ntwo\t\xc3\xa4\n", "'notes.txt' is a text file (11 bytes) and no trace");
    row("p.sts",
        "PROJECTIONS_ID \nVERSION 11.0\n",
        "'p.sts' is a part of a Charm++ Projections log (29 bytes), a format that Vellum does not "
        "read");
    row("traces.json.otf2", R"({"traceEvents": []})", "JSON traces.json.otf2");
    row("data.otf2", QByteArray("SQLite format 3\0", 16), "NSYS data.otf2");
    row("t.json.bz2",
        "BZh91AY",
        "'t.json.bz2' is a bzip2 file (7 bytes), which Vellum does not unpack: unpack it, or pack it with "
        "gzip or zstd");
    row("t.xz",
        bytes("fd377a585a0000"),
        "'t.xz' is an xz file (7 bytes), which Vellum does not unpack: unpack it, or pack it with gzip or "
        "zstd");
    row("t.zip",
        bytes("504b030414"),
        "'t.zip' is a zip file (5 bytes), which Vellum does not unpack: unpack it, or pack it with gzip or "
        "zstd");
    row("wide.json",
        bytes("fffe7b00"),
        "'wide.json' is a text in UTF-16 (4 bytes), which Vellum does not read: write it as UTF-8");
    row("secret.sqlite",
        bytes("9a8b7c6d5e"),
        "'secret.sqlite' is no SQLite database that can be read (5 bytes, beginning with 9a 8b 7c 6d): it "
        "is encrypted, or no database at all");
    row("blanks.gz", gzipped(QByteArray(100'000, ' ')), "JSON blanks.gz");  // its reader says more
    row("blanks.json", QByteArray(1'000'000, ' ') + "[]", "JSON blanks.json");
    row("blanks.txt", QByteArray(100, ' '), "'blanks.txt' is a text file (100 bytes) and no trace");
    row("renamed.bin",
        QByteArray("NSYS\0\1", 6),
        "'renamed.bin' is a report of Nsight Systems (6 bytes), whose layout is not public: export it "
        "with 'nsys export --type sqlite renamed.bin' and open the result");
    row("elf",
        bytes("7f454c460201"),
        "'elf' is no trace that Vellum knows (6 bytes, beginning with 7f 45 4c 46)");
    row("one", bytes("00"), "'one' is no trace that Vellum knows (1 byte, beginning with 00)");
    const QByteArray packed = gzipped("{\"traceEvents\": [" + QByteArray(3'000'000, ' '));
    QTest::newRow("packed") << "packed" << packed << QStringLiteral("JSON packed");
}

void TestTraceOpener::saysWhatAFileIs()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    write(name.toLatin1().constData(), content);
    QTEST(sentence(m_folder / name.toStdString(), m_folder), "sentence");
}

void TestTraceOpener::errorsAreOfTheirKind()
{
    write("broken.otf2", "text");
    write("x.txt", "text");
    QCOMPARE(recognise(m_folder / "broken.otf2").error().kind, ErrorKind::DataLoss);
    QCOMPARE(recognise(m_folder / "x.txt").error().kind, ErrorKind::InvalidArgument);
    fs::create_directory(m_folder / "nothing");
    QCOMPARE(recognise(m_folder / "nothing").error().kind, ErrorKind::InvalidArgument);
    QCOMPARE(recognise(m_folder / "none").error().kind, ErrorKind::NotFound);
    QCOMPARE(sentence(m_folder / "none", m_folder), QStringLiteral("there is no file 'none'"));
    QCOMPARE(recognise("").error().kind, ErrorKind::NotFound);
    QCOMPARE(recognise(m_folder / "x.txt" / "deeper").error().kind, ErrorKind::NotFound);
}

void TestTraceOpener::directoryStandsForItsArchive()
{
    const fs::path inside = m_folder / "run";
    fs::create_directory(inside);
    QCOMPARE(
        sentence(inside, m_folder),
        QStringLiteral("directory 'run' holds no trace among its 0 entries"));
    write("run/pong.sts", "PROJECTIONS_ID \n");
    write("run/pong.0.log.gz", gzipped("PROJECTIONS_ID \n"));
    QCOMPARE(
        sentence(inside, m_folder),
        QStringLiteral("'run' is a Charm++ Projections log (2 files of it among its 2 entries), a "
                       "format that Vellum does not read"));
    fs::remove(inside / "pong.sts");
    fs::remove(inside / "pong.0.log.gz");
    write("run/notes.txt", "x");
    QCOMPARE(
        sentence(inside, m_folder),
        QStringLiteral("directory 'run' holds no trace among its 1 entry"));
    fs::create_directory(inside / "first");
    fs::create_directory(inside / "second");
    write("run/first/traces.otf2", bytes(kAnchor));
    write("run/second/x", "y");
    QCOMPARE(
        sentence(inside, m_folder),
        QStringLiteral(
            "directory 'run' holds no trace among its 3 entries; 1 folder in it holds an "
            "OTF2 archive: give 'run/*' for all of them, or name one"));
    fs::remove_all(inside / "first");
    fs::remove_all(inside / "second");
    write("run/a.bak", bytes(kAnchor));
    QCOMPARE(sentence(inside, m_folder), QStringLiteral("OTF2 a.bak"));
    fs::remove(inside / "a.bak");
    write("run/a.otf2", bytes(kAnchor));
    QCOMPARE(sentence(inside, m_folder), QStringLiteral("OTF2 a.otf2"));
    write("run/b.otf2", bytes(kAnchor));
    QCOMPARE(
        sentence(inside, m_folder),
        QStringLiteral(
            "directory 'run' holds 2 OTF2 archives among its 3 entries: name one of them"));
    write("run/traces.otf2", bytes(kAnchor));
    QCOMPARE(sentence(inside, m_folder), QStringLiteral("OTF2 traces.otf2"));
}

void TestTraceOpener::refusesWhatIsNoFile()
{
    // Opened, a pipe without a writer would wait for ever.
    const fs::path pipe = m_folder / "pipe";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(sentence(pipe, m_folder), QStringLiteral("'pipe' is a named pipe (FIFO) and no file"));
    QCOMPARE(
        sentence("/dev/null", m_folder), QStringLiteral("'/dev/null' is a device and no file"));
    fs::create_symlink(m_folder / "ring", m_folder / "ring");
    QCOMPARE(recognise(m_folder / "ring").error().kind, ErrorKind::NotFound);
}

void TestTraceOpener::refusesWhatMayNotBeRead()
{
    if (::geteuid() == 0) {
        QSKIP("root may read everything");
    }
    write("secret", "text");
    fs::permissions(m_folder / "secret", fs::perms::none);
    QCOMPARE(
        sentence(m_folder / "secret", m_folder),
        QStringLiteral("'secret' cannot be read: Permission denied"));
}

// A file with nothing behind its first kilobytes but a hole: to read it all would take minutes.
void TestTraceOpener::readsOnlyTheFirstKilobytes()
{
    write("big.txt", QByteArray(100'000, 'a'));
    fs::resize_file(m_folder / "big.txt", std::uintmax_t{1} << 36U);
    QCOMPARE(
        sentence(m_folder / "big.txt", m_folder),
        QStringLiteral("'big.txt' is a text file (68,719,476,736 bytes) and no trace"));
}

VELLUM_TEST_APPLESS(TestTraceOpener)
#include "test_trace_opener.moc"
