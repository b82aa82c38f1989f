#include "collector/examples/stencil/team.h"

#include <pthread.h>

#include <string>
#include <thread>
#include <vector>

namespace stencil {

namespace {

void nameThread(std::size_t member)
{
    const std::string name = "worker " + std::to_string(member);
    ::pthread_setname_np(::pthread_self(), name.c_str());
}

void memberMain(std::size_t member, const std::function<void(std::size_t)>& work)
{
    nameThread(member);
    work(member);
}

}  // namespace

Team::Team(std::size_t members) : m_members(members)
{
    ::pthread_barrier_init(&m_barrier, nullptr, static_cast<unsigned>(members));
}

Team::~Team()
{
    ::pthread_barrier_destroy(&m_barrier);
}

void Team::run(const std::function<void(std::size_t)>& work) const
{
    std::vector<std::thread> others;
    for (std::size_t member = 1; member < m_members; ++member) {
        others.emplace_back(memberMain, member, std::cref(work));
    }
    work(0);
    for (std::thread& other : others) {
        other.join();
    }
}

void Team::barrier()
{
    ::pthread_barrier_wait(&m_barrier);
}

}  // namespace stencil
