#pragma once

#include "common/base/allocation_watch.h"
#include "common/base/error.h"
#include "common/base/process_memory.h"
#include "common/query/requests.h"

#include <cstdint>
#include <functional>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace vellum::server::query {

/// How large this process may grow by reading traces and by answering: `--memory`.
///
/// Exact    Counts what `residentBytes` counts; what is freed but kept is given back before anything is
///          refused. An answer ends before it goes past the limit, but for AllocationWatch::kPiece on each
///          of its threads.
/// Threads  Any.
class MemoryLimit {
public:
    /// \param bytes  0: no limit
    /// \param who  holds the memory, for the sentences: "the server"
    /// \param resident  what the process has in memory now
    MemoryLimit(
        std::uint64_t bytes,
        std::string who,
        std::function<std::uint64_t()> resident = residentBytes)
        : m_bytes(bytes)
        , m_who(std::move(who))
        , m_resident(std::move(resident))
    {
    }

    [[nodiscard]] bool isPassed() const { return !mayGrow(0); }

    /// By \p bytes more than there is.
    [[nodiscard]] bool mayGrow(std::uint64_t bytes) const;

    /// Does \p work, whose allocations, and those of `forEach` in it, are held against the limit.
    ///
    /// \param what  "the answer"
    /// \param advice  what to do about it: "ask for fewer columns"
    /// Errors   those of \p work; resourceExhausted: it was too much, and ended.
    template <typename Work>
    auto within(std::string_view what, std::string_view advice, const Work& work) const
        -> decltype(work());

    /// Of a trace that was being read.
    [[nodiscard]] Error refusal(const std::string& path) const;
    /// Of a trace of which nothing was read yet.
    [[nodiscard]] Error refusalToBegin(const std::string& path) const;
    /// Of a program that is too large before it has anything to do.
    [[nodiscard]] Error refusalToStart() const;

private:
    [[nodiscard]] Error tooMuch(
        std::string_view what, std::string_view advice, std::uint64_t wanted) const;

    std::uint64_t m_bytes;
    std::string m_who;
    std::function<std::uint64_t()> m_resident;
};

/// What makes the answer to \p request smaller, for `MemoryLimit::within`.
[[nodiscard]] std::string_view waysToAskForLess(const vellum::query::Request& request);

template <typename Work>
auto MemoryLimit::within(std::string_view what, std::string_view advice, const Work& work) const
    -> decltype(work())
{
    if (m_bytes == 0) {
        return work();
    }
    std::uint64_t wanted = 0;  // by what was refused, with all that there was
    {
        const AllocationWatch watch([&](std::uint64_t bytes) {
            const bool mayGrow = this->mayGrow(bytes);
            wanted = mayGrow ? wanted : m_resident() + bytes;
            return mayGrow;
        });
        try {
            auto result = work();
            const bool isForLack =
                !result.isOk() && result.error().kind == ErrorKind::ResourceExhausted;
            if (!isForLack || wanted == 0) {
                return result;
            }
        } catch (const std::bad_alloc&) {
            if (wanted == 0) {
                throw;
            }
        }
    }
    return tooMuch(what, advice, wanted);
}

}  // namespace vellum::server::query
