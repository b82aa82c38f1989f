#include "common/query/filter_words.h"
#include "common/trace/function_group.h"
#include "tests/support/program/test_program.h"

#include <string_view>

namespace vellum {

namespace {

FunctionGroupMask groupsOf(std::string_view words)
{
    const Result<FunctionGroupMask> groups = query::parseFunctionGroups(words);
    return groups.isOk() ? groups.value() : 0;
}

}  // namespace

class FilterWordsTest : public QObject {
    Q_OBJECT

private slots:
    static void everyGroupHasItsName()
    {
        for (std::uint8_t i = 0; i < kFunctionGroupCount; ++i) {
            const auto group = static_cast<FunctionGroup>(i);
            QCOMPARE(groupsOf(name(group)), maskOf(group));
        }
    }

    static void capitalsAndBlanksDoNotMatter()
    {
        QCOMPARE(groupsOf("MPI"), maskOf(FunctionGroup::Mpi));
        QCOMPARE(groupsOf("device-api"), maskOf(FunctionGroup::DeviceApi));
        QCOMPARE(groupsOf("Device_API"), maskOf(FunctionGroup::DeviceApi));
        QCOMPARE(
            groupsOf("kernel,copy"), maskOf(FunctionGroup::Kernel) | maskOf(FunctionGroup::Copy));
    }

    /// What a group is called in the window after what a trace has of it.
    static void whatIsInAGroupMeansTheGroup()
    {
        QCOMPARE(groupsOf("nccl"), maskOf(FunctionGroup::Mpi));
        QCOMPARE(groupsOf("cuda-api"), maskOf(FunctionGroup::DeviceApi));
        QCOMPARE(groupsOf("operator"), maskOf(FunctionGroup::Annotation));
    }

    static void synchronisationIsNoAnnotation()
    {
        QCOMPARE(groupsOf("synchronisation"), maskOf(FunctionGroup::Synchronisation));
        QCOMPARE(groupsOf("sync*"), maskOf(FunctionGroup::Synchronisation));
        QCOMPARE(groupsOf("annotation"), maskOf(FunctionGroup::Annotation));
    }

    static void whatIsNoGroupIsNamed()
    {
        for (const std::string_view words : {"", "mpi,", "kernels", "mpi,,kernel"}) {
            const Result<FunctionGroupMask> groups = query::parseFunctionGroups(words, "--group");
            QVERIFY(!groups.isOk());
            QVERIFY(groups.error().kind == ErrorKind::InvalidArgument);
            QVERIFY(groups.error().message.starts_with("--group takes function groups"));
        }
    }
};

}  // namespace vellum

VELLUM_TEST_APPLESS(vellum::FilterWordsTest)
#include "test_filter_words.moc"
