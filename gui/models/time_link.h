#pragma once

#include "gui/models/shared_axis.h"
#include "gui/models/view_history.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// Couples the visible ranges of several traces on one time axis: what is shown of one is shown of all.
///
/// Each trace has an instant that is at the axis' zero, and a second of one is a second of the others, whatever their
/// clocks; or, by length, all of one is as long as all of the others. Both stand in the traces' own view states
/// (`Alignment`), so that undo takes them back like any other change.
///
/// Exact    The trace that was moved last keeps the range it was given; those of the others are computed from that alone,
///          never from each other, so that errors do not add up. A trace that is brought back to a range which it was given
///          by the link gives the others back just what they showed then.
///          A trace shows what it has of the range that the axis shows (`wanted`), its own beginning or end where that is
///          (almost) nothing (`isAligned` is false then). Full range in one is full range in all.
///          A change that is undone, or made again, in one is so in all that it moved.
/// Threads  GUI thread.
class TimeLink : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    /// Joins the others and is shown what they show. It must leave before it is gone.
    void add(ViewHistory& history, std::uint64_t ticksPerSecond);
    void remove(const ViewHistory& history);

    [[nodiscard]] bool isCoupled() const { return m_isCoupled; }
    /// \p leader is the one whom the others follow then.
    void setCoupled(bool isOn, const ViewHistory& leader);

    /// Whether all of one trace is as long as all of the others on the axis. They begin together then.
    [[nodiscard]] bool isByLength() const;
    void setByLength(bool isOn, const ViewHistory& leader);

    /// An instant of a trace that is to be at zero.
    struct Zero {
        const ViewHistory* trace = nullptr;
        Tick tick = 0;
    };
    /// Puts those instants at one place. \p leader stays where it is; the others are shown what is at the same place.
    /// Traces that are not named keep their zero.
    ///
    /// \param isShown  zero is to be seen: the leader goes there if it does not show it
    void align(
        const std::vector<Zero>& zeros,
        const ViewHistory& leader,
        const QString& action,
        bool isShown = false);
    /// Puts those instants at one place, as `align` does, and shows \p range in the leader; it must lie in the time of the
    /// leader's trace.
    void alignAt(
        const std::vector<Zero>& zeros,
        const ViewHistory& leader,
        TickRange range,
        const QString& action);
    /// Puts \p tick of one trace at zero, and leaves all others where they are. Changes with the same \p gesture number (not 0)
    /// that follow one another are undone together.
    ///
    /// \param leader  another one: it stays where it is
    void shift(
        const ViewHistory& moved,
        Tick tick,
        const ViewHistory& leader,
        const QString& action,
        std::uint64_t gesture);
    /// Puts those instants at one place when the traces are opened; undo does not take it back.
    void beginWith(const std::vector<Zero>& zeros, bool isByLength);
    /// As the traces stand now: what is at the left edge of one is at the left edge of the others from now on.
    void alignAsShown(const ViewHistory& leader, const QString& action);

    /// What \p change does to any of them is one step, which one undo takes back in all.
    void asOneStep(const std::function<void()>& change);

    /// The range that the axis shows, in the trace's ticks; what it shows itself where it is not coupled.
    [[nodiscard]] TickRange wanted(const ViewHistory& history) const;
    /// Whether it stands where it belongs beside the others.
    [[nodiscard]] bool isAligned(const ViewHistory& history) const;
    /// Where a tick of one is in another, by the alignment.
    [[nodiscard]] Tick tickIn(const ViewHistory& to, Tick tick, const ViewHistory& from) const;
    /// By how much \p history is shown later than beside \p than with both at tick 0, in its own ticks.
    [[nodiscard]] Tick offset(const ViewHistory& history, const ViewHistory& than) const;

signals:
    /// Ranges, alignment or coupling are others; once for all.
    void changed();

private:
    struct Member {
        ViewHistory* history = nullptr;
        std::uint64_t ticksPerSecond = 1;
        // As this saw it last.
        std::uint64_t newestNumber = 0;
        std::uint64_t undoStep = 0;
        TickRange range;
        Alignment alignment;
    };
    /// What all showed once because of one of them.
    struct Kept {
        std::size_t leader = 0;
        std::vector<TickRange> ranges;
        std::vector<Alignment> alignments;
    };

    [[nodiscard]] std::size_t indexOf(const ViewHistory& history) const;
    [[nodiscard]] static TraceOnAxis onAxis(const Member& member, const Alignment& alignment);
    [[nodiscard]] std::vector<TraceOnAxis> axis() const;
    [[nodiscard]] std::vector<TickRange> ranges() const;
    [[nodiscard]] std::vector<Alignment> alignments() const;
    [[nodiscard]] bool isLedBy(std::size_t leader) const;

    void onChanged(std::size_t index);
    void stepLikewise(std::size_t index, std::uint64_t undone, std::uint64_t redone);
    void findLeader(std::size_t first);
    void follow(std::size_t leader, const QString& action, std::uint64_t gesture);
    void applyAlignments(
        const std::vector<Alignment>& next,
        std::size_t leader,
        TickRange range,
        const QString& action,
        std::uint64_t gesture = 0);
    /// Shows it as a part of that step.
    void show(
        std::size_t index,
        TickRange range,
        const Alignment& alignment,
        const QString& action,
        std::uint64_t step,
        std::uint64_t gesture);
    void note(std::size_t index);
    void keep();
    [[nodiscard]] std::vector<Alignment> alignedAt(const std::vector<Zero>& zeros) const;
    [[nodiscard]] const Kept* keptAt(std::size_t index) const;

    std::vector<Member> m_members;
    std::vector<Kept> m_kept;  ///< at most one of each leader
    std::size_t m_leader = 0;  ///< whose range the others follow
    std::uint64_t m_lastStep = 0;
    std::uint64_t m_lastShift = 0;  ///< gesture of the last step, if that was a shift
    bool m_isOneStep = false;       ///< changes are parts of the last one
    bool m_isCoupled = true;
    bool m_isBusy = false;  ///< changes are our own
};

}  // namespace vellum::gui::models
