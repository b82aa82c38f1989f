#include "collector/sources/mpi/files.h"

#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/visit.h"

#include <fcntl.h>
#include <linux/limits.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_map>
#include <utility>

namespace vellum::collector::mpi {

using measurement::EventKind;

namespace {

struct Known {
    std::uint32_t number = 0;
    std::optional<FileOperation> split;
};

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_map<MPI_File, Known> followed;
    std::unordered_map<std::uint32_t, std::uint32_t> openedOn;  ///< by the communicator's number
    std::uint32_t nextFile = 0;
    std::uint32_t nextDeleted = 0;
    std::uint64_t lastOperation = 0;
};

Table& table()
{
    static auto& all = *new Table;
    return all;
}

int flagsOf(int mode)
{
    int flags = (mode & MPI_MODE_RDWR) != 0 ? O_RDWR : (mode & MPI_MODE_WRONLY) != 0 ? O_WRONLY : 0;
    flags |= (mode & MPI_MODE_CREATE) != 0 ? O_CREAT : 0;
    flags |= (mode & MPI_MODE_EXCL) != 0 ? O_EXCL : 0;
    flags |= (mode & MPI_MODE_APPEND) != 0 ? O_APPEND : 0;
    return flags;
}

/// From the root on, and without the name of a kind of file system that MPI takes before it: `ufs:`.
std::string pathOf(const char* name)
{
    std::string path(name);
    const std::size_t colon = path.find(':');
    if (colon != std::string::npos && colon < path.find('/')) {
        path.erase(0, colon + 1);
    }
    char folder[PATH_MAX] = {};
    if (!path.starts_with('/') && ::getcwd(folder, sizeof folder) != nullptr) {
        path.insert(0, std::string(folder) + "/");
    }
    std::replace(path.begin(), path.end(), '\n', ' ');
    return path;
}

std::string lineWithPath(std::string line, const char* name)
{
    line.back() = ' ';  // in place of its end
    return line.append(pathOf(name)).append("\n");
}

}  // namespace

void followFile(MPI_Comm communicator, const char* name, int mode, MPI_File handle)
{
    const std::optional<Communicator> of = findCommunicator(communicator);
    if (!of) {
        return;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const std::uint32_t number = all.nextFile++;
    // Ranks open the files of a communicator in one order, so that its count says which one it is.
    const std::uint32_t count = all.openedOn[of->number]++;
    note(lineWithPath(lineOf("file", number, of->number, count, flagsOf(mode)), name));
    all.followed[handle] = {.number = number, .split = {}};
    recordEvent(EventKind::MpiFileOpen, number);
}

void forgetFile(MPI_File handle)
{
    if (const std::optional<std::uint32_t> number = findFile(handle)) {
        recordEvent(EventKind::MpiFileClose, *number);
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        all.followed.erase(handle);
    }
}

void recordDeletion(const char* name)
{
    if (!isFollowing()) {
        return;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const std::uint32_t number = all.nextDeleted++;
    note(lineWithPath(lineOf("deleted", number), name));
    recordEvent(EventKind::MpiFileDelete, number);
}

std::optional<std::uint32_t> findFile(MPI_File handle)
{
    if (!isFollowing()) {
        return std::nullopt;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    return known == all.followed.end() ? std::nullopt : std::optional(known->second.number);
}

std::optional<FileOperation> beginFileOperation(
    MPI_File handle, const FileAccess& access, std::uint64_t bytes)
{
    const std::optional<std::uint32_t> file = findFile(handle);
    if (!file) {
        return std::nullopt;
    }
    FileOperation operation{.file = *file};
    {
        Table& all = table();
        const std::lock_guard lock(all.mutex);
        operation.number = ++all.lastOperation;
    }
    ::vellum_collector_mpi(
        bytes,
        pack(access),
        static_cast<std::uint16_t>(EventKind::MpiFileBegin),
        operation.file,
        operation.number);
    return operation;
}

void recordIssued(const FileOperation& operation)
{
    recordEvent(EventKind::MpiFileIssued, operation.file, operation.number);
}

void endFileOperation(const FileOperation& operation, std::uint64_t bytes)
{
    ::vellum_collector_mpi(
        bytes,
        0,
        static_cast<std::uint16_t>(EventKind::MpiFileEnd),
        operation.file,
        operation.number);
}

void keepSplit(MPI_File handle, const std::optional<FileOperation>& operation)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    if (const auto known = all.followed.find(handle); known != all.followed.end()) {
        known->second.split = operation;
    }
}

std::optional<FileOperation> takeSplit(MPI_File handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    return known == all.followed.end() ? std::nullopt
                                       : std::exchange(known->second.split, std::nullopt);
}

}  // namespace vellum::collector::mpi
