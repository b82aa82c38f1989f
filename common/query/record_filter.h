#pragma once

// clang-format off
#include <limits>  // before <compare>, which refs.h has: Qt's moc cannot read that first
// clang-format on

#include "common/trace/function_group.h"
#include "common/trace/refs.h"

#include <cstdint>
#include <vector>

namespace vellum::query {

/// Whole numbers from `least` to `most`, both of them in it.
struct NumberRange {
    std::uint64_t least = 0;
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

    [[nodiscard]] bool contains(std::uint64_t number) const
    {
        return least <= number && number <= most;
    }

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 sees a null pointer in every <=>
    friend auto operator<=>(const NumberRange&, const NumberRange&) = default;
};

/// Which messages: those that all of its conditions fit.
struct MessageFilter {
    std::vector<NumberRange> tags;       ///< one of these; empty: any
    std::vector<CommRef> communicators;  ///< likewise
    NumberRange bytes;
    bool hides = false;  ///< leaves what does not fit, instead of what does

    friend bool operator==(const MessageFilter&, const MessageFilter&) = default;
};

/// Which collective operations.
struct CollectiveFilter {
    std::vector<std::uint32_t> operations;  ///< OTF2's numbers; empty: any
    std::vector<CommRef> communicators;
    NumberRange bytes;  ///< sent and received, of all members together
    bool hides = false;

    friend bool operator==(const CollectiveFilter&, const CollectiveFilter&) = default;
};

/// What is done with an I/O handle: an operation by its mode, or a record that is none.
enum class IoKind : std::uint8_t {
    Read = 0,
    Write = 1,
    Flush = 2,
    Other = 3,  ///< an operation of another mode
    Open = 4,   ///< handles made, by duplicating too
    Close = 5,
    Seek = 6,
};

/// Bits of an operation's flags; OTF2's.
inline constexpr std::uint32_t kIoNonBlocking = 1;
inline constexpr std::uint32_t kIoCollective = 2;

/// Which input and output.
struct IoFilter {
    std::vector<IoParadigmRef> paradigms;
    std::vector<IoFileRef> files;      ///< handles of one of these …
    std::vector<IoHandleRef> handles;  ///< … or one of these; both empty: any
    std::vector<IoKind> kinds;
    std::uint32_t flagsSet =
        0;  ///< operations with all of these; what is no operation does not fit
    std::uint32_t flagsClear = 0;  ///< and with none of these
    bool hides = false;

    friend bool operator==(const IoFilter&, const IoFilter&) = default;
};

/// Which visits of functions.
struct VisitFilter {
    std::vector<RegionRef> regions;  ///< of one of these; empty: any
    FunctionGroupMask groups = 0;    ///< of a function of one of these; 0: any
    NumberRange duration;            ///< ticks from begin to end, wherever these lie
    bool hides = false;

    friend bool operator==(const VisitFilter&, const VisitFilter&) = default;
};

/// What of a trace's messages, collective operations, I/O and visits is looked at.
///
/// Exact    Something is left if every filter of its kind leaves it. What a record does not say leaves it
///          neither out nor in: docs/semantics.md, "Filters".
/// Size     kMaxFilters of a kind, kMaxFilterEntries in each of their lists.
struct RecordFilter {
    std::vector<MessageFilter> messages;
    std::vector<CollectiveFilter> collectives;
    std::vector<IoFilter> io;
    /// A visit that is not left is as if it had never been recorded: its time is its caller's.
    std::vector<VisitFilter> visits{};

    [[nodiscard]] bool isEmpty() const
    {
        return messages.empty() && collectives.empty() && io.empty() && visits.empty();
    }

    friend bool operator==(const RecordFilter&, const RecordFilter&) = default;
};

}  // namespace vellum::query
