#pragma once

#include "common/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::server::reader::v8 {

/// A node of the call tree, as the file has it.
struct ProfileNode {
    std::int64_t id = 0;
    std::string function;
    std::string url;
    std::int64_t line = -1;  ///< of the function's first line, from 0; -1: unknown
    std::vector<std::int64_t> children;
};

/// What a profile says, not yet checked: times in microseconds.
struct ProfileText {
    std::vector<ProfileNode> nodes;
    std::vector<std::int64_t> samples;  ///< ids of nodes
    std::vector<std::int64_t>
        timeDeltas;  ///< of each sample, to the one before; of the first, to the begin
    std::int64_t startTime = 0;
    std::int64_t endTime = 0;
    bool hasTimes = false;            ///< whether it says when it began and ended
    std::uint64_t unusableNodes = 0;  ///< elements that are no node with an id and a call frame
    std::uint64_t unusableNumbers =
        0;  ///< samples and deltas that are no integers; they stand as 0
};

/// \param text  is given up while it is read
/// Errors   invalidArgument: "cannot be read: …", "has no list 'nodes'": the end of a sentence
[[nodiscard]] Result<ProfileText> parseProfile(std::string text);

}  // namespace vellum::server::reader::v8
