#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace vellum::gui::models {

/// Where the n-th visit of a function begins, of all visits on all locations in the order in which they begin.
///
/// Threads  GUI thread.
class NthVisit : public QObject {
    Q_OBJECT

public:
    /// No more are asked for.
    static constexpr std::uint64_t kMost = 100'000;

    NthVisit(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// \param name    of the function, all of it
    /// \param number  1 ..= kMost
    void ask(const std::string& name, std::uint64_t number);
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }

    /// Nothing while it is not known, or there is none.
    [[nodiscard]] const std::optional<Tick>& begin() const { return m_begin; }
    /// How many visits there are.
    [[nodiscard]] std::uint64_t count() const { return m_count; }
    /// Why that is not known; empty if it is.
    [[nodiscard]] const QString& errorText() const { return m_error; }

signals:
    void answered();

private:
    void take(const query::Answer* answer, const Error& error);

    std::shared_ptr<const Definitions> m_definitions;
    TickRange m_whole;
    RequestSlot m_slot;
    std::string m_name;
    std::uint64_t m_number = 0;
    std::optional<Tick> m_begin;
    std::uint64_t m_count = 0;
    QString m_error;
};

}  // namespace vellum::gui::models
