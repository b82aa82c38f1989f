#include "collector/writer/record_reader.h"

#include <sys/mman.h>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;
using measurement::WordKind;
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
    const std::uint64_t function = functionOf(measurement::numberInVisit(word));
    m_base.tick += measurement::ticksInVisit(word);
    m_base.frame += measurement::frameAway(word, words::kVisitFrameShift);
    record = {
        .tick = m_base.tick,
        .subject = measurement::packSubject(EventKind::FunctionEnter, function),
        .frame = m_base.frame};
    m_base.tick += measurement::lengthOfVisit(word);
    m_leave = {
        .tick = m_base.tick,
        .subject = measurement::packSubject(EventKind::FunctionLeave, function)};
    m_hasLeave = true;
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
        const std::uint64_t function = functionOf(measurement::numberIn(word));
        switch (measurement::kindOfWord(word)) {
        case WordKind::Enter:
            m_base.tick += measurement::ticksInEnter(word);
            m_base.frame += measurement::frameAway(word, words::kFrameShift);
            record = {
                .tick = m_base.tick,
                .subject = measurement::packSubject(EventKind::FunctionEnter, function),
                .frame = m_base.frame};
            break;
        case WordKind::Leave:
            m_base.tick += measurement::ticksInLeave(word);
            record = {
                .tick = m_base.tick,
                .subject = measurement::packSubject(EventKind::FunctionLeave, function),
                .frame = 0};
            break;
        case WordKind::Visit:
            readVisit(word, record);
            break;
        case WordKind::Nothing:
            ++m_at;
            continue;
        case WordKind::Full:
            return readFull(record);
        case WordKind::End:
        case WordKind::Unknown:
            return false;
        }
        ++m_at;
        return true;
    }
    return false;
}

}  // namespace vellum::collector::writer
