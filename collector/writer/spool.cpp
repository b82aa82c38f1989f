#include "collector/writer/spool.h"

#include "collector/sources/python/python_functions.h"
#include "collector/writer/counter_pass.h"
#include "collector/writer/replay.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <tuple>
#include <utility>

namespace vellum::collector::writer {

namespace fs = std::filesystem;
using measurement::EventRecord;
using measurement::kHeaderBytes;
using measurement::kSpoolMagic;
using measurement::LocationHeader;
using measurement::ProcessHeader;

namespace {

bool overlaps(const SpooledModule& a, const SpooledModule& b)
{
    return a.begin < b.end && b.begin < a.end;
}

FunctionTable readFunctions(const fs::path& file)
{
    auto functions = std::make_shared<std::vector<std::uint64_t>>(measurement::words::kNumbers, 0);
    std::ifstream in(file, std::ios::binary);
    in.read(
        reinterpret_cast<char*>(functions->data()),
        static_cast<std::streamsize>(functions->size() * sizeof(std::uint64_t)));
    for (std::uint64_t& address : *functions) {
        address &= ~measurement::kLeftOutMark;
    }
    return functions;
}

std::vector<SpooledLeftOut> readLeftOut(
    const fs::path& file, const std::vector<SpooledLocation>& locations)
{
    const auto table = std::make_unique<measurement::LeftOutTable>();
    std::ifstream in(file, std::ios::binary);
    in.read(reinterpret_cast<char*>(table.get()), sizeof *table);
    std::vector<SpooledLeftOut> all;
    for (std::size_t i = 0; in && i < measurement::kMostLeftOut; ++i) {
        const measurement::LeftOutFunction& function = table->functions[i];
        if (function.address == 0) {
            continue;
        }
        all.push_back(
            {.address = function.address,
             .tick = function.tick,
             .recorded = function.visits,
             .ticks = function.ticks});
        for (const SpooledLocation& location : locations) {
            const auto counts = location.leftOutCounts();
            all.back().visits += i < counts.size() ? counts[i].visits : 0;
        }
    }
    return all;
}

std::optional<ProcessHeader> readProcessHeader(const fs::path& file)
{
    ProcessHeader header;
    std::ifstream in(file, std::ios::binary);
    in.read(reinterpret_cast<char*>(&header), sizeof header);
    if (!in || header.magic != kSpoolMagic) {
        return std::nullopt;
    }
    return header;
}

/// The file's space is reserved ahead and reads as zeros; a line without an end was being written.
void readRangeNames(const fs::path& file, SpooledProcess& process)
{
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line) && !in.eof()) {
        std::istringstream fields(line);
        char what = 0;
        std::uint32_t first = 0;
        SpooledRange range;
        fields >> what >> first;
        if (what == 'r') {
            fields >> range.domain >> range.category >> range.color;
        } else if (what == 'c') {
            fields >> range.category;
        }
        fields.ignore(1);
        if (!fields) {
            continue;
        }
        std::getline(fields, range.text);
        if (what == 'r') {
            process.ranges[first] = std::move(range);
        } else if (what == 'd') {
            process.rangeDomains[first] = std::move(range.text);
        } else if (what == 'c') {
            process.rangeCategories[{first, range.category}] = std::move(range.text);
        } else if (what == 't') {
            process.threadNames[first] = std::move(range.text);
        }
    }
}

/// Numbers of the files `t…`, of which some may be gone again.
std::vector<std::uint32_t> locationsIn(const fs::path& folder)
{
    std::vector<std::uint32_t> found;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, ignored)) {
        const std::string name = entry.path().filename();
        std::uint32_t index = 0;
        const char* const end = name.data() + name.size();
        if (name.size() > 1 && name.front() == 't'
            && std::from_chars(name.data() + 1, end, index).ptr == end) {
            found.push_back(index);
        }
    }
    std::ranges::sort(found);
    return found;
}

