#include "collector/symbols/call_frames.h"

#include "collector/symbols/dwarf_expression.h"
#include "collector/symbols/elf_module.h"
#include "collector/symbols/frame_pointer.h"

#include <elfutils/libdw.h>
#include <gelf.h>

#include <algorithm>
#include <cstdlib>
#include <span>
#include <vector>

namespace vellum::collector::symbols {

namespace {

struct FreeFrame {
    void operator()(Dwarf_Frame* frame) const
    {
        std::free(frame);  // NOLINT(cppcoreguidelines-no-malloc): dwarf_cfi_addrframe allocates so
    }
};
using Frame = std::unique_ptr<Dwarf_Frame, FreeFrame>;

}  // namespace

/// What CFI says at one address.
struct CallFrames::Rules {
    struct Register {
        std::size_t number = 0;
        std::vector<Dwarf_Op> operations;  ///< empty: the caller's value is lost
    };

    std::vector<Dwarf_Op> frameAddress;
    std::vector<Register> registers;  ///< others keep their values
    std::size_t returnRegister = 0;
    bool isSignal = false;

    /// \return false where the frame's address cannot be worked out
    bool read(Dwarf_Frame* frame)
    {
        const int number = dwarf_frame_info(frame, nullptr, nullptr, &isSignal);
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        if (number < 0 || number >= static_cast<int>(FrameRegisters::kMost)
            || dwarf_frame_cfa(frame, &operations, &count) != 0 || count == 0) {
            return false;
        }
        returnRegister = static_cast<std::size_t>(number);
        frameAddress.assign(operations, operations + count);
        for (std::size_t i = 0; i < FrameRegisters::kMost; ++i) {
            addRegister(frame, i);
        }
        return true;
    }

private:
    void addRegister(Dwarf_Frame* frame, std::size_t number)
    {
        Dwarf_Op memory[3];
        Dwarf_Op* operations = nullptr;
        std::size_t count = 0;
        const bool isThere =
            dwarf_frame_register(frame, static_cast<int>(number), memory, &operations, &count) == 0;
        if (isThere && (count > 0 || operations != nullptr)) {
            registers.push_back({.number = number, .operations = {operations, operations + count}});
        }
    }
};

struct CallFrames::Handle : ElfModule {
    using ElfModule::ElfModule;

    /// Of the program's own section first: it is there in stripped files, too.
    [[nodiscard]] std::unique_ptr<Rules> rulesAt(std::uint64_t address) const
    {
        for (auto* const find : {dwfl_module_eh_cfi, dwfl_module_dwarf_cfi}) {
            Dwarf_Addr cfiBias = 0;
            Dwarf_CFI* const cfi = module == nullptr ? nullptr : find(module, &cfiBias);
            Dwarf_Frame* found = nullptr;
            if (cfi == nullptr || dwarf_cfi_addrframe(cfi, address + bias - cfiBias, &found) != 0) {
                continue;
            }
            const Frame frame(found);
            auto rules = std::make_unique<Rules>();
            if (rules->read(frame.get())) {
                return rules;
            }
        }
        return nullptr;
    }

    struct Function {
        std::uint64_t begin = 0;
        std::uint64_t bytes = 0;
    };
    [[nodiscard]] std::optional<Function> functionAt(std::uint64_t address) const
    {
        GElf_Off offset = 0;
        GElf_Sym symbol{};
        const char* const name =
            module == nullptr
                ? nullptr
                : dwfl_module_addrinfo(
                    module, address + bias, &offset, &symbol, nullptr, nullptr, nullptr);
        if (name == nullptr || offset >= symbol.st_size) {
            return std::nullopt;
        }
        return Function{.begin = address - offset, .bytes = symbol.st_size};
    }

