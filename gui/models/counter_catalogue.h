#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>

#include <memory>
#include <span>

namespace vellum::gui::models {

/// Which counters a trace has samples of, and between which values they move: asked once, when it is
/// needed first.
///
/// Threads  GUI thread.
class CounterCatalogue : public QObject {
    Q_OBJECT

public:
    CounterCatalogue(
        data::DataSource& source,
        std::shared_ptr<const data::Trace> trace,
        QObject* parent = nullptr);

    /// Asks, if nobody has yet.
    void want();
    void refresh();

    [[nodiscard]] bool isKnown() const { return m_counters != nullptr; }
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }
    /// Of the whole trace in one column; empty until it is known.
    [[nodiscard]] std::span<const query::CounterRow> rows() const;
    [[nodiscard]] const QString& errorText() const { return m_errorText; }

signals:
    void changed();

private:
    void ask();

    std::shared_ptr<const data::Trace> m_trace;
    RequestSlot m_slot;
    std::shared_ptr<const query::Counters> m_counters;
    QString m_errorText;
};

}  // namespace vellum::gui::models
