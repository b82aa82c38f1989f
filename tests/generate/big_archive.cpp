#include "tests/generate/big_archive.h"

#include "tests/generate/archive_writer.h"
#include "tests/generate/random_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace vellum::generate {

namespace {

constexpr OTF2_RegionRef kMain = 0;
constexpr OTF2_RegionRef kIterate = 1;
constexpr OTF2_RegionRef kSend = 2;
constexpr OTF2_RegionRef kReceive = 3;
constexpr OTF2_RegionRef kFirstKernel = 4;
constexpr std::uint32_t kKernels = 28;
constexpr std::uint64_t kOffset = 1'000'000;
constexpr std::uint64_t kMessageBytes = 8'192;
constexpr OTF2_MetricRef kMetric = 0;
constexpr std::uint8_t kMetrics = 2;

class BigLocation {
public:
    BigLocation(OTF2_EvtWriter* writer, std::uint64_t rank, const BigOptions& options)
        : m_writer(writer)
        , m_random(rank + 1)
        , m_callees(options.callees)
        , m_samples(options.samples)
        , m_time(kOffset)
        , m_next(static_cast<std::uint32_t>((rank + 1) % options.locations))
        , m_previous(static_cast<std::uint32_t>((rank + options.locations - 1) % options.locations))
    {
    }

    void write(std::uint64_t events)
    {
        enter(kMain);
        while (m_written + 1 < events) {
            iterate();
        }
        leave(kMain);
    }

    [[nodiscard]] std::uint64_t time() const { return m_time; }

private:
    void enter(OTF2_RegionRef region)
    {
        m_time += 1 + m_random.below(200);
        check(OTF2_EvtWriter_Enter(m_writer, nullptr, m_time, region), "enter");
        ++m_written;
    }

