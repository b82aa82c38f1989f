#include "common/trace/function_group.h"
#include "tests/support/program/test_program.h"

#include <set>

using namespace vellum;  // NOLINT(google-build-using-namespace): a test of this namespace alone

class TestFunctionGroup : public QObject {
    Q_OBJECT

private slots:
    void eachGroupHasAColorOfItsOwn();
};

void TestFunctionGroup::eachGroupHasAColorOfItsOwn()
{
    std::set<std::uint32_t> colors;
    for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
        colors.insert(colorOf(static_cast<FunctionGroup>(i)));
    }
    QCOMPARE(colors.size(), std::size_t{kFunctionGroupCount});
    QCOMPARE(colorOf(FunctionGroup::Mpi), std::uint32_t{0xea6e3d});
    QCOMPARE(colorOf(static_cast<FunctionGroup>(200)), colorOf(FunctionGroup::Unknown));
}

VELLUM_TEST_APPLESS(TestFunctionGroup)
#include "test_function_group.moc"
