#pragma once

#include "gui/data/data_source.h"
#include "gui/models/collective_members.h"
#include "gui/models/related_visits.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"
#include "gui/models/view_history.h"

#include <QObject>

#include <optional>
#include <vector>

namespace vellum::gui::models {

/// Something that leads from one visit to another: a message, the launch of device work, a flow that the
/// trace itself names, a collective operation: from the member that came last to one that waited for it, or a wait:
/// from the work that was waited for to the call that did, or a one-sided operation or copy: from where the data are
/// before to where they are after.
struct Flow {
    enum class Kind : std::uint8_t { Message, Launch, Named, Collective, Wait, OneSided };

    LocationRef from;
    Tick leaves = 0;
    LocationRef to;
    Tick arrives = 0;
    Kind kind = Kind::Message;
    CommRef communicator = CommRef::undefined();  ///< of messages, collectives and windows

    [[nodiscard]] bool isLaunch() const { return kind == Kind::Launch; }

    friend bool operator==(const Flow&, const Flow&) = default;
};

/// What leads to the selected visit and away from it, of messages those that the filters leave; of a selected
/// message or one-sided operation, itself; of a selected collective operation, what leads to its members.
///
/// Exact    Of named flows, and of one-sided operations, those in the visit itself, its callees' not; of the flows the first `kMostNamed` points in the visit itself, its callees' not. A flow
///          that begins here leads to all that come after it, else from one point to the next; at the other
///          side it stands at the begin of the visit there. One that is a launch too is that alone.
/// Size     At most `kMost` of each kind, of collectives as many as `CollectiveMembers` has; a visit of hours has more, and nobody tells them apart.
/// Threads  GUI thread.
class FlowModel : public QObject {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMost = 1'000;
    static constexpr std::size_t kMostNamed = 8;

    FlowModel(
        data::DataSource& source,
        const data::Trace& trace,
        const ViewHistory& view,
        const Selection& selection,
        QObject* parent = nullptr);

    /// That leave the selected visit, and that reach it; by the tick they do so.
    [[nodiscard]] const std::vector<Flow>& away() const { return m_away; }
    [[nodiscard]] const std::vector<Flow>& here() const { return m_here; }
    /// Of the selected operation, or of the one that the selected visit holds.
    [[nodiscard]] const CollectiveMembers& collective() const { return m_collective; }
    [[nodiscard]] CollectiveMembers& collective() { return m_collective; }
    /// What belongs to the selected visit without a record that joins the two.
    [[nodiscard]] const RelatedVisits& related() const { return m_related; }
    [[nodiscard]] bool isBusy() const
    {
        return m_related.isBusy() || m_collective.isBusy() || m_messages.isBusy()
               || m_launches.isBusy() || m_records.isBusy() || m_partners.isBusy();
    }

signals:
    void changed();  ///< also when all has been answered and there is nothing

private:
    void ask();
    void takeMessages(const query::Messages& messages);
    void takeLaunches(const query::Launches& launches);
    void takeRecords(const query::Events& events);
    void takeOneSided(const std::vector<query::EventRecord>& records);
    void takePartners(const query::SearchHits& hits);
    void askForPartners();
    void takeCollective();
    void takeRelated();
    void takePeers();
    void sort();

    const ViewHistory& m_view;
    const Selection& m_selection;
    std::shared_ptr<const Definitions> m_definitions;
    query::TraceInfo m_info;
    CollectiveMembers m_collective;  ///< hears of a selection first
    RelatedVisits m_related;         ///< likewise
    RequestSlot m_messages;
    RequestSlot m_launches;
    RequestSlot m_records;
    RequestSlot m_partners;
    std::vector<query::EventRecord> m_points;    ///< whose partners are still to be asked for
    std::optional<SelectedVisit> m_visit;        ///< asked about
    std::shared_ptr<const FilterSet> m_filters;  ///< with which it was
    std::optional<query::Message> m_message;
    std::optional<Overlaid> m_overlaid;
    bool m_hasCollective = false;  ///< its flows are among these
    bool m_hasRelated = false;     ///< likewise
    std::vector<Flow> m_away;
    std::vector<Flow> m_here;
};

}  // namespace vellum::gui::models
