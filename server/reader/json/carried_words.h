#pragma once

#include "common/trace/properties.h"
#include "server/reader/json/json_text.h"
#include "server/reader/tracks/findings.h"
#include "server/reader/tracks/track.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

/// What events carry in the words of the file, and what that is called: each text and each name once.
///
/// Cost     A hash of each text; of a number no more than reading it.
/// Threads  One.
class CarriedWords {
public:
    /// Longer texts are not kept, nor more of them together: all who open the trace are sent them.
    static constexpr std::size_t kMostBytes = std::size_t{64} << 10U;
    static constexpr std::size_t kMostBytesOfAll = std::size_t{128} << 20U;

    static constexpr std::size_t kMostNames = 10'000;

    /// A category that is none of a profiler's. No value for the same reasons as below.
    [[nodiscard]] std::optional<tracks::Carried> category(Raw raw, tracks::Findings& findings);
    /// A number stays a number; everything else is a text, lists and objects as they are written in the file. No value
    /// if the text is longer than kMostBytes, or if kMostBytesOfAll or kMostNames are used up.
    [[nodiscard]] std::optional<tracks::Carried> argument(
        std::string_view key, Raw value, tracks::Findings& findings);

    /// By their numbers.
    [[nodiscard]] std::deque<std::string>& texts() { return m_texts; }
    [[nodiscard]] std::vector<Attribute>& attributes() { return m_attributes; }

private:
    /// Texts as they stand in the file, by their numbers; views of `m_texts` or of `m_written`.
    using Numbers = std::unordered_map<std::string_view, std::uint32_t>;
    struct CachedName {
        const std::string* name = nullptr;
        ValueType type = ValueType::None;
        AttributeRef ref;
    };

    [[nodiscard]] std::optional<TypedValue> text(Raw raw, tracks::Findings& findings);
    [[nodiscard]] std::optional<AttributeRef> attribute(
        std::string_view name, ValueType type, const char* description);
    [[nodiscard]] std::optional<AttributeRef> argumentNamed(
        std::string_view key, ValueType type, tracks::Findings& findings);

    Numbers m_strings;  ///< what stands between quotes
    Numbers m_others;   ///< lists, objects and words
    std::deque<std::string> m_texts;
    std::deque<std::string> m_written;  ///< of texts that are not shown as they stand in the file
    std::size_t m_bytes = 0;            ///< of both
    std::map<std::pair<std::string, ValueType>, AttributeRef> m_refs;
    std::vector<Attribute> m_attributes;
    std::array<CachedName, 256> m_names;  ///< of the same key there are many, one behind the other
};

}  // namespace vellum::server::reader::json
