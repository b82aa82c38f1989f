#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace vellum::collector::symbols {

/// What is known about a function of a program or library.
struct FunctionInfo {
    std::string name;        ///< for people; `file+0xADDRESS` when nothing better is known
    std::string mangled;     ///< as the linker knows it; empty when unknown
    std::string file;        ///< source file; empty when unknown
    std::uint32_t line = 0;  ///< where the function is declared; 0 unknown
};

/// Functions of one ELF file by address: DWARF where it is, else the symbol table, else the address.
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

    [[nodiscard]] FunctionInfo find(std::uint64_t address) const;

private:
    struct Handle;
    std::string m_path;
    std::unique_ptr<Handle> m_handle;
};

/// "_Z3fooi" → "foo(int)"; what is not mangled is returned as it is.
[[nodiscard]] std::string demangle(const std::string& symbol);

}  // namespace vellum::collector::symbols
