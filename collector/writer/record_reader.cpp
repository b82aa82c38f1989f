#include "collector/writer/record_reader.h"

#include <sys/mman.h>

namespace vellum::collector::writer {

using measurement::EventKind;
using measurement::EventRecord;
using measurement::WordKind;

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

/// The next record that tells something new.
bool RecordReader::decode(measurement::DecodedRecord& found)
{
    for (;;) {
        const std::uint64_t* at = m_words.data() + m_at;
        const bool isThere = decodeRecord(at, m_words.data() + m_words.size(), m_base, found);
        m_at = static_cast<std::size_t>(at - m_words.data());
        if (!isThere) {
            return false;
        }
        if (m_skip > 0) {
            --m_skip;
        } else if (
            found.kind == WordKind::Full
            && measurement::kindOf(found.record) == EventKind::WindowBegin) {
            m_skip = m_isFirst ? 0 : measurement::subjectOf(found.record);
            m_isFirst = false;
        } else {
            m_isFirst = false;
            return true;
        }
    }
}

bool RecordReader::next(EventRecord& record)
{
    if (m_hasLeave) {
        m_hasLeave = false;
        record = m_leave;
        return record.tick < m_until;
    }
    if (m_at >= m_givenBack + 2 * kGiveBackWords) [[unlikely]] {
        giveBack();
    }
    measurement::DecodedRecord found;
    if (!decode(found) || found.record.tick >= m_until) {
        m_until = 0;
        return false;
    }
    record = found.record;
    if (found.kind == WordKind::Full) {
        return true;
    }
    const std::uint64_t function = functionOf(found.number);
    record.subject = measurement::packSubject(
        found.kind == WordKind::Leave ? EventKind::FunctionLeave : EventKind::FunctionEnter,
        function);
    if (found.kind == WordKind::Visit) {
        m_leave = {
            .tick = record.tick + found.length,
            .subject = measurement::packSubject(EventKind::FunctionLeave, function)};
        m_hasLeave = true;
    }
    return true;
}

}  // namespace vellum::collector::writer
