#include "collector/values/analysis/operation_list.h"

#include <algorithm>
#include <utility>

namespace vellum::collector::values {

namespace sidecar = ::vellum::values::sidecar;

std::uint32_t ContextTree::find(std::uint32_t parent, std::uint32_t site, std::uint32_t function)
{
    std::uint32_t* const number =
        m_contexts.findOrAdd({.parent = parent, .site = site, .function = function}, kMost);
    if (number == nullptr) {
        return parent;
    }
    if (*number == 0) {
        sidecar::CallingContextRecord record;
        record.id = static_cast<std::uint32_t>(m_lists.contexts.size() + 1);
        record.parent = parent;
        record.site = site;
        record.function = function;
        record.kind = sidecar::CallingContextKind::CpuFunction;
        record.depth = parent == 0 ? 0 : m_lists.contexts[parent - 1].depth + 1;
        m_lists.contexts.push_back(record);
        *number = record.id;
    }
    return *number;
}

ThreadOperations::ThreadOperations(
    CodeMap& code,
    ContextTree& contexts,
    OperationLists& lists,
    const Thread& thread,
    std::function<void(std::uint64_t)> onEnd)
    : m_code(code)
    , m_contexts(contexts)
    , m_lists(lists)
    , m_process(thread.process)
    , m_location(thread.location)
    , m_window(thread.window)
    , m_lastTick(thread.begin)
    , m_onEnd(std::move(onEnd))
    , m_frames(1)
{
    m_frames.front().enter = thread.begin;
}

void ThreadOperations::enter(std::uint64_t function, std::uint64_t caller, std::uint64_t tick)
{
    m_lastTick = std::max(m_lastTick, tick);
    const std::uint32_t site =
        caller == 0 ? 0 : m_code.siteOf(caller, sidecar::AccessKind::Any, 0, 0);
    Frame frame{
        .address = function,
        .function = m_code.functionOf(function),
        .site = site,
        .enter = tick,
        .isInherited = caller == 0};
    frame.context = m_contexts.find(m_frames.back().context, site, frame.function);
    m_frames.push_back(frame);
}

void ThreadOperations::leave(std::uint64_t function, std::uint64_t tick)
{
    m_lastTick = std::max(m_lastTick, tick);
    const auto found = std::find_if(m_frames.rbegin(), m_frames.rend(), [&](const Frame& frame) {
        return frame.address == function;
    });
    if (found == m_frames.rend() || std::next(found) == m_frames.rend()) {
        return;  // it was entered before the recording
    }
    const auto keep = static_cast<std::size_t>(m_frames.rend() - found) - 1;
    while (m_frames.size() > keep) {
        leaveTop(tick);
    }
}

void ThreadOperations::leaveTop(std::uint64_t tick)
{
    const Frame frame = m_frames.back();
    m_frames.pop_back();
    if (frame.operation == 0) {
        return;
    }
    sidecar::OperationRecord& record = m_lists.operations[frame.operation - 1].record;
    record.t1 = std::max(tick, record.t0);
    const auto open = m_open.find(keyOf(frame));
    if (open == m_open.end() || open->second.operation != frame.operation) {
        return;
    }
    --open->second.visits;
    if (open->second.visits == 0 && record.t1 - record.t0 >= m_window) {
        m_open.erase(open);
        finish(frame.operation);
    }
}

std::uint64_t ThreadOperations::current()
{
    Frame& frame = m_frames.back();
    return frame.operation != 0 ? frame.operation : join(frame);
}

std::uint64_t ThreadOperations::join(Frame& frame)
{
    Open& open = m_open[keyOf(frame)];
    if (open.operation != 0 && open.visits == 0) {
        const std::uint64_t t0 = m_lists.operations[open.operation - 1].record.t0;
        if (frame.enter > t0 && frame.enter - t0 >= m_window) {
            finish(std::exchange(open.operation, 0));
        }
    }
    if (open.operation == 0) {
        sidecar::OperationRecord record;
        record.id = m_lists.operations.size() + 1;
        record.t0 = frame.enter;
        record.t1 = std::max(m_lastTick, frame.enter);
        record.kind =
            frame.function == 0 ? sidecar::OperationKind::Window : sidecar::OperationKind::Visit;
        record.callingContext = frame.context;
        record.context = m_process;
        record.stream = m_location;
        record.function = frame.function;
        record.ordinal = m_made;
        m_lists.operations.push_back(
            {.record = record,
             .process = m_process,
             .location = m_location,
             .isInherited = frame.isInherited});
        open.operation = record.id;
        if (++m_made % kPatience == 0) {
            m_window *= 2;
        }
    }
    ++open.visits;
    frame.operation = open.operation;
    sidecar::OperationRecord& record = m_lists.operations[open.operation - 1].record;
    if (++record.grid[0] > 1) {
        record.flags |= sidecar::OperationRecord::kMerged;
    }
    return open.operation;
}

void ThreadOperations::count(std::uint64_t accesses, std::uint64_t bytes)
{
    sidecar::OperationRecord& record = m_lists.operations[current() - 1].record;
    record.accesses += accesses;
    record.bytes += bytes;
}

std::uint32_t ThreadOperations::context() const
{
    return m_frames.back().context;
}

std::uint32_t ThreadOperations::function() const
{
    return m_frames.back().function;
}

void ThreadOperations::finish(std::uint64_t operation)
{
    m_onEnd(operation);
}

void ThreadOperations::sweep()
{
    std::erase_if(m_open, [this](const auto& entry) {
        const Open& open = entry.second;
        const bool isOver =
            open.visits == 0
            && m_lastTick - m_lists.operations[open.operation - 1].record.t0 >= m_window;
        if (isOver) {
            finish(open.operation);
        }
        return isOver;
    });
}

void ThreadOperations::end()
{
    while (m_frames.size() > 1) {
        leaveTop(m_lastTick);
    }
    leaveTop(m_lastTick);
    m_frames.emplace_back().enter = m_lastTick;
    for (const auto& [key, open] : m_open) {
        finish(open.operation);
    }
    m_open.clear();
}

}  // namespace vellum::collector::values
