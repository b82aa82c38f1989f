#include "collector/sources/sampling/sample_buffer.h"
#include "collector/writer/sample_file.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/sampling/own_spool.h"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <random>
#include <vector>

namespace sampling = vellum::collector::sampling;
namespace writer = vellum::collector::writer;
using sampling::SampleBuffer;
using sampling::ThreadState;
using vellum::test::OwnSpool;

namespace {

constexpr std::size_t kPage = 4096;

/// Memory that stands for a thread's stack, with a page behind it that cannot be read.
class Stack {
public:
    explicit Stack(std::size_t bytes)
        : m_bytes(bytes)
        , m_memory(static_cast<std::uint64_t*>(::mmap(
              nullptr, bytes + kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)))
    {
        ::mprotect(m_memory + words(), kPage, PROT_NONE);
    }
    ~Stack() { ::munmap(m_memory, m_bytes + kPage); }
    Stack(const Stack&) = delete;
    Stack& operator=(const Stack&) = delete;

    [[nodiscard]] std::size_t words() const { return m_bytes / sizeof(std::uint64_t); }
    [[nodiscard]] std::uint64_t* word(std::size_t index) const { return m_memory + index; }
    [[nodiscard]] std::uint64_t address(std::size_t index) const
    {
        return reinterpret_cast<std::uint64_t>(m_memory + index);
    }
    [[nodiscard]] std::uint64_t low() const { return address(0); }
    [[nodiscard]] std::uint64_t high() const { return address(words()); }
    [[nodiscard]] std::vector<std::uint64_t> copy() const { return {m_memory, m_memory + words()}; }

private:
    std::size_t m_bytes;
    std::uint64_t* m_memory;
};

ThreadState stateAt(const Stack& stack, std::size_t word, std::uint64_t tick)
{
    ThreadState state{.tick = tick, .merged = tick % 5};
    for (std::size_t i = 0; i < sampling::kRegisters; ++i) {
        state.registers[i] = tick * 100 + i;
    }
    state.registers[sampling::kStackRegister] = stack.address(word);
    return state;
}

/// What must be known of a stack: all from the line of the stack pointer on, as far as that is kept.
bool isKept(const Stack& stack, std::size_t pointer, std::size_t word, std::size_t mostBytes)
{
    const std::uint64_t begin =
        stack.address(pointer) / sampling::kLineBytes * sampling::kLineBytes;
    return stack.address(word) >= begin && stack.address(word) < begin + mostBytes;
}

/// The first word that is not as \p expected, if any.
std::optional<std::size_t> findDifference(
    const writer::SampleReader& reader,
    const Stack& stack,
    std::size_t pointer,
    const std::vector<std::uint64_t>& expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const std::optional<std::uint64_t> read = reader.stackWord(stack.address(i));
        const bool kept = isKept(stack, pointer, i, sampling::kMostStackBytes);
        if (kept ? read != expected[i] : read.has_value()) {
            return i;
        }
    }
    return std::nullopt;
}

struct Taken {
    std::size_t pointer = 0;
    std::vector<std::uint64_t> stack;
};

/// Random calls, returns and stores, each with a sample.
std::vector<Taken> sampleRandomly(SampleBuffer& buffer, const Stack& stack, unsigned count)
{
    std::mt19937 random(7);
    std::vector<Taken> taken;
    for (unsigned i = 0; i < count; ++i) {
        const std::size_t deepest = random() % 4 == 0 ? stack.words() : 1024;
        const std::size_t pointer = stack.words() - 1 - random() % deepest;
        for (unsigned store = 0; store < random() % 40; ++store) {
            *stack.word(pointer + random() % (stack.words() - pointer)) = random();
        }
        buffer.store(stateAt(stack, pointer, i + 1));
        taken.push_back({.pointer = pointer, .stack = stack.copy()});
    }
    return taken;
}

}  // namespace

class TestSampleBuffer : public QObject {
    Q_OBJECT

private slots:
    void everyStackIsReadAsItWasWhenItWasStored();
    void ofAForeignStackThereIsWhatCanBeRead();
    void aRecordThatIsDamagedEndsTheSamples();
    void whatIsNoFileOfSamplesHasNone();
    void aThreadWithoutSamplesHasAHeader();
    void aHeaderThatNoCollectorWritesIsDamage();
    void looksThatFindAThreadUnchangedAreSamples();
};

