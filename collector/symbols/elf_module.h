#pragma once

#include <elfutils/libdwfl.h>

#include <string>

namespace vellum::collector::symbols {

/// One ELF file as elfutils opens it, with the debugging information that was split off, where it is found.
///
/// Errors   None: `module` is null where the file cannot be read.
/// Threads  Owner thread.
struct ElfModule {
    Dwfl* dwfl = nullptr;
    Dwfl_Module* module = nullptr;
    Dwarf_Addr bias = 0;  ///< what libdwfl adds to the file's addresses

    explicit ElfModule(const std::string& path);
    ~ElfModule() { dwfl_end(dwfl); }
    ElfModule(const ElfModule&) = delete;
    ElfModule& operator=(const ElfModule&) = delete;
};

}  // namespace vellum::collector::symbols
