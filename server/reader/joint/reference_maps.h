#pragma once

#include "common/trace/event_kinds.h"
#include "common/trace/reference_kinds.h"
#include "common/trace/values.h"
#include "server/store/undefined_references.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace vellum::server::reader::joint {

/// From the references of one kind of a part to those of the whole.
class ReferenceMap {
public:
    void add(std::uint64_t from, std::uint64_t to);
    [[nodiscard]] bool contains(std::uint64_t from) const;

    /// Nothing but \p undefined for what was not added.
    [[nodiscard]] std::uint64_t at(std::uint64_t from, std::uint64_t undefined) const;

private:
    static constexpr std::uint64_t kNone = ~std::uint64_t{0};

    std::vector<std::uint64_t> m_dense;  ///< of small references, which are the rule
    std::unordered_map<std::uint64_t, std::uint64_t> m_sparse;
};

/// All of them, of one part.
class ReferenceMaps {
public:
    /// \param files  of the trace
    /// \param file  the one among them that this is
    ReferenceMaps(store::FileReferences files, std::size_t file) : m_files(files), m_file(file) {}

    [[nodiscard]] ReferenceMap& of(RefKind kind)
    {
        return m_maps.at(static_cast<std::size_t>(kind));
    }

    /// What \p from, of the part, is in the whole: all bits set (as many as the kind has) if it was
    /// not defined.
    [[nodiscard]] std::uint64_t mapped(RefKind kind, std::uint64_t from) const;

    /// The same for a StrongId.
    template <typename Ref>
    [[nodiscard]] Ref mapped(RefKind kind, Ref from) const
    {
        return Ref(static_cast<typename Ref::Representation>(
            mapped(kind, static_cast<std::uint64_t>(from.value()))));
    }

    /// The same of what a record names: what is not defined stays apart, under a number that says which it is.
    [[nodiscard]] std::uint64_t named(RefKind kind, std::uint64_t from) const;

    /// Translates the references among the words of a record.
    void mapRecord(EventKind kind, std::span<std::uint64_t> payload) const;

    /// What a record carries.
    [[nodiscard]] TypedValue named(TypedValue value) const;

private:
    store::FileReferences m_files;
    std::size_t m_file;
    std::array<ReferenceMap, kRefKinds> m_maps;
};

}  // namespace vellum::server::reader::joint
