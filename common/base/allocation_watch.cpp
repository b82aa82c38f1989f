#include "common/base/allocation_watch.h"

#include <atomic>
#include <mutex>
#include <new>
#include <utility>

namespace vellum {

namespace {

thread_local AllocationWatch* threadWatch = nullptr;
thread_local std::uint64_t threadAllocated = 0;  // since the last question

std::atomic<std::uint64_t> given{0};  // to blocks whose pages are not taken yet

/// Two that ask at once would be given the same room.
std::mutex& turn()
{
    static std::mutex mutex;
    return mutex;
}

}  // namespace

AllocationWatch::Helper::Helper(AllocationWatch* watch)
    : m_before(std::exchange(threadWatch, watch))
{
}

AllocationWatch::Helper::~Helper()
{
    threadWatch = m_before;
}

AllocationWatch::AllocationWatch(MayGrow mayGrow) : m_mayGrow(std::move(mayGrow)), m_own(this) {}

AllocationWatch* AllocationWatch::current()
{
    return threadWatch;
}

AllocationWatch::Room::Room(std::uint64_t bytes) : m_bytes(bytes)
{
    given += m_bytes;
}

AllocationWatch::Room::~Room()
{
    given -= m_bytes;
}

AllocationWatch::Room AllocationWatch::before(std::size_t bytes)
{
    if (threadWatch != nullptr) {
        threadAllocated += bytes;
        if (threadAllocated >= kPiece) {
            threadAllocated = 0;
            return threadWatch->ask(bytes);
        }
    }
    return Room();
}

AllocationWatch::Room AllocationWatch::ask(std::size_t bytes)
{
    const Helper nobody(nullptr);  // what the question takes is not asked for
    const std::uint64_t block = bytes >= kPiece ? bytes : 0;
    const std::lock_guard lock(turn());
    std::uint64_t more = 0;
    if (!__builtin_add_overflow(block, given.load(), &more) && m_mayGrow(more)) {
        return Room(block);
    }
    throw std::bad_alloc();
}

}  // namespace vellum
