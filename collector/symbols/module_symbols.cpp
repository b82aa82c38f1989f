#include "collector/symbols/module_symbols.h"

#include "collector/symbols/elf_module.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdwfl.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

namespace vellum::collector::symbols {

namespace {

std::string addressName(const std::string& path, std::uint64_t address)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string digits;
    do {
        digits.insert(digits.begin(), kDigits[address % 16]);
        address /= 16;
    } while (address != 0);
    return path.substr(path.rfind('/') + 1) + "+0x" + digits;
}

/// Compilers may write a path as it was given to them, from the folder they ran in.
std::string sourcePath(const char* directory, const char* file)
{
    std::filesystem::path path(file);
    if (path.is_relative() && directory != nullptr) {
        path = directory / path;
    }
    return path.lexically_normal().string();
}

struct FreeScopes {
    void operator()(Dwarf_Die* scopes) const
    {
        std::free(scopes);  // NOLINT(cppcoreguidelines-no-malloc): dwarf_getscopes allocates so
    }
};

/// The function, not an inlined one, that holds the address of the compile unit.
bool findSubprogram(Dwarf_Die* unit, Dwarf_Addr address, Dwarf_Die& subprogram)
{
    Dwarf_Die* list = nullptr;
    const int count = dwarf_getscopes(unit, address, &list);
    const std::unique_ptr<Dwarf_Die, FreeScopes> owner(list);
    for (int i = 0; i < count; ++i) {
        if (dwarf_tag(&list[i]) == DW_TAG_subprogram) {
            subprogram = list[i];
            return true;
        }
    }
    return false;
}

/// A symbol that merely precedes the address names something else.
bool holds(const GElf_Sym& symbol, GElf_Off offset)
{
    return offset == 0 || offset < symbol.st_size;
}

/// Where the inlined function was called.
std::optional<SourceLine> callOf(Dwarf_Die* unit, Dwarf_Die* inlined)
{
    Dwarf_Files* files = nullptr;
    Dwarf_Word number = 0;
    Dwarf_Word line = 0;
    Dwarf_Attribute attribute{};
    const auto read = [&](unsigned name, Dwarf_Word& value) {
        return dwarf_formudata(dwarf_attr(inlined, name, &attribute), &value) == 0;
    };
    if (dwarf_getsrcfiles(unit, &files, nullptr) != 0 || !read(DW_AT_call_file, number)
        || !read(DW_AT_call_line, line)) {
        return std::nullopt;
    }
    const char* const file = dwarf_filesrc(files, number, nullptr, nullptr);
    if (file == nullptr) {
        return std::nullopt;
    }
    const char* const directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
    return SourceLine{
        .file = sourcePath(directory, file), .line = static_cast<std::uint32_t>(line)};
}

/// Follows a function made from another description of itself (abstract origin, specification).
std::string linkageName(Dwarf_Die* subprogram)
{
    for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
        Dwarf_Attribute attribute{};
        const char* text = dwarf_formstring(dwarf_attr_integrate(subprogram, name, &attribute));
        if (text != nullptr) {
            return text;
        }
    }
    const char* plain = dwarf_diename(subprogram);
    return plain == nullptr ? "" : plain;
}

}  // namespace

struct ModuleSymbols::Handle : ElfModule {
    using ElfModule::ElfModule;

    [[nodiscard]] Dwarf_Die* unitAt(Dwarf_Addr address, Dwarf_Addr& dwarfBias) const;
    void fromDwarf(Dwarf_Addr address, FunctionInfo& info) const;
    [[nodiscard]] std::optional<SourceLine> lineFromTable(Dwarf_Addr address) const;
    void addInlinedCalls(Dwarf_Addr address, std::vector<SourceLine>& lines) const;
};

/// libdw finds units by the table .debug_aranges, which clang leaves out: then each is asked.
Dwarf_Die* ModuleSymbols::Handle::unitAt(Dwarf_Addr address, Dwarf_Addr& dwarfBias) const
{
    Dwarf_Die* unit = dwfl_module_addrdie(module, address, &dwarfBias);
    Dwarf_Die* next = nullptr;
    while (unit == nullptr && (next = dwfl_module_nextcu(module, next, &dwarfBias)) != nullptr) {
        unit = dwarf_haspc(next, address - dwarfBias) > 0 ? next : nullptr;
    }
    return unit;
}

void ModuleSymbols::Handle::fromDwarf(Dwarf_Addr address, FunctionInfo& info) const
{
    Dwarf_Addr dwarfBias = 0;
    Dwarf_Die* unit = unitAt(address, dwarfBias);
    Dwarf_Die subprogram{};
    if (unit == nullptr || !findSubprogram(unit, address - dwarfBias, subprogram)) {
        return;
    }
    if (info.mangled.empty()) {
        info.mangled = linkageName(&subprogram);
    }
    int line = 0;
    const char* file = dwarf_decl_file(&subprogram);
    if (file != nullptr && dwarf_decl_line(&subprogram, &line) == 0 && line > 0) {
        Dwarf_Attribute directory{};
        info.file =
            sourcePath(dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &directory)), file);
        info.line = static_cast<std::uint32_t>(line);
    }
}

