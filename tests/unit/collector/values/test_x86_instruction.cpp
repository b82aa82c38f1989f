// Instructions are stepped over as a disassembler does it, and the accesses behind hooks have the right types.
#include "collector/values/instructions/access_type.h"
#include "collector/values/instructions/x86_instruction.h"
#include "tests/support/program/test_program.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QFile>
#include <QList>
#include <QProcess>
#include <QStandardPaths>
#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

using namespace vellum::collector::values;  // NOLINT(google-build-using-namespace): the subject
using vellum::values::ValueType;

namespace {

using Code = std::vector<std::uint8_t>;

/// Lines such as "  401136:\t48 89 e5 \tmov %rsp,%rbp".
struct Disassembled {
    Code bytes;
    QByteArray text;
};

std::vector<Disassembled> disassemble(const QString& program)
{
    QProcess objdump;
    objdump.start(
        QStringLiteral("objdump"),
        {QStringLiteral("-d"), QStringLiteral("-w"), QStringLiteral("--section=.text"), program});
    std::vector<Disassembled> instructions;
    if (!objdump.waitForFinished(-1)) {
        return instructions;
    }
    for (const QByteArray& line : objdump.readAllStandardOutput().split('\n')) {
        const QList<QByteArray> columns = line.split('\t');
        if (columns.size() < 3) {
            continue;
        }
        Disassembled instruction{.text = columns[2]};
        for (const QByteArray& byte : columns[1].trimmed().split(' ')) {
            instruction.bytes.push_back(static_cast<std::uint8_t>(byte.toUInt(nullptr, 16)));
        }
        instructions.push_back(std::move(instruction));
    }
    return instructions;
}

bool isOfCompilers(const QByteArray& text)
{
    // Bytes that are no instructions, AVX-512, and a wait that is shown as part of what follows.
    return !text.startsWith("fst") && !text.startsWith("fsave") && !text.contains("(bad)")
           && !text.contains("{") && !text.contains("%zmm") && !text.trimmed().isEmpty();
}

struct TypeCase {
    const char* name;
    Code code;
    std::size_t bytes;
    bool isStore;
    std::optional<AccessType> expected;
};

std::vector<TypeCase> typeCases()
{
    const AccessType kInt{.type = ValueType::Signed, .unit = 4};
    const AccessType kDouble{.type = ValueType::Float, .unit = 8};
    const AccessType kFloat{.type = ValueType::Float, .unit = 4};
    const Code hook = {0xe8, 0, 0, 0, 0};
    return {
        {"movsd (%rbx),%xmm0", {0xf2, 0x0f, 0x10, 0x03}, 8, false, kDouble},
        {"movss %xmm0,(%rbx)", {0xf3, 0x0f, 0x11, 0x03}, 4, true, kFloat},
        {"cvtss2sd -4(%r12),%xmm0", {0xf3, 0x41, 0x0f, 0x5a, 0x44, 0x24, 0xfc}, 4, false, kFloat},
        {"movslq -4(%rbx),%r15", {0x4c, 0x63, 0x7b, 0xfc}, 4, false, kInt},
        {"movzbl (%rax),%eax", {0x0f, 0xb6, 0x00}, 1, false, AccessType{ValueType::Unsigned, 1}},
        {"movl $5,(%rax)", {0xc7, 0x00, 5, 0, 0, 0}, 4, true, kInt},
        {"a load is no store", {0xf2, 0x0f, 0x10, 0x03, 0xc3}, 8, true, std::nullopt},
        {"spilled, then movsd %xmm0,-8(%rbp)",
         {0xf2, 0x0f, 0x10, 0x44, 0x24, 8, 0xf2, 0x0f, 0x11, 0x45, 0xf8},
         8,
         true,
         kDouble},
        {"movups (%rbx),%xmm0 moves anything", {0x0f, 0x10, 0x03}, 16, false, std::nullopt},
        {"addps (%rbx),%xmm0: four floats", {0x0f, 0x58, 0x03}, 16, false, kFloat},
        {"nothing behind a return", {0xc3, 0xf2, 0x0f, 0x10, 0x03}, 8, false, std::nullopt},
        {"another hook between", {hook[0], 0, 0, 0, 0, 0xf2, 0x0f, 0x10, 0x03}, 8, false, kDouble},
        {"cut", {0xf2, 0x0f}, 8, false, std::nullopt},
    };
}

}  // namespace

class TestX86Instruction : public QObject {
    Q_OBJECT

private slots:
    void stepsAsADisassemblerDoes_data();
    void stepsAsADisassemblerDoes();
    void findsTheTypeOfAnAccess();
};

void TestX86Instruction::stepsAsADisassemblerDoes_data()
{
    QTest::addColumn<QString>("program");
    QTest::newRow("this test") << QCoreApplication::applicationFilePath();
    QTest::newRow("the C library") << QStringLiteral("/lib/x86_64-linux-gnu/libm.so.6");
}

void TestX86Instruction::stepsAsADisassemblerDoes()
{
#if !defined(__x86_64__)
    QSKIP("not an x86-64");
#endif
    QFETCH(QString, program);
    if (QStandardPaths::findExecutable(QStringLiteral("objdump")).isEmpty()
        || !QFile::exists(program)) {
        QSKIP("no objdump, or no such program");
    }
    const std::vector<Disassembled> instructions = disassemble(program);
    QVERIFY(instructions.size() > 1000U);
    std::size_t unread = 0;
    for (const Disassembled& instruction : instructions) {
        const std::optional<X86Instruction> found = readX86(instruction.bytes);
        if (!isOfCompilers(instruction.text) || !found) {
            unread += isOfCompilers(instruction.text) ? 1U : 0U;
            continue;
        }
        if (found->length != instruction.bytes.size()) {
            QFAIL(qPrintable(QStringLiteral("%1: %2 bytes read of %3")
                                 .arg(QString::fromLatin1(instruction.text))
                                 .arg(found->length)
                                 .arg(instruction.bytes.size())));
        }
    }
    // Rare ones are refused, which costs a type and nothing else.
    QVERIFY2(
        unread <= instructions.size() / 100,
        qPrintable(QStringLiteral("%1 of %2 not read").arg(unread).arg(instructions.size())));
}

void TestX86Instruction::findsTheTypeOfAnAccess()
{
    for (const TypeCase& entry : typeCases()) {
        QVERIFY2(
            typeOfAccess(entry.code, entry.bytes, entry.isStore) == entry.expected, entry.name);
    }
}

VELLUM_TEST_GUILESS(TestX86Instruction)
#include "test_x86_instruction.moc"
