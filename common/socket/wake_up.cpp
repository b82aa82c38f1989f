#include "common/socket/wake_up.h"

#include "common/base/check.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>

namespace vellum::socket {

WakeUp::WakeUp() : m_descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK))
{
    VELLUM_ASSERT(m_descriptor >= 0);
}

WakeUp::~WakeUp()
{
    ::close(m_descriptor);
}

void WakeUp::wake() const
{
    const std::uint64_t one = 1;
    // Fails only where the counter is full, and then it is readable already.
    [[maybe_unused]] const auto written = ::write(m_descriptor, &one, sizeof one);
}

void WakeUp::drain() const
{
    std::uint64_t count = 0;
    [[maybe_unused]] const auto read = ::read(m_descriptor, &count, sizeof count);
}

}  // namespace vellum::socket
