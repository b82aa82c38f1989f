#include "server/session/memory_limit.h"

#include "common/base/number_text.h"

namespace vellum::server::session {

bool MemoryLimit::isPassed() const
{
    return m_bytes != 0 && m_resident() > m_bytes;
}

Error MemoryLimit::refusal(const std::string& path, std::string_view who) const
{
    return {
        .kind = ErrorKind::ResourceExhausted,
        .message = path + ": " + std::string(who) + " has grown past its limit of "
                   + byteText(m_bytes) + " while reading it"};
}

}  // namespace vellum::server::session
