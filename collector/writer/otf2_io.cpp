// What Otf2Archive writes of input and output.
#include "collector/writer/otf2_archive_state.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <vector>

namespace vellum::collector::writer {

namespace {

OTF2_IoAccessMode accessOf(int flags)
{
    switch (flags & O_ACCMODE) {
    case O_WRONLY:
        return OTF2_IO_ACCESS_MODE_WRITE_ONLY;
    case O_RDWR:
        return OTF2_IO_ACCESS_MODE_READ_WRITE;
    default:
        return OTF2_IO_ACCESS_MODE_READ_ONLY;
    }
}

struct FlagPair {
    int flag = 0;
    std::uint32_t meaning = 0;
};

/// All bits of a flag must be there: some are parts of others.
template <std::size_t N>
std::uint32_t translate(const std::array<FlagPair, N>& pairs, int flags)
{
    std::uint32_t meaning = 0;
    for (const FlagPair& pair : pairs) {
        meaning |= (flags & pair.flag) == pair.flag ? pair.meaning : 0;
    }
    return meaning;
}

OTF2_IoCreationFlag creationOf(int flags)
{
    static constexpr std::array<FlagPair, 7> kPairs{
        {{O_CREAT, OTF2_IO_CREATION_FLAG_CREATE},
         {O_TRUNC, OTF2_IO_CREATION_FLAG_TRUNCATE},
         {O_DIRECTORY, OTF2_IO_CREATION_FLAG_DIRECTORY},
         {O_EXCL, OTF2_IO_CREATION_FLAG_EXCLUSIVE},
         {O_NOCTTY, OTF2_IO_CREATION_FLAG_NO_CONTROLLING_TERMINAL},
         {O_NOFOLLOW, OTF2_IO_CREATION_FLAG_NO_FOLLOW},
         {O_TMPFILE, OTF2_IO_CREATION_FLAG_TEMPORARY_FILE}}};
    return translate(kPairs, flags);
}

OTF2_IoStatusFlag statusOf(int flags)
{
    static constexpr std::array<FlagPair, 7> kPairs{
        {{O_CLOEXEC, OTF2_IO_STATUS_FLAG_CLOSE_ON_EXEC},
         {O_APPEND, OTF2_IO_STATUS_FLAG_APPEND},
         {O_NONBLOCK, OTF2_IO_STATUS_FLAG_NON_BLOCKING},
         {O_ASYNC, OTF2_IO_STATUS_FLAG_ASYNC},
         {O_SYNC, OTF2_IO_STATUS_FLAG_SYNC},
         {O_DSYNC, OTF2_IO_STATUS_FLAG_DATA_SYNC},
         {O_NOATIME, OTF2_IO_STATUS_FLAG_NO_ACCESS_TIME}}};
    return translate(kPairs, flags);
}

OTF2_IoSeekOption seekOf(int whence)
{
    switch (whence) {
    case SEEK_CUR:
        return OTF2_IO_SEEK_FROM_CURRENT;
    case SEEK_END:
        return OTF2_IO_SEEK_FROM_END;
    case SEEK_DATA:
        return OTF2_IO_SEEK_DATA;
    case SEEK_HOLE:
        return OTF2_IO_SEEK_HOLE;
    default:
        return OTF2_IO_SEEK_FROM_START;
    }
}

OTF2_IoOperationMode modeOf(Otf2Archive::IoMode mode)
{
    switch (mode) {
    case Otf2Archive::IoMode::Write:
        return OTF2_IO_OPERATION_MODE_WRITE;
    case Otf2Archive::IoMode::Flush:
        return OTF2_IO_OPERATION_MODE_FLUSH;
    case Otf2Archive::IoMode::Read:
        break;
    }
    return OTF2_IO_OPERATION_MODE_READ;
}

OTF2_IoOperationFlag flagsOf(Otf2Archive::IoKind kind)
{
    OTF2_IoOperationFlag flags = OTF2_IO_OPERATION_FLAG_NONE;
    flags |= kind.isCollective ? OTF2_IO_OPERATION_FLAG_COLLECTIVE : OTF2_IO_OPERATION_FLAG_NONE;
    flags |= kind.isNonBlocking ? OTF2_IO_OPERATION_FLAG_NON_BLOCKING : OTF2_IO_OPERATION_FLAG_NONE;
    return flags;
}

}  // namespace

void Otf2Archive::createHandle(std::uint64_t tick, IoDefinitions::HandleRef handle, int flags)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoCreateHandle(
            state.events,
            nullptr,
            state.time(tick),
            handle,
            accessOf(flags),
            creationOf(flags),
            statusOf(flags)));
    }
}

void Otf2Archive::destroyHandle(std::uint64_t tick, IoDefinitions::HandleRef handle)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(
            OTF2_EvtWriter_IoDestroyHandle(state.events, nullptr, state.time(tick), handle));
    }
}

void Otf2Archive::duplicateHandle(
    std::uint64_t tick, IoDefinitions::HandleRef original, IoDefinitions::HandleRef copy, int flags)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoDuplicateHandle(
            state.events, nullptr, state.time(tick), original, copy, statusOf(flags)));
    }
}

void Otf2Archive::seek(
    std::uint64_t tick,
    IoDefinitions::HandleRef handle,
    std::int64_t offset,
    int whence,
    std::uint64_t place)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoSeek(
            state.events, nullptr, state.time(tick), handle, offset, seekOf(whence), place));
    }
}

