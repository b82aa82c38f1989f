// Files: opened, closed, read and written. Parameters are taken from mpi.h; the file is always the first of them, count, type
// and status or request the last.
#include "collector/measurement/spool_format.h"
#include "collector/sources/mpi/files.h"
#include "collector/sources/mpi/messages.h"
#include "collector/sources/mpi/plain_function.h"
#include "collector/sources/mpi/requests.h"

#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

namespace vellum::collector::mpi {

namespace {

using measurement::EventKind;

/// \tparam count  the place of the count among the parameters; the type follows
template <std::size_t count, typename Parameters>
std::optional<FileOperation> begin(const Parameters& all, const FileAccess& access)
{
    const std::uint64_t bytes = bytesOf(std::get<count>(all), std::get<count + 1>(all));
    return beginFileOperation(std::get<0>(all), access, bytes);
}

/// What was not successful has moved nothing.
std::uint64_t bytesDone(int result, const MPI_Status& status)
{
    return result == MPI_SUCCESS ? arrived(status).bytes : 0;
}

/// Within a call.
template <Function number, FileAccess::Mode mode, bool isCollective, typename Signature>
struct FileTransfer;

template <Function number, FileAccess::Mode mode, bool isCollective, typename... Parameters>
struct FileTransfer<number, mode, isCollective, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 1;
        const Visit visit(number);
        const auto all = std::tie(parameters...);
        const auto operation = begin<kLast - 2>(all, {.mode = mode, .isCollective = isCollective});
        MPI_Status own;
        MPI_Status*& status = std::get<kLast>(all);
        if (operation && status == MPI_STATUS_IGNORE) {
            status = &own;
        }
        const int result = Real<number, int(Parameters...)>::call(parameters...);
        if (operation) {
            endFileOperation(*operation, bytesDone(result, *status));
        }
        return result;
    }
};

/// With a request.
template <Function number, FileAccess::Mode mode, bool isCollective, typename Signature>
struct FileRequest;

template <Function number, FileAccess::Mode mode, bool isCollective, typename... Parameters>
struct FileRequest<number, mode, isCollective, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 1;
        const Visit visit(number);
        const auto all = std::tie(parameters...);
        const auto operation = begin<kLast - 2>(
            all, {.mode = mode, .isCollective = isCollective, .isNonBlocking = true});
        const int result = Real<number, int(Parameters...)>::call(parameters...);
        if (operation && result == MPI_SUCCESS) {
            recordIssued(*operation);
            keep(*std::get<kLast>(all), requestOf(*operation));
        }
        return result;
    }
};

/// In two calls, both of all ranks.
template <Function number, FileAccess::Mode mode, typename Signature>
struct FileSplitBegin;

template <Function number, FileAccess::Mode mode, typename... Parameters>
struct FileSplitBegin<number, mode, int(Parameters...)> {
    static int call(Parameters... parameters)
    {
        constexpr std::size_t kLast = sizeof...(Parameters) - 1;
        const Visit visit(number);
        const auto all = std::tie(parameters...);
        const auto operation =
            begin<kLast - 1>(all, {.mode = mode, .isCollective = true, .isNonBlocking = true});
        const int result = Real<number, int(Parameters...)>::call(parameters...);
        if (operation && result == MPI_SUCCESS) {
            recordIssued(*operation);
            keepSplit(std::get<0>(all), operation);
        }
        return result;
    }
};

template <Function number, typename Signature>
struct FileSplitEnd;

template <Function number, typename Buffer>
struct FileSplitEnd<number, int(MPI_File, Buffer, MPI_Status*)> {
    static int call(MPI_File file, Buffer buffer, MPI_Status* status)
    {
        const Visit visit(number);
        const std::optional<FileOperation> operation = takeSplit(file);
        MPI_Status own;
        MPI_Status* const known = operation && status == MPI_STATUS_IGNORE ? &own : status;
        const int result =
            Real<number, int(MPI_File, Buffer, MPI_Status*)>::call(file, buffer, known);
        if (operation) {
            endFileOperation(*operation, bytesDone(result, *known));
        }
        return result;
    }
};

template <Function number, typename Signature>
struct FileSync;

template <Function number>
struct FileSync<number, int(MPI_File)> {
    static int call(MPI_File file)
    {
        const Visit visit(number);
        const auto operation =
            beginFileOperation(file, {.mode = FileAccess::Mode::Flush, .isCollective = true}, 0);
        const int result = Real<number, int(MPI_File)>::call(file);
        if (operation) {
            endFileOperation(*operation, 0);
        }
        return result;
    }
};

template <typename... Parameters>
void nothing(Parameters... /*parameters*/)
{
}

void afterOpen(MPI_Comm communicator, const char* name, int mode, MPI_Info /*info*/, MPI_File* made)
{
    followFile(communicator, name, mode, *made);
}

void beforeClose(MPI_File* file)
{
    forgetFile(*file);
}

void afterDelete(const char* name, MPI_Info /*info*/)
{
    recordDeletion(name);
}

int whenceOf(int whence)
{
    return whence == MPI_SEEK_CUR ? SEEK_CUR : whence == MPI_SEEK_END ? SEEK_END : SEEK_SET;
}

