#pragma once

#include "common/values/access.h"
#include "common/values/flat_map.h"
#include "common/values/memory_image.h"
#include "common/values/site_key.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace vellum::values {

/// The part of the whole, 0 of nothing: how rates are made of the counts below. The rate of a site is
/// redundant / accesses of its row; of a kernel, the same of the sums of all rows of the op.
[[nodiscard]] constexpr double share(std::uint64_t part, std::uint64_t whole)
{
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

/// What one memory instruction did to one object in one op.
struct RedundancyRow {
    SiteKey key;
    std::uint64_t accesses = 0;
    std::uint64_t bytes = 0;
    std::uint64_t redundant = 0;  ///< the same thread saw the same value at the same address before
    std::uint64_t reloads = 0;    ///< reads of what the same thread has stored there last
    std::uint64_t storesOverKnown = 0;  ///< stores for which it is known what memory held before
    std::uint64_t silentStores = 0;     ///< of these, those that changed nothing
    std::uint64_t silentBytes = 0;      ///< that these stored
    std::uint64_t deadBytes = 0;        ///< stored, and overwritten before anybody read them

    friend bool operator==(const RedundancyRow&, const RedundancyRow&) = default;
};

/// How often `to` saw again what `from` had seen: a value, of one object, in one op, by one kind of access.
struct RedundantPair {
    std::uint64_t op = 0;
    std::uint64_t object = 0;
    std::uint64_t value = 0;
    std::uint32_t to = 0;    ///< site
    std::uint32_t from = 0;  ///< site; the same one in a loop
    AccessKind kind = AccessKind::Read;
    std::uint64_t accesses = 0;
    std::uint64_t bytes = 0;

    friend bool operator==(const RedundantPair&, const RedundantPair&) = default;
};

/// What was told of one access.
struct AccessNote {
    bool isCounted = false;    ///< in a row
    bool isUnchanged = false;  ///< a store of what was there, as far as is known
};

/// What could not be kept. Every count but `accesses` means that redundancy was missed, never that too much
/// was found.
struct RedundancyLoss {
    std::uint64_t accesses = 0;  ///< in no row: their unit is none, or there were too many rows
    std::uint64_t cells = 0;     ///< addresses of threads that were forgotten
    std::uint64_t lines = 0;     ///< 64-byte lines of memory that were forgotten
    std::uint64_t pairs = 0;     ///< redundant accesses that are in no pair

    friend bool operator==(const RedundancyLoss&, const RedundancyLoss&) = default;
};

/// Temporal redundancy and its relatives, while accesses come.
///
/// Exact    An access is redundant if the last access of the same kind by the same thread (op, block,
///          thread) to the same address (object, offset) had the same unit and value; `from` is the site of
///          that one. A reload is a read that equals the thread's last store (write or atomic) there. A
///          store is silent if it equals what memory held, by `old` or else by the last access of any
///          thread to those bytes. A byte is dead if it is stored again, by anybody, before a read or
///          an atomic of it; it counts for the site whose store was in vain. Where the thread shall not
///          matter, as LoadSpy has it, leave `thread` and `block` 0.
/// Errors   Nothing is refused; `loss` says what did not fit into `Limits`.
/// Size     Bounded by Limits; about 100 bytes per cell, 400 per line, 100 per row and pair.
/// Threads  One owner. Accesses of one thread come in its order, those of several in the order in which they
///          are to count.
/// Source   GVProf (SC'20) for pairs; RedSan for reloads; RedSpy for silent and DeadSpy for dead stores.
class Redundancy {
public:
    struct Limits {
        std::size_t cells = std::size_t{1} << 22;
        std::size_t lines = std::size_t{1} << 20;
        std::size_t rows = std::size_t{1} << 20;
        std::size_t pairs = std::size_t{1} << 20;
    };

    Redundancy();
    explicit Redundancy(Limits limits);

    AccessNote add(const Access& access);

    /// The block's threads end: what they saw is not compared with what comes later.
    void endBlock(std::uint64_t op, std::uint32_t block);
    /// All blocks of the op end.
    void endOp(std::uint64_t op);
    /// The object is freed. Its rows stay.
    void forgetObject(std::uint64_t object);

    /// In the order in which they first occurred.
    [[nodiscard]] const std::vector<RedundancyRow>& rows() const { return m_rows; }
    /// The \p most most frequent pairs; of equals, by op, object, kind, sites and value.
    [[nodiscard]] std::vector<RedundantPair> pairs(
        std::size_t most = std::numeric_limits<std::size_t>::max()) const;
    [[nodiscard]] RedundancyLoss loss() const;

private:
    struct PairKey {
        std::uint32_t row = 0;  ///< of the site that saw it again
        std::uint32_t from = 0;
        std::uint64_t value = 0;

        [[nodiscard]] std::uint64_t hash() const
        {
            return mixWords(row | std::uint64_t{from} << 32, value);
        }
        friend bool operator==(const PairKey&, const PairKey&) = default;
    };
    struct PairSums {
        std::uint64_t accesses = 0;
        std::uint64_t bytes = 0;
    };
    struct BlockKey {
        std::uint64_t op = 0;
        std::uint32_t block = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(op, block); }
        friend bool operator==(const BlockKey&, const BlockKey&) = default;
    };
    struct CellKey {
        std::uint64_t object = 0;
        std::uint64_t offset = 0;
        std::uint32_t thread = 0;

        [[nodiscard]] std::uint64_t hash() const
        {
            return mixWords(mixWords(object, offset), thread);
        }
        friend bool operator==(const CellKey&, const CellKey&) = default;
    };
    /// The last access of one kind; a unit of 0 says that there was none.
    struct Seen {
        std::uint64_t value = 0;
        std::uint32_t site = 0;
        std::uint8_t unit = 0;
    };
    /// What one thread saw at one address.
    struct Cell {
        std::array<Seen, 3> last;  ///< by kind
        AccessKind lastStore = AccessKind::Write;
    };
    using Cells = FlatMap<CellKey, Cell>;

    [[nodiscard]] std::uint32_t rowOf(const Access& access);
    [[nodiscard]] Cell& cellOf(const Access& access);
    void compareWithThread(const Access& access, std::uint32_t row);
    /// \return whether the access is a silent store
    bool compareWithMemory(const Access& access, std::uint32_t row);
    void addPair(const Access& access, std::uint32_t row, std::uint32_t from);

    Limits m_limits;
    RedundancyLoss m_loss;
    std::vector<RedundancyRow> m_rows;
    FlatMap<SiteKey, std::uint32_t> m_rowNumbers;  ///< plus one, 0 being new
    FlatMap<PairKey, PairSums> m_pairs;
    FlatMap<BlockKey, Cells> m_blocks;
    std::size_t m_cellCount = 0;
    MemoryImage m_memory;
};

}  // namespace vellum::values
