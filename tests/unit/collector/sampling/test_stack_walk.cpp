#include "collector/sources/sampling/sample_buffer.h"
#include "collector/sources/sampling/thread_registers.h"
#include "collector/writer/sample_file.h"
#include "collector/writer/stack_walk.h"
#include "tests/support/program/test_program.h"
#include "tests/unit/collector/sampling/own_spool.h"

#include <alloca.h>
#include <execinfo.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <functional>
#include <random>
#include <vector>

namespace sampling = vellum::collector::sampling;
namespace writer = vellum::collector::writer;
using vellum::test::OwnSpool;

namespace {

/// What the handler keeps of one signal: a sample, and what libgcc's unwinder says in the program itself.
struct Probe {
    sampling::SampleBuffer buffer;
    std::vector<std::vector<std::uint64_t>> traces;
};
Probe* probe = nullptr;

void onSignal(int /*signal*/, siginfo_t* /*info*/, void* context)
{
    sampling::ThreadState state{.tick = probe->traces.size() + 1};
    sampling::readRegisters(*static_cast<ucontext_t*>(context), state.registers);
    probe->buffer.store(state);
    std::array<void*, 256> frames{};
    const int count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    std::vector<std::uint64_t> trace;
    trace.reserve(frames.size());
    for (int i = 0; i < count; ++i) {
        trace.push_back(reinterpret_cast<std::uint64_t>(frames.at(static_cast<std::size_t>(i))));
    }
    // From the interrupted function on.
    trace.erase(
        trace.begin(), std::ranges::find(trace, state.registers[sampling::kProgramCounter]));
    probe->traces.push_back(std::move(trace));
}

std::mt19937 randomNumbers(11);

void descend(int depth);

// Functions whose frames are made in different ways. The store keeps their calls from becoming jumps.
volatile int after = 0;

__attribute__((noinline)) void plain(int depth)
{
    descend(depth);
    after = 1;
}

__attribute__((noinline)) void withArray(int depth)
{
    volatile unsigned char block[777];
    block[depth] = 1;
    descend(depth);
    after = block[depth];
}

__attribute__((noinline)) void withAlloca(int depth)
{
    auto* const block =
        static_cast<volatile unsigned char*>(::alloca(100 + 16 * static_cast<unsigned>(depth)));
    block[0] = 1;
    descend(depth);
    after = block[0];
}

__attribute__((noinline)) void realigned(int depth)
{
    alignas(128) volatile unsigned char block[128];
    block[depth % 128] = 1;
    descend(depth);
    after = block[0];
}

/// By way of the C library.
__attribute__((noinline)) void throughSort(int depth)
{
    static int remaining = 0;
    remaining = depth;
    std::array<int, 2> numbers{1, 2};
    std::qsort(
        numbers.data(), numbers.size(), sizeof(int), [](const void* /*a*/, const void* /*b*/) {
            descend(remaining);
            return 0;
        });
    after = numbers[0];
}

__attribute__((noinline)) void throughFunction(int depth)
{
    const std::function<void(int)> call = [](int left) { descend(left); };
    call(depth);
    after = 2;
}

void descend(int depth)
{
    if (depth == 0) {
        std::raise(SIGUSR1);
        return;
    }
    constexpr std::array<void (*)(int), 6> kWays = {
        plain, withArray, withAlloca, realigned, throughSort, throughFunction};
    kWays.at(randomNumbers() % kWays.size())(depth - 1);
    after = 3;
}

int addModule(dl_phdr_info* info, std::size_t /*size*/, void* list)
{
    const std::string name(info->dlpi_name);
    writer::SpooledModule module{
        .base = info->dlpi_addr,
        .begin = UINT64_MAX,
        .path = name.empty() ? std::filesystem::read_symlink("/proc/self/exe").string() : name};
    for (int i = 0; i < info->dlpi_phnum; ++i) {
        const ElfW(Phdr)& segment = info->dlpi_phdr[i];
        if (segment.p_type == PT_LOAD) {
            module.begin = std::min<std::uint64_t>(module.begin, info->dlpi_addr + segment.p_vaddr);
            module.end = std::max<std::uint64_t>(
                module.end, info->dlpi_addr + segment.p_vaddr + segment.p_memsz);
        }
    }
    static_cast<std::vector<writer::SpooledModule>*>(list)->push_back(std::move(module));
    return 0;
}

std::pair<std::uint64_t, std::uint64_t> ownStack()
{
    pthread_attr_t attributes;
    void* low = nullptr;
    std::size_t bytes = 0;
    ::pthread_getattr_np(::pthread_self(), &attributes);
    ::pthread_attr_getstack(&attributes, &low, &bytes);
    ::pthread_attr_destroy(&attributes);
    const auto begin = reinterpret_cast<std::uint64_t>(low);
    return {begin, begin + bytes};
}

}  // namespace

