#pragma once

#include "collector/sources/io/handles.h"

#include <cerrno>
#include <cstdio>

namespace vellum::collector::io {

/// \return -1 where the stream has none, as one in memory; errno is kept
[[nodiscard]] inline int descriptorOf(std::FILE* stream)
{
    if (stream == nullptr) {
        return -1;
    }
    const int error = errno;
    const int file = ::fileno(stream);
    errno = error;
    return file;
}

/// kOurs for a stream in memory: what it does is no input or output.
[[nodiscard]] inline Handle handleOf(std::FILE* stream)
{
    const int file = descriptorOf(stream);
    return file < 0 && stream != nullptr ? HandleTable::kOurs : streams.find(file);
}

}  // namespace vellum::collector::io
