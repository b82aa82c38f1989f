#pragma once

#include "common/base/result.h"
#include "common/values/sidecar/reader.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <vector>

namespace vellum::values::sidecar {

/// An id that no other file has: processes give theirs without knowing of each other.
struct GlobalId {
    std::uint32_t file = 0;  ///< its place in the set
    std::uint64_t id = 0;    ///< 0 is none, as in the file

    friend bool operator==(const GlobalId&, const GlobalId&) = default;
    friend bool operator<(const GlobalId& a, const GlobalId& b)
    {
        return std::tie(a.file, a.id) < std::tie(b.file, b.id);
    }
};

/// The side-cars of several processes of one run, as one: records in the order of the files, ids with the
/// file they are from.
///
/// Threads  Immutable.
class SideCarSet {
public:
    /// Whether a file that could be opened is wanted, and why not.
    using Accept = std::function<Result<void>(const SideCar&)>;

    /// A file that cannot be opened or is not wanted is left out; `left` has a sentence for each.
    ///
    /// \param accept  null: all are wanted
    /// Errors   invalidArgument: no path; else, where no file remains, the first error that is
    ///          not notFound, or notFound if all are missing.
    [[nodiscard]] static Result<SideCarSet> open(
        std::span<const std::filesystem::path> paths, const Accept& accept = nullptr);

    [[nodiscard]] std::size_t size() const { return m_files.size(); }
    [[nodiscard]] const SideCar& file(std::uint32_t place) const { return *m_files[place]; }
    [[nodiscard]] const std::shared_ptr<const SideCar>& shared(std::uint32_t place) const
    {
        return m_files[place];
    }
    [[nodiscard]] const std::vector<Error>& left() const { return m_left; }

    /// Whether all are of the run of the first.
    [[nodiscard]] bool isOneRun() const;

    /// Calls \p visit(file, record, index) for each record of a type.
    template <typename Record, typename Visit>
    void forEach(Visit&& visit) const
    {
        for (std::uint32_t place = 0; place < m_files.size(); ++place) {
            m_files[place]->records<Record>().forEach(
                [&](const Record& record, std::uint64_t index) { visit(place, record, index); });
        }
    }

    /// Findings of all files, one file behind the other.
    [[nodiscard]] std::vector<Finding> findings() const;

private:
    std::vector<std::shared_ptr<const SideCar>> m_files;
    std::vector<Error> m_left;
};

}  // namespace vellum::values::sidecar
