#include "collector/writer/sample_file.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace vellum::collector::writer {

using sampling::bitmapWords;
using sampling::kBitmapWord;
using sampling::kLineBytes;
using sampling::kLinesWord;
using sampling::kLineWords;
using sampling::kMostLines;
using sampling::kPlaceWord;
using sampling::kRegisters;
using sampling::kRegisterWord;
using sampling::kSample;
using sampling::kSampleHeaderBytes;
using sampling::kSampleMagic;
using sampling::kTickWord;
using sampling::mergedOf;
using sampling::wordsOf;

namespace {

/// What lies at the begin of \p words: a sample, or what is to be passed over; empty at the end.
std::span<const std::uint64_t> recordAt(std::span<const std::uint64_t> words)
{
    const std::size_t length = words.empty() ? 0 : wordsOf(words.front());
    return length == 0 || length > words.size() ? std::span<const std::uint64_t>()
                                                : words.first(length);
}

bool isSample(std::span<const std::uint64_t> record)
{
    return (record.front() & kSample) != 0;
}

/// Whether a sample has all that comes before its lines.
bool isWhole(std::span<const std::uint64_t> sample)
{
    return sample.size() > kLinesWord && sample[kLinesWord] <= kMostLines
           && sample.size() >= kBitmapWord + bitmapWords(sample[kLinesWord])
           && sample[kPlaceWord] % kLineBytes == 0;
}

/// The sample that \p words begin with, behind what is to be passed over, and takes all that from them; empty at the end.
std::span<const std::uint64_t> takeSample(std::span<const std::uint64_t>& words)
{
    for (auto record = recordAt(words); !record.empty(); record = recordAt(words)) {
        words = words.subspan(record.size());
        if (isSample(record)) {
            return isWhole(record) ? record : std::span<const std::uint64_t>();
        }
    }
    return {};
}

/// When a thread that waited was looked at last.
std::uint64_t lastTickOf(std::span<const std::uint64_t> sample)
{
    return std::max(sample[kTickWord], sample[kRegisterWord + sampling::kLastTickRegister]);
}

/// What no collector writes is damage.
bool isSound(const sampling::SampleHeader& header)
{
    constexpr std::uint64_t kLongestPeriodNs = 1'000'000'000;
    return header.magic == kSampleMagic && header.kind <= sampling::InterruptKind::OffCpu
           && (header.kind == sampling::InterruptKind::None
               || (header.periodNs > 0 && header.periodNs <= kLongestPeriodNs));
}

}  // namespace

std::shared_ptr<const SampleFile> SampleFile::open(const std::filesystem::path& file)
{
    Result<std::shared_ptr<const mapped_file::Mapping>> mapping = mapped_file::Mapping::open(file);
    if (!mapping.isOk() || mapping.value()->bytes().size() < kSampleHeaderBytes) {
        return nullptr;
    }
    const std::span<const std::byte> bytes = mapping.value()->bytes().subspan(kSampleHeaderBytes);
    const std::span<const std::uint64_t> words(
        reinterpret_cast<const std::uint64_t*>(bytes.data()), bytes.size() / sizeof(std::uint64_t));
    auto samples = std::make_shared<const SampleFile>(std::move(mapping).value(), words);
    return isSound(samples->header()) ? samples : nullptr;
}

SampleFile::SampleFile(
    std::shared_ptr<const mapped_file::Mapping> mapping, std::span<const std::uint64_t> words)
    : m_mapping(std::move(mapping))
    , m_words(words)
{
    std::memcpy(&m_header, m_mapping->bytes().data(), sizeof m_header);
}

std::uint64_t SampleFile::firstTick() const
{
    std::span<const std::uint64_t> rest = m_words;
    const std::span<const std::uint64_t> sample = takeSample(rest);
    return sample.empty() ? 0 : sample[kTickWord];
}

std::uint64_t SampleFile::lastTick() const
{
    std::uint64_t tick = 0;
    std::span<const std::uint64_t> rest = m_words;
    for (auto sample = takeSample(rest); !sample.empty(); sample = takeSample(rest)) {
        tick = isOffCpu() ? lastTickOf(sample) : sample[kTickWord];
    }
    return tick;
}

bool SampleReader::next()
{
    if (m_isOffCpu && m_repeated < m_merged) {
        ++m_repeated;
        const std::uint64_t last = std::max(m_firstTick, m_registers[sampling::kLastTickRegister]);
        const double part = static_cast<double>(m_repeated) / static_cast<double>(m_merged);
        m_tick = m_firstTick
                 + static_cast<std::uint64_t>(static_cast<double>(last - m_firstTick) * part);
        return true;
    }
    const std::span<const std::uint64_t> sample = takeSample(m_words);
    if (sample.empty()) {
        m_words = {};
        return false;
    }
    read(sample);
    return true;
}

void SampleReader::read(std::span<const std::uint64_t> record)
{
    const std::size_t lines = record[kLinesWord];
    const std::span<const std::uint64_t> bitmap = record.subspan(kBitmapWord, bitmapWords(lines));
    std::span<const std::uint64_t> changed = record.subspan(kBitmapWord + bitmap.size());
    m_tick = record[kTickWord];
    m_firstTick = m_tick;
    m_repeated = 0;
    m_merged = mergedOf(record.front());
    m_registers = record.subspan(kRegisterWord, kRegisters);
    m_stackBegin = record[kPlaceWord];
    m_stackEnd = m_stackBegin + lines * kLineBytes;
    for (std::size_t line = 0; line < lines; ++line) {
        if ((bitmap[line / 64] >> line % 64 & 1U) == 0 || changed.size() < kLineWords) {
            continue;
        }
        const std::uint64_t word = (m_stackBegin + line * kLineBytes) / sizeof(std::uint64_t);
        std::ranges::copy(
            changed.first(kLineWords),
            m_stack.begin() + static_cast<std::ptrdiff_t>(word % m_stack.size()));
        changed = changed.subspan(kLineWords);
    }
}

std::optional<std::uint64_t> SampleReader::stackWord(std::uint64_t address) const
{
    const bool isThere = address >= m_stackBegin && address < m_stackEnd && address % 8 == 0;
    return isThere ? std::optional(m_stack.at(address / 8 % m_stack.size())) : std::nullopt;
}

}  // namespace vellum::collector::writer
