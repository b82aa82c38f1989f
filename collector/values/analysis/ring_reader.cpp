#include "collector/values/analysis/ring_reader.h"

#include "collector/measurement/spool_format.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace vellum::collector::values {

namespace fs = std::filesystem;

SharedFile::SharedFile(const fs::path& path, std::size_t bytes) : m_bytes(bytes)
{
    const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        return;
    }
    struct stat status {};
    if (::fstat(file, &status) == 0 && static_cast<std::size_t>(status.st_size) >= bytes) {
        void* const memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        m_memory = memory == MAP_FAILED ? nullptr : memory;
    }
    ::close(file);
}

SharedFile::~SharedFile()
{
    if (m_memory != nullptr) {
        ::munmap(m_memory, m_bytes);
    }
}

std::unique_ptr<RingReader> RingReader::open(const fs::path& folder, std::uint32_t location)
{
    auto reader = std::make_unique<RingReader>(folder, location);
    const bool isReady =
        reader->m_header != nullptr
        && __atomic_load_n(&reader->m_header->magic, __ATOMIC_ACQUIRE) == kValuesMagic;
    return isReady ? std::move(reader) : nullptr;
}

RingReader::RingReader(const fs::path& folder, std::uint32_t location)
    : m_file(
        folder / ("v" + std::to_string(location)),
        kRingBytesBefore + kRingPlaces * sizeof(RingRecord))
    , m_location(location)
{
    if (m_file.memory() != nullptr) {
        m_header = static_cast<RingHeader*>(m_file.memory());
        m_places = reinterpret_cast<const RingRecord*>(
            static_cast<const char*>(m_file.memory()) + kRingBytesBefore);
        m_read = m_header->read.load(std::memory_order_relaxed);
        readLocation(folder / ("t" + std::to_string(location)));
    }
}

void RingReader::readLocation(const fs::path& location)
{
    measurement::LocationHeader header;
    std::ifstream in(location, std::ios::binary);
    if (!in.read(reinterpret_cast<char*>(&header), sizeof header)
        || header.magic != measurement::kSpoolMagic) {
        return;
    }
    m_startTick = header.startTick;
    if (header.stackLow < header.stackHigh) {
        m_stackLow = header.stackLow;
        m_stackHigh = header.stackHigh;
    }
}

std::span<const RingRecord> RingReader::available() const
{
    const std::uint64_t written = m_header->written.load(std::memory_order_acquire);
    const std::uint64_t begin = m_read % kRingPlaces;
    const std::uint64_t waiting = written >= m_read ? written - m_read : 0;
    return {m_places + begin, std::min<std::uint64_t>(waiting, kRingPlaces - begin)};
}

void RingReader::release(std::size_t count)
{
    m_read += count;
    m_header->read.store(m_read, std::memory_order_release);
}

bool RingReader::hasEnded() const
{
    return m_header->ended.load(std::memory_order_acquire) != 0;
}

std::uint64_t RingReader::lost() const
{
    return m_header->lost.load(std::memory_order_relaxed);
}

}  // namespace vellum::collector::values
