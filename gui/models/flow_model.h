#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"
#include "gui/models/selection.h"

#include <QObject>

#include <optional>
#include <vector>

namespace vellum::gui::models {

/// Something that leads from one visit to another: a message, or the launch of device work.
struct Flow {
    LocationRef from;
    Tick leaves = 0;
    LocationRef to;
    Tick arrives = 0;
    bool isLaunch = false;

    friend bool operator==(const Flow&, const Flow&) = default;
};

/// What leads to the selected visit and away from it; of a selected message, itself.
///
/// Size     At most `kMost` of each kind; a visit of hours has more, and nobody tells them apart.
/// Threads  GUI thread.
class FlowModel : public QObject {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMost = 1'000;

    FlowModel(
        data::DataSource& source,
        const data::Trace& trace,
        const Selection& selection,
        QObject* parent = nullptr);

    /// That leave the selected visit, and that reach it; by the tick they do so.
    [[nodiscard]] const std::vector<Flow>& away() const { return m_away; }
    [[nodiscard]] const std::vector<Flow>& here() const { return m_here; }
    [[nodiscard]] bool isBusy() const { return m_messages.isBusy() || m_launches.isBusy(); }

signals:
    void changed();  ///< also when all has been answered and there is nothing

private:
    void ask();
    void takeMessages(const query::Messages& messages);
    void takeLaunches(const query::Launches& launches);
    void sort();

    const Selection& m_selection;
    query::TraceInfo m_info;
    RequestSlot m_messages;
    RequestSlot m_launches;
    std::optional<SelectedVisit> m_visit;  ///< asked about
    std::optional<query::Message> m_message;
    std::vector<Flow> m_away;
    std::vector<Flow> m_here;
};

}  // namespace vellum::gui::models
