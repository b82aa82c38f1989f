#pragma once

#include "collector/symbols/module_symbols.h"
#include "collector/values/ring_format.h"
#include "collector/writer/spool.h"
#include "common/mapped_file/mapping.h"
#include "common/values/flat_map.h"
#include "common/values/sidecar/records.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vellum::collector::values {

/// Files that are loaded into recorded processes, each opened once.
///
/// Threads  One owner.
class ModuleFiles {
public:
    [[nodiscard]] const symbols::ModuleSymbols& symbols(const std::string& path);
    /// The file's bytes from the address on, as far as they lie together; empty where there are none.
    [[nodiscard]] std::span<const std::uint8_t> code(
        const std::string& path, std::uint64_t address);

private:
    struct File {
        std::unique_ptr<symbols::ModuleSymbols> symbols;
        std::shared_ptr<const mapped_file::Mapping> mapping;
        bool isTried = false;
    };
    std::map<std::string, File> m_files;
};

/// An instruction that accesses memory, or a call.
struct CodeSite {
    ::vellum::values::sidecar::SiteRecord record;
    std::uint64_t address = 0;  ///< return address of the hook, or of the call
    std::uint32_t process = 0;  ///< whose code it is
};

/// Sites and functions of all processes, by number, from 1 on.
struct CodeLists {
    struct Function {
        std::uint64_t address = 0;  ///< in it
        std::uint32_t process = 0;
        std::string
            name{};  ///< of what is no function: a region that the program defined, a call of MPI
    };
    std::vector<CodeSite> sites;
    std::vector<Function> functions;
};

/// What lies in the memory of one process: its sites and functions get numbers when they are met first.
///
/// Size     As many as the program has.
/// Threads  One owner.
class CodeMap {
public:
    /// \param folders  of the process in the spool, behind those of its ancestors
    CodeMap(
        std::vector<std::filesystem::path> folders,
        std::uint32_t process,
        ModuleFiles& files,
        CodeLists& lists);

    /// \param bytes  of the access; 0 of a call
    [[nodiscard]] std::uint32_t siteOf(
        std::uint64_t address,
        ::vellum::values::sidecar::AccessKind kind,
        std::size_t bytes,
        unsigned flags);
    [[nodiscard]] std::uint32_t functionOf(std::uint64_t address);
    /// The number of what is no function but is entered and left like one.
    [[nodiscard]] std::uint32_t regionOf(const std::string& name);
    /// Writable variables of at least so many bytes of the file at an address of the process.
    [[nodiscard]] std::vector<symbols::VariableInfo> variablesOf(
        std::uint64_t address, std::uint64_t leastBytes);

    /// The variable at an address of the process; where there is none, the whole file that lies there.
    [[nodiscard]] std::optional<symbols::VariableInfo> variable(std::uint64_t address);

    /// Where something is written: the innermost place in a source that is not the system's, else the innermost.
    struct Place {
        symbols::SourceLine line;  ///< of line 0: not known
        bool isUsers = false;
    };
    [[nodiscard]] Place placeOf(std::uint64_t returnAddress);
    [[nodiscard]] symbols::FunctionInfo functionAt(std::uint64_t address);
    /// Null where no file lies there.
    [[nodiscard]] const writer::SpooledModule* moduleOf(std::uint64_t address);

private:
    struct SiteAddress {
        std::uint64_t address = 0;
        std::uint64_t kind = 0;

        [[nodiscard]] std::uint64_t hash() const
        {
            return ::vellum::values::mixWords(address, kind);
        }
        friend bool operator==(const SiteAddress&, const SiteAddress&) = default;
    };

    void readModules();
    void setType(CodeSite& site, std::size_t bytes, unsigned flags);

    std::vector<std::filesystem::path> m_folders;
    std::uint32_t m_process;
    ModuleFiles& m_files;
    CodeLists& m_lists;
    std::vector<writer::SpooledModule> m_modules;
    ::vellum::values::FlatMap<SiteAddress, std::uint32_t> m_sites;
    ::vellum::values::FlatMap<SiteAddress, std::uint32_t> m_functions;
    std::map<std::string, std::uint32_t> m_regions;
};

}  // namespace vellum::collector::values
