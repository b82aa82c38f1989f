#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace vellum {

/// While it lives, what its thread allocates is asked for first: so that a piece of work whose size nobody
/// knows beforehand ends before it takes too much, and not the process.
///
/// Exact    One large block is asked for by its size, and its pages are taken at once, so that the next
///          question sees them; of small ones every `kPiece` bytes. So a watched thread takes at most one
///          piece that it was not given.
/// Errors   What is refused throws std::bad_alloc. After that the thread has a piece for what it does
///          about that.
/// Source   It sees what programs see that link `server/query`, which replaces operator new (counted_new.cpp);
///          in others `before` alone is asked.
/// Threads  Made and destroyed by one; `Helper` lets others take part. The question comes from all of them,
///          one at a time in the process.
class AllocationWatch {
public:
    /// Whether the process may grow by so many bytes; 0: whether it may be as large as it is.
    using MayGrow = std::function<bool(std::uint64_t bytes)>;

    static constexpr std::uint64_t kPiece = std::uint64_t{256} << 10U;

    /// The calling thread's allocations are those of another thread's watch while this lives.
    class Helper {
    public:
        /// \param watch  as `current` gave it to that thread; null: they are nobody's
        explicit Helper(AllocationWatch* watch);
        ~Helper();
        Helper(const Helper&) = delete;
        Helper& operator=(const Helper&) = delete;

    private:
        AllocationWatch* m_before;
    };

    explicit AllocationWatch(MayGrow mayGrow);
    AllocationWatch(const AllocationWatch&) = delete;
    AllocationWatch& operator=(const AllocationWatch&) = delete;
    ~AllocationWatch() = default;

    /// That of the calling thread; null: it has none.
    [[nodiscard]] static AllocationWatch* current();

    /// Room for one large block: other questions count it as taken until this is gone.
    class Room {
    public:
        explicit Room(std::uint64_t bytes = 0);
        ~Room();
        Room(const Room&) = delete;
        Room& operator=(const Room&) = delete;

        [[nodiscard]] bool isOfBlock() const { return m_bytes != 0; }

    private:
        std::uint64_t m_bytes;
    };

    /// Counts \p bytes, and asks where it is time to. A large block's pages are to be taken while the room lives.
    ///
    /// Errors   throws std::bad_alloc
    [[nodiscard]] static Room before(std::size_t bytes);

private:
    [[nodiscard]] Room ask(std::size_t bytes);

    MayGrow m_mayGrow;
    Helper m_own;  ///< last: it makes this the thread's
};

}  // namespace vellum