void TestSampleBuffer::everyStackIsReadAsItWasWhenItWasStored()
{
    const OwnSpool spool;
    const Stack stack(std::size_t{160} * 1024);
    SampleBuffer buffer;
    QVERIFY(buffer.open('s', 3, stack.low(), stack.high()));
    const std::vector<Taken> taken = sampleRandomly(buffer, stack, 600);
    buffer.close();

    const auto file = writer::SampleFile::open(spool.path() / "s3");
    QVERIFY(file != nullptr);
    QCOMPARE(file->header().index, 3U);
    writer::SampleReader reader(*file);
    for (std::size_t i = 0; i < taken.size(); ++i) {
        const ThreadState state = stateAt(stack, taken[i].pointer, i + 1);
        const auto where = QStringLiteral("sample %1").arg(i);
        QVERIFY2(reader.next(), qPrintable(where));
        QCOMPARE(reader.tick(), state.tick);
        QCOMPARE(reader.merged(), state.merged);
        QVERIFY2(std::ranges::equal(reader.registers(), state.registers), qPrintable(where));
        const auto different = findDifference(reader, stack, taken[i].pointer, taken[i].stack);
        QVERIFY2(!different, qPrintable(where));
    }
    QVERIFY(!reader.next());
    QCOMPARE(file->firstTick(), std::uint64_t{1});
    QCOMPARE(file->lastTick(), std::uint64_t{taken.size()});
    QCOMPARE(file->header().lostSamples, std::uint64_t{0});
}

void TestSampleBuffer::ofAForeignStackThereIsWhatCanBeRead()
{
    const OwnSpool spool;
    const Stack own(kPage);
    const Stack foreign(2 * kPage);
    SampleBuffer buffer;
    QVERIFY(buffer.open('s', 0, own.low(), own.high()));
    *foreign.word(foreign.words() - 1) = 4711;
    buffer.store(stateAt(foreign, kPage / sizeof(std::uint64_t), 1));  // then a page, then none
    ThreadState nowhere = stateAt(foreign, 0, 2);
    nowhere.registers[sampling::kStackRegister] = 64;
    buffer.store(nowhere);
    buffer.close();

    const auto file = writer::SampleFile::open(spool.path() / "s0");
    QVERIFY(file != nullptr);
    writer::SampleReader reader(*file);
    QVERIFY(reader.next());
    QCOMPARE(reader.stackWord(foreign.high() - 8), std::optional<std::uint64_t>(4711));
    QVERIFY(!reader.stackWord(foreign.high()));
    QVERIFY(reader.next());
    QVERIFY(!reader.stackWord(64));
    QVERIFY(!reader.next());
}

