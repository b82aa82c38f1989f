#pragma once

#include "collector/measurement/open_regions.h"

#include <cstdint>

namespace vellum::collector::measurement {

struct EventBuffer;

/// Keeps of a thread's windows only those of the last seconds: the space of older ones goes back to the file system while
/// the thread records (docs/decisions/0025).
///
/// Layout   Each window begins with a record WindowBegin and the enters of the regions that were open, so that reading may
///          begin with any. LocationHeader::firstWindow says which is the first that is there.
/// Cost     One pass over each full window, three system calls at each new window, and six more for each that is given up.
/// Threads  Of one thread.
class WindowRing {
public:
    void begin(const EventBuffer& buffer);

    /// The window is full, its words end at the cursor.
    void endWindow(const EventBuffer& buffer);

    /// What a window must at least have for its begin.
    [[nodiscard]] std::uint64_t beginBytes() const;

    /// Stores the begin of the window that the buffer has now, and gives up windows that are older than asked for.
    ///
    /// \param path  of the thread's file, null if there is none
    void beginWindow(EventBuffer& buffer, const char* path);

private:
    void giveUpOld(EventBuffer& buffer, const char* path);

    std::uint64_t m_oldest = 0;  ///< where the first window lies that is there; 0: none yet
    std::uint64_t m_oldestBytes = 0;
    OpenRegions m_regions;
};

}  // namespace vellum::collector::measurement
