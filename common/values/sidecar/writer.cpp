#include "common/values/sidecar/writer.h"

#include "common/values/sidecar/writer_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <new>

namespace vellum::values::sidecar {

namespace {

constexpr std::size_t kMemoryBytes = sizeof(WriterMemory) + sizeof(WriterTables);

WriterMemory* mapMemory()
{
    constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void* place = ::mmap(nullptr, kMemoryBytes, PROT_READ | PROT_WRITE, kFlags, -1, 0);
    if (place == MAP_FAILED) {
        return nullptr;
    }
    static_assert(sizeof(WriterMemory) % alignof(WriterTables) == 0);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): zeros are what tables begin as
    auto* tables =
        reinterpret_cast<WriterTables*>(static_cast<std::byte*>(place) + sizeof(WriterMemory));
    return new (place) WriterMemory(*tables);
}

}  // namespace

Writer::~Writer()
{
    if (m_memory != nullptr) {
        ::munmap(m_memory, kMemoryBytes);
    }
}

WriterFault Writer::create(const char* path, const WriterOptions& options)
{
    m_memory = m_memory == nullptr ? mapMemory() : m_memory;
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->create(path, options);
}

StringId Writer::string(std::string_view text)
{
    return m_memory == nullptr ? 0 : m_memory->string(text);
}

void Writer::addRecords(ChunkType type, std::span<const std::byte> bytes, std::size_t size)
{
    if (m_memory == nullptr) {
        m_lostBefore += bytes.size() / size;
    } else {
        m_memory->add(type, bytes, size);
    }
}

void Writer::addRaw(std::span<const std::byte> bytes, std::uint32_t count, std::uint32_t recordSize)
{
    if (m_memory == nullptr) {
        m_lostBefore += count;
    } else {
        m_memory->addRaw(bytes, count, recordSize);
    }
}

std::uint32_t Writer::patterns() const
{
    return m_memory == nullptr ? 0 : m_memory->patterns();
}

WriterFault Writer::flush()
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->flush();
}

WriterFault Writer::finish(std::uint64_t tEnd)
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->finish(tEnd);
}

WriterFault Writer::fault() const
{
    return m_memory == nullptr ? WriterFault::NoMemory : m_memory->fault();
}

int Writer::systemError() const
{
    return m_memory == nullptr ? 0 : m_memory->systemError();
}

std::uint64_t Writer::lost() const
{
    return m_lostBefore + (m_memory == nullptr ? 0 : m_memory->lost());
}

std::uint64_t Writer::written() const
{
    return m_memory == nullptr ? 0 : m_memory->written();
}

std::size_t Writer::describe(std::span<char> text) const
{
    if (text.empty()) {
        return 0;
    }
    if (m_memory == nullptr) {
        const int length = std::snprintf(text.data(), text.size(), "no side-car was made");
        return std::min(text.size() - 1, static_cast<std::size_t>(length));
    }
    return m_memory->describe(text);
}

}  // namespace vellum::values::sidecar
