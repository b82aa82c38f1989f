#pragma once

#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// Who took part in a collective operation, and when: in the selected one, or in the only one that the
/// selected visit holds.
///
/// Exact    As the server says it, of at most `kMost` members; `count` is of all.
/// Threads  GUI thread.
class CollectiveMembers : public QObject {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMost = 20'000;
    /// A visit in whose time there are more operations of its location holds several: it is none of MPI's.
    static constexpr std::uint64_t kMostCandidates = 8;

    /// Asks for all members of \p operation; of one of which each location has its own, for that alone.
    [[nodiscard]] static query::CollectiveMembersRequest requestFor(
        const query::Collective& operation, TickRange window);

    CollectiveMembers(
        data::DataSource& source,
        const data::Trace& trace,
        const Selection& selection,
        QObject* parent = nullptr);

    /// In the order in which they came; those whose begin was not recorded at the end, as they ended.
    [[nodiscard]] const std::vector<query::CollectiveMember>& members() const { return m_members; }
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// Theirs; undefined where there are none.
    [[nodiscard]] CommRef communicator() const;
    /// Who came last of those whose begin is known, in `members`: for whom the others wait. Nothing where
    /// there is none.
    [[nodiscard]] std::optional<std::size_t> last() const { return m_last; }
    /// How long it waited for the last to come.
    [[nodiscard]] Tick waitOf(const query::CollectiveMember& member) const;
    [[nodiscard]] bool isBusy() const
    {
        return m_operations.isBusy() || m_own.isBusy() || m_all.isBusy();
    }

    /// The member that one has gone to, in `members`; nothing at first.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    /// To the next member in the order in which they came, or the one before; from nowhere to the first or
    /// the last. False at the end.
    bool step(bool forward);

signals:
    /// An answer came, or a step was made; also when all has been answered and there is nothing. Not when
    /// the selection changes: whoever shows it hears of that from there.
    void changed();

private:
    void ask();
    void takeOperations(const query::Collectives& operations);
    void askForOwn();
    void takeOwn(const query::CollectiveMembers& own);
    void takeAll(const query::CollectiveMembers& all);

    const Selection& m_selection;
    query::TraceInfo m_info;
    RequestSlot m_operations;  ///< in whose time the visit is
    RequestSlot m_own;         ///< what the visit's location did in one of these
    RequestSlot m_all;
    std::vector<query::Collective> m_candidates;  ///< the last is being asked about
    std::optional<query::Collective> m_held;      ///< the one that lies in the visit
    std::optional<SelectedVisit> m_visit;         ///< asked about
    std::optional<Overlaid> m_overlaid;           ///< likewise
    std::vector<query::CollectiveMember> m_members;
    std::uint64_t m_count = 0;
    std::optional<std::size_t> m_last;
    std::optional<std::size_t> m_current;
};

}  // namespace vellum::gui::models
