#pragma once

#include "common/compare/named_instant.h"
#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace vellum::gui::models {

/// Where the n-th visit of a function begins, of all visits on all locations in the order in which they begin; or where the n-th
/// marker of a name is.
///
/// Exact    As `vellum-query compare --align` finds it: common/compare/named_instant says both.
/// Threads  GUI thread.
class NthVisit : public QObject {
    Q_OBJECT

public:
    /// No more are asked for.
    static constexpr std::uint64_t kMost = compare::kMostVisitsToNumber;

    NthVisit(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// Its number is made 1 ..= kMost.
    void ask(compare::NamedInstant instant);
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }

    /// Nothing while it is not known, or there is none.
    [[nodiscard]] const std::optional<Tick>& begin() const { return m_begin; }
    /// How many visits, or markers, there are.
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
    compare::NamedInstant m_instant;
    std::optional<Tick> m_begin;
    std::uint64_t m_count = 0;
    QString m_error;
};

}  // namespace vellum::gui::models