std::optional<SpooledProcess> readProcess(const fs::path& folder)
{
    std::optional<ProcessHeader> header = readProcessHeader(folder / "process");
    if (!header) {
        return std::nullopt;
    }
    SpooledProcess process;
    process.header = *header;
    process.directory = folder.filename();
    readModules(folder / "modules", process.modules);
    readRegions(folder / "regions", process.regions);
    process.pythonFunctions = readPythonFunctions(folder / python::kFunctionFile);
    readRangeNames(folder / measurement::kNvtxFile, process);
    process.mpi = readMpi(folder);
    process.hasCounters = hasSamples(folder / counters::kSampleFile);
    const FunctionTable functions = readFunctions(folder / measurement::kFunctionFile);
    for (const std::uint32_t index : locationsIn(folder)) {
        process.locations.emplace_back(folder / ("t" + std::to_string(index)), functions);
        for (const char* const letter : {"s", "w"}) {
            process.locations.back().addSamples(
                SampleFile::open(folder / (letter + std::to_string(index))));
        }
    }
    process.leftOut = readLeftOut(folder / measurement::kLeftOutFile, process.locations);
    return process;
}

void inheritFromParent(SpooledProcess& child, const std::vector<SpooledProcess>& earlier)
{
    const measurement::ForkOrigin& origin = child.header.origin;
    const auto parent =
        std::find_if(earlier.begin(), earlier.end(), [&](const SpooledProcess& process) {
            return process.directory == origin.directory;
        });
    if (parent == earlier.end()) {
        return;
    }
    child.modules.insert(child.modules.begin(), parent->modules.begin(), parent->modules.end());
    child.regions.insert(parent->regions.begin(), parent->regions.end());
    child.pythonFunctions.insert(parent->pythonFunctions.begin(), parent->pythonFunctions.end());
    child.ranges.insert(parent->ranges.begin(), parent->ranges.end());
    child.rangeDomains.insert(parent->rangeDomains.begin(), parent->rangeDomains.end());
    child.rangeCategories.insert(parent->rangeCategories.begin(), parent->rangeCategories.end());
    const auto forking = std::ranges::find_if(parent->locations, [&](const auto& location) {
        return location.header().index == origin.location;
    });
    if (origin.hasLocation != 0 && forking != parent->locations.end()) {
        const SpooledLocation& location = *forking;
        RegionStack stack = stackOf(*parent, location);
        RecordReader reader = location.read();
        EventRecord record;
        while (reader.position() < origin.wordCount && reader.next(record)) {
            apply(stack, record);
        }
        child.openAtFork = stack.open();
    }
}

}  // namespace

void readRegions(const fs::path& file, std::map<std::uint32_t, SpooledRegion>& regions)
{
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        std::uint32_t handle = 0;
        SpooledRegion region;
        fields >> handle >> region.line;
        fields.ignore(1);
        if (std::getline(fields, region.name, '\t')) {
            std::getline(fields, region.file);
            regions[handle] = std::move(region);
        }
    }
}

void readModules(const fs::path& file, std::vector<SpooledModule>& modules)
{
    std::ifstream in(file);
    std::string line;
    while (std::getline(in, line)) {
        std::istringstream fields(line);
        SpooledModule module;
        fields >> std::hex >> module.tick >> module.base >> module.begin >> module.end;
        fields.ignore(1);
        if (std::getline(fields, module.path)) {
            modules.push_back(std::move(module));
        }
    }
}

const SpooledModule* moduleAt(
    const std::vector<SpooledModule>& modules, std::uint64_t address, std::uint64_t tick)
{
    const SpooledModule* found = nullptr;
    for (const SpooledModule& module : modules) {
        if (address < module.begin || address >= module.end) {
            continue;
        }
        if (found == nullptr || module.tick <= tick) {
            found = &module;
        }
    }
    return found;
}

bool anyOverlap(const std::vector<SpooledModule>& modules)
{
    for (std::size_t i = 0; i < modules.size(); ++i) {
        for (std::size_t j = i + 1; j < modules.size(); ++j) {
            if (overlaps(modules[i], modules[j])) {
                return true;
            }
        }
    }
    return false;
}

SpooledLocation::SpooledLocation(const fs::path& file, FunctionTable functions)
    : m_functions(std::move(functions))
{
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0
        || static_cast<std::size_t>(status.st_size) < sizeof(LocationHeader)) {
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        return;
    }
    m_bytes = static_cast<std::size_t>(status.st_size);
    void* memory = ::mmap(nullptr, m_bytes, PROT_READ, MAP_SHARED, descriptor, 0);
    ::close(descriptor);
    if (memory == MAP_FAILED) {
        return;
    }
    m_memory = memory;
    std::memcpy(&m_header, memory, sizeof m_header);
    const std::uint64_t first = std::max<std::uint64_t>(m_header.firstWindow, kHeaderBytes);
    if (m_header.magic == kSpoolMagic && m_bytes > first && first % sizeof(std::uint64_t) == 0) {
        m_words = {
            reinterpret_cast<const std::uint64_t*>(static_cast<const std::byte*>(memory) + first),
            (m_bytes - first) / sizeof(std::uint64_t)};
    }
}

