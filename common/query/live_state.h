#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vellum::query {

// A run that is looked at while it is recorded: its recorder sends an archive of what is whole so far to a server, again and
// again, and `live:NAME` is the path of the newest of them (docs/decisions/0029).

enum class LivePhase : std::uint8_t {
    Recording = 0,
    Stopping = 1,  ///< somebody asked the recorder to stop recording; the program runs on
    Ended = 2,     ///< the newest generation is the whole archive
    Lost = 3,      ///< the recorder went away without a word
};

struct LiveState {
    std::string name;
    LivePhase phase = LivePhase::Recording;
    std::uint64_t generation = 0;   ///< how many archives have come; 0: none yet
    std::uint64_t events = 0;       ///< in the newest
    std::uint64_t nanoseconds = 0;  ///< its length
    std::string archive;            ///< once it has ended: where the recorder wrote it

    friend bool operator==(const LiveState&, const LiveState&) = default;
};

inline constexpr std::string_view kLivePrefix = "live:";
inline constexpr std::size_t kMaxLiveNameBytes = 100;

/// Letters, digits, '.', '_', '-', the first no dot; 1 to kMaxLiveNameBytes of them.
[[nodiscard]] bool isLiveName(std::string_view name);

/// \p text with '_' for what may not be in a name: from a folder's name.
[[nodiscard]] std::string liveNameFrom(std::string_view text);

/// The NAME of the path `live:NAME`; nothing where it is another path, or NAME no name.
[[nodiscard]] std::optional<std::string> liveNameOfPath(std::string_view path);

}  // namespace vellum::query
