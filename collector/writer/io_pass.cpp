#include "collector/writer/io_pass.h"

#include <sys/utsname.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace vellum::collector::writer {

using io::Operation;
using measurement::EventKind;
using measurement::EventRecord;

namespace {

/// Calls that were left without saying so are forgotten behind as many others.
constexpr std::size_t kMostPending = 64;
constexpr std::size_t kMostText = 16384;

constexpr std::array<const char*, 4> kStandardNames = {"", "stdin", "stdout", "stderr"};

Operation operationOf(const io::Call& call)
{
    const auto number = static_cast<std::size_t>(call.function);
    return number < io::kFunctions.size() ? io::kFunctions.at(number).operation : Operation::None;
}

Otf2Archive::IoMode modeOf(Operation operation)
{
    switch (operation) {
    case Operation::Write:
        return Otf2Archive::IoMode::Write;
    case Operation::Flush:
        return Otf2Archive::IoMode::Flush;
    default:
        return Otf2Archive::IoMode::Read;
    }
}

std::string withoutLinks(const std::string& name)
{
    const std::filesystem::path path(name);
    std::error_code failure;
    const std::filesystem::path folder =
        std::filesystem::weakly_canonical(path.parent_path(), failure);
    const std::filesystem::path whole = failure ? path : folder / path.filename();
    const std::filesystem::path plain = whole.lexically_normal();
    return (plain.has_filename() ? plain : plain.parent_path()).string();
}

/// Without links to folders and the like, as far as they are still there. What `..` means behind a link is known to the
/// file system only. What lies in /proc and /dev is another file for each process that looks.
std::string normal(const std::string& name, bool isHere)
{
    if (!name.starts_with('/')) {
        return name;
    }
    if (!isHere || name.starts_with("/proc/") || name.starts_with("/dev/")) {
        return std::filesystem::path(name).lexically_normal().string();
    }
    return withoutLinks(name);
}

std::string nameOfThisNode()
{
    utsname system{};
    ::uname(&system);
    return system.nodename;
}

IoDefinitions::Paradigm paradigmOf(io::Paradigm paradigm)
{
    return paradigm == io::Paradigm::Posix ? IoDefinitions::Paradigm::Posix
                                           : IoDefinitions::Paradigm::IsoC;
}

}  // namespace

void IoPass::beginProcess()
{
    m_handles.clear();
}

void IoPass::beginLocation()
{
    m_text.clear();
    m_pending.clear();
}

void IoPass::takeBefore(const EventRecord& record, std::uint64_t tick)
{
    switch (measurement::kindOf(record)) {
    case EventKind::IoLeave:
        return end(record, tick);
    case EventKind::IoText:
        return takeText(record);
    case EventKind::IoHandle:
        return takeHandle(record, tick);
    case EventKind::IoDuplicate:
        return takeDuplicate(record, tick);
    case EventKind::IoDestroy:
        return m_archive.destroyHandle(
            tick, refOf(static_cast<io::Handle>(measurement::subjectOf(record))));
    case EventKind::IoDelete:
        return takeDelete(record, tick);
    default:
        break;
    }
}

void IoPass::takeAfter(const EventRecord& record, std::uint64_t tick)
{
    if (measurement::kindOf(record) == EventKind::IoEnter) {
        begin(record, tick);
    } else if (measurement::kindOf(record) == EventKind::IoAlso) {
        beginCopy(record, tick);
    }
}

void IoPass::takeText(const EventRecord& record)
{
    const std::uint64_t begin = measurement::subjectOf(record);
    std::array<char, io::kTextBytes> piece{};
    std::memcpy(piece.data(), &begin, io::kSubjectBytes);
    std::memcpy(piece.data() + io::kSubjectBytes, &record.frame, sizeof record.frame);
    if (m_text.size() < kMostText) {
        m_text.append(piece.data(), ::strnlen(piece.data(), piece.size()));
    }
}

IoPass::IoPass(Otf2Archive& archive, ArchiveContents& contents)
    : m_archive(archive)
    , m_contents(contents)
    , m_thisNode(nameOfThisNode())
{
}

/// A node without a name is this machine.
bool IoPass::isHere() const
{
    if (m_contents.node >= m_contents.nodes.size()) {
        return true;
    }
    const std::string& name = m_contents.nodes[m_contents.node];
    return name.empty() || name == m_thisNode;
}

const std::string& IoPass::trueNameOf(const std::string& name)
{
    const auto [place, isNew] = m_names.try_emplace({m_contents.node, name});
    if (isNew) {
        place->second = normal(name, isHere());
    }
    return place->second;
}

std::string IoPass::takeName()
{
    return trueNameOf(std::exchange(m_text, {}));
}

void IoPass::takeHandle(const EventRecord& record, std::uint64_t tick)
{
    const io::HandleInfo info = io::handleInfoOf(measurement::subjectOf(record));
    const auto parent = static_cast<io::Handle>(record.frame >> 32U);
    std::optional<HandleRef> below;
    if (parent != io::kNoHandle) {
        below = refOf(parent);  // before its child, if neither has a number yet
    }
    const HandleRef ref = refOf(info.handle);
    const FileRef file = fileOf(takeName());
    IoDefinitions::Handle& handle = m_definitions.handles[ref];
    handle = {
        .name = kStandardNames.at(info.standard),
        .file = file,
        .paradigm = paradigmOf(info.paradigm),
        .isPreCreated = info.isFound,
        .flags = static_cast<int>(static_cast<std::uint32_t>(record.frame)),
        .parent = below};
    m_known[ref].hasFile = true;
    if (!info.isFound) {
        m_archive.createHandle(tick, ref, handle.flags);
    }
}

