#pragma once

#include "common/base/result.h"
#include "common/query/answers.h"
#include "common/query/requests.h"
#include "common/time/columns.h"
#include "server/store/trace_store.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace vellum::server::query {

/// In which row of a picture the ends of messages are: by definition order of locations, or the sets that a request
/// names, of any messages or of those of one communicator.
class PictureRows {
public:
    /// Errors   notFound and invalidArgument as of any locations; invalidArgument for one in two sets of one
    ///          communicator, and for communicators that are not as many as sets.
    [[nodiscard]] static Result<PictureRows> of(
        const store::TraceStore& trace, const vellum::query::MessagesRequest& request);

    /// The row of \p communicator, else the one of any; nothing where it is in neither.
    [[nodiscard]] std::optional<std::uint32_t> rowOf(
        LocationRef location, CommRef communicator) const;

private:
    using Rows = std::unordered_map<LocationRef, std::uint32_t>;

    Rows m_any;
    std::unordered_map<CommRef, Rows> m_ofCommunicators;
};

/// Messages that look alike in a picture, put together while they are more than \p most.
///
/// Exact    Which messages are together does not depend on the order of work: a pair of columns and a pair of rows,
///          as fine as `most` allows in the order of docs/semantics.md, "Bursts".
/// Pre      Messages come by send tick.
/// Cost     O(messages); at most `most` bursts in memory, and one more.
class MessageBursts {
public:
    MessageBursts(Columns columns, PictureRows rows, std::uint64_t most);

    void add(const vellum::query::Message& message);
    /// Firsts, bursts, their count and how coarse they are.
    void putInto(vellum::query::Messages& answer) const;

private:
    struct Place {
        std::int64_t sendColumn = 0;
        std::int64_t receiveColumn = 0;
        std::uint32_t sendRow = 0;
        std::uint32_t receiveRow = 0;

        friend bool operator==(const Place&, const Place&) = default;
    };
    struct PlaceHash {
        std::size_t operator()(const Place& place) const;
    };
    struct Burst {
        Place place;  ///< in columns and rows as asked
        vellum::query::Message first;
        vellum::query::MessageBurst all;
    };

    [[nodiscard]] std::int64_t columnOf(Tick tick) const;
    [[nodiscard]] Place together(const Place& place) const;
    void put(const Burst& burst);
    void coarsen();

    Columns m_columns;
    PictureRows m_rows;
    std::uint64_t m_most;
    std::uint64_t m_count = 0;
    std::uint32_t m_columnShift = 0;
    std::uint32_t m_rowShift = 0;
    std::vector<Burst> m_bursts;
    std::int64_t m_openColumn = 0;  ///< of sends; those of earlier ones get no more messages
    std::unordered_map<Place, std::size_t, PlaceHash> m_open;
};

}  // namespace vellum::server::query
