#include "collector/measurement/spool_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

namespace vellum::collector::measurement {

namespace {

int openPrivate(const char* path, int flags)
{
    const int file = ::open(path, flags | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file >= 0) {
        ::fchmod(file, 0600);  // the program's umask may have taken away what we need ourselves
    }
    return file;
}

void closeKeepingErrno(int file)
{
    const int error = errno;
    ::close(file);
    errno = error;
}

/// As posix_fallocate; a file beyond the program's own limit would end it with a signal, so it is not tried.
int reserve(int file, std::uint64_t offset, std::size_t bytes)
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < offset + bytes) {
        return EFBIG;
    }
    return ::posix_fallocate(file, static_cast<off_t>(offset), static_cast<off_t>(bytes));
}

}  // namespace

void* mapFilePart(const char* path, std::uint64_t offset, std::size_t bytes, Touch touch)
{
    const int file = openPrivate(path, O_RDWR);
    if (file < 0) {
        return nullptr;
    }
    const int reserved = reserve(file, offset, bytes);
    void* address = MAP_FAILED;
    if (reserved == 0) {
        address = ::mmap(
            nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
    } else {
        errno = reserved;
    }
    closeKeepingErrno(file);
    if (address == MAP_FAILED) {
        return nullptr;
    }
    (void)touch;
#ifdef MADV_POPULATE_WRITE
    // All page faults at once, in here, and none in the hooks; older kernels refuse, and that is all.
    if (touch == Touch::AtOnce) {
        const int error = errno;
        ::madvise(address, bytes, MADV_POPULATE_WRITE);
        errno = error;
    }
#endif
    return address;
}

void unmapFilePart(void* address, std::size_t bytes)
{
    ::munmap(address, bytes);
}

void startWriteBack(const char* path, std::uint64_t from, std::uint64_t to)
{
    const int file = openPrivate(path, O_RDWR);
    if (file < 0) {
        return;
    }
    ::sync_file_range(
        file, static_cast<off_t>(from), static_cast<off_t>(to - from), SYNC_FILE_RANGE_WRITE);
    ::close(file);
}

void shortenFile(const char* path, std::uint64_t bytes)
{
    // Space that stays reserved is no harm.
    (void)!::truncate(path, static_cast<off_t>(bytes));
}

bool giveBackFilePart(const char* path, std::uint64_t offset, std::uint64_t bytes)
{
    const int file = openPrivate(path, O_RDWR);
    if (file < 0) {
        return false;
    }
    const int failed = ::fallocate(
        file,
        FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
        static_cast<off_t>(offset),
        static_cast<off_t>(bytes));
    closeKeepingErrno(file);
    return failed == 0;
}

bool readFilePart(const char* path, std::uint64_t offset, void* memory, std::size_t bytes)
{
    const int file = openPrivate(path, O_RDONLY);
    if (file < 0) {
        return false;
    }
    const bool wasRead =
        ::pread(file, memory, bytes, static_cast<off_t>(offset)) == static_cast<ssize_t>(bytes);
    closeKeepingErrno(file);
    return wasRead;
}

bool appendToFile(const char* path, const char* text, std::size_t length)
{
    const int file = openPrivate(path, O_WRONLY | O_APPEND);
    if (file < 0) {
        return false;
    }
    const bool written = ::write(file, text, length) == static_cast<ssize_t>(length);
    closeKeepingErrno(file);
    return written;
}

}  // namespace vellum::collector::measurement
