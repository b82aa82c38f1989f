#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vellum::values::sidecar {

/// What can be wrong with a file, in the order in which it is told.
enum class FindingKind : std::uint8_t {
    // of the file and its chunks
    NotFinished,
    DamagedHead,
    Footer,
    DamagedChunk,
    UnreadBytes,
    TooManyChunks,
    UnknownType,
    UnknownCodec,
    RecordSize,
    Strings,
    // of what the records say
    UnresolvedId,
    Times,
    ChangedBytes,
    TemporalCount,
    SpatialCount,
    ItemCount,
    UniqueItems,
    ObjectLife,
    AccessSum,
    EdgeSum,
    PageClass,
};
inline constexpr std::size_t kFindingKinds = 21;

/// "damaged-chunk", as in JSON and CSV.
[[nodiscard]] std::string_view name(FindingKind kind);

/// False of what is worth a word and no damage: a file that was not finished, chunks of later versions.
[[nodiscard]] bool isDamage(FindingKind kind);

/// All that was found of one kind.
struct Finding {
    FindingKind kind{};
    std::uint64_t count = 0;
    /// The first few, each a sentence that names the file, the fact and the numbers.
    std::vector<std::string> examples;

    friend bool operator==(const Finding&, const Finding&) = default;
};

/// Collects findings; of each kind all are counted and a few kept.
///
/// Threads  One at a time.
class FindingList {
public:
    static constexpr std::size_t kExamples = 5;

    /// \p file begins each sentence.
    explicit FindingList(std::string file) : m_file(std::move(file)) {}

    /// \p makeFact() is called only where the sentence is kept.
    template <typename MakeFact>
    void add(FindingKind kind, MakeFact&& makeFact)
    {
        Finding& finding = m_findings[static_cast<std::size_t>(kind)];
        ++finding.count;
        if (finding.examples.size() < kExamples) {
            finding.examples.push_back("'" + m_file + "': " + makeFact());
        }
    }
    void addFact(FindingKind kind, const std::string& fact)
    {
        add(kind, [&fact] { return fact; });
    }

    [[nodiscard]] bool has(FindingKind kind) const
    {
        return m_findings[static_cast<std::size_t>(kind)].count > 0;
    }
    /// Kinds of which there are any, in their order.
    [[nodiscard]] std::vector<Finding> all() const;

private:
    std::string m_file;
    std::array<Finding, kFindingKinds> m_findings;
};

}  // namespace vellum::values::sidecar
