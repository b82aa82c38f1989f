#include "server/session/memory_limit.h"

#include "common/base/number_text.h"
#include "common/base/process_memory.h"

namespace vellum::server::session {

bool MemoryLimit::isPassed() const
{
    if (m_bytes == 0 || m_resident() <= m_bytes) {
        return false;
    }
    returnFreeMemory();  // of answers that were sent, for instance
    return m_resident() > m_bytes;
}

Error MemoryLimit::refusal(const std::string& path, std::string_view who) const
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = path + ": " + std::string(who) + " has grown past its limit of "
                   + byteText(m_bytes) + " while reading it"};
}

Error MemoryLimit::refusalToBegin(const std::string& path, std::string_view who) const
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = path + ": is not opened: " + std::string(who) + " holds "
                   + byteText(m_resident()) + " already, more than its limit of "
                   + byteText(m_bytes)};
}

}  // namespace vellum::server::session
