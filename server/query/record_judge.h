#pragma once

#include "common/query/record_filter.h"
#include "common/trace/definitions.h"
#include "common/trace/event_kinds.h"
#include "server/store/packed_words.h"

#include <cstdint>
#include <optional>
#include <unordered_set>
#include <vector>

namespace vellum::server::query {

// Whether filters leave something: docs/semantics.md, "Filters". Made once for a request, then asked for
// each record.
//
// Cost     O(filters) for an answer, O(entries · log entries) to make one.
// Threads  Const access from any thread.

/// Ranges of numbers as one look-up; a range upside down holds nothing.
class NumberSet {
public:
    explicit NumberSet(std::vector<vellum::query::NumberRange> ranges);

    [[nodiscard]] bool contains(std::uint64_t number) const;

private:
    std::vector<vellum::query::NumberRange> m_ranges;  ///< ascending, apart
};

class MessageJudge {
public:
    explicit MessageJudge(const std::vector<vellum::query::MessageFilter>& filters);

    [[nodiscard]] bool keepsAll() const { return m_filters.empty(); }
    [[nodiscard]] bool keeps(CommRef communicator, std::uint32_t tag, std::uint64_t bytes) const;

private:
    struct Compiled {
        NumberSet tags;
        std::unordered_set<CommRef> communicators;
        vellum::query::NumberRange bytes;
        bool hides;
    };
    std::vector<Compiled> m_filters;
};

class CollectiveJudge {
public:
    explicit CollectiveJudge(const std::vector<vellum::query::CollectiveFilter>& filters);

    [[nodiscard]] bool keepsAll() const { return m_filters.empty(); }
    [[nodiscard]] bool keeps(
        std::uint32_t operation,
        CommRef communicator,
        std::uint64_t bytesSent,
        std::uint64_t bytesReceived) const;

private:
    struct Compiled {
        std::unordered_set<std::uint32_t> operations;
        std::unordered_set<CommRef> communicators;
        vellum::query::NumberRange bytes;
        bool hides;
    };
    std::vector<Compiled> m_filters;
};

/// What a record says of what was done with a handle.
struct IoFacts {
    IoHandleRef handle;
    std::optional<vellum::query::IoKind> kind{};  ///< nothing: it does not say
    std::uint32_t flags = 0;                      ///< of an operation

    /// \p mode as OTF2 numbers them.
    [[nodiscard]] static IoFacts ofOperation(
        IoHandleRef handle, std::uint64_t mode, std::uint64_t flags);
};

class IoJudge {
public:
    IoJudge(const Definitions& definitions, const std::vector<vellum::query::IoFilter>& filters);

    [[nodiscard]] bool keepsAll() const { return m_filters.empty(); }
    [[nodiscard]] bool keeps(const IoFacts& facts) const;
    /// A file that no handle is told of.
    [[nodiscard]] bool keepsFile(IoParadigmRef paradigm, IoFileRef file) const;

private:
    struct Compiled {
        std::unordered_set<IoParadigmRef> paradigms;
        std::unordered_set<IoFileRef> files;
        std::unordered_set<IoHandleRef>
            handles;          ///< that fit paradigms, files and handles asked for
        bool anyHandle;       ///< nothing of that is asked for
        bool namesHandles;    ///< handles themselves are
        std::uint32_t kinds;  ///< bits by IoKind; 0: any
        std::uint32_t flagsSet;
        std::uint32_t flagsClear;
        bool hides;
    };
    static Compiled compiled(const Definitions& definitions, const vellum::query::IoFilter& filter);

    std::vector<Compiled> m_filters;
};

/// Raw records: those that say what a message, a collective or an I/O operation is like by what they say,
/// all others are left.
class EventJudge {
public:
    EventJudge(const Definitions& definitions, const vellum::query::RecordFilter& filter);

    [[nodiscard]] bool keepsAll() const;
    /// Whether records of this kind may go; else their words need not be read.
    [[nodiscard]] bool isJudged(EventKind kind) const;
    [[nodiscard]] bool keeps(EventKind kind, const store::Words& words) const;

private:
    [[nodiscard]] bool keepsIo(EventKind kind, const store::Words& words) const;

    MessageJudge m_messages;
    CollectiveJudge m_collectives;
    IoJudge m_io;
};

}  // namespace vellum::server::query
