#include "server/reader/byte_stream.h"

#include "common/base/narrow.h"
#include "server/reader/wording.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <isa-l/igzip_lib.h>
#include <limits>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::reader {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kPackedBytes = std::size_t(1) << 18U;

/// A file descriptor and how far it has been read.
class File {
public:
    explicit File(int descriptor) : m_descriptor(descriptor) {}
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() { ::close(m_descriptor); }

    /// As ByteStream::read; an error of the disk ends the file and is noted.
    std::size_t read(std::span<char> to)
    {
        std::size_t done = 0;
        while (done < to.size()) {
            const ssize_t got = ::read(m_descriptor, to.data() + done, to.size() - done);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                if (got < 0) {
                    m_error = std::generic_category().message(errno);
                }
                break;
            }
            done += static_cast<std::size_t>(got);
        }
        m_position += done;
        return done;
    }
    [[nodiscard]] const std::string& error() const { return m_error; }
    [[nodiscard]] std::uint64_t position() const { return m_position; }
    void rewind()
    {
        ::lseek(m_descriptor, 0, SEEK_SET);
        m_position = 0;
    }

private:
    int m_descriptor;
    std::uint64_t m_position = 0;
    std::string m_error;
};

class PlainBytes final : public ByteStream {
public:
    explicit PlainBytes(std::unique_ptr<File> file) : m_file(std::move(file)) {}
    std::size_t read(std::span<char> to) override { return m_file->read(to); }
    [[nodiscard]] const std::string& error() const override { return m_file->error(); }
    [[nodiscard]] std::uint64_t filePosition() const override { return m_file->position(); }

private:
    std::unique_ptr<File> m_file;
};

/// What the two decompressors share: packed bytes on their way in.
class PackedBytes : public ByteStream {
public:
    explicit PackedBytes(std::unique_ptr<File> file)
        : m_file(std::move(file))
        , m_packed(kPackedBytes)
    {
    }
    [[nodiscard]] const std::string& error() const override { return m_error; }
    [[nodiscard]] bool isPacked() const override { return true; }
    [[nodiscard]] std::uint64_t filePosition() const override { return m_file->position(); }

protected:
    /// More packed bytes, from their beginning; none at the end of the file.
    std::span<char> refill()
    {
        const std::size_t count = m_file->read(m_packed);
        if (count == 0 && !m_file->error().empty()) {
            m_error = m_file->error();
        }
        return std::span(m_packed).first(count);
    }
    void fail(std::string why)
    {
        if (m_error.empty()) {
            m_error = std::move(why);
        }
    }
    /// How many bytes these and all after them are, 0 if all are zeros.
    std::uint64_t countBehind(std::span<const char> bytes)
    {
        std::uint64_t count = 0;
        bool isZero = true;
        for (; !bytes.empty(); bytes = refill()) {
            count += bytes.size();
            isZero = isZero && std::ranges::all_of(bytes, [](char byte) { return byte == 0; });
        }
        return isZero ? 0 : count;
    }
    /// Counts unpacked bytes; false where they are so many that the file can only mean harm.
    bool mayUnpack(std::size_t bytes, const char* packing)
    {
        m_unpacked += bytes;
        if (m_unpacked <= std::max(kHarmless, kMostPerByte * filePosition())) {
            return true;
        }
        fail(
            "its " + std::string(packing) + " data unpack to more than "
            + std::to_string(kMostPerByte) + " times their size (" + bytesText(m_unpacked)
            + " from " + bytesText(filePosition()) + "): the rest is left out");
        return false;
    }

private:
    // Traces shrink to a tenth or a fiftieth; gzip can do a thousandth, zstd any.
    static constexpr std::uint64_t kMostPerByte = 250;
    static constexpr std::uint64_t kHarmless = std::uint64_t(256) << 20U;

    std::uint64_t m_unpacked = 0;
    std::unique_ptr<File> m_file;
    std::vector<char> m_packed;
    std::string m_error;
};

