#include "server/session/file_access.h"
#include "tests/generate/random_archive.h"
#include "tests/support/program/test_program.h"

#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <filesystem>
#include <fstream>

using vellum::ErrorKind;
using vellum::server::session::FileAccess;

namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text)
{
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
}

}  // namespace

class TestFileAccess : public QObject {
    Q_OBJECT

    [[nodiscard]] fs::path at(const char* path) const
    {
        return m_directory.filePath(QLatin1String(path)).toStdString();
    }
    [[nodiscard]] FileAccess served() const
    {
        return FileAccess::make({at("served").string(), at("also").string()}).value();
    }

    QTemporaryDir m_directory;

private slots:
    void initTestCase();
    void withoutRootsEverythingIsServed();
    void onlyWhatLiesBelowARootIsServed_data();
    void onlyWhatLiesBelowARootIsServed();
    void patternsAndListsSeeNothingOutside();
    void aRootThatIsNoDirectoryIsRefused();
    void relativePathsBeginAtTheFirstRoot();
    void oneFileHasOneKeyWhateverItsPath();
    void aChangedFileHasAnotherKey();
    void aChangedPartOfAnArchiveIsAnotherKey();
    void listingsShowDirectoriesFirstAndNoWayOut();
};

void TestFileAccess::initTestCase()
{
    write(at("served/a/t.otf2"), "one");
    write(at("served/b.otf2"), "two");
    write(at("served/Z/x"), "");
    write(at("also/c.otf2"), "three");
    write(at("served-not/d.otf2"), "four");
    fs::create_symlink(at("served-not"), at("served/way-out"));
    fs::create_symlink("a/t.otf2", at("served/inside.otf2"));
    fs::create_symlink("nowhere", at("served/broken"));
    fs::create_symlink("circle", at("served/circle"));
}

void TestFileAccess::withoutRootsEverythingIsServed()
{
    const FileAccess access = FileAccess::make({}).value();
    QVERIFY(access.resolve(at("served-not/d.otf2").string()).isOk());
    QVERIFY(!access.resolve(at("missing").string()).isOk());
    // What is there and leads nowhere is not said to be missing.
    const auto circle = access.resolve(at("served/circle").string());
    QVERIFY(!circle.isOk());
    QVERIFY(circle.error().message.find("cannot be looked at") != std::string::npos);
}

void TestFileAccess::onlyWhatLiesBelowARootIsServed_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("isServed");
    QTest::newRow("below") << "served/a/t.otf2" << true;
    QTest::newRow("below the second") << "also/c.otf2" << true;
    QTest::newRow("the root itself") << "served" << true;
    QTest::newRow("a link that stays inside") << "served/inside.otf2" << true;
    QTest::newRow("beside, with the same beginning") << "served-not/d.otf2" << false;
    QTest::newRow("by a link") << "served/way-out/d.otf2" << false;
    QTest::newRow("by dots") << "served/../served-not/d.otf2" << false;
    QTest::newRow("not there") << "served/missing" << false;
    QTest::newRow("above") << "." << false;
}

void TestFileAccess::onlyWhatLiesBelowARootIsServed()
{
    QFETCH(const QString, path);
    QFETCH(const bool, isServed);
    const auto key = served().resolve(m_directory.filePath(path).toStdString());
    QCOMPARE(key.isOk(), isServed);
    if (!isServed) {
        QVERIFY(key.error().kind == ErrorKind::NotFound);
    }
}

