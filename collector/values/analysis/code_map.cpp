#include "collector/values/analysis/code_map.h"

#include "collector/values/instructions/access_type.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

namespace vellum::collector::values {

namespace {

namespace sidecar = ::vellum::values::sidecar;

constexpr std::size_t kNoLimit = std::numeric_limits<std::uint32_t>::max() - 2;

template <typename Struct>
bool readAt(std::span<const std::byte> bytes, std::uint64_t offset, Struct& value)
{
    if (offset > bytes.size() || bytes.size() - offset < sizeof value) {
        return false;
    }
    std::memcpy(&value, bytes.data() + offset, sizeof value);
    return true;
}

/// The part of an ELF file that is loaded at an address.
std::span<const std::byte> loadedAt(std::span<const std::byte> file, std::uint64_t address)
{
    Elf64_Ehdr head{};
    if (!readAt(file, 0, head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0
        || head.e_ident[EI_CLASS] != ELFCLASS64) {
        return {};
    }
    for (unsigned i = 0; i < head.e_phnum; ++i) {
        Elf64_Phdr segment{};
        if (!readAt(file, head.e_phoff + std::uint64_t{i} * sizeof segment, segment)) {
            return {};
        }
        const std::uint64_t offset = address - segment.p_vaddr;
        if (segment.p_type == PT_LOAD && address >= segment.p_vaddr && offset < segment.p_filesz
            && segment.p_offset <= file.size() && offset < file.size() - segment.p_offset) {
            const std::uint64_t most = std::min<std::uint64_t>(
                segment.p_filesz - offset, file.size() - segment.p_offset - offset);
            return file.subspan(segment.p_offset + offset, most);
        }
    }
    return {};
}

bool isSystems(const std::string& file)
{
    return file.starts_with("/usr/include/") || file.starts_with("/usr/lib/");
}

}  // namespace

const symbols::ModuleSymbols& ModuleFiles::symbols(const std::string& path)
{
    File& file = m_files[path];
    if (!file.symbols) {
        file.symbols = std::make_unique<symbols::ModuleSymbols>(path);
    }
    return *file.symbols;
}

std::span<const std::uint8_t> ModuleFiles::code(const std::string& path, std::uint64_t address)
{
    File& file = m_files[path];
    if (!std::exchange(file.isTried, true)) {
        if (auto mapping = mapped_file::Mapping::open(path); mapping.isOk()) {
            file.mapping = std::move(mapping).value();
        }
    }
    if (!file.mapping) {
        return {};
    }
    const std::span<const std::byte> part = loadedAt(file.mapping->bytes(), address);
    return {reinterpret_cast<const std::uint8_t*>(part.data()), part.size()};
}

CodeMap::CodeMap(
    std::vector<std::filesystem::path> folders,
    std::uint32_t process,
    ModuleFiles& files,
    CodeLists& lists)
    : m_folders(std::move(folders))
    , m_process(process)
    , m_files(files)
    , m_lists(lists)
{
}

void CodeMap::readModules()
{
    m_modules.clear();
    for (const std::filesystem::path& folder : m_folders) {
        writer::readModules(folder / "modules", m_modules);
    }
}

const writer::SpooledModule* CodeMap::moduleOf(std::uint64_t address)
{
    constexpr auto kLatest = std::numeric_limits<std::uint64_t>::max();
    const writer::SpooledModule* found = writer::moduleAt(m_modules, address, kLatest);
    if (found == nullptr) {
        readModules();  // it may have been loaded since
        found = writer::moduleAt(m_modules, address, kLatest);
    }
    return found;
}

std::uint32_t CodeMap::siteOf(
    std::uint64_t address, sidecar::AccessKind kind, std::size_t bytes, unsigned flags)
{
    std::uint32_t* const number =
        m_sites.findOrAdd({.address = address, .kind = static_cast<std::uint64_t>(kind)}, kNoLimit);
    if (*number == 0) {
        CodeSite site{.address = address, .process = m_process};
        site.record.kind = kind;
        site.record.processor = sidecar::Processor::Cpu;
        setType(site, bytes, flags);
        m_lists.sites.push_back(site);
        *number = static_cast<std::uint32_t>(m_lists.sites.size());
        m_lists.sites.back().record.id = *number;
    }
    return *number;
}

void CodeMap::setType(CodeSite& site, std::size_t bytes, unsigned flags)
{
    if (bytes == 0 || (flags & kOfMemory) != 0) {
        return;  // a call, or a function that does not know what it moves
    }
    site.record.type = sidecar::ValueType::Signed;
    site.record.typeSource = sidecar::TypeSource::Default;
    site.record.unit = static_cast<std::uint8_t>(bytes);
    site.record.scalars = 1;
#if defined(__x86_64__)
    const writer::SpooledModule* const module = moduleOf(site.address);
    if (module == nullptr || (flags & kAtomic) != 0) {
        return;
    }
    const std::span<const std::uint8_t> code =
        m_files.code(module->path, site.address - module->base);
    const bool isStore = site.record.kind != sidecar::AccessKind::Read;
    std::optional<AccessType> type = typeOfAccess(code, bytes, isStore);
    if (!type && bytes == 8) {
        type = typeOfAccess(code, 2 * bytes, isStore);  // half of a vector: it came in two records
    }
    if (type) {
        site.record.type = static_cast<sidecar::ValueType>(type->type);
        site.record.typeSource = sidecar::TypeSource::Instruction;
        site.record.unit = type->unit;
        site.record.scalars =
            static_cast<std::uint8_t>(std::max<std::size_t>(bytes / type->unit, 1));
    }
#endif
}

std::uint32_t CodeMap::functionOf(std::uint64_t address)
{
    std::uint32_t* const number = m_functions.findOrAdd({.address = address}, kNoLimit);
    if (*number == 0) {
        m_lists.functions.push_back({.address = address, .process = m_process});
        *number = static_cast<std::uint32_t>(m_lists.functions.size());
    }
    return *number;
}

std::uint32_t CodeMap::regionOf(const std::string& name)
{
    const auto [place, isNew] = m_regions.try_emplace(name, 0);
    if (isNew) {
        m_lists.functions.push_back({.process = m_process, .name = name});
        place->second = static_cast<std::uint32_t>(m_lists.functions.size());
    }
    return place->second;
}

std::vector<symbols::VariableInfo> CodeMap::variablesOf(
    std::uint64_t address, std::uint64_t leastBytes)
{
    const writer::SpooledModule* const module = moduleOf(address);
    if (module == nullptr) {
        return {};
    }
    std::vector<symbols::VariableInfo> found = m_files.symbols(module->path).variables(leastBytes);
    for (symbols::VariableInfo& variable : found) {
        variable.begin += module->base;
    }
    return found;
}

std::optional<symbols::VariableInfo> CodeMap::variable(std::uint64_t address)
{
    const writer::SpooledModule* const module = moduleOf(address);
    if (module == nullptr) {
        return std::nullopt;
    }
    std::optional<symbols::VariableInfo> found =
        m_files.symbols(module->path).variable(address - module->base);
    if (found) {
        found->begin += module->base;
    }
    return found;
}

CodeMap::Place CodeMap::placeOf(std::uint64_t returnAddress)
{
    const writer::SpooledModule* const module = moduleOf(returnAddress);
    if (module == nullptr) {
        return {};
    }
    const std::vector<symbols::SourceLine> lines =
        m_files.symbols(module->path).lines(returnAddress - 1 - module->base);
    for (const symbols::SourceLine& line : lines) {
        if (!isSystems(line.file)) {
            return {.line = line, .isUsers = true};
        }
    }
    return lines.empty() ? Place{} : Place{.line = lines.front()};
}

symbols::FunctionInfo CodeMap::functionAt(std::uint64_t address)
{
    const writer::SpooledModule* const module = moduleOf(address);
    return module == nullptr ? symbols::FunctionInfo{.name = "unknown"}
                             : m_files.symbols(module->path).find(address - module->base);
}

}  // namespace vellum::collector::values
