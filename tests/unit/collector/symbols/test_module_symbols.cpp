#include "collector/symbols/module_symbols.h"

#include <QtTest/QtTest>

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

QTEST_GUILESS_MAIN(TestModuleSymbols)
#include "test_module_symbols.moc"