    void leave(OTF2_RegionRef region)
    {
        m_time += 1 + m_random.below(2'000);
        check(OTF2_EvtWriter_Leave(m_writer, nullptr, m_time, region), "leave");
        ++m_written;
    }

    /// Nested kernels: 3 levels of up to 4 calls each.
    ///
    /// \param caller  its own kernels are those from this one on
    void compute(unsigned levels, std::uint32_t caller)
    {
        const auto chosen = caller + static_cast<std::uint32_t>(m_random.below(m_callees));
        const std::uint32_t place = chosen % kKernels;
        const OTF2_RegionRef kernel = kFirstKernel + place;
        enter(kernel);
        if (levels > 1) {
            for (std::uint64_t i = 0, calls = 1 + m_random.below(4); i < calls; ++i) {
                compute(levels - 1, place * m_callees);
            }
        }
        leave(kernel);
    }

    void iterate()
    {
        enter(kIterate);
        compute(3, 0);
        enter(kSend);
        check(
            OTF2_EvtWriter_MpiSend(m_writer, nullptr, m_time, m_next, 0, 0, kMessageBytes), "send");
        leave(kSend);
        compute(2, 0);
        enter(kReceive);
        m_time += 1 + m_random.below(2'000);
        check(
            OTF2_EvtWriter_MpiRecv(m_writer, nullptr, m_time, m_previous, 0, 0, kMessageBytes),
            "receive");
        leave(kReceive);
        for (std::uint32_t i = 0; i < m_samples; ++i) {
            sample();
        }
        leave(kIterate);
        m_written += 2;
    }

    /// A counter that only grows, and a rate.
    void sample()
    {
        m_time += 1 + m_random.below(100);
        m_counted += m_random.below(1'000'000);
        std::array<OTF2_MetricValue, kMetrics> values{};
        values[0].unsigned_int = m_counted;
        values[1].floating_point = static_cast<double>(m_random.below(1'000'000)) / 1'000;
        const std::array<OTF2_Type, kMetrics> types{OTF2_TYPE_UINT64, OTF2_TYPE_DOUBLE};
        check(
            OTF2_EvtWriter_Metric(
                m_writer, nullptr, m_time, kMetric, kMetrics, types.data(), values.data()),
            "metric");
        ++m_written;
    }

    OTF2_EvtWriter* m_writer;
    RandomSource m_random;
    std::uint32_t m_callees;
    std::uint32_t m_samples;
    std::uint64_t m_counted = 0;
    std::uint64_t m_time;
    std::uint64_t m_written = 0;
    std::uint32_t m_next;
    std::uint32_t m_previous;
};

void writeRegion(
    ArchiveWriter& archive, OTF2_RegionRef ref, const std::string& name, OTF2_Paradigm paradigm)
{
    const OTF2_StringRef text = archive.string(name);
    check(
        OTF2_GlobalDefWriter_WriteRegion(
            archive.definitions(),
            ref,
            text,
            text,
            archive.string(""),
            OTF2_REGION_ROLE_FUNCTION,
            paradigm,
            OTF2_REGION_FLAG_NONE,
            archive.string(""),
            0,
            0),
        "region");
}

void writeRegions(ArchiveWriter& archive)
{
    writeRegion(archive, kMain, "main", OTF2_PARADIGM_COMPILER);
    writeRegion(archive, kIterate, "iterate", OTF2_PARADIGM_COMPILER);
    writeRegion(archive, kSend, "MPI_Send", OTF2_PARADIGM_MPI);
    writeRegion(archive, kReceive, "MPI_Recv", OTF2_PARADIGM_MPI);
    for (std::uint32_t i = 0; i < kKernels; ++i) {
        const OTF2_Paradigm paradigm = i % 4 == 0 ? OTF2_PARADIGM_OPENMP : OTF2_PARADIGM_COMPILER;
        writeRegion(archive, kFirstKernel + i, "kernel_" + std::to_string(i), paradigm);
    }
}

void writeMetrics(ArchiveWriter& archive)
{
    const std::array<OTF2_MetricMemberRef, kMetrics> members{0, 1};
    for (const OTF2_MetricMemberRef ref : members) {
        check(
            OTF2_GlobalDefWriter_WriteMetricMember(
                archive.definitions(),
                ref,
                archive.string(ref == 0 ? "instructions" : "rate"),
                archive.string(""),
                OTF2_METRIC_TYPE_OTHER,
                ref == 0 ? OTF2_METRIC_ACCUMULATED_START : OTF2_METRIC_ABSOLUTE_LAST,
                ref == 0 ? OTF2_TYPE_UINT64 : OTF2_TYPE_DOUBLE,
                OTF2_BASE_DECIMAL,
                0,
                archive.string(ref == 0 ? "#" : "1/s")),
            "metric member");
    }
    check(
        OTF2_GlobalDefWriter_WriteMetricClass(
            archive.definitions(),
            kMetric,
            kMetrics,
            members.data(),
            OTF2_METRIC_SYNCHRONOUS,
            OTF2_RECORDER_KIND_CPU),
        "metric class");
}

void writeSystem(ArchiveWriter& archive, const std::vector<std::uint64_t>& counts)
{
    OTF2_GlobalDefWriter* writer = archive.definitions();
    const OTF2_StringRef machine = archive.string("machine");
    check(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(
            writer, 0, machine, machine, OTF2_UNDEFINED_SYSTEM_TREE_NODE),
        "machine");
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const OTF2_StringRef name = archive.string("rank " + std::to_string(i));
        const auto ref = static_cast<OTF2_LocationGroupRef>(i);
        check(
            OTF2_GlobalDefWriter_WriteLocationGroup(
                writer,
                ref,
                name,
                OTF2_LOCATION_GROUP_TYPE_PROCESS,
                0,
                OTF2_UNDEFINED_LOCATION_GROUP),
            "group");
        check(
            OTF2_GlobalDefWriter_WriteLocation(
                writer,
                i,
                archive.string("Master thread"),
                OTF2_LOCATION_TYPE_CPU_THREAD,
                counts[i],
                ref),
            "location");
    }
}

void writeWorld(ArchiveWriter& archive, std::size_t ranks)
{
    OTF2_GlobalDefWriter* writer = archive.definitions();
    std::vector<std::uint64_t> members(ranks);
    for (std::size_t i = 0; i < ranks; ++i) {
        members[i] = i;
    }
    const OTF2_StringRef name = archive.string("MPI_COMM_WORLD");
    const auto count = static_cast<std::uint32_t>(ranks);
    for (const OTF2_GroupType type : {OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_GROUP_TYPE_COMM_GROUP}) {
        const OTF2_GroupRef ref = type == OTF2_GROUP_TYPE_COMM_GROUP ? 1 : 0;
        check(
            OTF2_GlobalDefWriter_WriteGroup(
                writer,
                ref,
                name,
                type,
                OTF2_PARADIGM_MPI,
                OTF2_GROUP_FLAG_NONE,
                count,
                members.data()),
            "group");
    }
    check(
        OTF2_GlobalDefWriter_WriteComm(
            writer, 0, name, 1, OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE),
        "communicator");
}

}  // namespace

void writeBigArchive(const BigOptions& options)
{
    ArchiveWriter archive(options.out, "vellum-generate big");
    std::vector<std::uint64_t> counts;
    std::uint64_t last = kOffset;
    for (std::uint64_t rank = 0; rank < options.locations; ++rank) {
        OTF2_EvtWriter* writer = archive.openEvents(rank);
        BigLocation location(writer, rank, options);
        location.write(options.events);
        last = std::max(last, location.time());
        counts.push_back(archive.closeEvents(writer));
    }
    archive.beginLocalDefinitions();
    for (std::uint64_t rank = 0; rank < options.locations; ++rank) {
        archive.closeLocalDefinitions(archive.openLocalDefinitions(rank));
    }
    writeSystem(archive, counts);
    writeRegions(archive);
    if (options.samples > 0) {
        writeMetrics(archive);
    }
    writeWorld(archive, counts.size());
    archive.finish(1'000'000'000, kOffset, last - kOffset);
}

}  // namespace vellum::generate
