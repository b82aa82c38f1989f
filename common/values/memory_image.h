#pragma once

#include "common/values/flat_map.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

namespace vellum::values {

/// What memory holds as far as reads and writes have told, byte by byte, and which bytes nobody has read
/// since they were stored. Whose thread it was does not matter here.
///
/// Layout   Lines of 64 bytes by (object, offset / 64).
/// Errors   With \p mostLines lines held, a further one makes it forget all: what it says stays true, it
///          only knows less. `forgotten` counts the lines.
/// Threads  One owner.
class MemoryImage {
public:
    /// Whoever stored a byte: a row number of the caller's.
    using Writer = std::uint32_t;

    explicit MemoryImage(std::size_t mostLines) : m_mostLines(mostLines == 0 ? 1 : mostLines) {}

    /// The \p unit bytes there, where all of them are known.
    [[nodiscard]] std::optional<std::uint64_t> content(
        std::uint64_t object, std::uint64_t offset, unsigned unit);

    /// Somebody has read \p value there.
    void read(std::uint64_t object, std::uint64_t offset, unsigned unit, std::uint64_t value);

    /// \p writer has stored \p value there. \p onDead is called with the writer and the number of bytes that
    /// are overwritten and that nobody has read since.
    template <typename OnDead>
    void store(
        std::uint64_t object,
        std::uint64_t offset,
        unsigned unit,
        std::uint64_t value,
        Writer writer,
        OnDead onDead)
    {
        forParts(object, offset, unit, [&](Line& line, unsigned at, unsigned bytes, unsigned done) {
            for (unsigned i = at; i < at + bytes; ++i) {
                if ((line.unread >> i & 1) != 0) {
                    onDead(line.writers[i], 1U);
                }
                line.writers[i] = writer;
            }
            line.unread |= maskOf(at, bytes);
            line.set(at, bytes, value >> (8 * done));
        });
    }

    void forgetObject(std::uint64_t object);

    [[nodiscard]] std::uint64_t forgotten() const { return m_forgotten; }

private:
    static constexpr unsigned kLine = 64;

    struct Key {
        std::uint64_t object = 0;
        std::uint64_t line = 0;

        [[nodiscard]] std::uint64_t hash() const { return mixWords(object, line); }
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct Line {
        std::uint64_t known = 0;   ///< a bit per byte
        std::uint64_t unread = 0;  ///< stored, and not read since
        std::array<unsigned char, kLine> bytes = {};
        std::array<Writer, kLine> writers = {};

        void set(unsigned at, unsigned count, std::uint64_t value);
    };

    static std::uint64_t maskOf(unsigned at, unsigned bytes)
    {
        return (bytes == kLine ? ~std::uint64_t{0} : (std::uint64_t{1} << bytes) - 1) << at;
    }

    Line& line(std::uint64_t object, std::uint64_t number);

    /// An access that is not aligned has a part in each of two lines. \p use is given the line, where the
    /// part begins in it, its bytes, and how many bytes came before.
    template <typename Use>
    void forParts(std::uint64_t object, std::uint64_t offset, unsigned unit, Use use)
    {
        for (unsigned done = 0; done < unit;) {
            const std::uint64_t begin = offset + done;
            const auto at = static_cast<unsigned>(begin % kLine);
            const unsigned bytes = unit - done < kLine - at ? unit - done : kLine - at;
            use(line(object, begin / kLine), at, bytes, done);
            done += bytes;
        }
    }

    std::size_t m_mostLines;
    std::uint64_t m_forgotten = 0;
    FlatMap<Key, Line> m_lines;
};

}  // namespace vellum::values
