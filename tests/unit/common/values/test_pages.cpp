#include "common/values/page_faults.h"
#include "common/values/sharing.h"
#include "tests/support/program/test_program.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

using namespace vellum::values;  // NOLINT(google-build-using-namespace): all of this is about it

namespace {

constexpr std::uint32_t kCpu = 0;
constexpr std::uint32_t kGpu = 1;
constexpr std::uint64_t kKiB = 1024;
constexpr std::uint64_t kMiB = 1024 * kKiB;

/// Both analyses of the same accesses to pages of one size.
struct Pages {
    explicit Pages(std::uint64_t pageBytes) : faults({.pageBytes = pageBytes}), sharing(pageBytes)
    {
    }
    void access(std::uint32_t processor, AccessKind kind, std::uint64_t begin, std::uint64_t bytes)
    {
        faults.access(processor, begin, bytes);
        sharing.access(processor, kind, begin, bytes);
    }

    PageFaults faults;
    Sharing sharing;
};

std::size_t countOf(const std::vector<SharedPage>& pages, PageClass pageClass)
{
    return static_cast<std::size_t>(std::ranges::count(pages, pageClass, &SharedPage::pageClass));
}

FaultCounts faultsOf(std::uint64_t firstTouch, std::uint64_t migrations)
{
    return {.firstTouch = firstTouch, .migrations = migrations};
}

/// Faults of one processor that touches the leaves of a block one after the other.
FaultCounts touchedInOrder(const std::vector<std::uint64_t>& leaves)
{
    PageFaults faults(kModelF2);
    for (const std::uint64_t leaf : leaves) {
        faults.access(kGpu, leaf * kModelF2.pageBytes, 1);
    }
    return faults.counts(kGpu);
}

std::vector<std::uint64_t> leaves(std::uint64_t step)
{
    std::vector<std::uint64_t> leaves;
    for (std::uint64_t leaf = 0; leaf < kModelF2.pagesPerBlock; leaf += step) {
        leaves.push_back(leaf);
    }
    return leaves;
}

/// Pages with one processor each, and regions looked through in all sizes.
class SlowFaults {
public:
    explicit SlowFaults(PageModel model) : m_model(model) {}
    void access(std::uint32_t processor, std::uint64_t address, std::uint64_t bytes)
    {
        std::set<std::uint64_t> pages;
        for (std::uint64_t at = address; at < address + bytes; ++at) {
            pages.insert(at / m_model.pageBytes);
        }
        for (const std::uint64_t page : pages) {
            touch(processor, page);
        }
    }
    [[nodiscard]] FaultCounts counts(std::uint32_t processor) { return m_counts[processor]; }
    /// By page.
    [[nodiscard]] const std::map<std::uint64_t, std::uint64_t>& migrations() const
    {
        return m_migrations;
    }

private:
    void touch(std::uint32_t processor, std::uint64_t page)
    {
        const auto resident = m_residents.find(page);
        if (resident == m_residents.end()) {
            ++m_counts[processor].firstTouch;
        } else if (resident->second != processor) {
            ++m_counts[processor].migrations;
            ++m_migrations[page];
        } else {
            return;
        }
        m_residents[page] = processor;
        std::vector<std::uint64_t> ahead;
        for (std::uint64_t size = 2; size <= m_model.pagesPerBlock; size *= 2) {
            std::vector<std::uint64_t> region;
            double here = 0;
            for (std::uint64_t i = 0; i < size; ++i) {
                region.push_back(page - page % size + i);
                here += isAt(region.back(), processor) ? 1 : 0;
            }
            ahead = here / static_cast<double>(size) > 0.51 ? region : ahead;
        }
        for (const std::uint64_t other : ahead) {
            m_counts[processor].fetchedAhead += isAt(other, processor) ? 0U : 1U;
            m_residents[other] = processor;
        }
    }
    [[nodiscard]] bool isAt(std::uint64_t page, std::uint32_t processor) const
    {
        const auto resident = m_residents.find(page);
        return resident != m_residents.end() && resident->second == processor;
    }

