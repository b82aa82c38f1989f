#pragma once

#include "common/trace/refs.h"

#include <cstdint>
#include <string>

namespace vellum {

// The numbers are OTF2's (3.0).

enum class IoParadigmClass : std::uint8_t { Serial = 0, Parallel = 1 };

/// A programming interface for input and output: "POSIX I/O", "MPI-IO".
struct IoParadigm {
    IoParadigmRef ref;
    std::string identification;  ///< "POSIX"
    std::string name;
    IoParadigmClass paradigmClass = IoParadigmClass::Serial;
    std::uint32_t flags = 0;  ///< 1: of the operating system

    friend bool operator==(const IoParadigm&, const IoParadigm&) = default;
};

struct IoFile {
    IoFileRef ref;
    std::string name;
    SystemTreeNodeRef scope;  ///< where that name means this file
    bool isDirectory = false;

    friend bool operator==(const IoFile&, const IoFile&) = default;
};

enum class IoAccessMode : std::uint8_t {
    ReadOnly = 0,
    WriteOnly = 1,
    ReadWrite = 2,
    ExecuteOnly = 3,
    SearchOnly = 4,
};

/// What input and output records name: an open file.
struct IoHandle {
    static constexpr std::uint32_t kPreCreated = 1;

    IoHandleRef ref;
    std::string name;
    IoFileRef file;  ///< undefined if unknown
    IoParadigmRef paradigm;
    CommRef communicator;     ///< undefined but for collective handles
    IoHandleRef parent;       ///< undefined if it wraps none
    std::uint32_t flags = 0;  ///< kPreCreated: open before the recording began, as the next two say
    IoAccessMode mode = IoAccessMode::ReadOnly;
    std::uint32_t statusFlags = 0;

    friend bool operator==(const IoHandle&, const IoHandle&) = default;
};

}  // namespace vellum
