#include "gui/models/time_link.h"

#include "common/base/check.h"

#include <algorithm>
#include <utility>

namespace vellum::gui::models {

namespace {

/// The followers' name of a leader's gesture; none of their own has it.
std::uint64_t gestureOf(std::size_t leader, std::uint64_t gesture)
{
    constexpr std::uint64_t kOurs = std::uint64_t(1) << 60U;
    return gesture == 0 ? 0 : kOurs | gesture << 4U | (leader & 15U);
}

}  // namespace

// ---- Members --------------------------------------------------------------------------------

void TimeLink::add(ViewHistory& history, std::uint64_t ticksPerSecond)
{
    m_members.push_back({.history = &history, .ticksPerSecond = ticksPerSecond});
    const std::size_t index = m_members.size() - 1;
    connect(&history, &ViewHistory::changed, this, [this, one = &history] {
        onChanged(indexOf(*one));
    });
    m_kept.clear();
    if (index > 0) {
        m_isBusy = true;
        Alignment alignment = history.state().alignment;
        alignment.isByLength = isByLength();
        history.beginAt(history.range(), alignment);
        if (m_isCoupled) {
            const ViewHistory& leader = *m_members[m_leader].history;
            const auto shown =
                shownOfAll(axis(), m_leader, leader.range(), ViewHistory::kMinimumTicks);
            history.beginAt(shown[index], alignment);
        }
        m_isBusy = false;
    }
    note(index);
    emit changed();
}

void TimeLink::remove(const ViewHistory& history)
{
    const std::size_t index = indexOf(history);
    history.disconnect(this);
    m_members.erase(m_members.begin() + static_cast<std::ptrdiff_t>(index));
    m_kept.clear();
    m_leader = m_leader > index ? m_leader - 1 : m_leader == index ? 0 : m_leader;
    emit changed();
}

std::size_t TimeLink::indexOf(const ViewHistory& history) const
{
    const auto found = std::ranges::find(m_members, &history, &Member::history);
    VELLUM_ASSERT(found != m_members.end());
    return static_cast<std::size_t>(found - m_members.begin());
}

void TimeLink::note(std::size_t index)
{
    Member& member = m_members[index];
    member.newestNumber = member.history->newestNumber();
    member.undoStep = member.history->undoStep();
    member.range = member.history->range();
    member.alignment = member.history->state().alignment;
}

// ---- The axis -------------------------------------------------------------------------------

TraceOnAxis TimeLink::onAxis(const Member& member, const Alignment& alignment)
{
    const TickRange whole = member.history->whole();
    const std::uint64_t unit =
        alignment.isByLength ? static_cast<std::uint64_t>(whole.length()) : member.ticksPerSecond;
    return {.whole = whole, .clock = {.zero = alignment.zero, .unit = unit}};
}

std::vector<TraceOnAxis> TimeLink::axis() const
{
    std::vector<TraceOnAxis> all;
    all.reserve(m_members.size());
    for (const Member& member : m_members) {
        all.push_back(onAxis(member, member.history->state().alignment));
    }
    return all;
}

std::vector<TickRange> TimeLink::ranges() const
{
    std::vector<TickRange> all;
    all.reserve(m_members.size());
    for (const Member& member : m_members) {
        all.push_back(member.history->range());
    }
    return all;
}

std::vector<Alignment> TimeLink::alignments() const
{
    std::vector<Alignment> all;
    all.reserve(m_members.size());
    for (const Member& member : m_members) {
        all.push_back(member.history->state().alignment);
    }
    return all;
}

TickRange TimeLink::wanted(const ViewHistory& history) const
{
    if (!m_isCoupled) {
        return history.range();
    }
    const auto all = axis();
    const TickRange shown = axisRange(all, m_leader, m_members[m_leader].history->range());
    return mapRange(shown, all[m_leader].clock, all[indexOf(history)].clock);
}

bool TimeLink::isAligned(const ViewHistory& history) const
{
    return !m_isCoupled || indexOf(history) == m_leader
           || shownPart(wanted(history), history.whole(), ViewHistory::kMinimumTicks).isAligned;
}

bool TimeLink::isByLength() const
{
    return !m_members.empty() && m_members.front().history->state().alignment.isByLength;
}

Tick TimeLink::tickIn(const ViewHistory& to, Tick tick, const ViewHistory& from) const
{
    const auto all = axis();
    return mapTick(tick, all[indexOf(from)].clock, all[indexOf(to)].clock);
}

Tick TimeLink::offset(const ViewHistory& history, const ViewHistory& than) const
{
    const Member& one = m_members[indexOf(history)];
    const Member& other = m_members[indexOf(than)];
    const Tick zero = mapTick(
        than.state().alignment.zero,
        {.zero = 0, .unit = other.ticksPerSecond},
        {.zero = 0, .unit = one.ticksPerSecond});
    return zero - history.state().alignment.zero;
}

// ---- Following ------------------------------------------------------------------------------

void TimeLink::onChanged(std::size_t index)
{
    if (m_isBusy) {
        return;
    }
    const Member before = m_members[index];
    ViewHistory& history = *before.history;
    const bool isNew = history.newestNumber() > before.newestNumber;
    const bool isMoved =
        history.range() != before.range || history.state().alignment != before.alignment;
    if (isNew && history.undoStep() == 0) {
        if (!m_isOneStep) {
            ++m_lastStep;
            m_lastShift = 0;
        }
        history.setUndoStep(m_lastStep);
    }
    note(index);
    if (!m_isCoupled) {
        emit changed();
    } else if (isNew && isMoved) {
        follow(index, history.undoText(), history.lastGesture());
    } else if (!isNew && history.undoStep() != before.undoStep) {
        const bool isUndone = history.redoStep() == before.undoStep && before.undoStep != 0;
        stepLikewise(index, isUndone ? before.undoStep : 0, isUndone ? 0 : history.undoStep());
        findLeader(index);
        if (isMoved && !isLedBy(m_leader)) {
            follow(index, tr("couple"), 0);
        } else {
            emit changed();
        }
    }
}

/// What the others did in the step that one of them has just taken back, or made again.
void TimeLink::stepLikewise(std::size_t index, std::uint64_t undone, std::uint64_t redone)
{
    m_isBusy = true;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        ViewHistory& other = *m_members[i].history;
        while (i != index && undone != 0 && other.bringLast(undone)) {
            other.undo();
        }
        while (i != index && redone != 0 && other.redoStep() == redone) {
            other.redo();
        }
        note(i);
    }
    m_isBusy = false;
}