    PageModel m_model;
    std::map<std::uint32_t, FaultCounts> m_counts;
    std::map<std::uint64_t, std::uint64_t> m_migrations;
    std::map<std::uint64_t, std::uint32_t> m_residents;
};

/// The sets R and W of bytes, compared with one another.
class SlowSharing {
public:
    explicit SlowSharing(std::uint64_t pageBytes) : m_pageBytes(pageBytes) {}
    void access(std::uint32_t processor, AccessKind kind, std::uint64_t begin, std::uint64_t bytes)
    {
        for (std::uint64_t at = begin; at < begin + bytes; ++at) {
            Sets& sets = m_pages[at / m_pageBytes][processor];
            if (kind != AccessKind::Write) {
                sets.read.insert(at);
            }
            if (kind != AccessKind::Read) {
                sets.written.insert(at);
            }
        }
    }
    [[nodiscard]] std::vector<SharedPage> pages() const
    {
        std::vector<SharedPage> pages;
        for (const auto& [number, processors] : m_pages) {
            SharedPage page = {.address = number * m_pageBytes};
            bool isWritten = false;
            std::set<std::uint64_t> overlap;
            for (const auto& [p, mine] : processors) {
                page.processors.push_back(
                    {.processor = p, .read = mine.read.size(), .written = mine.written.size()});
                isWritten = isWritten || !mine.written.empty();
                addOverlap(processors, p, overlap);
            }
            page.overlap = overlap.size();
            page.pageClass = processors.size() == 1 ? PageClass::Private
                             : !isWritten           ? PageClass::ReadShared
                             : overlap.empty()      ? PageClass::FalseShared
                                                    : PageClass::TrueShared;
            pages.push_back(page);
        }
        return pages;
    }

private:
    struct Sets {
        std::set<std::uint64_t> read;
        std::set<std::uint64_t> written;
    };
    using Processors = std::map<std::uint32_t, Sets>;

    static void addOverlap(
        const Processors& processors, std::uint32_t p, std::set<std::uint64_t>& overlap)
    {
        for (const auto& [q, other] : processors) {
            for (const std::uint64_t byte : processors.at(p).written) {
                if (q != p && (other.read.contains(byte) || other.written.contains(byte))) {
                    overlap.insert(byte);
                }
            }
        }
    }

    std::uint64_t m_pageBytes;
    std::map<std::uint64_t, Processors> m_pages;
};

}  // namespace

class TestPages : public QObject {
    Q_OBJECT

private slots:
    void setsOneValueOnTheOtherProcessor();
    void countsPagesOfAnySize();
    void tellsPingPongOfFalseFromTrueSharing();
    void splitsAnArrayInTheMiddleOfAPage();
    void fetchesAheadByDensity();
    void findsFalseSharingOfThreads();
    void agreesWithSetsOfBytes();
    void agreesWithOneProcessorPerPage();
    void startsAnewInEachWindow();
    void losesAndSaysSo();
};

void TestPages::setsOneValueOnTheOtherProcessor()
{
    // P1
    constexpr std::uint64_t kSize = 32 * kKiB;
    Pages small(4 * kKiB);
    small.access(kCpu, AccessKind::Write, 0, kSize);
    small.access(kGpu, AccessKind::Write, kSize / 2, 1);
    QCOMPARE(small.faults.counts(kCpu), faultsOf(8, 0));
    QCOMPARE(small.faults.counts(kGpu), faultsOf(0, 1));
    small.access(kCpu, AccessKind::Read, kSize / 2, 1);
    QCOMPARE(small.faults.counts(kCpu), faultsOf(8, 1));
    const std::vector<SharedPage> pages = small.sharing.endWindow();
    QCOMPARE(pages.size(), 8U);
    QCOMPARE(pages[4].pageClass, PageClass::TrueShared);
    QCOMPARE(pages[4].overlap, 1U);
    QCOMPARE(countOf(pages, PageClass::Private), 7U);
    // P2
    Pages large(64 * kKiB);
    large.access(kCpu, AccessKind::Write, 0, kSize);
    large.access(kGpu, AccessKind::Write, kSize / 2, 1);
    QCOMPARE(large.faults.counts(kCpu), faultsOf(1, 0));
    QCOMPARE(large.faults.counts(kGpu), faultsOf(0, 1));
    QCOMPARE(countOf(large.sharing.endWindow(), PageClass::TrueShared), 1U);
}

