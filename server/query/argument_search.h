#pragma once

#include "common/base/result.h"
#include "common/trace/definitions.h"
#include "server/query/workers.h"
#include "server/store/location_store.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace vellum::server::query {

/// What `arg:NAME=VALUE` asks for; in both `*` stands for any characters, and case does not count.
struct ArgumentPattern {
    std::string name;
    std::string value;  ///< "*" where there is no '='

    /// Nothing if \p expression does not begin with "arg:": it is one of names.
    ///
    /// Errors   invalidArgument: without a name.
    [[nodiscard]] static Result<std::optional<ArgumentPattern>> parse(std::string_view expression);
};

/// Visits by what their records say or carry: docs/semantics.md, "search and events".
///
/// Cost     O(what the location's events carry + its records that have a member of the name).
/// Threads  Const access from any thread.
class ArgumentSearch {
public:
    ArgumentSearch(const Definitions& definitions, const ArgumentPattern& pattern);

    /// The changes that enter visits which have such an argument, ascending, each once. Fewer where
    /// \p poll says stop.
    [[nodiscard]] std::vector<std::size_t> entersOf(
        const store::LocationStore& in, StopPoll& poll) const;

private:
    [[nodiscard]] bool fits(TypedValue value) const;
    void addCarried(
        const store::LocationStore& in, StopPoll& poll, std::vector<std::size_t>& enters) const;
    void addMembers(
        const store::LocationStore& in, StopPoll& poll, std::vector<std::size_t>& enters) const;

    const Definitions& m_definitions;
    std::string m_value;  ///< lower case
    std::unordered_set<AttributeRef> m_attributes;
    /// Of the members of each kind of record, by their places, those of the name.
    std::array<std::vector<std::size_t>, event_kind::kCount> m_members;
    bool m_hasMembers = false;
};

}  // namespace vellum::server::query
