#include "tests/unit/common/values/sidecar/contents.h"

#include "common/values/sidecar/chunk_frame.h"
#include "common/values/sidecar/crc32c.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <random>
#include <span>

namespace vellum::tests {

using namespace values::sidecar;  // NOLINT(google-build-using-namespace): a test

namespace {

class Random {
public:
    explicit Random(std::uint64_t seed) : m_engine(seed) {}

    /// 0 … most.
    std::uint64_t upTo(std::uint64_t most)
    {
        return std::uniform_int_distribution<std::uint64_t>(0, most)(m_engine);
    }
    std::uint32_t small(std::uint32_t most) { return static_cast<std::uint32_t>(upTo(most)); }
    void fill(std::span<std::byte> bytes)
    {
        for (std::byte& byte : bytes) {
            byte = static_cast<std::byte>(upTo(255));
        }
    }

private:
    std::mt19937_64 m_engine;
};

template <typename Record>
void fillRandomly(std::vector<Record>& records, Random& random, std::size_t most)
{
    records.resize(random.upTo(most));
    random.fill(std::as_writable_bytes(std::span(records)));
}

/// Adds the next few of a list.
template <typename Record>
void addSome(const std::vector<Record>& records, std::size_t& done, Writer& writer, Random& random)
{
    const std::size_t count = std::min<std::size_t>(records.size() - done, random.upTo(2'000));
    writer.add(std::span(records).subspan(done, count));
    done += count;
}

std::string randomName(Random& random, std::size_t number)
{
    std::string name(random.upTo(40), 'a');
    std::ranges::generate(name, [&] { return static_cast<char>(random.upTo(255)); });
    return name + std::to_string(number);  // so that no two are equal
}

constexpr std::uint64_t kTick = 10;
constexpr std::uint32_t kFunctions = 4;
constexpr std::uint32_t kSites = 12;
constexpr std::uint64_t kObjects = 6;

void makeDefinitions(Contents& run)
{
    run.strings = {"page_bytes", "4096", "app", "solve", "grid", "main.cpp"};
    run.of<SettingRecord>() = {{.key = 1, .value = 2}};
    run.of<ModuleRecord>() = {{.id = 1, .file = 3, .base = 0x1000, .size = 0x2000}};
    for (std::uint32_t id = 1; id <= kFunctions; ++id) {
        run.of<FunctionRecord>().push_back({.id = id, .module = 1, .name = 4});
        run.of<CallingContextRecord>().push_back(
            {.id = id,
             .parent = id - 1,
             .site = id,
             .function = id,
             .kind = CallingContextKind::CpuFunction,
             .depth = id - 1});
    }
    for (std::uint32_t id = 1; id <= kSites; ++id) {
        run.of<SiteRecord>().push_back(
            {.id = id,
             .function = 1 + id % kFunctions,
             .file = 6,
             .line = id,
             .callingContext = 1 + id % kFunctions,
             .unit = 8});
    }
    for (std::uint64_t id = 1; id <= kObjects; ++id) {
        run.of<ObjectRecord>().push_back(
            {.id = id, .base = id << 20U, .size = 4'096, .callingContext = 1, .name = 5});
    }
}

AccessRecord randomAccess(Random& random, std::uint64_t op, std::uint32_t site)
{
    AccessRecord access{.op = op, .object = 1 + random.upTo(kObjects - 1), .site = site};
    access.kind = random.upTo(1) == 0 ? AccessKind::Read : AccessKind::Write;
    access.unit = 8;
    access.accesses = 1 + random.upTo(1'000);
    access.items = 1 + random.upTo(access.accesses - 1);
    access.bytes = access.accesses * access.unit;
    if (access.kind == AccessKind::Write) {
        access.unchanged = random.upTo(access.bytes);
        access.undefined = random.upTo(access.bytes - access.unchanged);
    }
    access.temporal = random.upTo(access.accesses);
    access.spatial = random.upTo(access.accesses);
    return access;
}

void makePattern(Contents& run, Random& random, const AccessRecord& access)
{
    PatternRecord pattern{.op = access.op, .object = access.object, .site = access.site};
    pattern.pattern = PatternKind::Frequent;
    pattern.flags = packed({.kind = access.kind, .type = ValueType::Signed, .unit = 8});
    pattern.items = access.items;
    pattern.uniqueItems = 1 + random.upTo(pattern.items - 1);
    pattern.distinct = 1 + random.upTo(pattern.uniqueItems - 1);
    pattern.accesses = pattern.uniqueItems + random.upTo(100);
    auto& patterns = run.of<PatternRecord>();
    patterns.push_back(pattern);
    const auto index = static_cast<std::uint32_t>(patterns.size());
    run.of<TopValueRecord>().push_back({.bits = random.upTo(9), .count = 1, .pattern = index});
    run.of<SitePairRecord>().push_back(
        {.from = access.site, .to = access.site, .op = access.op, .object = access.object});
    run.of<SketchRecord>().push_back(
        {.op = access.op, .object = access.object, .site = access.site, .count = access.accesses});
}

void makeOperations(Contents& run, Random& random, std::uint64_t operations)
{
    for (std::uint64_t id = 1; id <= operations; ++id) {
        const std::uint32_t function = 1 + random.small(kFunctions - 1);
        OperationRecord op{.id = id, .t0 = id * kTick, .t1 = id * kTick + random.upTo(5)};
        op.kind = OperationKind::Visit;
        op.function = function;
        op.callingContext = function;
        for (std::uint32_t site = 1; site <= 3; ++site) {
            const AccessRecord access = randomAccess(random, id, site);
            op.accesses += access.accesses;
            op.bytes += access.bytes;
            run.of<AccessRecord>().push_back(access);
            makePattern(run, random, access);
        }
        if (random.upTo(3) == 0) {
            run.of<LossRecord>().push_back(
                {.op = id, .kind = LossKind::SampledAway, .count = 17, .time = op.t1});
            op.accesses += 17;
        }
        run.of<OperationRecord>().push_back(op);
        run.of<LinkRecord>().push_back({.op = id, .location = 1, .time = op.t0});
        run.of<SpanRecord>().push_back({.op = id, .end = op.t1});
        run.of<PageRunRecord>().push_back(
            {.op = id, .object = 1, .bytes = 4096, .t0 = op.t0, .t1 = op.t1, .changed = 8});
        run.of<DuplicateRecord>().push_back({.op = id, .object = 1, .otherObject = 2});
    }
}

/// Adds an access to the edge that comes from vertex 1.
void addToEdge(std::vector<EdgeRecord>& edges, std::uint32_t to, const AccessRecord& access)
{
    const bool isWrite = access.kind == AccessKind::Write;
    const EdgeType type = isWrite ? EdgeType::Write : EdgeType::Read;
    auto edge = std::ranges::find_if(edges, [&](const EdgeRecord& some) {
        return some.to == to && some.object == access.object && some.type == type;
    });
    if (edge == edges.end()) {
        edges.push_back({.from = 1, .to = to, .object = access.object, .type = type});
        edge = std::prev(edges.end());
        edge->firstOp = access.op;
    }
    edge->ops += edge->lastOp == access.op ? 0U : 1U;
    edge->lastOp = access.op;
    edge->bytes += access.bytes;
    edge->written += isWrite ? access.bytes : 0;
    edge->unchanged += access.unchanged;
    edge->undefined += access.undefined;
}

void makeGraph(Contents& run)
{
    for (std::uint32_t id = 1; id <= kFunctions; ++id) {
        run.of<VertexRecord>().push_back(
            {.id = id, .kind = VertexKind::Visit, .callingContext = id, .function = id});
    }
    for (const AccessRecord& access : run.of<AccessRecord>()) {
        const auto& op = run.of<OperationRecord>()[access.op - 1];
        addToEdge(run.of<EdgeRecord>(), op.function, access);
    }
}

void makePages(Contents& run)
{
    PageRecord page{.object = 1, .page = 1U << 20U, .t0 = 1, .t1 = 2};
    page.pageShift = 12;
    page.pageClass = PageClass::Private;
    page.cpuReads = 8;
    page.processorMask = 1;
    run.of<PageRecord>().push_back(page);
    page.pageClass = PageClass::ReadShared;
    page.processorMask = 3;
    run.of<PageRecord>().push_back(page);
    page.pageClass = PageClass::FalseShared;
    page.cpuWrites = 8;
    run.of<PageRecord>().push_back(page);
    page.pageClass = PageClass::TrueShared;
    page.overlapBytes = 4;
    run.of<PageRecord>().push_back(page);
    run.of<ClockRecord>().push_back({.host = 1, .device = 2, .kind = ClockPairKind::HostTrace});
}

}  // namespace

Contents randomBytes(std::uint64_t seed, std::size_t most)
{
    Random random(seed);
    Contents contents;
    contents.strings.resize(random.upTo(most));
    for (std::size_t i = 0; i < contents.strings.size(); ++i) {
        contents.strings[i] = randomName(random, i);
    }
    std::apply([&](auto&... lists) { (fillRandomly(lists, random, most), ...); }, contents.records);
    contents.raw.resize(random.upTo(3));
    for (auto& bytes : contents.raw) {
        bytes.resize(random.upTo(5'000));
        random.fill(bytes);
    }
    return contents;
}

Contents soundRun(std::uint64_t seed, std::uint64_t operations)
{
    Random random(seed);
    Contents run;
    makeDefinitions(run);
    makeOperations(run, random, operations);
    makeGraph(run);
    makePages(run);
    return run;
}

void addAll(const Contents& contents, Writer& writer, std::uint64_t seed)
{
    Random random(seed);
    for (const std::string& text : contents.strings) {
        static_cast<void>(writer.string(text));
    }
    std::array<std::size_t, std::tuple_size_v<AllRecords>> done{};
    std::array<std::size_t, std::tuple_size_v<AllRecords>> wanted{};
    std::apply([&](const auto&... lists) { wanted = {lists.size()...}; }, contents.records);
    while (done != wanted) {
        std::size_t type = 0;
        std::apply(
            [&](const auto&... lists) { (addSome(lists, done[type++], writer, random), ...); },
            contents.records);
        if (random.upTo(3) == 0) {
            writer.flush();
        }
    }
    for (const auto& bytes : contents.raw) {
        writer.addRaw(bytes, 1, 0);
    }
}

WriterFault writeSideCar(
    const Contents& contents, const std::filesystem::path& path, std::uint64_t seed)
{
    Writer writer;
    WriterOptions options;
    options.runId = {1, 2, 3};
    options.tBegin = 1;
    const WriterFault fault = writer.create(path.c_str(), options);
    if (fault != WriterFault::None) {
        return fault;
    }
    addAll(contents, writer, seed);
    return writer.finish(1'000'000);
}

std::vector<std::byte> bytesOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

void seal(std::vector<std::byte>& file, const std::vector<std::uint64_t>& offsets)
{
    for (const std::uint64_t offset : offsets) {
        ChunkHead head;
        if (offset + sizeof head > file.size()) {
            continue;
        }
        std::memcpy(&head, file.data() + offset, sizeof head);
        const std::uint64_t room = file.size() - offset - sizeof head;
        if (head.bytes <= room && padded(head.bytes) <= room) {
            const auto payload = std::span(file).subspan(offset + sizeof head, padded(head.bytes));
            head.crc = crc32c(payload, crcOfHead(head));
        }
        head.check = headCheck(head);
        std::memcpy(file.data() + offset, &head, sizeof head);
    }
    FileHead head;
    if (file.size() >= sizeof head) {
        std::memcpy(&head, file.data(), sizeof head);
        head.check = headCheck(head);
        std::memcpy(file.data(), &head, sizeof head);
    }
}

namespace {

template <typename Record>
bool givesOnlyOf(const SideCar& sideCar, const std::vector<Record>& wanted)
{
    const auto list = sideCar.records<Record>();
    return std::ranges::all_of(list.parts(), [&](const auto& part) {
        return isPartOf(wanted, part.records, part.firstIndex);
    });
}

bool hasRaw(const Contents& wanted, std::span<const std::byte> bytes)
{
    return std::ranges::any_of(
        wanted.raw, [&](const auto& raw) { return std::ranges::equal(raw, bytes); });
}

}  // namespace

bool givesOnly(const SideCar& sideCar, const Contents& wanted)
{
    bool isSame = true;
    for (std::uint32_t id = 1; id <= wanted.strings.size() + 2; ++id) {
        const std::string_view text = sideCar.string(id);
        isSame = isSame
                 && (!sideCar.hasString(id)
                     || (id <= wanted.strings.size() && text == wanted.strings[id - 1]));
    }
    std::apply(
        [&](const auto&... lists) { ((isSame = isSame && givesOnlyOf(sideCar, lists)), ...); },
        wanted.records);
    const auto raw = sideCar.raw();
    return isSame && raw.size() <= wanted.raw.size()
           && std::ranges::all_of(raw, [&](const auto& bytes) { return hasRaw(wanted, bytes); });
}

namespace {

template <typename Record>
bool hasAllOf(const SideCar& sideCar, const std::vector<Record>& wanted)
{
    return sideCar.records<Record>().size() == wanted.size();
}

}  // namespace

bool holdsAll(const SideCar& sideCar, const Contents& wanted)
{
    bool isSame = givesOnly(sideCar, wanted) && sideCar.raw().size() == wanted.raw.size();
    for (std::uint32_t id = 1; id <= wanted.strings.size(); ++id) {
        isSame = isSame && sideCar.hasString(id);
    }
    std::apply(
        [&](const auto&... lists) { ((isSame = isSame && hasAllOf(sideCar, lists)), ...); },
        wanted.records);
    return isSame;
}

}  // namespace vellum::tests