void TestPages::countsPagesOfAnySize()
{
    // P3
    struct Case {
        std::uint64_t pageBytes;
        std::uint64_t firstTouch;
        std::uint64_t isPrivate;
    };
    constexpr Case kCases[] = {{4 * kKiB, 256, 255}, {64 * kKiB, 16, 15}, {2 * kMiB, 1, 0}};
    for (const Case& expected : kCases) {
        Pages pages(expected.pageBytes);
        pages.access(kCpu, AccessKind::Write, 0, kMiB);
        pages.access(kGpu, AccessKind::Write, kMiB / 2, 1);
        pages.access(kCpu, AccessKind::Read, 0, kMiB);
        QCOMPARE(pages.faults.counts(kCpu), faultsOf(expected.firstTouch, 1));
        QCOMPARE(pages.faults.counts(kGpu), faultsOf(0, 1));
        const std::vector<SharedPage> shared = pages.sharing.endWindow();
        QCOMPARE(countOf(shared, PageClass::TrueShared), 1U);
        QCOMPARE(countOf(shared, PageClass::Private), expected.isPrivate);
    }
}

void TestPages::tellsPingPongOfFalseFromTrueSharing()
{
    // P4 and P5: the GPU writes other bytes, or reads the same.
    for (const bool isTrue : {false, true}) {
        Pages pages(4 * kKiB);
        for (int i = 0; i < 10; ++i) {
            pages.access(kCpu, AccessKind::Write, 0, 100);
            if (isTrue) {
                pages.access(kGpu, AccessKind::Read, 0, 100);
            } else {
                pages.access(kGpu, AccessKind::Write, 200, 100);
            }
        }
        QCOMPARE(pages.faults.counts(kCpu), faultsOf(1, 9));
        QCOMPARE(pages.faults.counts(kGpu), faultsOf(0, 10));
        QCOMPARE(pages.faults.migrations(50), 19U);
        const PageClass pageClass = pages.sharing.endWindow().at(0).pageClass;
        QCOMPARE(pageClass, isTrue ? PageClass::TrueShared : PageClass::FalseShared);
        QCOMPARE(adviceFor(pageClass, 19), isTrue ? PageAdvice::Copy : PageAdvice::Separate);
    }
    QCOMPARE(adviceFor(PageClass::TrueShared, 2), PageAdvice::None);
    QCOMPARE(adviceFor(PageClass::ReadShared, 9), PageAdvice::None);
}

void TestPages::splitsAnArrayInTheMiddleOfAPage()
{
    // P6
    for (const std::uint64_t pageBytes : {4 * kKiB, 64 * kKiB}) {
        Sharing sharing(pageBytes);
        sharing.access(kCpu, AccessKind::Write, 0, 14 * kKiB);
        sharing.access(kGpu, AccessKind::Write, 14 * kKiB, 18 * kKiB);
        const std::vector<SharedPage> pages = sharing.endWindow();
        QCOMPARE(countOf(pages, PageClass::FalseShared), 1U);
        QCOMPARE(countOf(pages, PageClass::Private), pageBytes == 4 * kKiB ? 7U : 0U);
        QCOMPARE(pages[pageBytes == 4 * kKiB ? 3 : 0].pageClass, PageClass::FalseShared);
    }
}

void TestPages::fetchesAheadByDensity()
{
    // P7
    std::vector<std::uint64_t> reverse = leaves(1);
    std::ranges::reverse(reverse);
    QCOMPARE(touchedInOrder(leaves(1)).firstTouch, 6U);
    QCOMPARE(touchedInOrder(reverse).firstTouch, 6U);
    QCOMPARE(touchedInOrder(leaves(2)).firstTouch, 16U);
    QCOMPARE(touchedInOrder(leaves(4)).firstTouch, 8U);
    QCOMPARE(touchedInOrder({13}).firstTouch, 1U);
    QCOMPARE(touchedInOrder(leaves(1)).fetchedAhead, 26U);
}

