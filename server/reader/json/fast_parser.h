#pragma once

#include "server/reader/json/json_event.h"

#include <cstddef>
#include <memory>

namespace vellum::server::reader::json {

/// Reads a run of events with simdjson: several times as fast as LenientParser, and as strict as
/// the standard. Where it stops, LenientParser goes on.
///
/// Threads  One.
class FastParser {
public:
    FastParser();
    FastParser(const FastParser&) = delete;
    FastParser& operator=(const FastParser&) = delete;
    ~FastParser();

    struct Outcome {
        std::uint64_t events = 0;
        std::size_t lastBegin = 0;  ///< where the event begins that it came to last
        bool lastIsTaken = false;   ///< whether that one was handed over
        bool hasFailed = false;
    };

    /// Bytes that must be readable, and may be anything, behind what is parsed.
    static constexpr std::size_t kPadding = 128;

    /// Hands over the events of a comma-separated run of \p size bytes at \p begin.
    ///
    /// Precondition: there are kPadding bytes behind them; the first is ours to overwrite for the time of
    /// the call and gets its value back.
    [[nodiscard]] Outcome parse(char* begin, std::size_t size, EventSink& sink);

private:
    struct Parser;
    std::unique_ptr<Parser> m_parser;
    JsonEvent m_event;
};

}  // namespace vellum::server::reader::json