std::optional<SourceLine> ModuleSymbols::Handle::lineFromTable(Dwarf_Addr address) const
{
    Dwarf_Addr dwarfBias = 0;
    Dwarf_Die* unit = unitAt(address, dwarfBias);
    Dwarf_Line* entry = unit == nullptr ? nullptr : dwarf_getsrc_die(unit, address - dwarfBias);
    int line = 0;
    const char* file = entry == nullptr ? nullptr : dwarf_linesrc(entry, nullptr, nullptr);
    if (file == nullptr || dwarf_lineno(entry, &line) != 0 || line <= 0) {
        return std::nullopt;
    }
    Dwarf_Attribute directory{};
    return SourceLine{
        .file = sourcePath(dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &directory)), file),
        .line = static_cast<std::uint32_t>(line)};
}

void ModuleSymbols::Handle::addInlinedCalls(
    Dwarf_Addr address, std::vector<SourceLine>& lines) const
{
    Dwarf_Addr dwarfBias = 0;
    Dwarf_Die* unit = unitAt(address, dwarfBias);
    Dwarf_Die* innermost = nullptr;
    if (unit == nullptr || dwarf_getscopes(unit, address - dwarfBias, &innermost) <= 0) {
        return;
    }
    const std::unique_ptr<Dwarf_Die, FreeScopes> innermostOwner(innermost);
    // From the innermost outwards that list goes on where the inlined function was written; this one where it was
    // inlined.
    Dwarf_Die* list = nullptr;
    const int count = dwarf_getscopes_die(innermost, &list);
    const std::unique_ptr<Dwarf_Die, FreeScopes> owner(list);
    for (int i = 0; i < count; ++i) {
        if (dwarf_tag(&list[i]) == DW_TAG_inlined_subroutine) {
            if (std::optional<SourceLine> call = callOf(unit, &list[i])) {
                lines.push_back(std::move(*call));
            }
        }
    }
}

ModuleSymbols::ModuleSymbols(std::string path)
    : m_path(std::move(path))
    , m_handle(std::make_unique<Handle>(m_path))
{
}

ModuleSymbols::~ModuleSymbols() = default;

FunctionInfo ModuleSymbols::find(std::uint64_t address) const
{
    FunctionInfo info;
    if (m_handle->module != nullptr) {
        const Dwarf_Addr biased = address + m_handle->bias;
        GElf_Off offset = 0;
        GElf_Sym symbol{};
        const char* name = dwfl_module_addrinfo(
            m_handle->module, biased, &offset, &symbol, nullptr, nullptr, nullptr);
        if (name != nullptr && holds(symbol, offset)) {
            info.mangled = name;
            info.begin = address - offset;
            info.bytes = symbol.st_size;
        }
        m_handle->fromDwarf(biased, info);
        if (info.line == 0) {
            if (const std::optional<SourceLine> line = m_handle->lineFromTable(biased)) {
                info.file = line->file;
                info.line = line->line;
            }
        }
    }
    // "memcpy@@GLIBC_2.14": the version is the linker's business.
    info.name = info.mangled.empty() ? addressName(m_path, address)
                                     : demangle(info.mangled.substr(0, info.mangled.find('@')));
    return info;
}

std::vector<SourceLine> ModuleSymbols::lines(std::uint64_t address) const
{
    std::vector<SourceLine> lines;
    if (m_handle->module != nullptr) {
        const Dwarf_Addr biased = address + m_handle->bias;
        if (std::optional<SourceLine> line = m_handle->lineFromTable(biased)) {
            lines.push_back(std::move(*line));
            m_handle->addInlinedCalls(biased, lines);
        }
    }
    return lines;
}

std::optional<VariableInfo> ModuleSymbols::variable(std::uint64_t address) const
{
    if (m_handle->module == nullptr) {
        return std::nullopt;
    }
    GElf_Off offset = 0;
    GElf_Sym symbol{};
    const char* name = dwfl_module_addrinfo(
        m_handle->module, address + m_handle->bias, &offset, &symbol, nullptr, nullptr, nullptr);
    if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size) {
        return std::nullopt;
    }
    return VariableInfo{.name = demangle(name), .begin = address - offset, .bytes = symbol.st_size};
}

std::vector<VariableInfo> ModuleSymbols::variables(std::uint64_t leastBytes) const
{
    std::map<std::uint64_t, VariableInfo> found;  // several symbols may be of one variable
    const int symbols = m_handle->module == nullptr ? 0 : dwfl_module_getsymtab(m_handle->module);
    for (int i = 1; i < symbols; ++i) {
        GElf_Sym symbol{};
        GElf_Addr address = 0;
        const char* name = dwfl_module_getsym_info(
            m_handle->module, i, &symbol, &address, nullptr, nullptr, nullptr);
        if (name != nullptr && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT
            && symbol.st_shndx != SHN_UNDEF && symbol.st_size >= leastBytes) {
            const std::uint64_t begin = address - m_handle->bias;
            found.try_emplace(
                begin,
                VariableInfo{.name = demangle(name), .begin = begin, .bytes = symbol.st_size});
        }
    }
    std::vector<VariableInfo> variables;
    variables.reserve(found.size());
    for (auto& [begin, variable] : found) {
        variables.push_back(std::move(variable));
    }
    return variables;
}

std::string demangle(const std::string& symbol)
{
    int status = -1;
    char* text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
    std::string result = status == 0 && text != nullptr && symbol.starts_with("_Z") ? text : symbol;
    std::free(text);  // NOLINT(cppcoreguidelines-no-malloc): __cxa_demangle allocates so
    return result;
}

}  // namespace vellum::collector::symbols
