#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/sources/io/functions.h"
#include "collector/writer/archive_contents.h"
#include "collector/writer/io_definitions.h"
#include "collector/writer/mount_table.h"
#include "collector/writer/otf2_archive.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace vellum::collector::writer {

/// Writes what programs did with files beside the visits of the functions that do it: operations, handles, files.
///
/// Odd case A handle may be used in a location that is read before the one that made it; one that nobody says anything of
///          (its thread was killed) has a file named "unknown". Of files on other machines neither links nor mounts are known.
/// Threads  Owner thread.
class IoPass {
public:
    IoPass(Otf2Archive& archive, ArchiveContents& contents);

    void beginProcess();
    void beginLocation();

    /// Before the visits change with \p record, and after. \param tick  not before that of the event before
    void takeBefore(const measurement::EventRecord& record, std::uint64_t tick);
    void takeAfter(const measurement::EventRecord& record, std::uint64_t tick);

    using HandleRef = IoDefinitions::HandleRef;
    using FileRef = IoDefinitions::FileRef;

    /// A handle of MPI, which no record of a process tells of. Its file is \p name, of the present node.
    [[nodiscard]] HandleRef addMpiHandle(IoDefinitions::Handle handle, const std::string& name);
    [[nodiscard]] FileRef addMpiFile(const std::string& name);

    void writeDefinitions();

private:
    struct Known {
        bool hasFile = false;
        bool isDuplicate = false;
        HandleRef original = 0;  ///< of a duplicate
    };
    /// An operation under way, or a seek.
    struct Pending {
        io::Call call;
        std::uint64_t asked = 0;
        io::Handle target = io::kNoHandle;  ///< of a copy
        std::uint64_t number = 0;
    };

    void takeText(const measurement::EventRecord& record);
    [[nodiscard]] bool isHere() const;
    [[nodiscard]] std::string takeName();
    [[nodiscard]] const std::string& trueNameOf(const std::string& name);
    void takeHandle(const measurement::EventRecord& record, std::uint64_t tick);
    void takeDuplicate(const measurement::EventRecord& record, std::uint64_t tick);
    void takeDelete(const measurement::EventRecord& record, std::uint64_t tick);
    void begin(const measurement::EventRecord& record, std::uint64_t tick);
    void beginCopy(const measurement::EventRecord& record, std::uint64_t tick);
    void end(const measurement::EventRecord& record, std::uint64_t tick);
    void complete(const Pending& pending, std::uint64_t tick, std::uint64_t done);
    [[nodiscard]] HandleRef refOf(io::Handle handle);
    [[nodiscard]] FileRef fileOf(const std::string& name);
    void resolveFiles();

    Otf2Archive& m_archive;
    ArchiveContents& m_contents;
    std::string m_thisNode;
    MountTable m_mounts = MountTable::read();
    IoDefinitions m_definitions;
    std::vector<Known> m_known;                                      ///< by handle's reference
    std::map<std::pair<std::size_t, std::string>, FileRef> m_files;  ///< by node and name
    std::map<std::pair<std::size_t, std::string>, std::string>
        m_names;                                ///< true ones, by node and name
    std::map<io::Handle, HandleRef> m_handles;  ///< of the process
    std::uint64_t m_lastNumber = 0;
    std::string m_text;              ///< of the location, as the rest
    std::vector<Pending> m_pending;  ///< innermost last
};

}  // namespace vellum::collector::writer