    /// What the file has there, as far as it goes.
    [[nodiscard]] std::span<const std::byte> codeAt(
        std::uint64_t address, std::uint64_t bytes) const
    {
        Dwarf_Addr unused = 0;
        Elf* const elf = module == nullptr ? nullptr : dwfl_module_getelf(module, &unused);
        std::size_t count = 0;
        if (elf == nullptr || elf_getphdrnum(elf, &count) != 0) {
            return {};
        }
        for (std::size_t i = 0; i < count; ++i) {
            GElf_Phdr part{};
            if (gelf_getphdr(elf, static_cast<int>(i), &part) == nullptr || part.p_type != PT_LOAD
                || address < part.p_vaddr || address - part.p_vaddr >= part.p_filesz) {
                continue;
            }
            const std::uint64_t into = address - part.p_vaddr;
            const std::uint64_t length = std::min(bytes, part.p_filesz - into);
            const Elf_Data* const data = elf_getdata_rawchunk(
                elf, static_cast<std::int64_t>(part.p_offset + into), length, ELF_T_BYTE);
            return data == nullptr
                       ? std::span<const std::byte>()
                       : std::span(static_cast<const std::byte*>(data->d_buf), data->d_size);
        }
        return {};
    }
};

CallFrames::CallFrames(const std::string& path) : m_handle(std::make_unique<Handle>(path)) {}

CallFrames::~CallFrames() = default;

const CallFrames::Rules* CallFrames::rulesAt(std::uint64_t address)
{
    const auto [place, isNew] = m_rules.try_emplace(address);
    if (isNew) {
        place->second = m_handle->rulesAt(address);
    }
    return place->second.get();
}

CallFrames::Step CallFrames::step(
    std::uint64_t address, FrameRegisters& registers, const Memory& memory)
{
    const Rules* const rules = rulesAt(address);
    if (rules == nullptr) {
        return {.outcome = Outcome::Unknown};
    }
    const std::optional<ExpressionValue> frame =
        evaluate(rules->frameAddress, registers, 0, memory);
    if (!frame) {
        return {.outcome = Outcome::Unreadable};
    }
    FrameRegisters caller = registers;
    bool isOutermost = false;
    for (const Rules::Register& rule : rules->registers) {
        caller.known &= ~(std::uint64_t{1} << rule.number);
        if (rule.operations.empty()) {
            isOutermost = isOutermost || rule.number == rules->returnRegister;
            continue;
        }
        const std::optional<ExpressionValue> found =
            evaluate(rule.operations, registers, frame->value, memory);
        if (!found) {
            continue;
        }
        const std::optional<std::uint64_t> value =
            found->isValue ? found->value : memory(found->value);
        if (value) {
            caller.set(rule.number, *value);
        }
    }
    if (isOutermost) {
        return {.outcome = Outcome::Outermost};
    }
    if (!caller.has(rules->returnRegister)) {
        return {.outcome = Outcome::Unreadable};
    }
    registers = caller;
    return {
        .outcome = Outcome::Stepped,
        .returnAddress = caller.values.at(rules->returnRegister),
        .stackPointer = frame->value,
        .isSignal = rules->isSignal};
}

std::optional<std::uint64_t> CallFrames::functionAt(std::uint64_t address) const
{
    const auto function = m_handle->functionAt(address);
    return function ? std::optional(function->begin) : std::nullopt;
}

std::optional<std::uint64_t> CallFrames::framePointerAbove(std::uint64_t address)
{
    constexpr std::uint64_t kMostBytes = 1 << 20;
    const auto function = m_handle->functionAt(address);
    if (!function || function->bytes > kMostBytes) {
        return std::nullopt;
    }
    const auto [place, isNew] = m_framePointers.try_emplace(function->begin);
    if (isNew) {
        place->second =
            symbols::framePointerAbove(m_handle->codeAt(function->begin, function->bytes));
    }
    return place->second;
}

std::optional<CallFrames::Call> CallFrames::callBefore(std::uint64_t address) const
{
    constexpr std::uint64_t kLongest = 7;
    const std::uint64_t begin = address - std::min(address, kLongest);
    const auto offset = symbols::callBefore(m_handle->codeAt(begin, address - begin));
    if (!offset) {
        return std::nullopt;
    }
    return *offset == 0 ? Call{} : Call{.target = address + static_cast<std::uint64_t>(*offset)};
}

}  // namespace vellum::collector::symbols
