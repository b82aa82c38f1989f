#pragma once

#include "gui/models/clusters.h"
#include "gui/models/request_slot.h"
#include "gui/models/view_history.h"

#include <QFutureWatcher>
#include <QObject>

#include <cstdint>
#include <memory>

namespace vellum::gui::models {

/// Finds out which locations are alike: asks for their profiles and puts them into clusters.
///
/// Threads  GUI thread; the clusters are made on another one.
class Likeness : public QObject {
    Q_OBJECT

public:
    struct Choice {
        bool ofWindow = false;  ///< else of the whole trace
        bool onlyRepresentatives = false;
        std::uint32_t most = kMostLeaders;  ///< clusters

        friend bool operator==(const Choice&, const Choice&) = default;
    };

    Likeness(
        data::DataSource& source,
        const data::Trace& trace,
        const ViewHistory& view,
        QObject* parent = nullptr);
    ~Likeness() override;

    /// Answered by `found` or `failed`; a question before that is not. Of what filters leave.
    void ask(const Choice& choice);
    /// No answer will come.
    void cancel();
    [[nodiscard]] const Choice& choice() const { return m_choice; }
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

signals:
    void found(std::shared_ptr<const vellum::gui::models::RowGrouping> grouping);
    void failed(const QString& why);

private:
    void onAnswer(const std::shared_ptr<const query::Answer>& answer, const Error& error);

    using Found = std::shared_ptr<const RowGrouping>;

    std::shared_ptr<const Definitions> m_definitions;
    const ViewHistory& m_view;
    RequestSlot m_slot;
    Choice m_choice;
    bool m_isBusy = false;
    std::unique_ptr<QFutureWatcher<Found>> m_making;  ///< null: nothing is being made
};

}  // namespace vellum::gui::models
