#pragma once

#include "collector/measurement/recursion_guard.h"
#include "collector/values/ring_format.h"

#include <cstddef>
#include <cstdint>

namespace vellum::collector::values {

/// A store that was announced: what was there before, until what is there now can be read.
///
/// Why      The compiler announces a store before it happens. It has happened at the thread's next event of another
///          kind, or at a read of the same bytes. Not at any read: where a struct is copied, the store is announced
///          first, then the read, and the copy comes last.
struct PendingStore {
    static constexpr std::size_t kOldBytes = 256;

    std::uint64_t address = 0;
    std::size_t bytes = 0;  ///< 0: none
    std::uint64_t site = 0;
    unsigned flags = 0;
    alignas(16) unsigned char old[kOldBytes] =
        {};  ///< of the first bytes; the old values of others are not known
};

/// What one thread records, and where: its ring (ring_format.h), mapped shared, so that what is stored survives the
/// process whatever ends it.
///
/// Errors   Where there is no space for a ring, the thread is not recorded.
/// Threads  Thread-local; only its own thread touches it. Safe against signal handlers of that thread: what they do
///          while a hook runs is counted as lost. No lock, no allocation.
class ThreadRecorder {
public:
    /// Of hooks that found another one running on their thread.
    void countLost();

    void read(std::uint64_t address, std::size_t bytes, std::uint64_t site, unsigned flags = 0);
    /// The store is about to happen.
    void write(std::uint64_t address, std::size_t bytes, std::uint64_t site, unsigned flags = 0);
    /// It has happened, all of it is known.
    void written(
        std::uint64_t address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t old,
        std::uint64_t site,
        unsigned flags);
    void wasRead(
        std::uint64_t address,
        std::size_t bytes,
        std::uint64_t value,
        std::uint64_t site,
        unsigned flags);

    /// The pending store has happened.
    void complete()
    {
        if (m_pending.bytes != 0) {
            completePending();
        }
    }

    void enter(std::uint64_t caller, std::uint64_t function, std::uint64_t frame);
    void leave();

    void allocated(const void* block, std::size_t bytes, const void* site);
    void freed(const void* block, const void* site);

    [[nodiscard]] bool hasRing() const { return m_ring != nullptr; }
    /// The ring is there, or could be made.
    [[nodiscard]] bool isReady() { return m_ring != nullptr || (!m_closed && open()); }

    /// The thread ends: nothing more is recorded.
    void close();
    /// In a forked child: the ring is the parent's. The visits that are open stay open.
    void forget();

    // Both belong to the hooks around it. NOLINTBEGIN(misc-non-private-member-variables-in-classes)
    bool busy = false;  ///< see measurement::RecursionGuard
    /// Set while operator new runs: who asked for the memory that malloc then gives.
    const void* allocationSite = nullptr;
    // NOLINTEND(misc-non-private-member-variables-in-classes)

private:
    struct Frame {
        std::uint64_t function = 0;
        std::uint64_t frame = 0;
    };

    bool open();
    bool openRing();
    bool makeFrames();
    void put(const RingRecord& record);
    bool waitForRoom();
    void putAccess(const RingRecord& record);
    void completePending();
    void popDead(std::uint64_t frame);
    void dropFrame();

    RingHeader* m_ring = nullptr;  ///< null: none yet
    RingRecord* m_places = nullptr;
    std::uint64_t m_written = 0;  ///< as the header's
    std::uint64_t m_limit = 0;    ///< room is known up to here
    std::uint64_t m_epoch = 0;    ///< that the ring speaks of
    std::uint64_t m_stalledAt =
        0;  ///< the launcher's heartbeat when it was found dead; 0: it was not
    std::uint64_t m_stackLow = 0;
    std::uint64_t m_stackHigh = 0;
    std::size_t m_depth = 0;    ///< of m_frames
    std::size_t m_tooDeep = 0;  ///< visits beyond kMostFrames
    Frame* m_frames = nullptr;
    bool m_closed = false;
    PendingStore m_pending;
};

/// Initial-exec: the library is loaded with the program.
extern thread_local constinit ThreadRecorder threadRecorder
    __attribute__((tls_model("initial-exec"), visibility("hidden")));

/// Calls \p use with the thread's recorder where something is to be recorded: not within another hook, nor in a
/// process that is not recorded.
template <typename Use>
inline void withRecorder(Use use)
{
    ThreadRecorder& recorder = threadRecorder;
    const measurement::RecursionGuard guard(recorder.busy);
    if (guard.entered()) [[likely]] {
        if (recorder.isReady()) [[likely]] {
            use(recorder);
        }
    } else {
        recorder.countLost();
    }
}

}  // namespace vellum::collector::values
