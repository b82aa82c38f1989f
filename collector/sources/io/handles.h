#pragma once

#include "collector/measurement/event_buffer.h"
#include "collector/sources/io/functions.h"

#include <atomic>
#include <cstdint>

namespace vellum::collector::io {

/// Which handle a descriptor, or a stream by its descriptor, is at present.
///
/// A program may close and make descriptors in ways that are not seen here, system calls of its own among them. So a
/// descriptor without a handle gets one when it is met: its file is what the kernel says it is.
///
/// Odd case Descriptors from kPlaces on have no handle: their calls are recorded as regions alone.
/// Threads  Any; no lock. Safe in signal handlers. A child of vfork shares this table and has descriptors of its own: it
///          must not change it (mayChangeHandles()).
class HandleTable {
public:
    static constexpr int kPlaces = 65536;
    /// A file of the collector's own: its calls are not recorded.
    static constexpr Handle kOurs = UINT32_MAX;

    constexpr explicit HandleTable(Paradigm paradigm) : m_paradigm(paradigm) {}

    /// \return kNoHandle where there is none at \p descriptor
    [[nodiscard]] Handle find(int descriptor)
    {
        const Handle known = peek(descriptor);
        return known != kNoHandle ? known : meet(descriptor);
    }

    /// A new handle, which the program has just made; recorded as such.
    struct Made {
        int flags = 0;  ///< as open takes them
        const char* path =
            nullptr;  ///< as the program has it, from its working directory; null: the kernel is asked
        Handle parent = kNoHandle;  ///< the handle beneath it
    };
    Handle create(int descriptor, const Made& made);

    /// The handle of \p copy, which the program has just made of \p original; recorded as such.
    void duplicate(int original, int copy, int flags);

    /// To be called before the descriptor is closed: behind it another thread may have it again. \return what it was
    Handle release(int descriptor);
    /// It has been closed: recorded as such.
    static void noteClosed(Handle handle);
    /// Closing failed.
    void putBack(int descriptor, Handle handle);

    /// Releases [first, last] and records that they are closed.
    void closeAll(unsigned first, unsigned last);

    /// In a forked child: its handles have numbers of their own, and are met anew.
    void forgetAll();

private:
    [[nodiscard]] Handle peek(int descriptor) const
    {
        return descriptor >= 0 && descriptor < kPlaces
                   ? m_handles[descriptor].load(std::memory_order_relaxed)
                   : kNoHandle;
    }
    Handle meet(int descriptor);
    [[nodiscard]] Handle describe(
        measurement::EventBuffer& buffer, int descriptor, bool isFound, const Made& made) const;
    void put(int descriptor, Handle handle);

    Paradigm m_paradigm;
    std::atomic<int> m_end = 0;  ///< above all places that were ever taken
    std::atomic<Handle> m_handles[kPlaces] = {};
};

extern HandleTable descriptors __attribute__((visibility("hidden")));
extern HandleTable streams __attribute__((visibility("hidden")));

}  // namespace vellum::collector::io
