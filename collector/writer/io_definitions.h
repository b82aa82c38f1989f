#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::writer {

/// What an archive says of input and output beside its events.
///
/// Layout   A file's or handle's reference is its place in the list.
struct IoDefinitions {
    using FileRef = std::uint32_t;
    using HandleRef = std::uint32_t;

    enum class Paradigm : std::uint8_t { Posix, IsoC, Mpi };

    struct File {
        std::string name;  ///< an absolute path, or the kernel's name of a pipe or a socket
        std::size_t node = 0;
        std::string mountPoint;  ///< empty: none is known
        std::string fileSystem;
        std::string device;
    };
    struct Handle {
        std::string name;
        FileRef file = 0;
        Paradigm paradigm = Paradigm::Posix;
        bool isPreCreated = false;  ///< it was there when it was met first
        int flags = 0;              ///< as open takes them
        std::optional<HandleRef> parent;
        std::optional<std::uint32_t> communicator;  ///< whose ranks share it, of MPI's
    };

    std::vector<File> files;
    std::vector<Handle> handles;
    bool hasMpi = false;  ///< something is of MPI
};

}  // namespace vellum::collector::writer