void TestPages::findsFalseSharingOfThreads()
{
    // A counter of 8 bytes for each of 16 threads: two cache lines that eight share each.
    Sharing sharing(64);
    for (std::uint32_t thread = 0; thread < 16; ++thread) {
        sharing.access(thread, AccessKind::Atomic, 0x1000 + 8 * thread, 8);
    }
    const std::vector<SharedPage> lines = sharing.endWindow();
    QCOMPARE(lines.size(), 2U);
    QCOMPARE(countOf(lines, PageClass::FalseShared), 2U);
    QCOMPARE(lines[1].address, 0x1040U);
    QCOMPARE(lines[1].processors.size(), 8U);
    QCOMPARE(lines[1].processors[0], (ProcessorBytes{.processor = 8, .read = 8, .written = 8}));
}

void TestPages::agreesWithSetsOfBytes()
{
    std::mt19937_64 random(1);
    for (const std::uint64_t pageBytes : {64U, 128U, 4096U}) {
        for (int round = 0; round < 20; ++round) {
            Sharing sharing(pageBytes);
            SlowSharing expected(pageBytes);
            const std::uint64_t kinds = 1 + random() % 3;
            for (int i = 0; i < 60; ++i) {
                const auto processor = static_cast<std::uint32_t>(random() % 3);
                const auto kind = static_cast<AccessKind>(random() % kinds);
                const std::uint64_t begin = random() % (8 * pageBytes);
                const std::uint64_t bytes = random() % (random() % 4 == 0 ? 200 : 8);
                sharing.access(processor, kind, begin, bytes);
                expected.access(processor, kind, begin, bytes);
            }
            QCOMPARE(sharing.endWindow(), expected.pages());
            QVERIFY(sharing.endWindow().empty());
            QCOMPARE(sharing.lostBytes(), 0U);
        }
    }
}

void TestPages::agreesWithOneProcessorPerPage()
{
    std::mt19937_64 random(1);
    constexpr PageModel kModels[] = {
        {.pageBytes = 16, .pagesPerBlock = 1},
        {.pageBytes = 16, .pagesPerBlock = 8},
        {.pageBytes = 8, .pagesPerBlock = 32}};
    for (const PageModel& model : kModels) {
        PageFaults faults(model);
        SlowFaults expected(model);
        for (int i = 0; i < 5000; ++i) {
            const auto processor = static_cast<std::uint32_t>(random() % 3);
            const std::uint64_t begin = random() % 1000;
            const std::uint64_t bytes = random() % 40;
            faults.access(processor, begin, bytes);
            expected.access(processor, begin, bytes);
        }
        for (std::uint32_t processor = 0; processor < 4; ++processor) {
            QCOMPARE(faults.counts(processor), expected.counts(processor));
        }
        for (const auto& [page, migrations] : expected.migrations()) {
            QCOMPARE(faults.migrations(page * model.pageBytes), migrations);
        }
    }
}

void TestPages::startsAnewInEachWindow()
{
    PageFaults faults(kModelF0);
    faults.access(kCpu, 0, 1);
    faults.access(kGpu, 0, 1);
    QCOMPARE(faults.migrations(0), 1U);
    faults.beginWindow();
    QCOMPARE(faults.migrations(0), 0U);
    // The page is still with the GPU.
    faults.access(kGpu, 0, 1);
    QCOMPARE(faults.migrations(0), 0U);
    faults.access(kCpu, 0, 1);
    QCOMPARE(faults.migrations(0), 1U);
    QCOMPARE(faults.counts(kCpu), faultsOf(1, 1));
}

void TestPages::losesAndSaysSo()
{
    PageFaults faults(kModelF0, 4);
    faults.access(kCpu, 0, 40 * kKiB);
    QCOMPARE(faults.counts(kCpu), faultsOf(4, 0));
    QCOMPARE(faults.lostPages(), 6U);
    // However far a range reaches, it does not go on for ever.
    faults.access(kCpu, 4 * kKiB, ~std::uint64_t{0});
    QVERIFY(faults.lostPages() > 1'000'000);
    Sharing sharing(64, 2);
    sharing.access(kCpu, AccessKind::Read, 64, ~std::uint64_t{0});
    QCOMPARE(sharing.endWindow().size(), 2U);
    QVERIFY(sharing.lostBytes() > 1'000'000);
}

VELLUM_TEST_GUILESS(TestPages)
#include "test_pages.moc"
