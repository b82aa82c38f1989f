#pragma once

#include "common/trace/properties.h"
#include "server/reader/json/json_text.h"
#include "server/reader/tracks/findings.h"
#include "server/reader/tracks/track.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

/// Arguments that few events have and that say what no other record does: a collective operation of NCCL or RCCL, its
/// sizes, types, ranks and process group.
[[nodiscard]] bool isCarriedArgument(std::string_view key);

/// What slices carry in the words of the file, and what that is called: each text and each name once.
///
/// Threads  One.
class CarriedWords {
public:
    /// Longer texts are not kept, nor more of them as arguments.
    static constexpr std::size_t kMostBytes = 4096;
    static constexpr std::size_t kMostTexts = 100'000;

    /// A category that is none of a profiler's.
    [[nodiscard]] tracks::Carried category(Raw raw, tracks::Findings& findings);
    /// Nothing of a value that is too long, or one too many. What is no number is a text as it stands.
    [[nodiscard]] std::optional<tracks::Carried> argument(
        std::string_view key, Raw value, tracks::Findings& findings);

    /// By their numbers.
    [[nodiscard]] std::vector<std::string>& texts() { return m_texts; }
    [[nodiscard]] std::vector<Attribute>& attributes() { return m_attributes; }

private:
    [[nodiscard]] TypedValue text(Raw raw, tracks::Findings& findings);
    [[nodiscard]] AttributeRef attribute(
        std::string_view name, ValueType type, const char* description);

    std::unordered_map<std::string, std::uint32_t> m_numbers;  ///< of texts as in the file
    std::vector<std::string> m_texts;
    std::map<std::pair<std::string, ValueType>, AttributeRef> m_refs;
    std::vector<Attribute> m_attributes;
};

}  // namespace vellum::server::reader::json
