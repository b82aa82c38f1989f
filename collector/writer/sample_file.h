#pragma once

#include "collector/sources/sampling/sample_format.h"
#include "common/mapped_file/mapping.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace vellum::collector::writer {

/// The samples of one thread, mapped from its spool file (sample_format.h says how they lie there).
///
/// Errors   A file that is not there, or is none of samples by its header, has none. What is damaged ends the samples.
/// Threads  Immutable.
class SampleFile {
public:
    static std::shared_ptr<const SampleFile> open(const std::filesystem::path& file);

    SampleFile(
        std::shared_ptr<const mapped_file::Mapping> mapping, std::span<const std::uint64_t> words);

    [[nodiscard]] const sampling::SampleHeader& header() const { return m_header; }
    [[nodiscard]] std::span<const std::uint64_t> words() const { return m_words; }
    /// Whether they are of a thread that waited.
    [[nodiscard]] bool isOffCpu() const { return m_header.kind == sampling::InterruptKind::OffCpu; }
    /// 0 if there is none.
    [[nodiscard]] std::uint64_t firstTick() const;
    [[nodiscard]] std::uint64_t lastTick() const;

private:
    std::shared_ptr<const mapped_file::Mapping> m_mapping;
    sampling::SampleHeader m_header;
    std::span<const std::uint64_t> m_words;
};

/// One sample after the other, each with the stack as it was. Of a thread that waited, looks that found it unchanged are
/// samples, too, at even distances between the first and the last of them.
///
/// Threads  Owner thread. The file outlives it.
class SampleReader {
public:
    explicit SampleReader(const SampleFile& file)
        : m_words(file.words())
        , m_isOffCpu(file.isOffCpu())
        , m_stack(sampling::kMostStackBytes / sizeof(std::uint64_t))
    {
    }

    /// \return false at the end
    bool next();

    [[nodiscard]] std::uint64_t tick() const { return m_tick; }
    /// Further interrupts that came as one with this.
    [[nodiscard]] std::uint64_t merged() const { return m_isOffCpu ? 0 : m_merged; }
    /// Registers and stack are those of the sample before.
    [[nodiscard]] bool isRepeated() const { return m_repeated > 0; }
    /// Whether a register's value is known. Of a thread that waits few are.
    [[nodiscard]] bool knows(std::size_t reg) const
    {
        return !m_isOffCpu || reg == sampling::kStackRegister || reg == sampling::kProgramCounter;
    }
    [[nodiscard]] std::span<const std::uint64_t> registers() const { return m_registers; }
    /// Of the present sample's stack; nothing for what was not kept of it.
    [[nodiscard]] std::optional<std::uint64_t> stackWord(std::uint64_t address) const;

private:
    void read(std::span<const std::uint64_t> record);

    std::span<const std::uint64_t> m_words;  ///< still to be read
    std::uint64_t m_tick = 0;
    bool m_isOffCpu = false;
    std::uint64_t m_firstTick = 0;  ///< of the record
    std::uint64_t m_merged = 0;
    std::uint64_t m_repeated = 0;  ///< looks of the record that were passed, behind its first
    std::span<const std::uint64_t> m_registers;
    std::uint64_t m_stackBegin = 0;
    std::uint64_t m_stackEnd = 0;
    std::vector<std::uint64_t> m_stack;  ///< a word at its address modulo kMostStackBytes
};

}  // namespace vellum::collector::writer