void TestSampleBuffer::aRecordThatIsDamagedEndsTheSamples()
{
    const OwnSpool spool;
    const Stack stack(kPage);
    SampleBuffer buffer;
    QVERIFY(buffer.open('s', 0, stack.low(), stack.high()));
    for (std::uint64_t tick = 1; tick <= 3; ++tick) {
        buffer.store(stateAt(stack, stack.words() - 8, tick));
    }
    buffer.close();
    const std::filesystem::path path = spool.path() / "s0";
    const std::size_t firstBytes =
        (sampling::kBitmapWord + 1 + sampling::kLineWords) * sizeof(std::uint64_t);
    for (const std::uint64_t damage :
         {sampling::headOf(sampling::kSample, 3, 0),
          sampling::headOf(sampling::kSample, 0xFFFF'FFFF, 0),
          sampling::headOf(sampling::kSkip, 0, 0)}) {
        std::fstream out(path, std::ios::in | std::ios::out | std::ios::binary);
        out.seekp(static_cast<std::streamoff>(sampling::kSampleHeaderBytes + firstBytes));
        out.write(reinterpret_cast<const char*>(&damage), sizeof damage);
        out.close();
        const auto file = writer::SampleFile::open(path);
        QVERIFY(file != nullptr);
        QCOMPARE(file->lastTick(), std::uint64_t{1});
    }
}

void TestSampleBuffer::whatIsNoFileOfSamplesHasNone()
{
    const OwnSpool spool;
    QVERIFY(writer::SampleFile::open(spool.path() / "s9") == nullptr);
    const std::filesystem::path path = spool.path() / "s1";
    std::ofstream(path) << std::string(3 * kPage, 'x');
    QVERIFY(writer::SampleFile::open(path) == nullptr);
}

void TestSampleBuffer::aThreadWithoutSamplesHasAHeader()
{
    const OwnSpool spool;
    SampleBuffer buffer;
    QVERIFY(buffer.open('s', 0, 0, kPage));
    buffer.header().timerError = EAGAIN;  // why it has none
    buffer.close();
    const auto file = writer::SampleFile::open(spool.path() / "s0");
    QVERIFY(file != nullptr);
    QCOMPARE(file->header().timerError, EAGAIN);
    QCOMPARE(file->firstTick(), std::uint64_t{0});
    QCOMPARE(file->lastTick(), std::uint64_t{0});
}

void TestSampleBuffer::aHeaderThatNoCollectorWritesIsDamage()
{
    struct Case {
        std::uint32_t kind;
        std::uint64_t periodNs;
        bool isSound;
    };
    constexpr std::uint64_t kSecond = 1'000'000'000;
    for (const Case& one :
         {Case{.kind = 1, .periodNs = 1, .isSound = true},
          Case{.kind = 3, .periodNs = kSecond, .isSound = true},
          Case{.kind = 4, .periodNs = 1, .isSound = true},
          Case{.kind = 5, .periodNs = 1, .isSound = false},
          Case{.kind = 1, .periodNs = 0, .isSound = false},
          Case{.kind = 2, .periodNs = kSecond + 1, .isSound = false}}) {
        const OwnSpool spool;
        const Stack stack(kPage);
        SampleBuffer buffer;
        QVERIFY(buffer.open('s', 0, stack.low(), stack.high()));
        buffer.header().kind = static_cast<sampling::InterruptKind>(one.kind);
        buffer.header().periodNs = one.periodNs;
        buffer.store(stateAt(stack, 0, 1));
        buffer.close();
        QCOMPARE(writer::SampleFile::open(spool.path() / "s0") != nullptr, one.isSound);
    }
}

void TestSampleBuffer::looksThatFindAThreadUnchangedAreSamples()
{
    const OwnSpool spool;
    const Stack stack(kPage);
    SampleBuffer buffer;
    QVERIFY(buffer.open('w', 0, stack.low(), stack.high()));
    buffer.header().kind = sampling::InterruptKind::OffCpu;
    buffer.header().periodNs = 1;
    sampling::ThreadState state = stateAt(stack, 0, 100);
    state.registers[sampling::kLastTickRegister] = state.tick;
    buffer.store(state);
    QVERIFY(buffer.repeat(150, 1));
    QVERIFY(buffer.repeat(400, 2));
    state.tick = 500;
    state.registers[sampling::kLastTickRegister] = state.tick;
    buffer.store(state);
    QVERIFY(buffer.repeat(600, static_cast<unsigned>(sampling::kMostMerged)));
    QVERIFY(!buffer.repeat(700, 1));
    buffer.close();

    const auto file = writer::SampleFile::open(spool.path() / "w0");
    QVERIFY(file != nullptr);
    QCOMPARE(file->firstTick(), std::uint64_t{100});
    QCOMPARE(file->lastTick(), std::uint64_t{600});
    writer::SampleReader reader(*file);
    std::vector<std::uint64_t> ticks;
    for (int i = 0; i < 5; ++i) {
        QVERIFY(reader.next());
        QCOMPARE(reader.isRepeated(), i != 0 && i != 4);
        QCOMPARE(reader.merged(), std::uint64_t{0});
        ticks.push_back(reader.tick());
    }
    QCOMPARE(ticks, (std::vector<std::uint64_t>{100, 200, 300, 400, 500}));
    std::uint64_t rest = 0;
    while (reader.next()) {
        ++rest;
    }
    QCOMPARE(rest, sampling::kMostMerged);
    QCOMPARE(reader.tick(), std::uint64_t{600});
}

VELLUM_TEST_GUILESS(TestSampleBuffer)
#include "test_sample_buffer.moc"