void IoPass::takeDuplicate(const EventRecord& record, std::uint64_t tick)
{
    const HandleRef original = refOf(static_cast<io::Handle>(measurement::subjectOf(record)));
    const HandleRef copy = refOf(static_cast<io::Handle>(record.frame >> 32U));
    m_known[copy].isDuplicate = true;
    m_known[copy].original = original;
    m_archive.duplicateHandle(
        tick, original, copy, static_cast<int>(static_cast<std::uint32_t>(record.frame)));
}

void IoPass::takeDelete(const EventRecord& record, std::uint64_t tick)
{
    const auto paradigm = static_cast<io::Paradigm>(measurement::subjectOf(record));
    m_archive.deleteFile(tick, paradigmOf(paradigm), fileOf(takeName()));
}

void IoPass::begin(const EventRecord& record, std::uint64_t tick)
{
    Pending pending{.call = io::callOf(measurement::subjectOf(record)), .asked = record.frame};
    const Operation operation = operationOf(pending.call);
    if (operation == Operation::None || pending.call.handle == io::kNoHandle) {
        return;
    }
    pending.number = ++m_lastNumber;
    if (operation != Operation::Seek) {
        m_archive.beginIo(
            tick, refOf(pending.call.handle), modeOf(operation), pending.asked, pending.number);
    }
    if (m_pending.size() == kMostPending) {
        m_pending.erase(m_pending.begin());
    }
    m_pending.push_back(pending);
}

void IoPass::beginCopy(const EventRecord& record, std::uint64_t tick)
{
    const auto target = static_cast<io::Handle>(measurement::subjectOf(record));
    if (m_pending.empty() || operationOf(m_pending.back().call) != Operation::Copy
        || target == io::kNoHandle) {
        return;
    }
    m_pending.back().target = target;
    m_archive.beginIo(
        tick, refOf(target), Otf2Archive::IoMode::Write, record.frame, m_pending.back().number);
}

void IoPass::end(const EventRecord& record, std::uint64_t tick)
{
    const io::Call call = io::callOf(measurement::subjectOf(record));
    const auto found =
        std::find_if(m_pending.rbegin(), m_pending.rend(), [&](const Pending& other) {
            return other.call.function == call.function && other.call.handle == call.handle;
        });
    if (found == m_pending.rend()) {
        return;
    }
    const Pending pending = *found;
    m_pending.erase(found.base() - 1, m_pending.end());
    complete(pending, tick, record.frame);
}

void IoPass::complete(const Pending& pending, std::uint64_t tick, std::uint64_t done)
{
    const HandleRef handle = refOf(pending.call.handle);
    if (operationOf(pending.call) == Operation::Seek) {
        return m_archive.seek(
            tick, handle, static_cast<std::int64_t>(pending.asked), pending.call.whence, done);
    }
    if (pending.target != io::kNoHandle) {
        m_archive.completeIo(tick, refOf(pending.target), done, pending.number);
    }
    m_archive.completeIo(tick, handle, done, pending.number);
}

IoPass::HandleRef IoPass::refOf(io::Handle handle)
{
    const auto [place, isNew] =
        m_handles.try_emplace(handle, static_cast<HandleRef>(m_definitions.handles.size()));
    if (isNew) {
        m_definitions.handles.emplace_back();
        m_known.emplace_back();
    }
    return place->second;
}

IoPass::FileRef IoPass::fileOf(const std::string& name)
{
    const auto [place, isNew] = m_files.try_emplace(
        {m_contents.node, name}, static_cast<FileRef>(m_definitions.files.size()));
    if (isNew) {
        const MountTable::Mount* const mount = isHere() ? m_mounts.find(name) : nullptr;
        m_definitions.files.push_back(
            {.name = name,
             .node = m_contents.node,
             .mountPoint = mount == nullptr ? "" : mount->point,
             .fileSystem = mount == nullptr ? "" : mount->fileSystem,
             .device = mount == nullptr ? "" : mount->source});
    }
    return place->second;
}

IoPass::HandleRef IoPass::addMpiHandle(IoDefinitions::Handle handle, const std::string& name)
{
    const auto ref = static_cast<HandleRef>(m_definitions.handles.size());
    handle.paradigm = IoDefinitions::Paradigm::Mpi;
    handle.file = addMpiFile(name);
    m_definitions.handles.push_back(std::move(handle));
    m_known.push_back({.hasFile = true});
    return ref;
}

IoPass::FileRef IoPass::addMpiFile(const std::string& name)
{
    m_definitions.hasMpi = true;
    return fileOf(trueNameOf(name));
}

/// A duplicate is of its original's file. Originals are made before their duplicates, but may be read after them. Each
/// handle is looked at once, however long the chain.
void IoPass::resolveFiles()
{
    std::vector<HandleRef> chain;
    for (HandleRef ref = 0; ref < m_known.size(); ++ref) {
        chain.clear();
        HandleRef source = ref;
        while (m_known[source].isDuplicate) {
            m_known[source].isDuplicate = false;  // damaged records may go in a circle
            chain.push_back(source);
            source = m_known[source].original;
        }
        if (!m_known[source].hasFile) {
            m_definitions.handles[source].file = fileOf("unknown");
            m_known[source].hasFile = true;
        }
        for (const HandleRef copy : chain) {
            m_definitions.handles[copy].file = m_definitions.handles[source].file;
            m_definitions.handles[copy].paradigm = m_definitions.handles[source].paradigm;
            m_known[copy].hasFile = true;
        }
    }
}

void IoPass::writeDefinitions()
{
    resolveFiles();
    m_archive.defineIo(m_definitions);
}

}  // namespace vellum::collector::writer