class TestStackWalk : public QObject {
    Q_OBJECT

private slots:
    void findsTheCallersThatTheProgramsOwnUnwinderFinds();
    void ofAThreadThatWaitsNoCallerIsInvented();
};

namespace {

/// Random calls of functions of all kinds, each with a sample at its innermost end.
void makeSamples(const OwnSpool& spool, Probe& own, sampling::InterruptKind kind)
{
    std::array<void*, 4> warmUp{};
    ::backtrace(warmUp.data(), static_cast<int>(warmUp.size()));  // loads libgcc, not in a handler
    probe = &own;
    const auto [low, high] = ownStack();
    QVERIFY(own.buffer.open('s', 0, low, high));
    own.buffer.header().kind = kind;
    own.buffer.header().periodNs = 1;
    struct sigaction action {};
    struct sigaction before {};
    action.sa_sigaction = onSignal;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGUSR1, &action, &before);
    for (int i = 0; i < 200; ++i) {
        descend(i % 40);
    }
    ::sigaction(SIGUSR1, &before, nullptr);
    own.buffer.close();
    QVERIFY(std::filesystem::exists(spool.path() / "s0"));
    // backtrace() has return addresses, the walk what lies within the call.
    for (std::vector<std::uint64_t>& trace : own.traces) {
        std::for_each(trace.begin() + 1, trace.end(), [](std::uint64_t& at) { --at; });
    }
}

}  // namespace

void TestStackWalk::findsTheCallersThatTheProgramsOwnUnwinderFinds()
{
    const OwnSpool spool;
    Probe own;
    makeSamples(spool, own, sampling::InterruptKind::Timer);
    writer::SpooledProcess process;
    ::dl_iterate_phdr(addModule, &process.modules);
    const auto file = writer::SampleFile::open(spool.path() / "s0");
    QVERIFY(file != nullptr);
    writer::SampleReader reader(*file);
    writer::StackWalk walk;
    walk.setProcess(process, writer::anyOverlap(process.modules));
    for (std::size_t i = 0; i < own.traces.size(); ++i) {
        const std::vector<std::uint64_t>& expected = own.traces[i];
        QVERIFY(reader.next());
        const writer::StackWalk::Result found = walk.walk(reader);
        const auto where = QStringLiteral("signal %1: %2 frames, not %3")
                               .arg(i)
                               .arg(found.addresses.size())
                               .arg(expected.size());
        QVERIFY2(found.isWhole, qPrintable(where));
        QVERIFY2(std::ranges::equal(found.addresses, expected), qPrintable(where));
    }
}

/// Of it only stack pointer and program counter are known. What is found must be the innermost part of the truth.
void TestStackWalk::ofAThreadThatWaitsNoCallerIsInvented()
{
    const OwnSpool spool;
    Probe own;
    makeSamples(spool, own, sampling::InterruptKind::OffCpu);
    writer::SpooledProcess process;
    ::dl_iterate_phdr(addModule, &process.modules);
    const auto file = writer::SampleFile::open(spool.path() / "s0");
    QVERIFY(file != nullptr);
    writer::SampleReader reader(*file);
    writer::StackWalk walk;
    walk.setProcess(process, writer::anyOverlap(process.modules));
    std::size_t found = 0;
    std::size_t all = 0;
    for (const std::vector<std::uint64_t>& expected : own.traces) {
        QVERIFY(reader.next());
        const std::span<const std::uint64_t> path = walk.walk(reader).addresses;
        QVERIFY(path.size() <= expected.size());
        QVERIFY(std::equal(path.begin(), path.end(), expected.begin()));
        found += path.size();
        all += expected.size();
    }
    // Callers of functions with room that is known only when they run are not found.
    QVERIFY(found > own.traces.size() * 3);
    QVERIFY(found <= all);
}

VELLUM_TEST_GUILESS(TestStackWalk)
#include "test_stack_walk.moc"
