#include "collector/values/analysis/page_slices.h"

#include "collector/measurement/clock.h"
#include "collector/sources/mpi/functions.h"
#include "collector/writer/spool.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <system_error>
#include <utility>

namespace vellum::collector::values {

namespace fs = std::filesystem;

namespace {

namespace sidecar = ::vellum::values::sidecar;
using sidecar::PageState;
using ::vellum::values::Interval;
using ::vellum::values::WriteCounts;

constexpr std::uint64_t kPage = PageReader::kPage;
/// A program that tells of its operations ends its slices by itself; so many slices' time is waited for it.
constexpr std::uint64_t kSlicesOfPatience = 10;
constexpr std::uint64_t kTimeRest = 3;  ///< times as long as a slice of time took to compare
/// A piece is read at once: the shorter that takes, the fewer of its pages are written meanwhile.
constexpr std::uint64_t kAtOnce = std::uint64_t{1} << 20U;

Interval wholePages(std::uint64_t base, std::uint64_t bytes)
{
    return {.begin = (base + kPage - 1) / kPage * kPage, .end = (base + bytes) / kPage * kPage};
}

std::string sentenceOf(const PageHeader& header)
{
    switch (header.mechanism) {
    case PageMechanism::Userfaultfd:
        return "userfaultfd: asynchronous write protection";
    case PageMechanism::SoftDirty:
        return "soft-dirty bits of the kernel, which miss writes of a few microseconds between slices";
    case PageMechanism::None:
        break;
    }
    return std::string("nothing: userfaultfd cannot (Linux 6.7 and later can): ")
           + std::strerror(static_cast<int>(header.error));  // NOLINT(concurrency-mt-unsafe)
}

/// \param wasWritten  in a slice before; then it is undefined only because it could not be compared
PageState stateOf(const WriteCounts& counts, bool wasWritten)
{
    if (counts.unknown > 0 || (counts.undefined > 0 && wasWritten)) {
        return PageState::Unknown;
    }
    if (counts.undefined > 0) {
        return PageState::First;
    }
    return counts.unchanged == counts.written ? PageState::Unchanged : PageState::Changed;
}

std::vector<Interval> partsWithin(const std::vector<Interval>& intervals, Interval range)
{
    std::vector<Interval> parts;
    for (const Interval& interval : intervals) {
        const Interval part{
            .begin = std::max(interval.begin, range.begin),
            .end = std::min(interval.end, range.end)};
        if (part.begin < part.end) {
            parts.push_back(part);
        }
    }
    return parts;
}

/// \param torn  offsets in the object
void markUnknown(WrittenObject& object, Interval torn)
{
    for (WrittenPage& page : object.pages) {
        if (page.offset >= torn.begin && page.offset < torn.end) {
            page.state = PageState::Unknown;
            page.changed = 0;
        }
    }
}

bool isZero(std::span<const std::byte> bytes)
{
    // Equal to itself one byte on, and the first is 0.
    return bytes.front() == std::byte{0}
           && std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

}  // namespace

PageSlices::PageSlices(
    fs::path folder, std::vector<fs::path> parents, const Process& process, RecordingLists& lists)
    : m_folder(std::move(folder))
    , m_process(process)
    , m_lists(lists)
    , m_code(withParents(std::move(parents), m_folder), process.number, lists.files, lists.code)
    , m_contexts(lists.operations)
    , m_records(lists)
{
}

bool PageSlices::open()
{
    if (m_header != nullptr) {
        return true;
    }
    auto file = std::make_unique<SharedFile>(m_folder / kPagesFile, kPagesFileBytes);
    auto* const header = static_cast<PageHeader*>(file->memory());
    if (header == nullptr || __atomic_load_n(&header->magic, __ATOMIC_ACQUIRE) != kPagesMagic) {
        return false;
    }
    m_file = std::move(file);
    m_header = header;
    m_events =
        reinterpret_cast<BlockEvent*>(static_cast<char*>(m_file->memory()) + kPageBytesBefore);
    m_lists.watched.mechanism = sentenceOf(*header);
    m_reader.emplace(m_process.pid, header->mechanism);
    if (const int error = m_reader->failure(); error == EACCES || error == EPERM) {
        m_lists.watched.mechanism = "nothing: the launcher may not read the program's pages: "
                                    + std::generic_category().message(error);
    }
    m_sliceBegin = measurement::readClock(m_process.clock);
    return true;
}

void PageSlices::look()
{
    if (open()) {
        m_header->heartbeat.fetch_add(1);
    }
}

bool PageSlices::drain()
{
    if (!open()) {
        return false;
    }
    const bool any = takeEvents();
    const std::uint64_t now = measurement::readClock(m_process.clock);
    if (m_header->asked.load() != m_header->answered.load()) {
        m_timeSlice = now + kSlicesOfPatience * m_process.ticksPerSlice;
        endSlice(
            {.kind = m_header->owner,
             .subject = m_header->ownerSubject,
             .location = m_header->ownerLocation});
        return true;
    }
    if (now >= m_timeSlice && now - m_sliceBegin >= m_process.ticksPerSlice) {
        endSlice({.location = m_header->location});
        // The launcher has other things to do, and a program is disturbed by the faults of each new slice.
        const std::uint64_t end = measurement::readClock(m_process.clock);
        m_timeSlice = end + kTimeRest * (end - now);
        return true;
    }
    return any;
}

bool PageSlices::takeEvents()
{
    std::uint64_t read = m_header->read.load();
    const std::uint64_t before = read;
    while (read - before < kPagePlaces) {
        const BlockEvent& event = m_events[read % kPagePlaces];
        if (event.number.load(std::memory_order_acquire) != read + 1) {
            break;
        }
        takeEvent(event);
        ++read;
        m_header->read.store(read, std::memory_order_release);
    }
    return read != before;
}

void PageSlices::takeEvent(const BlockEvent& event)
{
    switch (event.kind) {
    case BlockEventKind::Allocate:
        addBlock(event);
        return;
    case BlockEventKind::Free:
        if (const auto found = m_areas.find(event.address); found != m_areas.end()) {
            drop(found, event.tick);
        }
        return;
    case BlockEventKind::Segment:
        addVariables(event);
        return;
    case BlockEventKind::None:
        return;
    }
}

/// The call path, from the outermost caller to the one that asked.
std::uint32_t PageSlices::contextOf(const BlockEvent& event)
{
    const std::uint32_t frames = std::min<std::uint32_t>(event.frames, BlockEvent::kFrames);
    std::uint32_t context = 0;
    for (std::uint32_t i = frames; i-- > 0;) {
        const std::uint32_t call =
            i + 1 < frames ? m_code.siteOf(event.path[i + 1], sidecar::AccessKind::Any, 0, 0) : 0;
        context = m_contexts.find(context, call, m_code.functionOf(event.path[i]));
    }
    return context;
}

void PageSlices::addBlock(const BlockEvent& event)
{
    ValueObject block;
    block.record.base = event.address;
    block.record.size = event.bytes;
    block.record.tAllocate = event.tick;
    block.record.space = sidecar::ObjectSpace::Heap;
    block.record.callingContext = contextOf(event);
    block.site = event.frames > 0 ? event.path[0] : 0;
    addArea(std::move(block));
    m_hasNameless = true;
}

void PageSlices::addVariables(const BlockEvent& event)
{
    m_segments.push_back({.begin = event.address, .end = event.address + event.bytes});
    for (const symbols::VariableInfo& variable :
         m_code.variablesOf(event.address, kLeastWatchedBytes)) {
        if (variable.begin < event.address
            || variable.begin + variable.bytes > event.address + event.bytes) {
            continue;  // in memory that nobody writes to
        }
        ValueObject object;
        object.record.base = variable.begin;
        object.record.size = variable.bytes;
        object.record.tAllocate = event.tick;
        object.record.space = sidecar::ObjectSpace::Static;
        object.name = variable.name;
        addArea(std::move(object));
        if (const auto area = m_areas.find(variable.begin); area != m_areas.end()) {
            area->second.isNamed = true;
        }
    }
}

void PageSlices::addArea(ValueObject object)
{
    const std::uint64_t base = object.record.base;
    const std::uint64_t bytes = object.record.size;
    object.record.context = m_process.number;
    object.process = m_process.number;
    dropOverlapping({.begin = base, .end = base + bytes}, object.record.tAllocate);
    const Interval pages = wholePages(base, bytes);
    if (pages.begin >= pages.end) {
        return;
    }
    const std::uint64_t number = m_lists.objects.add(std::move(object));
    m_snapshots.allocate(number, pages.length());
    m_areas[base] = {
        .object = number, .pages = pages, .isWritten = std::vector<bool>(pages.length() / kPage)};
}

/// A free that was not seen, or a library at the place of another.
void PageSlices::dropOverlapping(Interval bytes, std::uint64_t tick)
{
    auto area = m_areas.lower_bound(bytes.begin);
    if (area != m_areas.begin() && std::prev(area)->second.pages.end > bytes.begin) {
        --area;
    }
    while (area != m_areas.end() && area->first < bytes.end) {
        area = drop(area, tick);
    }
}

PageSlices::Areas::iterator PageSlices::drop(Areas::iterator area, std::uint64_t tick)
{
    const std::uint64_t number = area->second.object;
    ValueObject& object = m_lists.objects.at(number);
    object.record.tFree = std::max(tick, object.record.tAllocate);
    m_snapshots.free(number);
    m_records.freed(number);
    if (!object.isUsed) {
        m_lists.objects.recycle(number);
    }
    return m_areas.erase(area);
}

void PageSlices::endSlice(const Owner& owner)
{
    const std::uint64_t begin = std::exchange(m_sliceBegin, 0);
    const std::uint64_t end = measurement::readClock(m_process.clock);
    std::vector<WrittenObject> written = compare();
    m_sliceBegin = end;
    nameBlocks();
    answer();
    for (const WrittenObject& object : written) {
        m_lists.objects.at(object.object).isUsed =
            true;  // so that its number is not given away now
    }
    // Blocks that were freed meanwhile may have been read as those that came after them.
    takeEvents();
    std::erase_if(written, [this](const WrittenObject& object) {
        return m_snapshots.content(object.object).empty()
               && m_lists.objects.at(object.object).record.tFree != 0;
    });
    m_records.add(
        {.begin = begin,
         .end = end,
         .ordinal = m_slices++,
         .process = m_process.number,
         .location = owner.location,
         .function = functionOf(owner)},
        written,
        m_snapshots);
}

std::vector<WrittenObject> PageSlices::compare()
{
    std::map<std::uint64_t, std::vector<Interval>> taken;
    for (auto area = m_areas.begin(); !m_reader->takesPieces() && area != m_areas.end(); ++area) {
        taken[area->first] = m_reader->take(area->second.pages);
    }
    m_reader->endTaking();
    std::vector<WrittenObject> all;
    for (auto& [base, area] : m_areas) {
        WrittenObject object{.object = area.object};
        Interval piece = area.pages;
        for (; piece.begin < area.pages.end; piece.begin = piece.end) {
            piece.end = std::min(piece.begin + kAtOnce, area.pages.end);
            const std::vector<Interval> written =
                m_reader->takesPieces() ? m_reader->take(piece) : partsWithin(taken[base], piece);
            for (const Interval& part : written) {
                comparePages(area, base, part, object);
            }
            if (!written.empty()) {
                markTorn(area, base, piece, object);
            }
        }
        if (!object.pages.empty()) {
            all.push_back(std::move(object));
        }
    }
    return all;
}

void PageSlices::comparePages(Area& area, std::uint64_t base, Interval part, WrittenObject& written)
{
    m_buffer.resize(part.length());
    if (!m_reader->read(part.begin, m_buffer)) {
        return;  // gone, or never there
    }
    for (std::uint64_t page = 0; page < m_buffer.size(); page += kPage) {
        const std::uint64_t offset = part.begin + page - area.pages.begin;
        const ::vellum::values::Fragment fragment{
            .offset = offset, .bytes = std::span(m_buffer).subspan(page, kPage)};
        const WriteCounts counts = m_snapshots.write(area.object, {&fragment, 1});
        const auto number = static_cast<std::size_t>(offset / kPage);
        written.pages.push_back(
            {.offset = part.begin + page - base,
             .state = stateOf(counts, area.isWritten[number]),
             .changed = counts.written - counts.unchanged - counts.undefined - counts.unknown,
             .isZero = isZero(fragment.bytes)});
        area.isWritten[number] = true;
    }
}

/// Pages that were written since they were taken may have been read half old and half new.
void PageSlices::markTorn(
    const Area& area, std::uint64_t base, Interval piece, WrittenObject& written)
{
    for (const Interval& torn : m_reader->peek(piece)) {
        const std::uint64_t first = area.pages.begin;
        m_snapshots.forgetContent(
            area.object, {.begin = torn.begin - first, .end = torn.end - first});
        markUnknown(written, {.begin = torn.begin - base, .end = torn.end - base});
    }
}

/// The thread that asked goes on, and is left alone for a while: slices take less than a tenth of its time.
void PageSlices::answer()
{
    constexpr std::uint64_t kRest = 10;
    const std::uint64_t now = measurement::readClock(m_process.clock);
    const std::uint64_t took = now - m_sliceBegin;
    m_header->restUntil.store(now + std::max(took * kRest, m_process.ticksPerSlice / 20));
    m_header->answered.store(m_header->asked.load());
    ::syscall(SYS_futex, &m_header->answered, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

std::uint32_t PageSlices::functionOf(const Owner& owner)
{
    switch (owner.kind) {
    case SliceOwner::Function:
        return m_code.functionOf(owner.subject);
    case SliceOwner::Region: {
        std::map<std::uint32_t, writer::SpooledRegion> regions;
        writer::readRegions(m_folder / "regions", regions);
        const auto found = regions.find(static_cast<std::uint32_t>(owner.subject));
        return found == regions.end() ? 0 : m_code.regionOf(found->second.name);
    }
    case SliceOwner::Mpi:
        return owner.subject < mpi::kFunctions.size()
                   ? m_code.regionOf(mpi::kFunctions[owner.subject].name)
                   : 0;
    case SliceOwner::None:
        break;
    }
    return 0;
}

/// A variable that holds the address of a block's begin gives it its name.
void PageSlices::nameBlocks()
{
    if (!std::exchange(m_hasNameless, false)) {
        return;
    }
    for (const Interval& segment : m_segments) {
        nameBlocksBy(segment);
    }
}

void PageSlices::nameBlocksBy(Interval segment)
{
    constexpr std::uint64_t kMostSearched = std::uint64_t{4} << 20U;
    const std::uint64_t begin = (segment.begin + 7) / 8 * 8;
    m_buffer.resize(std::min(segment.end - std::min(begin, segment.end), kMostSearched) / 8 * 8);
    if (m_buffer.empty() || !m_reader->read(begin, m_buffer)) {
        return;
    }
    for (std::uint64_t at = 0; at < m_buffer.size(); at += 8) {
        std::uint64_t pointer = 0;
        std::memcpy(&pointer, m_buffer.data() + at, sizeof pointer);
        const auto area = pointer == 0 ? m_areas.end() : m_areas.find(pointer);
        if (area == m_areas.end() || area->second.isNamed) {
            continue;
        }
        const auto variable = m_code.variable(begin + at);
        if (variable && variable->bytes == sizeof pointer) {
            m_lists.objects.at(area->second.object).name = variable->name;
            area->second.isNamed = true;
        }
    }
}

void PageSlices::end()
{
    if (!open()) {
        return;
    }
    takeEvents();
    if (m_header->mechanism != PageMechanism::None && m_header->hasEnded == 0) {
        ++m_lists.watched.lostSlices;
    }
    m_lists.lostRecords += m_header->lostEvents;
    m_lists.watched.unwatchedBlocks += m_header->unwatched;
    m_lists.watched.unwatchedBytes += m_header->unwatchedBytes;
    while (!m_areas.empty()) {
        drop(m_areas.begin(), m_sliceBegin);
    }
}

}  // namespace vellum::collector::values