void recordSeek(std::uint32_t file, MPI_Offset offset, int whence, std::uint64_t place)
{
    ::vellum_collector_mpi(
        static_cast<std::uint64_t>(whenceOf(whence)),
        place,
        static_cast<std::uint16_t>(EventKind::MpiFileSeek),
        file,
        static_cast<std::uint64_t>(offset));
}

/// Offsets are in units of the file's view, the place is in bytes.
void afterSeek(MPI_File file, MPI_Offset offset, int whence)
{
    if (const std::optional<std::uint32_t> number = findFile(file)) {
        MPI_Offset position = 0;
        MPI_Offset place = -1;
        VELLUM_PMPI(File_get_position)(file, &position);
        VELLUM_PMPI(File_get_byte_offset)(file, position, &place);
        recordSeek(*number, offset, whence, static_cast<std::uint64_t>(place));
    }
}

/// Where a pointer that all ranks share is then, others may have moved it already.
void afterSeekShared(MPI_File file, MPI_Offset offset, int whence)
{
    if (const std::optional<std::uint32_t> number = findFile(file)) {
        recordSeek(*number, offset, whence, UINT64_MAX);
    }
}

}  // namespace

}  // namespace vellum::collector::mpi

using namespace vellum::collector::mpi;  // NOLINT(google-build-using-namespace): hooks only

VELLUM_MPI_DEFINE(
    File_open, Around, (&nothing<MPI_Comm, const char*, int, MPI_Info, MPI_File*>), &afterOpen)
VELLUM_MPI_DEFINE(File_close, Around, &beforeClose, &nothing<MPI_File*>)
VELLUM_MPI_DEFINE(File_delete, Around, (&nothing<const char*, MPI_Info>), &afterDelete)
VELLUM_MPI_DEFINE(File_seek, Around, (&nothing<MPI_File, MPI_Offset, int>), &afterSeek)
VELLUM_MPI_DEFINE(File_seek_shared, Around, (&nothing<MPI_File, MPI_Offset, int>), &afterSeekShared)
VELLUM_MPI_DEFINE(File_sync, FileSync)
VELLUM_MPI_DEFINE(File_read, FileTransfer, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_read_at, FileTransfer, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_read_all, FileTransfer, FileAccess::Mode::Read, true)
VELLUM_MPI_DEFINE(File_read_at_all, FileTransfer, FileAccess::Mode::Read, true)
VELLUM_MPI_DEFINE(File_read_shared, FileTransfer, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_read_ordered, FileTransfer, FileAccess::Mode::Read, true)
VELLUM_MPI_DEFINE(File_iread, FileRequest, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_iread_at, FileRequest, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_iread_all, FileRequest, FileAccess::Mode::Read, true)
VELLUM_MPI_DEFINE(File_iread_at_all, FileRequest, FileAccess::Mode::Read, true)
VELLUM_MPI_DEFINE(File_iread_shared, FileRequest, FileAccess::Mode::Read, false)
VELLUM_MPI_DEFINE(File_read_all_begin, FileSplitBegin, FileAccess::Mode::Read)
VELLUM_MPI_DEFINE(File_read_all_end, FileSplitEnd)
VELLUM_MPI_DEFINE(File_read_at_all_begin, FileSplitBegin, FileAccess::Mode::Read)
VELLUM_MPI_DEFINE(File_read_at_all_end, FileSplitEnd)
VELLUM_MPI_DEFINE(File_read_ordered_begin, FileSplitBegin, FileAccess::Mode::Read)
VELLUM_MPI_DEFINE(File_read_ordered_end, FileSplitEnd)
VELLUM_MPI_DEFINE(File_write, FileTransfer, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_write_at, FileTransfer, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_write_all, FileTransfer, FileAccess::Mode::Write, true)
VELLUM_MPI_DEFINE(File_write_at_all, FileTransfer, FileAccess::Mode::Write, true)
VELLUM_MPI_DEFINE(File_write_shared, FileTransfer, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_write_ordered, FileTransfer, FileAccess::Mode::Write, true)
VELLUM_MPI_DEFINE(File_iwrite, FileRequest, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_iwrite_at, FileRequest, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_iwrite_all, FileRequest, FileAccess::Mode::Write, true)
VELLUM_MPI_DEFINE(File_iwrite_at_all, FileRequest, FileAccess::Mode::Write, true)
VELLUM_MPI_DEFINE(File_iwrite_shared, FileRequest, FileAccess::Mode::Write, false)
VELLUM_MPI_DEFINE(File_write_all_begin, FileSplitBegin, FileAccess::Mode::Write)
VELLUM_MPI_DEFINE(File_write_all_end, FileSplitEnd)
VELLUM_MPI_DEFINE(File_write_at_all_begin, FileSplitBegin, FileAccess::Mode::Write)
VELLUM_MPI_DEFINE(File_write_at_all_end, FileSplitEnd)
VELLUM_MPI_DEFINE(File_write_ordered_begin, FileSplitBegin, FileAccess::Mode::Write)
VELLUM_MPI_DEFINE(File_write_ordered_end, FileSplitEnd)