bool TimeLink::isLedBy(std::size_t leader) const
{
    const Kept* kept = keptAt(leader);
    return shownOfAll(
               axis(), leader, m_members[leader].history->range(), ViewHistory::kMinimumTicks)
               == ranges()
           || (kept != nullptr && kept->ranges == ranges());
}

/// After a step back nobody says whose range the others followed then: whoever's they are.
void TimeLink::findLeader(std::size_t first)
{
    std::vector<std::size_t> order = {first, m_leader};
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        order.push_back(i);
    }
    const auto found =
        std::ranges::find_if(order, [this](std::size_t one) { return isLedBy(one); });
    m_leader = found != order.end() ? *found : first;
}

const TimeLink::Kept* TimeLink::keptAt(std::size_t index) const
{
    const auto now = alignments();
    const TickRange range = m_members[index].history->range();
    const auto found = std::ranges::find_if(m_kept, [&](const Kept& one) {
        return one.alignments == now && one.ranges[index] == range;
    });
    return found != m_kept.end() ? &*found : nullptr;
}

void TimeLink::keep()
{
    std::erase_if(m_kept, [this](const Kept& one) { return one.leader == m_leader; });
    m_kept.push_back({.leader = m_leader, .ranges = ranges(), .alignments = alignments()});
}

void TimeLink::follow(std::size_t leader, const QString& action, std::uint64_t gesture)
{
    const Kept* kept = keptAt(leader);
    m_leader = kept != nullptr ? kept->leader : leader;
    const std::vector<TickRange> next =
        kept != nullptr
            ? kept->ranges
            : shownOfAll(
                axis(), leader, m_members[leader].history->range(), ViewHistory::kMinimumTicks);
    const std::uint64_t step = m_members[leader].history->undoStep();
    const QString chart = m_members[leader].history->undoChart();
    m_isBusy = true;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        if (i != leader) {
            ViewHistory& other = *m_members[i].history;
            const ViewHistory::Within within(other, chart);
            show(i, next[i], other.state().alignment, action, step, gestureOf(leader, gesture));
        }
    }
    m_isBusy = false;
    keep();
    emit changed();
}

void TimeLink::show(
    std::size_t index,
    TickRange range,
    const Alignment& alignment,
    const QString& action,
    std::uint64_t step,
    std::uint64_t gesture)
{
    ViewHistory& history = *m_members[index].history;
    ViewState next = history.state();
    next.range = range;
    next.alignment = alignment;
    history.show(std::move(next), action, gesture);
    const bool isNew = history.newestNumber() > m_members[index].newestNumber;
    if (isNew && history.undoStep() == 0) {
        history.setUndoStep(step);
    }
    note(index);
}

void TimeLink::asOneStep(const std::function<void()>& change)
{
    ++m_lastStep;
    m_lastShift = 0;
    m_isOneStep = true;
    change();
    m_isOneStep = false;
}

