#include "collector/values/analysis/process_values.h"

#include "common/values/access.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace vellum::collector::values {

namespace fs = std::filesystem;

namespace {

namespace sidecar = ::vellum::values::sidecar;
using ::vellum::values::Access;

constexpr unsigned kPageShift = 12;
constexpr unsigned kLineShift = 6;
constexpr std::uint64_t kSharingWindows = 1000;  ///< windows of an operation in one of shared lines
constexpr std::size_t kMostPages = 100'000;

sidecar::AccessKind siteKind(const RingRecord& record)
{
    if (kindOf(record) == RingKind::Read) {
        return sidecar::AccessKind::Read;
    }
    return (flagsOf(record) & kReadsOld) != 0 ? sidecar::AccessKind::Atomic
                                              : sidecar::AccessKind::Write;
}

::vellum::values::AccessKind accessKind(sidecar::AccessKind kind)
{
    switch (kind) {
    case sidecar::AccessKind::Write:
        return ::vellum::values::AccessKind::Write;
    case sidecar::AccessKind::Atomic:
        return ::vellum::values::AccessKind::Atomic;
    default:
        return ::vellum::values::AccessKind::Read;
    }
}

/// Calls \p use with offset and length of scalars of \p unit bytes, or, where that does not divide them, of the
/// largest powers of two. \return how many there were
template <typename Use>
std::uint64_t forUnits(std::size_t bytes, std::size_t unit, Use use)
{
    std::uint64_t count = 0;
    const bool fits = unit != 0 && bytes % unit == 0;
    for (std::size_t at = 0; at < bytes; ++count) {
        const std::size_t length = fits ? unit : std::bit_floor(bytes - at);
        use(at, length);
        at += length;
    }
    return count;
}

}  // namespace

ProcessValues::ProcessValues(
    fs::path folder,
    std::vector<fs::path> parents,
    std::uint32_t number,
    std::uint64_t window,
    RecordingLists& lists,
    ValueAnalysis& analysis)
    : m_folder(std::move(folder))
    , m_number(number)
    , m_window(window)
    , m_lists(lists)
    , m_analysis(analysis)
    , m_code(withParents(std::move(parents), m_folder), number, lists.files, lists.code)
    , m_contexts(lists.operations)
    , m_objects(lists.objects, number)
{
}

void ProcessValues::look()
{
    if (!m_control) {
        auto control = std::make_unique<SharedFile>(m_folder / kControlFile, kRingBytesBefore);
        m_control = control->memory() != nullptr ? std::move(control) : nullptr;
    }
    if (m_control) {
        static_cast<ControlBlock*>(m_control->memory())->heartbeat.fetch_add(1);
    }
    m_unknownPages.clear();
    if (m_nameless.size() == kMostNameless) {
        m_nameless.clear();
    }
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(m_folder, failure)) {
        const std::string name = entry.path().filename().string();
        std::uint32_t location = 0;
        const char* const end = name.data() + name.size();
        if (name.starts_with('v')
            && std::from_chars(name.data() + 1, end, location) == std::from_chars_result{end, {}}) {
            addThread(location);
        }
    }
}

void ProcessValues::addThread(std::uint32_t location)
{
    if (m_threads.contains(location) || m_ended.contains(location)) {
        return;
    }
    Thread thread;
    thread.ring = RingReader::open(m_folder, location);
    if (!thread.ring) {
        return;
    }
    thread.operations = std::make_unique<ThreadOperations>(
        m_code,
        m_contexts,
        m_lists.operations,
        ThreadOperations::Thread{
            .process = m_number,
            .location = location,
            .window = m_window,
            .begin = thread.ring->startTick()},
        [this](std::uint64_t operation) { m_analysis.endOperation(operation); });
    if (thread.ring->stackLow() < thread.ring->stackHigh()) {
        ValueObject stack;
        stack.record.base = thread.ring->stackLow();
        stack.record.size = thread.ring->stackHigh() - thread.ring->stackLow();
        stack.record.space = sidecar::ObjectSpace::Stack;
        stack.name = "stack of thread " + std::to_string(location);
        thread.stack = m_objects.put(std::move(stack));
    }
    m_threads.emplace(location, std::move(thread));
}

/// A window of cache lines is some 100 ms: threads that use a line at other times do not disturb each other.
void ProcessValues::endSharing()
{
    for (const ::vellum::values::SharedPage& line : m_sharing.endWindow()) {
        if (line.pageClass >= ::vellum::values::PageClass::FalseShared
            && m_lists.pages.size() < kMostPages) {
            addPage(line);
        }
    }
    m_sharingBegin = m_lastTick;
    ++m_sharingWindows;
}

