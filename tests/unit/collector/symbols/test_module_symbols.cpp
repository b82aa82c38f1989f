#include "collector/symbols/module_symbols.h"
#include "tests/support/program/test_program.h"

#include <QTemporaryDir>

#include <link.h>

#include <fstream>

using vellum::collector::symbols::demangle;
using vellum::collector::symbols::FunctionInfo;
using vellum::collector::symbols::ModuleSymbols;

namespace {

constexpr std::uint32_t kLineOfKnown = __LINE__ + 1;
__attribute__((noinline)) int knownFunction(int value)
{
    asm volatile("");
    return value + 1;
}

int knownVariable[10];

constexpr std::uint32_t kLineOfInlinedCall = __LINE__ + 9;
__attribute__((always_inline)) inline std::uint64_t placeOfItself()
{
    std::uint64_t place = 0;
    asm volatile("call 1f\n1: pop %0" : "=r"(place));
    return place;
}
__attribute__((noinline)) std::uint64_t placeInInlined()
{
    return placeOfItself();
}

std::uint64_t loadAddress()
{
    std::uint64_t base = 0;
    ::dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
            *static_cast<std::uint64_t*>(data) = info->dlpi_addr;
            return 1;  // the program itself comes first
        },
        &base);
    return base;
}

}  // namespace

class TestModuleSymbols : public QObject {
    Q_OBJECT

private slots:
    void findsAFunctionOfThisProgramWithItsLine();
    void namesTheFunctionThatHoldsAnAddress();
    void findsTheLinesOfAnInlinedFunctionAndItsCall();
    void findsAVariableByAnAddressInIt();
    void namesAnAddressThatIsInNoFunction();
    void namesAddressesOfFilesItCannotRead();
    void demanglesWhatIsMangledOnly();
};

void TestModuleSymbols::findsAFunctionOfThisProgramWithItsLine()
{
    const ModuleSymbols symbols("/proc/self/exe");
    const auto address = reinterpret_cast<std::uint64_t>(&knownFunction) - loadAddress();
    const FunctionInfo info = symbols.find(address);
    QCOMPARE(info.name, std::string("(anonymous namespace)::knownFunction(int)"));
    QVERIFY(info.mangled.starts_with("_ZN12_GLOBAL__N_1"));
    QVERIFY2(info.file.ends_with("test_module_symbols.cpp"), info.file.c_str());
    QCOMPARE(info.line, kLineOfKnown);
    QCOMPARE(knownFunction(1), 2);
}

void TestModuleSymbols::namesTheFunctionThatHoldsAnAddress()
{
    const ModuleSymbols symbols("/proc/self/exe");
    const auto begin = reinterpret_cast<std::uint64_t>(&knownFunction) - loadAddress();
    const FunctionInfo info = symbols.find(begin + 2);
    QCOMPARE(info.name, std::string("(anonymous namespace)::knownFunction(int)"));
    QCOMPARE(info.begin, begin);
    QVERIFY(info.bytes > 2);
}

void TestModuleSymbols::findsTheLinesOfAnInlinedFunctionAndItsCall()
{
#if !defined(__x86_64__)
    QSKIP("not an x86-64");
#endif
    const ModuleSymbols symbols("/proc/self/exe");
    const auto lines = symbols.lines(placeInInlined() - loadAddress());
    if (lines.size() < 2) {
        QSKIP("built without what -g writes of inlined functions");
    }
    QCOMPARE(lines.size(), std::size_t{2});
    QVERIFY2(lines[1].file.ends_with("test_module_symbols.cpp"), lines[1].file.c_str());
    QCOMPARE(lines[1].line, kLineOfInlinedCall);
    QVERIFY(lines[0].line < kLineOfInlinedCall);
}

void TestModuleSymbols::findsAVariableByAnAddressInIt()
{
    const ModuleSymbols symbols("/proc/self/exe");
    const auto begin = reinterpret_cast<std::uint64_t>(&knownVariable) - loadAddress();
    const auto found = symbols.variable(begin + sizeof knownVariable - 1);
    QVERIFY(found.has_value());
    QCOMPARE(found->name, std::string("(anonymous namespace)::knownVariable"));
    QCOMPARE(found->begin, begin);
    QCOMPARE(found->bytes, std::uint64_t{sizeof knownVariable});
    QVERIFY(
        !symbols.variable(begin + sizeof knownVariable).has_value()
        || symbols.variable(begin + sizeof knownVariable)->begin != begin);
    const auto function = reinterpret_cast<std::uint64_t>(&knownFunction) - loadAddress();
    QVERIFY(!symbols.variable(function).has_value());
}

void TestModuleSymbols::namesAnAddressThatIsInNoFunction()
{
    const ModuleSymbols symbols("/proc/self/exe");
    QCOMPARE(symbols.find(0x7fffffff0000).name, std::string("exe+0x7fffffff0000"));
}

void TestModuleSymbols::namesAddressesOfFilesItCannotRead()
{
    QTemporaryDir folder;
    const std::string text = folder.filePath("text").toStdString();
    std::ofstream(text) << "not an ELF file";
    for (const std::string& path : {std::string("/nowhere/libgone.so"), text, std::string("/")}) {
        const FunctionInfo info = ModuleSymbols(path).find(0x1149);
        QVERIFY2(info.name.ends_with("+0x1149"), info.name.c_str());
        QVERIFY(info.file.empty());
        QCOMPARE(info.line, 0U);
    }
    QCOMPARE(ModuleSymbols("/nowhere/libgone.so").find(0).name, std::string("libgone.so+0x0"));
}

void TestModuleSymbols::demanglesWhatIsMangledOnly()
{
    QCOMPARE(demangle("_Z3fooi"), std::string("foo(int)"));
    QCOMPARE(demangle("i"), std::string("i"));  // a C function, not the type int
    QCOMPARE(demangle("main"), std::string("main"));
    QCOMPARE(demangle("_Znonsense"), std::string("_Znonsense"));
}

VELLUM_TEST_GUILESS(TestModuleSymbols)
#include "test_module_symbols.moc"
