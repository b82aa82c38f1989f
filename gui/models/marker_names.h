#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace vellum::gui::models {

/// Names of markers that all of several traces have: what they can be aligned at.
///
/// Asked once, when this is made; of the first kMost markers of each.
/// Errors   A trace that does not answer has none.
/// Threads  GUI thread.
class MarkerNames : public QObject {
    Q_OBJECT

public:
    static constexpr std::uint64_t kMost = 10'000;

    MarkerNames(
        data::DataSource& source,
        const std::vector<std::shared_ptr<const data::Trace>>& traces,
        QObject* parent = nullptr);

    [[nodiscard]] bool isKnown() const;
    /// In the order in which they first come in the first trace; empty until it is known.
    [[nodiscard]] QStringList names() const;

signals:
    void answered();

private:
    struct Asked {
        Asked(data::DataSource& source, std::shared_ptr<const data::Trace> of)
            : trace(std::move(of))
            , slot(source, trace->id)
        {
        }

        std::shared_ptr<const data::Trace> trace;
        RequestSlot slot;
        std::optional<QStringList> names;
    };

    std::vector<std::unique_ptr<Asked>> m_asked;
};

}  // namespace vellum::gui::models
