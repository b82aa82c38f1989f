#pragma once

#include "collector/measurement/spool_format.h"
#include "collector/sources/bridge/bridge.h"
#include "collector/sources/mpi/functions.h"

namespace vellum::collector::mpi {

inline void recordEvent(measurement::EventKind kind, std::uint64_t subject, std::uint64_t frame = 0)
{
    ::vellum_collector_record(static_cast<std::uint16_t>(kind), subject, frame);
}

/// A call of MPI, for as long as this lives.
class Visit {
public:
    explicit Visit(Function function) : m_function(static_cast<std::uint64_t>(function))
    {
        ++depth;
        recordEvent(measurement::EventKind::MpiEnter, m_function);
    }
    ~Visit()
    {
        recordEvent(measurement::EventKind::MpiLeave, m_function);
        --depth;
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    /// Whether the thread is in a call that is recorded: what calls MPI now is most likely MPI itself.
    [[nodiscard]] static bool isInside() { return depth != 0; }

private:
    static inline constinit thread_local unsigned depth = 0;

    std::uint64_t m_function;
};

}  // namespace vellum::collector::mpi
