#include "collector/symbols/frame_pointer.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace symbols = vellum::collector::symbols;

namespace {

std::vector<std::byte> code(std::initializer_list<int> values)
{
    std::vector<std::byte> bytes(values.size());
    std::ranges::transform(
        values, bytes.begin(), [](int value) { return static_cast<std::byte>(value); });
    return bytes;
}

}  // namespace

class TestFramePointer : public QObject {
    Q_OBJECT

private slots:
    void isFoundByWhatCompilersBeginWith();
    void isNotToldWhereTheStackPointerMovesLater();
    void ofACodeThatEndsTooSoonNothingIsSaid();
    void callsAreToldByTheirEnds();
};

void TestFramePointer::isFoundByWhatCompilersBeginWith()
{
    using symbols::framePointerAbove;
    // push %rbp; mov %rsp,%rbp; ret
    QCOMPARE(framePointerAbove(code({0x55, 0x48, 0x89, 0xe5, 0xc3})), 0U);
    // endbr64 before it, sub $0x20,%rsp behind it
    QCOMPARE(
        framePointerAbove(
            code({0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x20})),
        0x20U);
    // push %r15; push %rbx; sub $0x1008,%rsp
    QCOMPARE(
        framePointerAbove(code(
            {0x55, 0x48, 0x89, 0xe5, 0x41, 0x57, 0x53, 0x48, 0x81, 0xec, 0x08, 0x10, 0x00, 0x00})),
        0x1018U);
    // add $-0x80,%rsp
    QCOMPARE(framePointerAbove(code({0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xc4, 0x80})), 0x80U);
    // the other encoding of the move
    QCOMPARE(framePointerAbove(code({0x55, 0x48, 0x8b, 0xec, 0xc3})), 0U);
    // without a frame pointer: sub $8,%rsp
    QVERIFY(!framePointerAbove(code({0x48, 0x83, 0xec, 0x08})).has_value());
}

void TestFramePointer::isNotToldWhereTheStackPointerMovesLater()
{
    const auto behind = [](std::initializer_list<int> later) {
        std::vector<std::byte> bytes = code({0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, 0x20});
        const std::vector<std::byte> more = code(later);
        bytes.insert(bytes.end(), more.begin(), more.end());
        return symbols::framePointerAbove(bytes);
    };
    QVERIFY(behind({0x90, 0xc3}).has_value());
    QVERIFY(!behind({0x48, 0x29, 0xc4}).has_value());        // sub %rax,%rsp
    QVERIFY(!behind({0x4c, 0x29, 0xc4}).has_value());        // sub %r8,%rsp
    QVERIFY(!behind({0x48, 0x2b, 0xe0}).has_value());        // sub %rax,%rsp, encoded otherwise
    QVERIFY(!behind({0x48, 0x83, 0xe4, 0xe0}).has_value());  // and $-32,%rsp
}

void TestFramePointer::ofACodeThatEndsTooSoonNothingIsSaid()
{
    const std::vector<std::byte> whole = code(
        {0xf3, 0x0f, 0x1e, 0xfa, 0x55, 0x48, 0x89, 0xe5, 0x48, 0x81, 0xec, 0x08, 0x10, 0x00, 0x00});
    QCOMPARE(symbols::framePointerAbove(whole), 0x1008U);
    for (std::size_t length = 0; length < whole.size(); ++length) {
        const auto found = symbols::framePointerAbove(std::span(whole).first(length));
        // Cut within the last instruction, or before it.
        QVERIFY(!found.has_value() || (length >= 8 && length <= 10 && *found == 0));
    }
}

void TestFramePointer::callsAreToldByTheirEnds()
{
    using symbols::callBefore;
    QCOMPARE(callBefore(code({0x90, 0x90, 0xe8, 0x10, 0x00, 0x00, 0x00})), 0x10);
    QCOMPARE(callBefore(code({0x90, 0x90, 0xe8, 0xf0, 0xff, 0xff, 0xff})), -0x10);
    QCOMPARE(callBefore(code({0xff, 0xd0})), 0);                                // call *%rax
    QCOMPARE(callBefore(code({0x90, 0xff, 0x15, 0x00, 0x01, 0x00, 0x00})), 0);  // by a table
    QVERIFY(!callBefore(code({0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90})).has_value());
    QVERIFY(!callBefore(code({0xff, 0xe0})).has_value());  // jmp *%rax
    QVERIFY(!callBefore({}).has_value());
}

VELLUM_TEST_APPLESS(TestFramePointer)
#include "test_frame_pointer.moc"