void TestFileAccess::patternsAndListsSeeNothingOutside()
{
    const auto sentence = [this](const char* path) {
        const auto key = served().resolve(at(path).string());
        return key.isOk() ? std::string("served") : key.error().message;
    };
    const auto refusal = [this](const char* path) {
        return at(path).string()
               + ": no such file or directory below the directories that this server serves";
    };
    // Whether something outside is there or not, the words are the same.
    for (const char* path :
         {"served-not/*.otf2", "served-not/x*", "served/way-out/*", "served/../served-not/*"}) {
        QCOMPARE(sentence(path), refusal(path));
    }
    QCOMPARE(sentence("served/nothing*"), refusal("served/nothing*"));
    const auto key = served().resolve(at("served/*.otf2").string());
    QVERIFY(key.isOk());
    QCOMPARE(key.value().selection.paths.size(), std::size_t{2});  // b and, by a link, a/t
    // A list outside is not read, and one inside leads nowhere else.
    write(at("served-not/list"), "# vellum trace list\n");
    QCOMPARE(sentence("served-not/list"), refusal("served-not/list"));
    write(at("served/list"), "# vellum trace list\n../served-not/d.otf2\n");
    QVERIFY(sentence("served/list").find("no such file or directory below") != std::string::npos);
    fs::remove(at("served/list"));
    fs::remove(at("served-not/list"));
}

void TestFileAccess::aRootThatIsNoDirectoryIsRefused()
{
    QVERIFY(!FileAccess::make({at("served/b.otf2").string()}).isOk());
    QVERIFY(!FileAccess::make({at("missing").string()}).isOk());
}

void TestFileAccess::relativePathsBeginAtTheFirstRoot()
{
    QVERIFY(served().resolve("a/t.otf2").isOk());
    QVERIFY(!served().resolve("c.otf2").isOk());
}

void TestFileAccess::oneFileHasOneKeyWhateverItsPath()
{
    const auto direct = served().resolve("a/t.otf2");
    const auto linked = served().resolve("inside.otf2");
    QVERIFY(direct.isOk() && linked.isOk());
    QVERIFY(direct.value() == linked.value());
}

void TestFileAccess::aChangedFileHasAnotherKey()
{
    const auto before = served().resolve("b.otf2");
    const auto directoryBefore = served().resolve("a");
    write(at("served/b.otf2"), "longer");
    write(at("served/a/t.otf2"), "longer");
    QVERIFY(before.value() != served().resolve("b.otf2").value());
    QVERIFY(directoryBefore.value() != served().resolve("a").value());
}

/// Whoever opens a trace anew while others have it open sees what it is now.
void TestFileAccess::aChangedPartOfAnArchiveIsAnotherKey()
{
    constexpr quint64 kWithMarkers = 5;
    const fs::path folder = at("archive");
    vellum::generate::writeRandomArchive({.seed = kWithMarkers, .out = folder});
    const FileAccess access = FileAccess::make({folder.string()}).value();
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (!entry.is_regular_file()) {
            continue;
        }
        const auto before = access.resolve("traces.otf2");
        QVERIFY(before.value() == access.resolve("traces.otf2").value());
        const auto ofFolder = access.resolve(".");
        const auto isNoticed = [&] {  // a file system's clock may be coarse
            fs::last_write_time(entry.path(), fs::last_write_time(entry.path()));
            return before.value() != access.resolve("traces.otf2").value()
                   && ofFolder.value() != access.resolve(".").value();
        };
        QVERIFY2(QTest::qWaitFor(isNoticed), entry.path().c_str());
    }
}

void TestFileAccess::listingsShowDirectoriesFirstAndNoWayOut()
{
    const auto listing = served().list("");
    QVERIFY(listing.isOk());
    QCOMPARE(listing.value().path, fs::canonical(at("served")).string());
    QStringList names;
    for (const auto& entry : listing.value().entries) {
        names << QString::fromStdString(entry.name);
    }
    QCOMPARE(names, (QStringList{"Z", "a", "b.otf2", "inside.otf2"}));
    QVERIFY(listing.value().entries[0].isDirectory);
    QVERIFY(!listing.value().entries[2].isDirectory);
    QVERIFY(listing.value().entries[2].bytes > 0);
    QVERIFY(!served().list(at("served-not").string()).isOk());
    QVERIFY(!served().list("b.otf2").isOk());
}

VELLUM_TEST_GUILESS(TestFileAccess)
#include "test_file_access.moc"
