#pragma once

#include "common/time/tick.h"
#include "common/trace/reference_kinds.h"
#include "server/store/import_report.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vellum::server::store {

/// What a file of a joint trace names and does not define: numbers of the whole that no definition of it has,
/// and that say which file names it and how.
///
/// Layout   The upper half of what references of a kind can be (from 2^31 or 2^63 on), in as many equal pieces as
///          there are files.
/// Threads  Pure.
class FileReferences {
public:
    struct Origin {
        std::size_t file = 0;
        std::uint64_t ref = 0;  ///< as the file has it
    };

    /// \param files  of the trace; 0: it is one file alone, whose references stay what they are
    explicit FileReferences(std::size_t files = 0) : m_files(files) {}

    /// What \p origin is in the whole; what `undefinedOf` says where its number is too large for its piece.
    [[nodiscard]] std::uint64_t inWhole(RefKind kind, const Origin& origin) const;
    /// Nothing of a number that `inWhole` does not give.
    [[nodiscard]] std::optional<Origin> originOf(RefKind kind, std::uint64_t ref) const;
    /// As the file has it.
    [[nodiscard]] std::uint64_t inFile(RefKind kind, std::uint64_t ref) const;

private:
    std::size_t m_files;
};

/// References that name no definition: how many by the kind of what they should name, and the first of each
/// in words.
///
/// Threads  One owner.
class UndefinedReferences {
public:
    /// \param say  makes the sentence; called of the first of its kind only
    template <typename Say>
    void add(RefKind kind, const Say& say)
    {
        Found& found = foundOf(kind);
        if (found.count++ == 0) {
            found.first = say();
        }
    }

    /// One finding `undefined-reference`, if there is any: \p before and then the sentence of each kind.
    void report(ImportReport& report, const std::string& before = {}) const;

private:
    struct Found {
        RefKind kind = RefKind::None;
        std::uint64_t count = 0;
        std::string first;
    };
    [[nodiscard]] Found& foundOf(RefKind kind);

    std::vector<Found> m_found;  ///< in the order in which the kinds were first met
};

/// Finds what a location's records name and nobody defines.
///
/// Cost     References met of late are known by one comparison, so that a record that names what its neighbours
///          name costs no look-up.
/// Threads  One owner; the definitions are only read.
class ReferenceCheck {
public:
    /// \param isPart  locations were left out, and with them their groups: references to these are not checked
    ReferenceCheck(
        const Definitions& definitions, bool isPart, FileReferences files = FileReferences())
        : m_definitions(definitions)
        , m_isPart(isPart)
        , m_files(files)
    {
    }

    /// All members of a record, which is none of an enter or leave: those name regions, which are
    /// known once all locations have been read.
    void checkRecord(Tick tick, EventKind kind, std::span<const std::uint64_t> payload);

    /// A value that a record carries beside its members, under \p attribute.
    void checkAttribute(Tick tick, AttributeRef attribute, TypedValue value)
    {
        check(tick, RefKind::Attribute, attribute.value());
        check(tick, refKindOf(value.type), value.bits);
    }

    /// Notes one that is known to be undefined.
    void add(Tick tick, RefKind kind, std::uint64_t ref);

    void report(ImportReport& report, const Location& location) const;

private:
    struct Known {
        RefKind kind = RefKind::None;
        std::uint64_t ref = 0;

        friend bool operator==(const Known&, const Known&) = default;
    };
    static constexpr std::size_t kSlots = 64;

    void check(Tick tick, RefKind kind, std::uint64_t ref)
    {
        constexpr std::size_t kSpread = 7;  // neighbouring kinds do not share slots
        Known& slot = m_known[(ref + kSpread * static_cast<std::size_t>(kind)) % kSlots];
        if (slot != Known{.kind = kind, .ref = ref}) {
            lookUp(tick, kind, ref, slot);
        }
    }
    void lookUp(Tick tick, RefKind kind, std::uint64_t ref, Known& slot);

    const Definitions& m_definitions;
    bool m_isPart;
    FileReferences m_files;
    std::array<Known, kSlots> m_known{};  ///< that they are defined
    UndefinedReferences m_undefined;
};

}  // namespace vellum::server::store
