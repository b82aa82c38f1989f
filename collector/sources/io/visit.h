#pragma once

#include "collector/measurement/event_buffer.h"
#include "collector/measurement/lifecycle.h"
#include "collector/sources/io/functions.h"
#include "collector/sources/io/handles.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vellum::collector::io {

/// Where the code of our own injected libraries lies: what they read and write, and wait for, is not the program's.
struct CodeRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;
};
inline constexpr std::size_t kOwnLibraries = 5;
extern CodeRange ownCode[kOwnLibraries] __attribute__((visibility("hidden")));

[[nodiscard]] inline bool isOwnCode(const void* caller)
{
    const auto address = reinterpret_cast<std::uintptr_t>(caller);
    return std::ranges::any_of(ownCode, [address](const CodeRange& range) {
        return address >= range.begin && address < range.end;
    });
}

/// Whether what \p caller does is to be recorded; begins the recording, if need be.
[[nodiscard]] inline bool isRecorded(const void* caller)
{
    const measurement::Phase phase = measurement::process.phase;
    if (phase != measurement::Phase::Active
        && (phase != measurement::Phase::Unstarted || !measurement::ensureStarted())) {
        return false;
    }
    return measurement::process.config.io && !isOwnCode(caller);
}

/// False in a child of vfork, whose memory is its parent's.
[[nodiscard]] inline bool isInOwnProcess()
{
    return measurement::process.header->pid == static_cast<std::uint32_t>(::getpid());
}

/// Of calls that make and close descriptors: as isRecorded(), but not in a child of vfork.
[[nodiscard]] inline bool mayChangeHandles(const void* caller)
{
    return isRecorded(caller) && isInOwnProcess();
}

/// An event with a text before it, in pieces of kTextBytes. The caller has the buffer's guard.
void storeNamed(
    measurement::EventBuffer& buffer,
    measurement::EventKind kind,
    std::uint64_t subject,
    std::uint64_t frame,
    std::string_view text);

/// A call, from its begin to leave(), or to the end of the scope where a thread is cancelled in it.
class Visit {
public:
    /// \param asked  bytes, or the offset of a seek
    explicit Visit(const Call& call, std::uint64_t asked = 0) : m_call(call)
    {
        measurement::record(measurement::EventKind::IoEnter, pack(call), asked);
    }
    ~Visit()
    {
        if (!m_hasLeft) {
            leave(0);
        }
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

    /// \param done  bytes, or the place after a seek; kUnknown where it is not known
    void leave(std::uint64_t done)
    {
        m_hasLeft = true;
        measurement::record(measurement::EventKind::IoLeave, pack(m_call), done);
    }

private:
    Call m_call;
    bool m_hasLeft = false;
};

/// Calls \p next, which returns bytes or a negative number, as a transfer of \p handle.
template <typename Next>
[[nodiscard]] auto transfer(Function function, Handle handle, std::uint64_t asked, Next next)
{
    if (handle == HandleTable::kOurs) {
        return next();
    }
    Visit visit({.function = function, .handle = handle}, asked);
    const auto done = next();
    visit.leave(done < 0 ? 0 : static_cast<std::uint64_t>(done));
    return done;
}

/// Calls \p next as a region, without data.
template <typename Next>
[[nodiscard]] auto visited(Function function, Handle handle, Next next)
{
    if (handle == HandleTable::kOurs) {
        return next();
    }
    const Visit visit({.function = function, .handle = handle});
    return next();
}

}  // namespace vellum::collector::io
