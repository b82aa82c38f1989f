#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vellum::collector::symbols {

/// What is known about a function of a program or library.
struct FunctionInfo {
    std::string name;         ///< for people; `file+0xADDRESS` when nothing better is known
    std::string mangled;      ///< as the linker knows it; empty when unknown
    std::string file;         ///< source file; empty when unknown
    std::uint32_t line = 0;   ///< where the function is declared; 0 unknown
    std::uint64_t begin = 0;  ///< by its symbol; 0 and 0 unknown
    std::uint64_t bytes = 0;
};

/// A place in a source file.
struct SourceLine {
    std::string file;
    std::uint32_t line = 0;

    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

/// A variable that lives as long as its program or library.
struct VariableInfo {
    std::string name;  ///< for people
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
};

/// Functions and variables of one ELF file by address: DWARF where it is, else the symbol table, else the address.
///
/// Units    Addresses as in the file, without what the loader adds.
/// Errors   None: a file that cannot be read knows no names.
/// Threads  Owner thread.
/// Source   elfutils' libdwfl, which also finds debug files that were split off.
class ModuleSymbols {
public:
    explicit ModuleSymbols(std::string path);
    ~ModuleSymbols();
    ModuleSymbols(const ModuleSymbols&) = delete;
    ModuleSymbols& operator=(const ModuleSymbols&) = delete;

    /// The function that begins there, or that holds the address.
    [[nodiscard]] FunctionInfo find(std::uint64_t address) const;

    /// Where the instruction comes from: the line itself, then, where its function was inlined, the calls from the
    /// innermost outwards. Empty where nothing is known.
    [[nodiscard]] std::vector<SourceLine> lines(std::uint64_t address) const;

    /// The variable that holds the address.
    [[nodiscard]] std::optional<VariableInfo> variable(std::uint64_t address) const;

    /// All variables of at least so many bytes, ascending by address, each once.
    [[nodiscard]] std::vector<VariableInfo> variables(std::uint64_t leastBytes) const;

private:
    struct Handle;
    std::string m_path;
    std::unique_ptr<Handle> m_handle;
};

/// "_Z3fooi" → "foo(int)"; what is not mangled is returned as it is.
[[nodiscard]] std::string demangle(const std::string& symbol);

}  // namespace vellum::collector::symbols