void Otf2Archive::beginIo(
    std::uint64_t tick,
    IoDefinitions::HandleRef handle,
    IoMode mode,
    std::uint64_t bytes,
    std::uint64_t number,
    IoKind kind)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoOperationBegin(
            state.events,
            nullptr,
            state.time(tick),
            handle,
            modeOf(mode),
            flagsOf(kind),
            bytes,
            number));
    }
}

void Otf2Archive::issueIo(std::uint64_t tick, IoDefinitions::HandleRef handle, std::uint64_t number)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoOperationIssued(
            state.events, nullptr, state.time(tick), handle, number));
    }
}

void Otf2Archive::completeIo(
    std::uint64_t tick, IoDefinitions::HandleRef handle, std::uint64_t bytes, std::uint64_t number)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoOperationComplete(
            state.events, nullptr, state.time(tick), handle, bytes, number));
    }
}

void Otf2Archive::deleteFile(
    std::uint64_t tick, IoDefinitions::Paradigm paradigm, IoDefinitions::FileRef file)
{
    State& state = *m_state;
    if (state.isOk()) {
        state.check(OTF2_EvtWriter_IoDeleteFile(
            state.events,
            nullptr,
            state.time(tick),
            static_cast<OTF2_IoParadigmRef>(paradigm),
            file));
    }
}

void Otf2Archive::defineIo(const IoDefinitions& definitions)
{
    if (!m_state->isOk() || (definitions.files.empty() && definitions.handles.empty())) {
        return;
    }
    m_state->writeIoParadigms(definitions.hasMpi);
    IoDefinitions::FileRef file = 0;
    for (const IoDefinitions::File& definition : definitions.files) {
        m_state->writeIoFile(file++, definition);
    }
    // In their order, which readers ask for; but a parent before its child, whatever their numbers.
    std::vector<bool> isWritten(definitions.handles.size());
    const auto write = [&](IoDefinitions::HandleRef handle) {
        if (handle < isWritten.size() && !isWritten[handle]) {
            isWritten[handle] = true;
            m_state->writeIoHandle(handle, definitions.handles[handle]);
        }
    };
    for (IoDefinitions::HandleRef handle = 0; handle < definitions.handles.size(); ++handle) {
        if (const auto parent = definitions.handles[handle].parent; parent && *parent != handle) {
            write(*parent);
        }
        write(handle);
    }
}

/// Named as Score-P names them.
void Otf2Archive::State::writeIoParadigms(bool hasMpi)
{
    const auto write = [this](IoDefinitions::Paradigm self, const char* id, const char* name) {
        const StringRef idText = string(id);
        const StringRef nameText = string(name);
        check(OTF2_GlobalDefWriter_WriteIoParadigm(
            definitions,
            static_cast<OTF2_IoParadigmRef>(self),
            idText,
            nameText,
            self == IoDefinitions::Paradigm::Mpi ? OTF2_IO_PARADIGM_CLASS_PARALLEL
                                                 : OTF2_IO_PARADIGM_CLASS_SERIAL,
            self == IoDefinitions::Paradigm::Posix ? OTF2_IO_PARADIGM_FLAG_OS
                                                   : OTF2_IO_PARADIGM_FLAG_NONE,
            0,
            nullptr,
            nullptr,
            nullptr));
    };
    write(IoDefinitions::Paradigm::Posix, "POSIX", "POSIX I/O");
    write(IoDefinitions::Paradigm::IsoC, "ISOC", "ISO C I/O");
    if (hasMpi) {
        write(IoDefinitions::Paradigm::Mpi, "MPI-IO", "MPI I/O");
    }
}

void Otf2Archive::State::writeIoFile(IoDefinitions::FileRef self, const IoDefinitions::File& file)
{
    if (!isOk()) {
        return;
    }
    check(OTF2_GlobalDefWriter_WriteIoRegularFile(
        definitions, self, string(file.name), nodeRef(file.node)));
    const auto property = [&](const char* name, const std::string& text) {
        if (!text.empty()) {
            const StringRef nameText = string(name);
            OTF2_AttributeValue value{};
            value.stringRef = string(text);
            check(OTF2_GlobalDefWriter_WriteIoFileProperty(
                definitions, self, nameText, OTF2_TYPE_STRING, value));
        }
    };
    property("Mount Point", file.mountPoint);
    property("File System", file.fileSystem);
    property("Mount Source", file.device);
}

void Otf2Archive::State::writeIoHandle(
    IoDefinitions::HandleRef self, const IoDefinitions::Handle& handle)
{
    if (!isOk()) {
        return;
    }
    check(OTF2_GlobalDefWriter_WriteIoHandle(
        definitions,
        self,
        string(handle.name),
        handle.file,
        static_cast<OTF2_IoParadigmRef>(handle.paradigm),
        handle.isPreCreated ? OTF2_IO_HANDLE_FLAG_PRE_CREATED : OTF2_IO_HANDLE_FLAG_NONE,
        handle.communicator.value_or(OTF2_UNDEFINED_COMM),
        handle.parent.value_or(OTF2_UNDEFINED_IO_HANDLE)));
    if (handle.isPreCreated) {
        check(OTF2_GlobalDefWriter_WriteIoPreCreatedHandleState(
            definitions, self, accessOf(handle.flags), statusOf(handle.flags)));
    }
}

}  // namespace vellum::collector::writer