void SpooledLocation::endAt(std::uint64_t tick)
{
    m_until = tick;
    if (tick != UINT64_MAX) {
        m_header.endTick = std::min(m_header.endTick == 0 ? tick : m_header.endTick, tick);
    }
}

void SpooledProcess::endAt(std::uint64_t tick)
{
    until = tick;
    for (SpooledLocation& location : locations) {
        location.endAt(tick);
    }
}

std::span<const measurement::LeftOutCount> SpooledLocation::leftOutCounts() const
{
    using measurement::kLeftOutCountsBytes;
    using measurement::kLeftOutCountsOffset;
    if (m_memory == nullptr || m_bytes < kLeftOutCountsOffset + kLeftOutCountsBytes) {
        return {};
    }
    return {
        reinterpret_cast<const measurement::LeftOutCount*>(
            static_cast<const std::byte*>(m_memory) + kLeftOutCountsOffset),
        measurement::kMostLeftOut};
}

RecordReader SpooledLocation::read() const
{
    return {
        m_words, m_functions == nullptr ? std::span<const std::uint64_t>() : *m_functions, m_until};
}

std::vector<EventRecord> SpooledLocation::readAll() const
{
    std::vector<EventRecord> all;
    RecordReader reader = read();
    for (EventRecord record; reader.next(record);) {
        all.push_back(record);
    }
    return all;
}

namespace {

/// The tick of the first sample, 0 if there is none.
std::uint64_t firstSampleOf(const std::vector<std::shared_ptr<const SampleFile>>& files)
{
    std::uint64_t first = 0;
    for (const auto& samples : files) {
        const std::uint64_t tick = samples->firstTick();
        first = first == 0 || (tick != 0 && tick < first) ? tick : first;
    }
    return first;
}

}  // namespace

bool SpooledLocation::isEmpty() const
{
    const bool hasEvents = !m_words.empty() && m_words.front() != 0;
    return !hasEvents && firstSampleOf(m_samples) == 0;
}

std::uint64_t SpooledLocation::firstTick() const
{
    RecordReader reader = read();
    EventRecord record;
    const bool hasEvents = reader.next(record);
    const std::uint64_t sampled = firstSampleOf(m_samples);
    return hasEvents && sampled != 0 ? std::min(record.tick, sampled)
                                     : std::max(record.tick, sampled);
}

std::uint64_t SpooledLocation::lastTick() const
{
    RecordReader reader = read();
    EventRecord record;
    while (reader.next(record)) {}
    for (const auto& samples : m_samples) {
        record.tick = std::max(record.tick, samples->lastTick());
    }
    return record.tick;
}

SpooledLocation::~SpooledLocation()
{
    if (m_memory != nullptr) {
        ::munmap(m_memory, m_bytes);
    }
}

SpooledLocation::SpooledLocation(SpooledLocation&& other) noexcept
    : m_memory(std::exchange(other.m_memory, nullptr))
    , m_bytes(other.m_bytes)
    , m_header(other.m_header)
    , m_functions(std::move(other.m_functions))
    , m_words(std::exchange(other.m_words, {}))
    , m_until(other.m_until)
    , m_samples(std::move(other.m_samples))
{
}

Result<std::vector<SpooledProcess>> readSpool(const fs::path& folder)
{
    std::vector<SpooledProcess> processes;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, failure)) {
        if (std::optional<SpooledProcess> process = readProcess(entry.path())) {
            processes.push_back(std::move(*process));
        }
    }
    if (failure) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message = "spool " + folder.string() + " cannot be read: " + failure.message()};
    }
    std::sort(processes.begin(), processes.end(), [](const auto& a, const auto& b) {
        return std::tie(a.header.startTick, a.directory)
               < std::tie(b.header.startTick, b.directory);
    });
    for (SpooledProcess& process : processes) {
        inheritFromParent(process, processes);
    }
    return processes;
}

}  // namespace vellum::collector::writer
