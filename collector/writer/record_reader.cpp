#include "collector/writer/record_reader.h"

#include <sys/mman.h>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;
namespace words = measurement::words;

namespace {

constexpr std::size_t kGiveBackWords = std::size_t{1} << 20U;  // 8 MiB

}  // namespace

void RecordReader::giveBack()
{
    const auto* begin = m_words.data() + m_givenBack;
    // Of a shared mapping of a file: the pages are read again if anybody wants them. A hint; what happens is the same.
    ::madvise(
        const_cast<std::uint64_t*>(begin),  // NOLINT(cppcoreguidelines-pro-type-const-cast)
        kGiveBackWords * sizeof(std::uint64_t),
        MADV_DONTNEED);
    m_givenBack += kGiveBackWords;
}

bool RecordReader::readFull(EventRecord& record)
{
    if (m_words.size() - m_at < words::kFullWords) {
        return false;
    }
    record = {.tick = m_words[m_at + 1], .subject = m_words[m_at + 2], .frame = m_words[m_at + 3]};
    m_at += words::kFullWords;
    m_base.follow(measurement::kindOf(record), record.tick, record.frame);
    return true;
}

void RecordReader::readVisit(std::uint64_t word, EventRecord& record)
{
    const std::uint64_t function = functionOf(word, words::kVisitNumberShift);
    m_base.tick += word >> words::kVisitTickShift & (words::kVisitTicks - 1);
    m_base.frame += ((word >> words::kVisitFrameShift & (words::kFrames - 1)) << 3U)
                    - (words::kFrames / 2 << 3U);
    record = {
        .tick = m_base.tick,
        .subject = measurement::packSubject(EventKind::FunctionEnter, function),
        .frame = m_base.frame};
    m_base.tick += word & (words::kVisitLengths - 1);
    m_leave = {
        .tick = m_base.tick,
        .subject = measurement::packSubject(EventKind::FunctionLeave, function)};
    m_hasLeave = true;
    ++m_at;
}

bool RecordReader::next(EventRecord& record)
{
    if (m_hasLeave) {
        m_hasLeave = false;
        record = m_leave;
        return true;
    }
    if (m_at >= m_givenBack + 2 * kGiveBackWords) [[unlikely]] {
        giveBack();
    }
    while (m_at < m_words.size()) {
        // Its thread may still be running.
        const std::uint64_t word = __atomic_load_n(m_words.data() + m_at, __ATOMIC_ACQUIRE);
        switch (word >> words::kMarkShift) {
        case words::kEnterMark:
            m_base.tick += word & (words::kEnterTicks - 1);
            m_base.frame += ((word >> words::kFrameShift & (words::kFrames - 1)) << 3U)
                            - (words::kFrames / 2 << 3U);
            record = {
                .tick = m_base.tick,
                .subject = measurement::packSubject(
                    EventKind::FunctionEnter, functionOf(word, words::kNumberShift)),
                .frame = m_base.frame};
            ++m_at;
            return true;
        case words::kLeaveMark:
            m_base.tick += word & (words::kLeaveTicks - 1);
            record = {
                .tick = m_base.tick,
                .subject = measurement::packSubject(
                    EventKind::FunctionLeave, functionOf(word, words::kNumberShift)),
                .frame = 0};
            ++m_at;
            return true;
        default:
            break;
        }
        if ((word & words::kVisit) == words::kVisit) {
            readVisit(word, record);
            return true;
        }
        if (word == words::kNothing) {
            ++m_at;
            continue;
        }
        return word == words::kFull && readFull(record);
    }
    return false;
}

}  // namespace vellum::collector::writer
