#include "collector/sources/python/python_functions.h"
#include "collector/writer/python_spool.h"
#include "collector/writer/replay.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <filesystem>
#include <fstream>
#include <vector>

using namespace vellum::collector::measurement;  // NOLINT(google-build-using-namespace): a test
using vellum::collector::writer::apply;
using vellum::collector::writer::readPythonFunctions;
using vellum::collector::writer::RegionKey;
using vellum::collector::writer::RegionStack;
namespace python = vellum::collector::python;

class TestPythonSpool : public QObject {
    Q_OBJECT

private slots:
    void readsFunctionsUpToALineThatIsCut();
    void aMissingFileHasNoFunctions();
    void everyNumberHasAnAddressWhereNoCodeCanBe();
    void aFunctionOfPythonIsNotFoundDeadByItsFrame();
};

void TestPythonSpool::readsFunctionsUpToALineThatIsCut()
{
    const QTemporaryDir folder;
    const std::filesystem::path file =
        std::filesystem::path(folder.path().toStdString()) / "python";
    std::ofstream(file) << "1 7\tLoader.fetch\tloader\t/home/me/my loader.py\n"
                        << "2 0\t<lambda>\t\t<string>\n"
                        << "nonsense\n"
                        << "3 9\tcut\tloa";
    const auto functions = readPythonFunctions(file);
    QCOMPARE(functions.size(), std::size_t{2});
    QCOMPARE(functions.at(1).name, std::string("Loader.fetch"));
    QCOMPARE(functions.at(1).module, std::string("loader"));
    QCOMPARE(functions.at(1).file, std::string("/home/me/my loader.py"));
    QCOMPARE(functions.at(1).line, 7U);
    QCOMPARE(functions.at(2).module, std::string());
    QCOMPARE(functions.at(2).file, std::string("<string>"));
}

void TestPythonSpool::aMissingFileHasNoFunctions()
{
    QVERIFY(readPythonFunctions("/nowhere/python").empty());
}

void TestPythonSpool::everyNumberHasAnAddressWhereNoCodeCanBe()
{
    constexpr std::uint64_t kEndOfPrograms = std::uint64_t{1} << 47U;
    for (const std::uint32_t number : {1U, 2U, 65536U, python::kMostFunctions}) {
        const std::uint64_t address = python::addressOf(number);
        QVERIFY(address >= kEndOfPrograms && python::isFunction(address));
        QCOMPARE(python::numberOf(address), number);
        const EventRecord record{.subject = packSubject(EventKind::FunctionEnter, address)};
        QCOMPARE(subjectOf(record), address);
    }
    QVERIFY(!python::isFunction(kEndOfPrograms - 1));
}

void TestPythonSpool::aFunctionOfPythonIsNotFoundDeadByItsFrame()
{
    // Its events carry whichever frame came before, here a deeper one than that of the function it calls.
    RegionStack stack(0x1000, 0x2000, {});
    const std::uint64_t function = python::addressOf(5);
    constexpr std::uint64_t kCompiled = 0x4000;
    apply(stack, {.subject = packSubject(EventKind::FunctionEnter, function), .frame = 0x1100});
    apply(stack, {.subject = packSubject(EventKind::FunctionEnter, kCompiled), .frame = 0x1f00});
    QCOMPARE(stack.open().size(), std::size_t{2});
    apply(stack, {.subject = packSubject(EventKind::FunctionLeave, kCompiled)});
    const auto change = apply(stack, {.subject = packSubject(EventKind::FunctionLeave, function)});
    QVERIFY(
        (change.closed
         == std::vector<RegionKey>{{.kind = RegionKey::Kind::Function, .subject = function}}));
    QVERIFY(stack.open().empty());
}

VELLUM_TEST_GUILESS(TestPythonSpool)
#include "test_python_spool.moc"
