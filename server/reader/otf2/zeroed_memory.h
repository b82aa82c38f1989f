#pragma once

namespace vellum::server::reader::otf2 {

/// While one lives, large pieces of memory that anybody allocates are zeroes.
///
/// Of a definitions file that is cut off the library also takes for records what it has never read: what its buffer's
/// memory held before. From memory that was never used that is zeroes, from memory that was, anything, and then
/// the same file would be read otherwise each time.
/// Cost     A write of all that is allocated meanwhile: only for files that are cut off.
/// Threads  Any number at once.
/// Source   mallopt(3), M_PERTURB; nothing happens where the allocator does not know it.
class ZeroedMemory {
public:
    ZeroedMemory();
    ZeroedMemory(const ZeroedMemory&) = delete;
    ZeroedMemory& operator=(const ZeroedMemory&) = delete;
    ~ZeroedMemory();
};

}  // namespace vellum::server::reader::otf2
