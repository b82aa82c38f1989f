#pragma once

#include "common/time/tick.h"
#include "server/reader/json/json_event.h"
#include "server/reader/tracks/findings.h"
#include "server/reader/tracks/track.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <vector>

namespace vellum::server::reader::json {

/// Pairs the begins and ends of asynchronous events.
///
/// Exact    In the order of time, at one time in that of the file: an end ends the innermost open begin of its
///          id and its name; one without a name the innermost of its id.
/// Threads  One.
class AsyncSlices {
public:
    struct Edge {
        Tick at = 0;
        std::size_t track = 0;
        std::uint32_t region = 0;
        tracks::ExtraRecord extra = 0;  ///< what it says besides
        bool isBegin = true;
        bool hasName = true;
    };

    /// \param id  what begins and ends have in common
    void add(const std::string& id, const Edge& edge);

    /// Adds slices to the tracks of their begins, what never ends up to \p last. Once.
    void finish(std::deque<tracks::Track>& tracks, Tick last, tracks::Findings& findings);

private:
    struct Known {
        std::uint32_t id = 0;
        Edge edge;
    };

    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::vector<Known> m_edges;
};

}  // namespace vellum::server::reader::json
