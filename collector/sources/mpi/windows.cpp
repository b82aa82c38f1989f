#include "collector/sources/mpi/windows.h"

#include "collector/sources/mpi/communicators.h"
#include "collector/sources/mpi/process.h"
#include "collector/sources/mpi/visit.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace vellum::collector::mpi {

using measurement::EventKind;

namespace {

struct Operation {
    std::uint64_t number = 0;
    std::uint32_t target = 0;
    bool isGet = false;
    bool isCompleteHere = false;
    bool isOver = false;  ///< nothing more will be said of it
};

struct Known {
    Window window;
    std::vector<Operation> underWay;        ///< by their numbers
    std::array<std::uint32_t, 2> groups{};  ///< by Epoch
};

/// Never destroyed: programs may call MPI in destructors of their own.
struct Table {
    std::mutex mutex;
    std::unordered_map<MPI_Win, Known> followed;
    std::unordered_map<std::uint32_t, std::uint32_t> madeOf;  ///< by the communicator's number
    std::map<std::vector<int>, std::uint32_t> groups;
    std::uint32_t nextWindow = 0;
    std::uint64_t lastOperation = 0;
};

Table& table()
{
    static auto& all = *new Table;
    return all;
}

void complete(Operation& operation, std::uint32_t window, Reach reach)
{
    if (!operation.isCompleteHere) {
        operation.isCompleteHere = true;
        recordEvent(EventKind::RmaComplete, window, operation.number);
    }
    if (reach == Reach::There && !operation.isGet) {
        recordEvent(EventKind::RmaCompleteRemote, window, operation.number);
    }
    operation.isOver = reach != Reach::Here || operation.isGet;
}

bool isOver(const Operation& operation)
{
    return operation.isOver;
}

}  // namespace

std::optional<Window> findWindow(MPI_Win handle)
{
    if (!isFollowing()) {
        return std::nullopt;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    return known == all.followed.end() ? std::nullopt : std::optional(known->second.window);
}

std::optional<Window> followWindow(MPI_Comm communicator, MPI_Win handle, bool isAllocated)
{
    const std::optional<Communicator> of = findCommunicator(communicator);
    if (!of) {
        return std::nullopt;
    }
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const Window window{.number = all.nextWindow++, .rank = of->rank, .isAllocated = isAllocated};
    // Ranks make the windows of a communicator in one order, so that its count says which one it is.
    note(lineOf("window", window.number, of->number, all.madeOf[of->number]++));
    all.followed[handle] = {.window = window, .underWay = {}, .groups = {}};
    return window;
}

void forgetWindow(MPI_Win handle)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    all.followed.erase(handle);
}

std::uint32_t beginEpoch(MPI_Win handle, Epoch epoch, const std::vector<int>& ranks)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto next = static_cast<std::uint32_t>(all.groups.size());
    const auto [group, isNew] = all.groups.try_emplace(ranks, next);
    if (isNew) {
        note(listOf("group", group->second, ranks));
    }
    if (const auto known = all.followed.find(handle); known != all.followed.end()) {
        known->second.groups.at(static_cast<std::size_t>(epoch)) = group->second;
    }
    return group->second;
}

std::uint32_t groupOf(MPI_Win handle, Epoch epoch)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    return known == all.followed.end() ? 0
                                       : known->second.groups.at(static_cast<std::size_t>(epoch));
}

std::uint64_t beginOperation(MPI_Win handle, std::uint32_t target, bool isGet)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const std::uint64_t number = ++all.lastOperation;
    if (const auto known = all.followed.find(handle); known != all.followed.end()) {
        known->second.underWay.push_back({.number = number, .target = target, .isGet = isGet});
    }
    return number;
}

void completeOperations(MPI_Win handle, std::uint32_t target, Reach reach)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    if (known == all.followed.end()) {
        return;
    }
    for (Operation& operation : known->second.underWay) {
        if (target == kAllRanks || operation.target == target) {
            complete(operation, known->second.window.number, reach);
        }
    }
    std::erase_if(known->second.underWay, isOver);
}

void completeOperation(MPI_Win handle, std::uint32_t window, std::uint64_t operation)
{
    Table& all = table();
    const std::lock_guard lock(all.mutex);
    const auto known = all.followed.find(handle);
    if (known == all.followed.end() || known->second.window.number != window) {
        return;
    }
    std::vector<Operation>& underWay = known->second.underWay;
    const auto found = std::ranges::lower_bound(underWay, operation, {}, &Operation::number);
    if (found == underWay.end() || found->number != operation) {
        return;
    }
    complete(*found, window, Reach::Here);
    if (found->isOver) {
        underWay.erase(found);
    }
}

}  // namespace vellum::collector::mpi