/// By ISA-L, which is quicker than zlib: docs/benchmarks.md.
class GzipBytes final : public PackedBytes {
public:
    explicit GzipBytes(std::unique_ptr<File> file) : PackedBytes(std::move(file))
    {
        ::isal_inflate_init(m_stream.get());
    }
    [[nodiscard]] std::uint64_t trailing() const override { return m_trailing; }

    std::size_t read(std::span<char> to) override
    {
        constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
        to = to.first(std::min(to.size(), kMost));
        m_stream->next_out = reinterpret_cast<std::uint8_t*>(to.data());  // NOLINT: what it takes
        m_stream->avail_out = narrow<std::uint32_t>(to.size());
        while (!m_isDone && m_stream->avail_out > 0 && (hasKept() || hasInput())) {
            inflateSome();
        }
        const std::size_t count = to.size() - m_stream->avail_out;
        m_isDone = !mayUnpack(count, "gzip") || m_isDone;
        return count;
    }

private:
    /// Whether unpacked bytes wait inside for room.
    [[nodiscard]] bool hasKept() const
    {
        return m_isInside && m_stream->tmp_out_processed < m_stream->tmp_out_valid;
    }
    bool hasInput()
    {
        if (m_stream->avail_in > 0) {
            return true;
        }
        const std::span<char> more = refill();
        m_stream->next_in = reinterpret_cast<std::uint8_t*>(more.data());  // NOLINT: what it takes
        m_stream->avail_in = narrow<std::uint32_t>(more.size());
        if (more.empty()) {
            m_isDone = true;
            if (m_isInside) {
                fail("its gzip data are cut off");
            }
        }
        return !m_isDone;
    }
    void inflateSome()
    {
        if (!m_isInside && !beginsMember()) {
            return;
        }
        const int result = ::isal_inflate(m_stream.get());
        if (result != ISAL_DECOMP_OK && result != ISAL_END_INPUT && result != ISAL_OUT_OVERFLOW) {
            fail("its gzip data are damaged (" + std::string(wordsOf(result)) + ")");
            m_isDone = true;
        } else if (m_stream->block_state == ISAL_BLOCK_FINISH) {
            m_isInside = false;
            m_members += 1;
        }
    }
    static const char* wordsOf(int result)
    {
        switch (result) {
        case ISAL_INVALID_BLOCK:
            return "a block of no known kind";
        case ISAL_INVALID_SYMBOL:
            return "a code that stands for nothing";
        case ISAL_INVALID_LOOKBACK:
            return "a repetition of what was never there";
        case ISAL_INVALID_WRAPPER:
            return "no gzip header";
        case ISAL_UNSUPPORTED_METHOD:
            return "packed in an unknown way";
        case ISAL_INCORRECT_CHECKSUM:
            return "another checksum than it says";
        default:
            return "error ISA-L gives no name";
        }
    }
    /// What follows the last member and is none itself is counted; the zeros of tapes are nothing.
    bool beginsMember()
    {
        if (m_members > 0 && *m_stream->next_in != 0x1f) {
            m_isDone = true;
            countTrailing();
            return false;
        }
        ::isal_inflate_reset(m_stream.get());
        m_stream->crc_flag = ISAL_GZIP;
        m_isInside = true;
        return true;
    }

    void countTrailing()
    {
        const auto* rest = reinterpret_cast<const char*>(m_stream->next_in);  // NOLINT: bytes
        m_trailing = countBehind(std::span(rest, m_stream->avail_in));
    }

    std::unique_ptr<inflate_state> m_stream = std::make_unique<inflate_state>();
    std::uint64_t m_members = 0;
    std::uint64_t m_trailing = 0;
    bool m_isInside = false;
    bool m_isDone = false;
};

