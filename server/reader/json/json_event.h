#pragma once

#include "server/reader/json/json_text.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace vellum::server::reader::json {

/// The arguments that have a place in our event model; all others are carried in the words of the file.
enum class Argument : std::uint8_t {
    Address,
    Block,
    Bytes,
    Correlation,
    DeviceId,
    DeviceType,
    ExternalId,
    ForwardThread,
    Grid,
    Labels,
    Name,
    PythonId,
    PythonParentId,
    Registers,
    SequenceNumber,
    SharedMemory,
    SortIndex,
    TotalAllocated,
    TotalReserved,
    WaitCorrelation,
};
inline constexpr std::size_t kArgumentCount = 20;
using ArgumentSet = std::bitset<kArgumentCount>;

/// The argument of a key as Kineto writes it, in its newer and older spellings.
[[nodiscard]] std::optional<Argument> argumentOf(std::string_view key);
/// One of its spellings.
[[nodiscard]] std::string_view spellingOf(Argument argument);

/// One element of `traceEvents`, as texts of the file.
///
/// Odd case A key that is there twice: the last wins.
struct JsonEvent {
    Raw phase;
    Raw name;
    Raw category;
    Raw pid;
    Raw tid;
    Raw timestamp;
    Raw duration;
    Raw id;            ///< `id`, or the whole object `id2`
    Raw scope;         ///< of `id`
    Raw instantScope;  ///< of an instant: t, p or g
    Raw bindId;        ///< of a flow that this event is itself a point of
    Raw flowIn;
    Raw flowOut;
    Raw arguments;    ///< the whole object; set where all may be series: hasSeries
    Raw noArguments;  ///< `args` where something stands there that cannot be read as an object
    std::string_view repeated;     ///< the key of a member or argument that is there twice
    bool hasBindingPoint = false;  ///< which side of a slice a flow binds to; both are at its time
    bool hasArguments = false;     ///< whether an `args` has been read
    bool hasMembers = false;       ///< any other, known or not

    /// "{}", with which some programs end their lists, so that each event before it can have a comma.
    [[nodiscard]] bool isEmpty() const
    {
        return !hasMembers && !hasArguments && noArguments.empty();
    }
    /// Whether the arguments are values over time.
    [[nodiscard]] bool hasSeries() const;
    /// Whether they could be as far as is known yet.
    [[nodiscard]] bool mayHaveSeries() const
    {
        return phase.empty() || category.empty() || hasSeries();
    }

    /// Takes a member other than `args`.
    void set(std::string_view key, Raw value);
    /// Takes note that an `args` follows.
    void beginArguments()
    {
        repeated = hasArguments ? std::string_view("args") : repeated;
        hasArguments = true;
    }
    /// Takes an argument of any key.
    void setArgument(std::string_view key, Raw value);
    void set(Argument argument, std::string_view key, Raw value)
    {
        const auto index = static_cast<std::size_t>(argument);
        if (present.test(index)) [[unlikely]] {
            repeated = spellingOf(argument);
        }
        known.at(index) = value;
        keys.at(index) = key;
        present.set(index);
    }

    /// Takes an `args` that is no object; nothing is lost where it is empty.
    void setNoArguments(Raw value)
    {
        noArguments = value == kNull || value == "[]" || value == "\"\"" ? Raw() : value;
    }

    /// Empty where the event has no such argument.
    [[nodiscard]] Raw at(Argument argument) const
    {
        const auto index = static_cast<std::size_t>(argument);
        return present.test(index) ? known.at(index) : Raw();
    }
    /// The argument as an integer, 0 where it is none.
    [[nodiscard]] std::int64_t integer(Argument argument) const
    {
        return integerOf(at(argument)).value_or(0);
    }

    /// The members of an `Instant` record: its name's region, and what it is about unless that is its track.
    [[nodiscard]] std::vector<std::uint64_t> instantWords(std::uint32_t region) const;

    void clear();

    std::array<Raw, kArgumentCount> known;              ///< where `present`
    std::array<std::string_view, kArgumentCount> keys;  ///< as they are spelled, likewise
    ArgumentSet present;
    std::string_view idKey;                                        ///< `id` or `id2`
    std::vector<std::pair<std::string_view, Raw>> otherArguments;  ///< those that have no place
    std::vector<std::string_view> membersLeftOut;  ///< keys beside `args` that have none
};

/// The integers among an event's arguments, each parsed once; knows afterwards which were none.
///
/// Threads  One.
class ArgumentNumbers {
public:
    explicit ArgumentNumbers(const JsonEvent& event) : m_event(event) {}

    /// The argument, 0 where there is none or no integer; of negative ones the bits.
    [[nodiscard]] std::uint64_t at(Argument argument);
    /// The numbers of `[x, y, z]`, 0 for those that are not there.
    [[nodiscard]] std::array<std::uint64_t, 3> tripleAt(Argument argument);

    /// Those that were asked for and say something that is no integer. A `null` says nothing.
    [[nodiscard]] ArgumentSet unusable() const { return m_unusable; }

private:
    const JsonEvent& m_event;
    ArgumentSet m_unusable;
};

/// Takes events one by one; their texts die with the call.
class EventSink {
public:
    EventSink() = default;
    EventSink(const EventSink&) = delete;
    EventSink& operator=(const EventSink&) = delete;
    virtual ~EventSink() = default;

    virtual void take(const JsonEvent& event) = 0;
    /// A member of the file's outermost object, `traceEvents` excepted.
    virtual void takeHeader(std::string_view key, Raw value) = 0;
};

}  // namespace vellum::server::reader::json
