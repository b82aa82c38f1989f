#pragma once

#include "collector/values/page_format.h"
#include "collector/values/pages/page_watch.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::values {

/// Watches large blocks and variables of this process, and tells the launcher of them.
///
/// Errors   What cannot be watched is counted in the header; the program never notices.
/// Size     kMostWatched blocks; allocates nothing.
/// Threads  Any. Takes no lock.
class ProcessPages {
public:
    /// Reads the environment; begins, if this is a process to record. May be called again.
    void ensureStarted();
    /// In a forked child, which has its parent's blocks and nothing that watches them.
    void startAgain();
    /// Ends the last slice.
    void end();

    [[nodiscard]] bool isActive() const { return m_header != nullptr; }

    void allocated(const void* block, std::size_t bytes);
    /// Before it is given back. \return its bytes, if it was watched; else 0
    std::size_t freed(const void* block);

    /// A thread comes to the end of an operation: the slice ends with it, unless the last one ended just now. Waits for the
    /// launcher.
    void endSlice(SliceOwner owner, std::uint64_t subject);

private:
    /// A block that is watched. `address` is stored last and taken first.
    struct Slot {
        std::atomic<std::uint64_t> address;
        std::uint64_t bytes;
    };
    static constexpr std::size_t kSlots = kMostWatched * 2;

    bool start();
    static void addSegments();
    /// \return false where there is no room
    bool tell(BlockEventKind kind, std::uint64_t address, std::uint64_t bytes);
    [[nodiscard]] Slot* claimSlot(std::uint64_t address);
    void watchAgain();
    void waitForAnswer(std::uint32_t asked);

    bool m_isStarted = false;
    PageHeader* m_header = nullptr;  ///< null: nothing is watched
    BlockEvent* m_events = nullptr;
    PageWatch m_watch;
    std::atomic<std::uint32_t> m_watched = 0;
    Slot m_slots[kSlots] = {};
};

extern ProcessPages processPages __attribute__((visibility("hidden")));

/// Whether the calling thread is in one of our hooks: what these call is not looked at.
extern thread_local bool isInPageHook
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

}  // namespace vellum::collector::values
