#include "server/index/shard_writer.h"

#include "server/index/checksum.h"
#include "server/index/column_list.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <cerrno>
#include <random>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace vellum::server::index {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kShardBytes = std::uint64_t{512} << 20U;  // about
constexpr std::size_t kShardLocations = 4096;
constexpr std::size_t kLocationAlignment = 64;

Error cannotWrite(const fs::path& path, int reason)
{
    return {
        .kind = ErrorKind::Unavailable,
        .message =
            "cannot write '" + path.string() + "': " + std::generic_category().message(reason)};
}

/// A file that is written from its begin on; the user's alone.
class OutputFile {
public:
    explicit OutputFile(fs::path path)
        : m_path(std::move(path))
        , m_file(::open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR))
        , m_reason(m_file < 0 ? errno : 0)
    {
    }
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    ~OutputFile()
    {
        if (m_file >= 0) {
            ::close(m_file);
        }
    }

    void write(std::span<const std::byte> bytes)
    {
        m_written += bytes.size();
        while (m_reason == 0 && !bytes.empty()) {
            const ssize_t count = ::write(m_file, bytes.data(), bytes.size());
            if (count >= 0) {
                bytes = bytes.subspan(static_cast<std::size_t>(count));
            } else if (errno != EINTR) {
                m_reason = errno;
            }
        }
    }
    void pad(std::size_t alignment)
    {
        static constexpr std::array<std::byte, kLocationAlignment> kZeros{};
        write(std::span(kZeros).first((alignment - m_written % alignment) % alignment));
    }
    void writeAt(std::uint64_t place, std::span<const std::byte> bytes)
    {
        if (m_reason == 0
            && ::pwrite(m_file, bytes.data(), bytes.size(), static_cast<off_t>(place))
                   != static_cast<ssize_t>(bytes.size())) {
            m_reason = errno == 0 ? EIO : errno;
        }
    }
    [[nodiscard]] std::uint64_t written() const { return m_written; }

    Result<void> finish()
    {
        if (m_reason == 0 && ::fsync(m_file) != 0) {
            m_reason = errno;
        }
        if (m_reason == 0 && ::close(std::exchange(m_file, -1)) != 0) {
            m_reason = errno;
        }
        return m_reason == 0 ? Result<void>() : cannotWrite(m_path, m_reason);
    }

private:
    fs::path m_path;
    int m_file;
    int m_reason;
    std::uint64_t m_written = 0;
};

/// The bytes of a location's columns as they go to the file, and their checksum.
class LocationWriter {
public:
    LocationWriter(OutputFile& file, LocationPlace& place) : m_file(file), m_place(place)
    {
        XXH3_64bits_reset(m_state.get());
        m_place.begin = file.written();
    }

    void write(const store::LocationStore& location)
    {
        forEachColumn(location, [this](const auto& column) { add(column); });
        add(location.calls.leastDepth.entries());
        m_place.bytes = m_file.written() - m_place.begin;
        m_place.checksum = XXH3_64bits_digest(m_state.get());
    }

private:
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };

    template <typename Column>
    void add(const Column& column)
    {
        static constexpr std::array<std::byte, kColumnAlignment> kZeros{};
        const auto bytes = std::as_bytes(column.view());
        m_place.sizes.at(m_next++) = column.size();
        put(bytes);
        put(std::span(kZeros).first(aligned(bytes.size()) - bytes.size()));
    }

    void put(std::span<const std::byte> bytes)
    {
        m_file.write(bytes);
        XXH3_64bits_update(m_state.get(), bytes.data(), bytes.size());
    }

    OutputFile& m_file;
    LocationPlace& m_place;
    std::unique_ptr<XXH3_state_t, Free> m_state{XXH3_createState()};
    std::size_t m_next = 0;
};

class IndexWriter {
public:
    IndexWriter(const store::TraceStore& trace, const fs::path& folder)
        : m_trace(trace)
        , m_folder(folder)
    {
        std::random_device random;
        m_manifest.build = std::uint64_t{random()} << 32U | random();
        m_manifest.places.resize(trace.locations.size());
    }

    Result<void> run(const SourceKey& source)
    {
        std::size_t next = 0;
        while (next < m_trace.locations.size()) {
            VELLUM_RETURN_IF_ERROR(writeShard(next));
        }
        m_manifest.source = source;
        // Only looked at: what is encoded are its facts.
        m_manifest.trace = std::shared_ptr<store::TraceStore>(
            std::shared_ptr<void>(), const_cast<store::TraceStore*>(&m_trace));  // NOLINT
        const auto bytes = encodeManifest(m_manifest);
        VELLUM_RETURN_IF_ERROR(bytes);
        OutputFile file(m_folder / kManifestName);
        file.write(bytes.value());
        return file.finish();
    }

private:
    Result<void> writeShard(std::size_t& next)
    {
        const auto number = static_cast<std::uint32_t>(m_manifest.shardBytes.size());
        OutputFile file(m_folder / shardName(number));
        ShardHeader header{.version = kFormatVersion, .number = number, .build = m_manifest.build};
        file.write(std::as_bytes(std::span(&header, 1)));
        for (std::size_t count = 0; next < m_trace.locations.size() && count < kShardLocations
                                    && file.written() < kShardBytes;
             ++count, ++next) {
            file.pad(kLocationAlignment);
            m_manifest.places[next].shard = number;
            LocationWriter(file, m_manifest.places[next]).write(m_trace.locations[next]);
        }
        header.bytes = file.written();
        file.writeAt(0, std::as_bytes(std::span(&header, 1)));
        m_manifest.shardBytes.push_back(header.bytes);
        return file.finish();
    }

    const store::TraceStore& m_trace;
    const fs::path& m_folder;
    Manifest m_manifest;
};

}  // namespace

std::string shardName(std::uint32_t number)
{
    std::string digits = std::to_string(number);
    constexpr std::size_t kDigits = 4;
    digits.insert(0, digits.size() < kDigits ? kDigits - digits.size() : 0, '0');
    return "shard-" + digits;
}

Result<void> writeIndex(
    const store::TraceStore& trace, const SourceKey& source, const fs::path& folder)
{
    return IndexWriter(trace, folder).run(source);
}

}  // namespace vellum::server::index
