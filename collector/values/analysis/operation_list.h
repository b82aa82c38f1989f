#pragma once

#include "collector/values/analysis/code_map.h"
#include "common/values/flat_map.h"
#include "common/values/sidecar/records.h"

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

namespace vellum::collector::values {

/// The operations and calling contexts of a recording, by number, from 1 on.
struct OperationLists {
    struct Operation {
        ::vellum::values::sidecar::OperationRecord record;
        std::uint32_t process = 0;
        std::uint32_t location = 0;  ///< index in its process
        bool isInherited = false;    ///< a visit that was open when its process was forked
    };
    std::vector<Operation> operations;
    std::vector<::vellum::values::sidecar::CallingContextRecord> contexts;
};

/// The call tree of one process.
///
/// Size     At most kMost contexts: deeper calls then count for their caller.
/// Threads  One owner.
class ContextTree {
public:
    static constexpr std::size_t kMost = std::size_t{1} << 20U;

    explicit ContextTree(OperationLists& lists) : m_lists(lists) {}

    [[nodiscard]] std::uint32_t find(
        std::uint32_t parent, std::uint32_t site, std::uint32_t function);

private:
    struct Key {
        std::uint32_t parent = 0;
        std::uint32_t site = 0;
        std::uint32_t function = 0;

        [[nodiscard]] std::uint64_t hash() const
        {
            return ::vellum::values::mixWords(std::uint64_t{parent} << 32U | site, function);
        }
        friend bool operator==(const Key&, const Key&) = default;
    };

    OperationLists& m_lists;
    ::vellum::values::FlatMap<Key, std::uint32_t> m_contexts;
};

/// What one thread does, visit by visit: which accesses are one operation.
///
/// Exact    A visit of a function with accesses of its own is an operation, or part of one. Visits of a function from one
///          call site that begin within `window` of the operation's begin, or before it, join it, and it ends with the first that
///          ends later. So a long visit is one operation, and many short ones are few; who called does not depend on time. The window doubles with every kPatience
///          operations of the thread, so that their number grows with the logarithm of its time.
/// Threads  One owner.
class ThreadOperations {
public:
    static constexpr std::uint32_t kPatience = 1024;

    struct Thread {
        std::uint32_t process = 0;
        std::uint32_t location = 0;  ///< index in its process
        std::uint64_t window = 0;    ///< ticks
        std::uint64_t begin = 0;     ///< when the thread begins
    };

    /// \param onEnd   told the number of an operation that has ended
    ThreadOperations(
        CodeMap& code,
        ContextTree& contexts,
        OperationLists& lists,
        const Thread& thread,
        std::function<void(std::uint64_t)> onEnd);

    void enter(std::uint64_t function, std::uint64_t caller, std::uint64_t tick);
    void leave(std::uint64_t function, std::uint64_t tick);
    /// The thread's end: everything ends that is open.
    void end();

    /// The operation that an access belongs to now.
    [[nodiscard]] std::uint64_t current();
    void count(std::uint64_t accesses, std::uint64_t bytes);

    [[nodiscard]] std::uint32_t context() const;
    [[nodiscard]] std::uint32_t function() const;
    [[nodiscard]] std::uint64_t lastTick() const { return m_lastTick; }

    /// Ends operations that no visit can join any more.
    void sweep();

private:
    struct Frame {
        std::uint64_t address = 0;
        std::uint32_t function = 0;
        std::uint32_t site = 0;  ///< of the call
        std::uint32_t context = 0;
        std::uint64_t enter = 0;
        bool isInherited = false;
        std::uint64_t operation = 0;  ///< 0: no access yet
    };
    struct Open {
        std::uint64_t operation = 0;
        std::uint32_t visits = 0;  ///< that are open
    };

    /// Visits with the same one may be one operation.
    static std::uint64_t keyOf(const Frame& frame)
    {
        return std::uint64_t{frame.function} << 32U | frame.site;
    }
    std::uint64_t join(Frame& frame);
    void leaveTop(std::uint64_t tick);
    void finish(std::uint64_t operation);

    CodeMap& m_code;
    ContextTree& m_contexts;
    OperationLists& m_lists;
    std::uint32_t m_process;
    std::uint32_t m_location;
    std::uint64_t m_window;
    std::uint32_t m_made = 0;
    std::uint64_t m_lastTick = 0;
    std::function<void(std::uint64_t)> m_onEnd;
    std::vector<Frame> m_frames;  ///< the first stands for what is in no function
    std::unordered_map<std::uint64_t, Open> m_open;  ///< by `keyOf`
};

}  // namespace vellum::collector::values
