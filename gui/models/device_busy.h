#pragma once

#include "gui/models/picture_model.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace vellum::gui::models {

/// How much of the visible window the streams of devices are busy.
///
/// Exact    Exclusive time of all that is recorded on a stream, as a share of the window. A context or a device
///          is busy while at least one of its streams is: their union, counted by the server. What stands beside
///          its streams (annotations, waiting) does not keep it busy. All are of the newest window that was
///          answered, until the next is. Kernels are what is of a function group that kernels are in: those of a
///          collective library (NCCL) are in MPI's.
/// Threads  GUI thread.
class DeviceBusy : public QObject {
    Q_OBJECT

public:
    struct Shares {
        double all = 0;          ///< 0 ..= 1
        double kernels = 0;      ///< collectives too
        double collectives = 0;  ///< of the kernels those that move data between ranks
        double copies = 0;
    };

    /// Asks only where the trace has streams of devices.
    DeviceBusy(
        data::DataSource& source,
        const data::Trace& trace,
        const ViewHistory& view,
        QObject* parent = nullptr);

    /// Nothing for what is no stream, and until something is known.
    [[nodiscard]] std::optional<Shares> of(LocationRef location) const;
    /// Of a context or a device that `show` was called with: the time in which at least one of its streams is;
    /// nothing if it is none, and until it is known.
    [[nodiscard]] std::optional<Shares> of(std::span<const LocationRef> locations) const;
    /// The streams among the locations of a context or a device; none where one of \p locations is a thread.
    [[nodiscard]] std::vector<LocationRef> streamsOf(std::span<const LocationRef> locations) const;

    /// The locations of the contexts and devices that are on the screen; of others there is nothing to ask.
    void show(const std::vector<std::vector<LocationRef>>& parents);

    /// Counts answers: as long as it stays, so do all shares.
    [[nodiscard]] std::uint64_t answers() const
    {
        return m_model.answers() + m_unions.answers() + m_kernelUnions.answers();
    }

    [[nodiscard]] Exactness exactness() const
    {
        return std::max({m_model.exactness(), m_unions.exactness(), m_kernelUnions.exactness()});
    }
    void refresh()
    {
        m_model.refresh();
        m_unions.refresh();
        m_kernelUnions.refresh();
    }

signals:
    void changed();

private:
    using Parents = std::vector<std::vector<LocationRef>>;

    void noteStreams(const Definitions& definitions);
    void noteKernelGroups(const Definitions& definitions);
    void take();
    void takeUnions();
    void takeKernelUnions();
    void askForUnions();
    [[nodiscard]] Shares sharesOf(const query::SummaryRow& row, TickRange window) const;

    std::vector<LocationRef> m_streams;
    std::unordered_set<LocationRef> m_isStream;
    std::unordered_set<LocationRef> m_isBeside;  ///< neither stream nor thread
    std::vector<query::Key> m_kernelGroups;      ///< function groups that kernels are in
    PictureModel m_model;
    PictureModel m_unions;
    PictureModel m_kernelUnions;  ///< of all those groups together, where they are several
    Parents m_parents;            ///< of two streams or more
    std::unordered_map<LocationRef, Shares> m_shares;
    std::map<std::vector<LocationRef>, Shares> m_sharesOfParents;
    std::map<std::vector<LocationRef>, double> m_kernelsOfParents;
};

}  // namespace vellum::gui::models
