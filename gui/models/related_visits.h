#pragma once

#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QObject>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// What belongs to the selected visit without that a record of the trace joins the two:
///
/// - of work on a device the annotations (NVTX ranges, profiler steps) that were open on the host when it was launched;
/// - of a call that waits for a device the work it waited for, and of work the call that did;
/// - of a kernel of a collective library (NCCL) the same operation on the other devices.
///
/// Exact    A wait (a call named cudaStreamSynchronize and alike, or the device's own record of it) is for the work
///          that the process had launched before and that ended last in the wait's time, or within 10 µs after it, as
///          the clocks of host and device are some µs apart; of which stream a call waits is not used, as few
///          formats record it. The same collective operation is the visit of the same function that lies in the time of the
///          selected one and is on its location the so-manieth of that function, as the selected is on its own: of
///          those that do not overlap (clocks that are not one, a root that went ahead) nothing is known.
/// Size     At most `kMostPeers` others of a collective operation.
/// Threads  GUI thread.
class RelatedVisits : public QObject {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMostPeers = 256;
    static constexpr std::uint64_t kMostLaunches = 20'000;

    RelatedVisits(
        data::DataSource& source,
        const data::Trace& trace,
        const Selection& selection,
        QObject* parent = nullptr);

    /// Annotations around the launch, outermost first.
    [[nodiscard]] const std::vector<SelectedVisit>& annotations() const { return m_annotations; }
    /// What the selected call waited for.
    [[nodiscard]] const std::optional<query::Launch>& waitedFor() const { return m_waitedFor; }
    /// The call that waited for the selected work.
    [[nodiscard]] const std::optional<SelectedVisit>& waiting() const { return m_waiting; }
    /// The same collective operation on all devices, that which was selected among them, by begin; none where no other
    /// is known.
    [[nodiscard]] const std::vector<SelectedVisit>& peers() const { return m_peers; }

    [[nodiscard]] bool isBusy() const;

signals:
    /// All has been answered; also when there is nothing.
    void found();

private:
    void ask();
    void clear();
    void askForWait(TickRange wait, LocationRef host);
    void askForPeers(const Region& region);
    void askForOrdinal();
    void takeLaunch(const query::Launches& launches);
    void takePath(const query::VisitDetail& path);
    void takeCalls(const query::SearchHits& hits);
    void takeWork(const query::Launches& launches);
    void takePeers(const query::SearchHits& hits);
    void takeOrdinal(const query::SearchHits& hits);
    /// Calls what takes the answer if it is one, and tells when nothing is left to come.
    template <typename Kind>
    void connectSlot(RequestSlot& slot, void (RelatedVisits::*take)(const Kind&));
    [[nodiscard]] std::vector<LocationRef> processOf(LocationRef location) const;
    [[nodiscard]] bool isStream(LocationRef location) const;

    const Selection& m_selection;
    std::shared_ptr<const Definitions> m_definitions;
    query::TraceInfo m_info;
    RequestSlot m_launch;                  ///< of the selected work
    RequestSlot m_path;                    ///< around its launch
    RequestSlot m_calls;                   ///< that may wait for it
    RequestSlot m_work;                    ///< that ended while somebody waited
    RequestSlot m_others;                  ///< at the same time, of the same function
    RequestSlot m_ordinal;                 ///< of one of these
    std::optional<SelectedVisit> m_visit;  ///< asked about
    std::optional<SelectedVisit> m_call;   ///< may wait for it
    Tick m_launched = 0;                   ///< when the call that launched it began
    std::vector<SelectedVisit>
        m_candidates;  ///< the last is being asked about; the first is `m_visit`
    std::vector<std::uint64_t> m_ordinals;  ///< of those asked about, `m_visit` last
    std::vector<SelectedVisit> m_asked;     ///< likewise
    std::vector<SelectedVisit> m_annotations;
    std::optional<query::Launch> m_waitedFor;
    std::optional<SelectedVisit> m_waiting;
    std::vector<SelectedVisit> m_peers;
};

}  // namespace vellum::gui::models
