#pragma once

#include "gui/models/picture_model.h"

#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace vellum::gui::models {

/// How much of the visible window the streams of devices are busy.
///
/// Exact    Exclusive time of all that is recorded on a stream, as a share of the window; that of the
///          newest window that was answered, until the next is.
/// Threads  GUI thread.
class DeviceBusy : public QObject {
    Q_OBJECT

public:
    struct Shares {
        double all = 0;  ///< 0 ..= 1
        double kernels = 0;
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
    /// Of a context or a device: the mean of its streams; nothing if one of \p locations is no stream.
    [[nodiscard]] std::optional<Shares> of(std::span<const LocationRef> locations) const;
    [[nodiscard]] Exactness exactness() const { return m_model.exactness(); }
    void refresh() { m_model.refresh(); }

signals:
    void changed();

private:
    void take();

    std::vector<LocationRef> m_streams;
    PictureModel m_model;
    std::unordered_map<LocationRef, Shares> m_shares;
};

}  // namespace vellum::gui::models