void ProcessValues::addPage(const ::vellum::values::SharedPage& line)
{
    sidecar::PageRecord record;
    record.page = line.address;
    record.t0 = m_sharingBegin;
    record.t1 = m_lastTick + 1;
    record.pageClass = static_cast<sidecar::PageClass>(line.pageClass);
    record.pageShift = kLineShift;
    record.window = m_sharingWindows;
    for (const ::vellum::values::ProcessorBytes& processor : line.processors) {
        record.cpuReads += static_cast<std::uint32_t>(processor.read);
        record.cpuWrites += static_cast<std::uint32_t>(processor.written);
        record.processorMask |= 1U << processor.processor % 32;
    }
    record.overlapBytes = static_cast<std::uint32_t>(line.overlap);
    const std::uint64_t end = line.address + ::vellum::values::Sharing::kLine;
    for (const std::uint64_t object : m_objects.within(line.address, end)) {
        if (m_lists.objects.at(object).isUsed) {
            record.object = object;
            m_lists.pages.push_back(record);
        }
    }
    if (record.object == 0) {
        m_lists.pages.push_back(record);
    }
}

void ProcessValues::endThread(Thread& thread)
{
    endSharing();
    thread.operations->end();
    m_lists.lostRecords += thread.ring->lost();
    const ObjectMap::Place stack = m_objects.find(thread.ring->stackLow());
    if (stack.number != 0 && stack.number == thread.stack) {
        m_objects.remove(stack.begin, thread.operations->lastTick());
    }
}

bool ProcessValues::drain()
{
    bool any = false;
    for (auto entry = m_threads.begin(); entry != m_threads.end();) {
        Thread& thread = entry->second;
        const bool hasEnded = thread.ring->hasEnded();  // before the last look at what waits
        any = drainThread(thread) || any;
        if (hasEnded && thread.ring->available().empty()) {
            endThread(thread);
            m_ended.insert(entry->first);
            entry = m_threads.erase(entry);
        } else {
            ++entry;
        }
    }
    return any;
}

bool ProcessValues::drainThread(Thread& thread)
{
    constexpr std::size_t kBatch = 4096;  // other threads may wait for this one's turn to end
    const std::span<const RingRecord> records = thread.ring->available();
    std::size_t taken = 0;
    thread.isWaiting = false;
    while (taken < std::min(records.size(), kBatch)) {
        if (!take(thread, records[taken])) {
            thread.isWaiting = true;
            break;
        }
        ++taken;
    }
    if (taken > 0) {
        thread.ring->release(taken);
        thread.operations->sweep();
        const std::uint64_t now = thread.operations->lastTick();
        m_lastTick = std::max(m_lastTick, now);
        m_sharingBegin = m_sharingBegin == 0 ? now : m_sharingBegin;
        if (now > m_sharingBegin && now - m_sharingBegin >= kSharingWindows * m_window) {
            endSharing();
        }
    }
    return taken > 0;
}

bool ProcessValues::take(Thread& thread, const RingRecord& record)
{
    switch (kindOf(record)) {
    case RingKind::Read:
    case RingKind::Write:
        takeAccess(thread, record);
        return true;
    case RingKind::Enter:
        thread.operations->enter(record.value, addressOf(record), record.other);
        return true;
    case RingKind::Leave:
        thread.operations->leave(record.value, record.other);
        return true;
    case RingKind::Allocate:
    case RingKind::Free:
    case RingKind::Epoch:
        return takeEpoch(thread, record);
    case RingKind::None:
        break;
    }
    return true;  // not ours: the program wrote over it
}

bool ProcessValues::takeEpoch(Thread& thread, const RingRecord& record)
{
    const RingKind kind = kindOf(record);
    if (record.other > m_epoch + (kind == RingKind::Epoch ? 0 : 1)) {
        return false;
    }
    if (kind == RingKind::Allocate) {
        takeAllocation(thread, record);
    } else if (kind == RingKind::Free) {
        m_objects.remove(addressOf(record), thread.operations->lastTick());
    }
    m_epoch = std::max(m_epoch, record.other);
    return true;
}

void ProcessValues::takeAllocation(Thread& thread, const RingRecord& record)
{
    ValueObject block;
    block.record.base = addressOf(record);
    block.record.size = record.value;
    block.record.tAllocate = thread.operations->lastTick();
    block.record.callingContext = thread.operations->context();
    block.record.context = m_number;
    block.record.space = sidecar::ObjectSpace::Heap;
    block.site = record.site;
    m_objects.put(std::move(block));
}

bool ProcessValues::giveUpWaiting()
{
    std::uint64_t next = std::numeric_limits<std::uint64_t>::max();
    for (const auto& [location, thread] : m_threads) {
        const auto waiting = thread.ring->available();
        if (thread.isWaiting && !waiting.empty()) {
            const RingRecord& record = waiting.front();
            next = std::min(next, record.other - (kindOf(record) == RingKind::Epoch ? 0 : 1));
        }
    }
    if (next == std::numeric_limits<std::uint64_t>::max() || next <= m_epoch) {
        return false;
    }
    m_lists.skippedEpochs += next - m_epoch;
    m_epoch = next;
    return true;
}

