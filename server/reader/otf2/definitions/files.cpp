#include "server/reader/otf2/definitions/gathering.h"

namespace vellum::server::reader::otf2 {

namespace {

void addFile(Gathering& to, IoFile file, OTF2_StringRef name)
{
    if (to.ioFiles.add(std::move(file), to.result)) {
        to.ioFiles.setLater(&IoFile::name, name);
    }
}

OTF2_CallbackCode onIoRegularFile(
    void* userData, OTF2_IoFileRef self, OTF2_StringRef name, OTF2_SystemTreeNodeRef scope)
{
    return gather(userData, RecordKind::IoRegularFile, [&](Gathering& to) {
        addFile(
            to,
            {.ref = IoFileRef(self), .scope = SystemTreeNodeRef(scope), .isDirectory = false},
            name);
    });
}

OTF2_CallbackCode onIoDirectory(
    void* userData, OTF2_IoFileRef self, OTF2_StringRef name, OTF2_SystemTreeNodeRef scope)
{
    return gather(userData, RecordKind::IoDirectory, [&](Gathering& to) {
        addFile(
            to,
            {.ref = IoFileRef(self), .scope = SystemTreeNodeRef(scope), .isDirectory = true},
            name);
    });
}

// NOLINTNEXTLINE(readability-function-size): the library's parameters
OTF2_CallbackCode onIoHandle(
    void* userData,
    OTF2_IoHandleRef self,
    OTF2_StringRef name,
    OTF2_IoFileRef file,
    OTF2_IoParadigmRef paradigm,
    OTF2_IoHandleFlag flags,
    OTF2_CommRef communicator,
    OTF2_IoHandleRef parent)
{
    return gather(userData, RecordKind::IoHandle, [&](Gathering& to) {
        if (to.ioHandles.add(
                {.ref = IoHandleRef(self),
                 .file = IoFileRef(file),
                 .paradigm = IoParadigmRef(paradigm),
                 .communicator = CommRef(communicator),
                 .parent = IoHandleRef(parent),
                 .flags = flags},
                to.result)) {
            to.ioHandles.setLater(&IoHandle::name, name);
        }
    });
}

OTF2_CallbackCode onIoPreCreatedHandleState(
    void* userData, OTF2_IoHandleRef handle, OTF2_IoAccessMode mode, OTF2_IoStatusFlag statusFlags)
{
    return gather(userData, RecordKind::IoPreCreatedHandleState, [&](Gathering& to) {
        to.preCreatedHandles.push_back(
            {.ref = IoHandleRef(handle),
             .mode = enumOf<IoAccessMode>(mode),
             .statusFlags = statusFlags});
    });
}

}  // namespace

void gatherFiles(OTF2_GlobalDefReaderCallbacks* callbacks)
{
    OTF2_GlobalDefReaderCallbacks_SetIoRegularFileCallback(callbacks, &onIoRegularFile);
    OTF2_GlobalDefReaderCallbacks_SetIoDirectoryCallback(callbacks, &onIoDirectory);
    OTF2_GlobalDefReaderCallbacks_SetIoHandleCallback(callbacks, &onIoHandle);
    OTF2_GlobalDefReaderCallbacks_SetIoPreCreatedHandleStateCallback(
        callbacks, &onIoPreCreatedHandleState);
}

}  // namespace vellum::server::reader::otf2
