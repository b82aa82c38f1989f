#include "common/base/allocation_watch.h"

#include <atomic>
#include <mutex>
#include <new>
#include <utility>

namespace vellum {

namespace {

thread_local AllocationWatch* t_watch = nullptr;
thread_local std::uint64_t t_allocated = 0;  // since the last question

std::atomic<std::uint64_t> g_given{0};  // to blocks whose pages are not taken yet

/// Two that ask at once would be given the same room.
std::mutex& turn()
{
    static std::mutex mutex;
    return mutex;
}

}  // namespace

AllocationWatch::Helper::Helper(AllocationWatch* watch) : m_before(std::exchange(t_watch, watch)) {}

AllocationWatch::Helper::~Helper()
{
    t_watch = m_before;
}

AllocationWatch::AllocationWatch(MayGrow mayGrow) : m_mayGrow(std::move(mayGrow)), m_own(this) {}

AllocationWatch* AllocationWatch::current()
{
    return t_watch;
}

AllocationWatch::Room::Room(std::uint64_t bytes) : m_bytes(bytes)
{
    g_given += m_bytes;
}

AllocationWatch::Room::~Room()
{
    g_given -= m_bytes;
}

AllocationWatch::Room AllocationWatch::before(std::size_t bytes)
{
    if (t_watch != nullptr) {
        t_allocated += bytes;
        if (t_allocated >= kPiece) {
            t_allocated = 0;
            return t_watch->ask(bytes);
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
    if (!__builtin_add_overflow(block, g_given.load(), &more) && m_mayGrow(more)) {
        return Room(block);
    }
    throw std::bad_alloc();
}

}  // namespace vellum