ObjectMap::Place ProcessValues::placeOf(std::uint64_t address, std::uint32_t site)
{
    if (m_recent.size() <= site) {
        m_recent.resize(std::size_t{site} + 1);
    }
    Recent& recent = m_recent[site];
    if (recent.generation == m_objects.generation() && address >= recent.place.begin
        && address < recent.place.end) {
        return recent.place;
    }
    ObjectMap::Place place = m_objects.find(address);
    if (place.number == 0) {
        place = findVariable(address);
    }
    recent = {.place = place, .generation = m_objects.generation()};
    if (place.number != 0) {
        m_lists.objects.at(place.number).isUsed = true;
    }
    return place;
}

ObjectMap::Place ProcessValues::findVariable(std::uint64_t address)
{
    if (m_unknownPages.contains(address >> kPageShift)) {
        return {};
    }
    if (m_code.moduleOf(address) == nullptr) {
        m_unknownPages.insert(address >> kPageShift);
        return {};
    }
    if (m_nameless.contains(address)) {
        return {};
    }
    const std::optional<symbols::VariableInfo> variable = m_code.variable(address);
    if (!variable) {
        // Looking through all symbols of a file is dear: not at each access to a text.
        if (m_nameless.size() < kMostNameless) {
            m_nameless.insert(address);
        }
        return {};
    }
    ValueObject object;
    object.record.base = variable->begin;
    object.record.size = variable->bytes;
    object.record.context = m_number;
    object.record.space = sidecar::ObjectSpace::Static;
    object.name = variable->name;
    m_objects.put(std::move(object));
    return m_objects.find(address);
}

/// A variable that is made to point at the begin of a block gives it its name.
void ProcessValues::nameByPointer(const ObjectMap::Place& pointer, std::uint64_t target)
{
    const ValueObject& variable = m_lists.objects.at(pointer.number);
    if (variable.record.space != sidecar::ObjectSpace::Static
        || variable.record.size != sizeof target) {
        return;
    }
    const ObjectMap::Place place = m_objects.find(target);
    if (place.number == 0 || place.begin != target || m_lists.objects.at(place.number).isMany) {
        return;
    }
    ValueObject& block = m_lists.objects.at(place.number);
    if (block.record.space == sidecar::ObjectSpace::Heap && block.name.empty()) {
        block.name = variable.name;
    }
}

/// What an instruction says of its elements holds for the object from then on, where other instructions do not say.
ProcessValues::ElementType ProcessValues::elementOf(
    const sidecar::SiteRecord& site, std::uint64_t object)
{
    ElementType element{.type = site.type, .unit = site.unit};
    if (object == 0) {
        return element;
    }
    sidecar::ObjectRecord& record = m_lists.objects.at(object).record;
    if (site.typeSource == sidecar::TypeSource::Instruction) {
        if (record.unit == 0 && record.space != sidecar::ObjectSpace::Stack) {
            record.unit = site.unit;
            record.type = site.type;
        }
    } else if (record.unit != 0) {
        element = {.type = record.type, .unit = record.unit};
    }
    return element;
}

void ProcessValues::takeAccess(Thread& thread, const RingRecord& record)
{
    const std::size_t bytes = bytesOf(record);
    const std::uint64_t address = addressOf(record);
    const sidecar::AccessKind kind = siteKind(record);
    const std::uint32_t number = m_code.siteOf(record.site, kind, bytes, flagsOf(record));
    sidecar::SiteRecord& site = m_lists.code.sites[number - 1].record;
    const ObjectMap::Place place = placeOf(address, number);
    if (kind == sidecar::AccessKind::Write && bytes == sizeof record.value && place.number != 0) {
        nameByPointer(place, record.value);
    }
    if (site.executions++ == 0) {
        site.function = thread.operations->function();
        site.callingContext = thread.operations->context();
    }
    Access access{
        .op = thread.operations->current(),
        .thread = m_number << 16U | thread.ring->location(),
        .site = number,
        .kind = accessKind(kind),
        .hasOld = kindOf(record) == RingKind::Write && (flagsOf(record) & kOldKnown) != 0,
        .object = place.number};
    const ElementType element = elementOf(site, place.number);
    const std::uint64_t count =
        forUnits(bytes, element.unit, [&](std::size_t at, std::size_t unit) {
            constexpr unsigned kByteBits = 8;
            const std::uint64_t mask = ::vellum::values::unitMask(static_cast<unsigned>(unit));
            access.type = unit == element.unit
                              ? static_cast<::vellum::values::ValueType>(element.type)
                              : ::vellum::values::ValueType::Unknown;
            access.unit = static_cast<std::uint8_t>(unit);
            access.offset = address - place.origin + at;
            access.value = record.value >> kByteBits * at & mask;
            access.old = access.hasOld ? record.other >> kByteBits * at & mask : 0;
            const ::vellum::values::AccessNote note = m_analysis.add(access);
            if (note.isCounted) {
                m_lists.flow.add(access, note.isUnchanged);
            }
        });
    thread.operations->count(count, bytes);
    if (m_threads.size() > 1) {
        m_sharing.access(thread.ring->location(), access.kind, address, bytes);
    }
}

void ProcessValues::end()
{
    for (auto& [location, thread] : m_threads) {
        endThread(thread);
        m_ended.insert(location);
    }
    m_threads.clear();
}

}  // namespace vellum::collector::values
