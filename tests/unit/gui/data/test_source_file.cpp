// Where a source lies on this computer, and its lines.
#include "gui/data/source_file.h"
#include "tests/support/program/test_program.h"

#include <QFile>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <sys/stat.h>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace
using namespace vellum::gui::data;  // NOLINT(google-build-using-namespace)

class TestSourceFile : public QObject {
    Q_OBJECT

    [[nodiscard]] QString write(const QByteArray& bytes) const;

    QTemporaryDir m_folder;

private slots:
    void theLongestBeginCounts();
    void whatTheUserPointsAtMapsItsNeighboursToo();
    void mappingsAreTextAndBack();
    void linesAreRead();
    void whatIsNoSourceIsSaid();
};

QString TestSourceFile::write(const QByteArray& bytes) const
{
    QFile file(m_folder.filePath("x.c"));
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName()
                                                                                : QString();
}

void TestSourceFile::theLongestBeginCounts()
{
    const PathMappings mappings = {{"/build", "/home/me"}, {"/build/lib", "/opt/lib"}};
    QCOMPARE(mappedPath("/build/a.c", mappings), QStringLiteral("/home/me/a.c"));
    QCOMPARE(mappedPath("/build/lib/a.c", mappings), QStringLiteral("/opt/lib/a.c"));
    QCOMPARE(mappedPath("/build/library/a.c", mappings), QStringLiteral("/home/me/library/a.c"));
    QCOMPARE(mappedPath("/building/a.c", mappings), QStringLiteral("/building/a.c"));
    QCOMPARE(mappedPath("/build/a.c", {}), QStringLiteral("/build/a.c"));
}

void TestSourceFile::whatTheUserPointsAtMapsItsNeighboursToo()
{
    const PathMapping mapping = mappingOf("/build/run/src/a.c", "/home/me/code/src/a.c");
    QCOMPARE(mapping, (PathMapping{"/build/run", "/home/me/code"}));
    QCOMPARE(mappedPath("/build/run/src/a.c", {mapping}), QStringLiteral("/home/me/code/src/a.c"));
    QCOMPARE(mappedPath("/build/run/b.c", {mapping}), QStringLiteral("/home/me/code/b.c"));
    // Renamed: that file alone.
    const PathMapping renamed = mappingOf("/build/a.c", "/home/me/b.c");
    QCOMPARE(mappedPath("/build/a.c", {renamed}), QStringLiteral("/home/me/b.c"));
    QCOMPARE(mappingOf("/a/b.c", "/a/b.c"), PathMapping());
    QCOMPARE(mappingOf("/src/a.c", "/home/src/a.c"), (PathMapping{"/src", "/home/src"}));
    // A bare name in the debug information.
    QCOMPARE(mappedPath("a.c", {mappingOf("a.c", "/home/a.c")}), QStringLiteral("/home/a.c"));
}

void TestSourceFile::mappingsAreTextAndBack()
{
    const PathMappings mappings = {{"/a b", "/c"}, {"/d", "/e=f"}};
    QCOMPARE(mappingsOf(textOf(mappings)), mappings);
    QCOMPARE(mappingsOf(" /a  =>  /b \nnonsense\n => /c\n\n"), (PathMappings{{"/a", "/b"}}));
}

void TestSourceFile::linesAreRead()
{
    const auto lines = readSource(write("int a;\r\n\tb;\nab\tc"));
    QVERIFY(lines.isOk());
    QCOMPARE(lines.value(), (QStringList{"int a;", "        b;", "ab      c"}));
    QCOMPARE(readSource(write("x\n\n")).value(), (QStringList{"x", ""}));
    QCOMPARE(readSource(write("\xff\xfe\n")).value().size(), 1);
}

void TestSourceFile::whatIsNoSourceIsSaid()
{
    const auto none = readSource(m_folder.filePath("none.c"));
    QVERIFY(!none.isOk());
    QVERIFY(none.error().message.find("none.c") != std::string::npos);
    QVERIFY(!readSource(m_folder.path()).isOk());
    const QString pipe = m_folder.filePath("pipe");
    QCOMPARE(::mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    QVERIFY(!readSource(pipe).isOk());
    const auto large = readSource(write(QByteArray(kMostSourceBytes + 1, 'x')));
    QVERIFY(!large.isOk());
    QCOMPARE(large.error().kind, ErrorKind::ResourceExhausted);
}

VELLUM_TEST_GUILESS(TestSourceFile)
#include "test_source_file.moc"