class ZstdBytes final : public PackedBytes {
public:
    explicit ZstdBytes(std::unique_ptr<File> file)
        : PackedBytes(std::move(file))
        , m_stream(::ZSTD_createDStream())
    {
        ::ZSTD_initDStream(m_stream);
    }
    ZstdBytes(const ZstdBytes&) = delete;
    ZstdBytes& operator=(const ZstdBytes&) = delete;
    [[nodiscard]] std::uint64_t trailing() const override { return m_trailing; }
    ~ZstdBytes() override { ::ZSTD_freeDStream(m_stream); }

    std::size_t read(std::span<char> to) override
    {
        ZSTD_outBuffer out{to.data(), to.size(), 0};
        while (!m_isDone && out.pos < out.size) {
            if (m_in.pos == m_in.size && !m_hasMore) {
                const std::span<char> more = refill();
                m_in = {more.data(), more.size(), 0};
                if (more.empty()) {
                    end();
                    break;
                }
            }
            decompressSome(out);
        }
        m_isDone = !mayUnpack(out.pos, "zstd") || m_isDone;
        return out.pos;
    }

private:
    void end()
    {
        m_isDone = true;
        if (m_isInside) {
            fail("its zstd data are cut off");
        }
    }
    void decompressSome(ZSTD_outBuffer& out)
    {
        const std::size_t before = out.pos;
        const std::size_t inBefore = m_in.pos;
        const std::size_t result = ::ZSTD_decompressStream(m_stream, &out, &m_in);
        if (::ZSTD_isError(result) != 0U && m_frames > 0 && !m_isInside
            && ::ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown) {
            countTrailing(inBefore);
            m_isDone = true;
            return;
        }
        if (::ZSTD_isError(result) != 0U) {
            fail("its zstd data are damaged (" + std::string(::ZSTD_getErrorName(result)) + ")");
            m_isDone = true;
            return;
        }
        m_isInside = result != 0;
        m_frames += m_isInside ? 0U : 1U;
        // A full output buffer may hide bytes that the library still holds.
        m_hasMore = out.pos == out.size && m_isInside;
        if (out.pos == before && m_in.pos == inBefore) {
            m_hasMore = false;
        }
    }

    /// From byte \p from of what was read last to the end of the file.
    void countTrailing(std::size_t from)
    {
        const auto* rest = static_cast<const char*>(m_in.src);
        m_trailing = countBehind(std::span(rest, m_in.size).subspan(from));
    }

    ZSTD_DStream* m_stream;
    std::uint64_t m_frames = 0;
    std::uint64_t m_trailing = 0;
    ZSTD_inBuffer m_in = {nullptr, 0, 0};
    bool m_isInside = false;
    bool m_hasMore = false;
    bool m_isDone = false;
};

}  // namespace

bool beginsLikeZstd(std::string_view bytes)
{
    const bool isSkippable = bytes.size() >= 4
                             && (static_cast<unsigned char>(bytes[0]) & 0xf0U) == 0x50
                             && bytes.substr(1, 3) == "\x2a\x4d\x18"sv;
    return isSkippable || bytes.starts_with("\x28\xb5\x2f\xfd"sv);
}

Result<std::unique_ptr<ByteStream>> openBytes(const std::filesystem::path& path)
{
    // Not blocking: a FIFO that nobody writes to must not hold us; it is refused below.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return Error{
            .kind = ErrorKind::NotFound,
            .message =
                quoted(path) + " cannot be opened: " + std::generic_category().message(errno)};
    }
    auto file = std::make_unique<File>(descriptor);
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        return Error{
            .kind = ErrorKind::InvalidArgument, .message = quoted(path) + " is not a regular file"};
    }
    std::array<char, 4> magic = {};
    const std::string_view head(magic.data(), file->read(magic));
    file->rewind();
    std::unique_ptr<ByteStream> stream;
    if (head.starts_with("\x1f\x8b"sv)) {
        stream = std::make_unique<GzipBytes>(std::move(file));
    } else if (beginsLikeZstd(head)) {
        stream = std::make_unique<ZstdBytes>(std::move(file));
    } else {
        stream = std::make_unique<PlainBytes>(std::move(file));
    }
    return stream;
}

}  // namespace vellum::server::reader
