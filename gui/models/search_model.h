#pragma once

#include "gui/data/data_source.h"
#include "gui/models/request_slot.h"

#include <QObject>
#include <QString>

#include <optional>

namespace vellum::gui::models {

/// The visits whose function's name matches an expression, and which of them is the current one.
///
/// Threads  GUI thread.
class SearchModel : public QObject {
    Q_OBJECT

public:
    /// So many hits are asked for; `count()` says how many there are.
    static constexpr std::uint64_t kMostHits = 100'000;

    SearchModel(data::DataSource& source, const data::Trace& trace, QObject* parent = nullptr);

    /// Begins anew; an empty pattern finds nothing. \p from says which hit is the first to be
    /// shown: the first that begins at or after it.
    void search(const QString& pattern, bool isRegex, bool ignoreCase, Tick from);

    /// What was asked for last; empty if nothing.
    [[nodiscard]] const QString& pattern() const { return m_pattern; }
    [[nodiscard]] std::uint64_t count() const { return m_hits.count; }
    [[nodiscard]] bool isBusy() const { return m_slot.isBusy(); }
    [[nodiscard]] const QString& errorText() const { return m_error; }
    /// The current hit's place, 0-based; nothing where there are no hits.
    [[nodiscard]] std::optional<std::size_t> current() const { return m_current; }
    [[nodiscard]] const query::SearchHit* currentHit() const;

    /// Steps around at either end.
    void next();
    void previous();

signals:
    void changed();      ///< count, error or busy
    void hitSelected();  ///< there is a current hit, and it is another one

private:
    void select(std::size_t place);

    RequestSlot m_slot;
    TickRange m_whole;
    QString m_pattern;
    Tick m_from = 0;
    query::SearchHits m_hits;
    std::optional<std::size_t> m_current;
    QString m_error;
};

}  // namespace vellum::gui::models
