#pragma once

#include "collector/values/analysis/recording_lists.h"
#include "common/values/duplicates.h"
#include "common/values/snapshots.h"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace vellum::collector::values {

/// A page that was written in a slice.
struct WrittenPage {
    std::uint64_t offset = 0;  ///< in the object, of its first byte
    ::vellum::values::sidecar::PageState state{};
    std::uint64_t changed = 0;  ///< bytes that are other ones than before
    bool isZero = false;        ///< all of its bytes are 0
};

/// What a slice did to one object.
struct WrittenObject {
    std::uint64_t object = 0;
    std::vector<WrittenPage> pages;  ///< ascending
};

/// A slice of time, as an operation.
struct Slice {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint32_t ordinal = 0;
    std::uint32_t process = 0;
    std::uint32_t location = 0;
    std::uint32_t function = 0;  ///< 0: not known
};

/// Makes records of what slices did: operations, accesses, runs of pages, patterns, duplicates.
///
/// Exact    An access record has as `unchanged` the bytes of pages of which no byte changed, as `undefined` those of pages
///          that were written for the first time. Redundant values are told of slices that fulfil isRedundant() by these;
///          duplicates of objects all of whose pages were written, once for each slice that changed one of the two.
/// Size     kMostRecords of each kind; what is beyond is counted.
/// Threads  One owner.
/// Source   ValueExpert's redundant and duplicate values (values.md a.4), with pages for intervals.
class PageRecords {
public:
    static constexpr std::uint64_t kPage = 4096;
    static constexpr std::size_t kMostRecords = std::size_t{1} << 20U;

    explicit PageRecords(RecordingLists& lists) : m_lists(lists) {}

    /// \param snapshots  what objects hold at the end of the slice
    void add(
        const Slice& slice,
        const std::vector<WrittenObject>& written,
        const ::vellum::values::Snapshots& snapshots);
    void freed(std::uint64_t object) { m_duplicates.free(object); }

private:
    [[nodiscard]] std::uint64_t addOperation(
        const Slice& slice, const std::vector<WrittenObject>& written);
    void addAccess(std::uint64_t op, const WrittenObject& written);
    void addRuns(std::uint64_t op, const Slice& slice, const WrittenObject& written);
    void addDuplicates(
        std::uint64_t op,
        const std::vector<WrittenObject>& written,
        const ::vellum::values::Snapshots& snapshots);
    void addDuplicate(std::uint64_t op, const ::vellum::values::Duplicate& duplicate);
    template <typename Record>
    void keep(std::vector<Record>& list, const Record& record);

    RecordingLists& m_lists;
    ::vellum::values::Duplicates m_duplicates;
};

}  // namespace vellum::collector::values
