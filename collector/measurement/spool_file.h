#pragma once

#include <cstddef>
#include <cstdint>

namespace vellum::collector::measurement {

/// The few system calls the collector makes on spool files. No descriptor stays open between calls (the
/// program may close all it finds), nothing is allocated, errno is left to the caller to keep.
///
/// Errors   A null pointer or false, with errno telling why.
/// Threads  Any.

/// When the pages of a mapping come into being: all at once, or each with its first use.
enum class Touch { AtOnce, WhenUsed };

/// Creates or extends the file \p path to hold [offset, offset + bytes) and maps that part, shared. The
/// space is reserved first: storing to it can not fail later.
[[nodiscard]] void* mapFilePart(
    const char* path, std::uint64_t offset, std::size_t bytes, Touch touch = Touch::AtOnce);

/// Gives a part back. With \p writeBack the kernel is told to begin writing [from, to) of \p path.
void unmapFilePart(void* address, std::size_t bytes);
void startWriteBack(const char* path, std::uint64_t from, std::uint64_t to);

/// Gives back the space after the first \p bytes.
void shortenFile(const char* path, std::uint64_t bytes);

/// Gives back the space of a part in the midst, which reads as zeros from then on. \return false where the file system cannot
bool giveBackFilePart(const char* path, std::uint64_t offset, std::uint64_t bytes);

[[nodiscard]] bool readFilePart(
    const char* path, std::uint64_t offset, void* memory, std::size_t bytes);

/// Appends \p length bytes to the file \p path in one write.
bool appendToFile(const char* path, const char* text, std::size_t length);

}  // namespace vellum::collector::measurement
