#pragma once

#include "gui/models/request_slot.h"

#include <QObject>

#include <cstdint>
#include <optional>
#include <unordered_map>

namespace vellum::gui::models {

/// How many records each location has, for rows that have nothing else to show.
///
/// Exact    Of the whole trace; asked for once, when it is first wanted.
/// Threads  GUI thread.
class RecordCounts : public QObject {
    Q_OBJECT

public:
    RecordCounts(data::DataSource& source, data::TraceId trace, QObject* parent = nullptr);

    /// Nothing as long as it is not known, which is then asked for.
    [[nodiscard]] std::optional<std::uint64_t> of(LocationRef location);
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }

signals:
    void changed();

private:
    RequestSlot m_slot;
    bool m_isAsked = false;
    std::unordered_map<LocationRef, std::uint64_t> m_counts;
};

}  // namespace vellum::gui::models