void TimeLink::setCoupled(bool isOn, const ViewHistory& leader)
{
    if (isOn == m_isCoupled) {
        return;
    }
    m_isCoupled = isOn;
    m_kept.clear();
    if (isOn) {
        applyAlignments(alignments(), indexOf(leader), leader.range(), tr("couple"));
    } else {
        emit changed();
    }
}

// ---- Aligning -------------------------------------------------------------------------------

void TimeLink::applyAlignments(
    const std::vector<Alignment>& next,
    std::size_t leader,
    TickRange range,
    const QString& action,
    std::uint64_t gesture)
{
    std::vector<TraceOnAxis> placed;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        placed.push_back(onAxis(m_members[i], next[i]));
    }
    const auto shown = shownOfAll(placed, leader, range, ViewHistory::kMinimumTicks);
    m_leader = leader;
    m_lastStep += gesture != 0 && gesture == m_lastShift ? 0 : 1;
    m_lastShift = gesture;
    m_isBusy = true;
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        show(i, shown[i], next[i], action, m_lastStep, gesture);
    }
    m_isBusy = false;
    keep();
    emit changed();
}

std::vector<Alignment> TimeLink::alignedAt(const std::vector<Zero>& zeros) const
{
    std::vector<Alignment> next = alignments();
    for (const Zero& zero : zeros) {
        next[indexOf(*zero.trace)].zero = zero.tick;
    }
    return next;
}

void TimeLink::alignAt(
    const std::vector<Zero>& zeros,
    const ViewHistory& leader,
    TickRange range,
    const QString& action)
{
    applyAlignments(alignedAt(zeros), indexOf(leader), range, action);
}

void TimeLink::align(
    const std::vector<Zero>& zeros, const ViewHistory& leader, const QString& action, bool isShown)
{
    const std::vector<Alignment> next = alignedAt(zeros);
    const std::size_t index = indexOf(leader);
    TickRange range = leader.range();
    const TickRange whole = leader.whole();
    const Tick zero = next[index].zero;
    if (isShown && !range.contains(zero) && whole.contains(zero)) {
        const Tick begin =
            std::clamp(zero - range.length() / 2, whole.begin, whole.end - range.length());
        range = {.begin = begin, .end = begin + range.length()};
    }
    applyAlignments(next, index, range, action);
}

void TimeLink::shift(
    const ViewHistory& moved,
    Tick tick,
    const ViewHistory& leader,
    const QString& action,
    std::uint64_t gesture)
{
    constexpr std::uint64_t kOfShifts = std::uint64_t(1) << 61U;  // no other gesture's number
    applyAlignments(
        alignedAt({{.trace = &moved, .tick = tick}}),
        indexOf(leader),
        leader.range(),
        action,
        gesture == 0 ? 0 : kOfShifts | gesture);
}

void TimeLink::beginWith(const std::vector<Zero>& zeros, bool isByLength)
{
    m_isBusy = true;
    for (const Zero& zero : zeros) {
        ViewHistory& history = *m_members[indexOf(*zero.trace)].history;
        history.beginAt(history.range(), {.zero = zero.tick, .isByLength = isByLength});
    }
    m_leader = 0;
    const auto shown =
        m_isCoupled ? shownOfAll(
            axis(), m_leader, m_members[m_leader].history->range(), ViewHistory::kMinimumTicks)
                    : ranges();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        m_members[i].history->beginAt(shown[i], m_members[i].history->state().alignment);
        note(i);
    }
    m_isBusy = false;
    m_kept.clear();
    emit changed();
}

void TimeLink::alignAsShown(const ViewHistory& leader, const QString& action)
{
    const std::size_t index = indexOf(leader);
    const auto placed = axis();
    std::vector<Alignment> next = alignments();
    for (std::size_t i = 0; i < m_members.size(); ++i) {
        next[i].zero = mapTick(
            next[index].zero,
            {.zero = leader.range().begin, .unit = placed[index].clock.unit},
            {.zero = m_members[i].history->range().begin, .unit = placed[i].clock.unit});
    }
    applyAlignments(next, index, leader.range(), action);
}

void TimeLink::setByLength(bool isOn, const ViewHistory& leader)
{
    if (isOn == isByLength()) {
        return;
    }
    std::vector<Alignment> next = alignments();
    for (std::size_t i = 0; i < next.size(); ++i) {
        next[i].isByLength = isOn;
        // Else they would be as long as each other, and yet not end together.
        next[i].zero = isOn ? m_members[i].history->whole().begin : next[i].zero;
    }
    applyAlignments(
        next, indexOf(leader), leader.range(), isOn ? tr("same length") : tr("same scale"));
}

}  // namespace vellum::gui::models
