#pragma once

#include "common/values/access.h"
#include "common/values/flat_map.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vellum::values {

/// Who touched a page in a window of time; numbers rise with what it costs.
enum class PageClass : std::uint8_t {
    Private = 1,      ///< one processor
    ReadShared = 2,   ///< several, none of which wrote
    FalseShared = 3,  ///< somebody wrote, but nobody else touched these bytes
    TrueShared = 4,   ///< bytes that one wrote another touched
};

/// What would help.
enum class PageAdvice : std::uint8_t {
    None = 0,
    Separate = 1,  ///< pad, split or align objects to what moves
    Copy = 2,      ///< copy, fetch ahead or mark as read-mostly
};

/// False sharing is to be separated; true sharing is worth a copy if the page migrates more than twice in a window.
[[nodiscard]] PageAdvice adviceFor(PageClass pageClass, std::uint64_t migrations);

/// How many bytes of a page one processor read and wrote at least once.
struct ProcessorBytes {
    std::uint32_t processor = 0;
    std::uint64_t read = 0;
    std::uint64_t written = 0;

    friend bool operator==(const ProcessorBytes&, const ProcessorBytes&) = default;
};

struct SharedPage {
    std::uint64_t address = 0;  ///< of its first byte
    PageClass pageClass = PageClass::Private;
    std::vector<ProcessorBytes> processors;  ///< ascending
    std::uint64_t overlap = 0;               ///< bytes that one processor wrote and another touched

    friend bool operator==(const SharedPage&, const SharedPage&) = default;
};

/// True and false sharing: of pages between CPU and GPUs, or, with 64-byte pages and threads as processors, of
/// cache lines between threads.
///
/// Exact    The classes are decided by the sets of bytes that each processor read and wrote in the window.
/// Units    Byte addresses, all in one address space, so that two objects can share a page.
/// Errors   What finds no room is counted in `lostBytes`; a page of which something was lost may be shared worse
///          than it says.
/// Size     About 50 bytes for each processor and 64-byte line it touches.
/// Threads  One owner. The order of accesses within a window does not matter.
class Sharing {
public:
    static constexpr std::uint64_t kLine = 64;
    static constexpr std::size_t kMostLines = std::size_t{1} << 22;

    /// \param pageBytes  a power of two, at least kLine
    explicit Sharing(std::uint64_t pageBytes, std::size_t mostLines = kMostLines);

    /// \p processor reads or writes (or, atomically, both) the bytes [address, address + bytes).
    void access(
        std::uint32_t processor, AccessKind kind, std::uint64_t address, std::uint64_t bytes);

    /// All pages that were touched since the last window ended, ascending.
    [[nodiscard]] std::vector<SharedPage> endWindow();

    [[nodiscard]] std::uint64_t lostBytes() const { return m_lostBytes; }

private:
    struct Key {
        std::uint64_t line = 0;
        std::uint32_t processor = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(line, processor); }
        // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Bytes {
        std::uint64_t read = 0;  ///< a bit for each of the line
        std::uint64_t written = 0;
    };
    using Lines = FlatMap<Key, Bytes>;

    std::uint64_t m_pageBytes;
    std::size_t m_mostLines;
    std::uint64_t m_lostBytes = 0;
    Lines m_lines;
};

}  // namespace vellum::values
