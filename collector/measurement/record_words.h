#pragma once

#include "collector/measurement/spool_format.h"

#include <cstdint>

namespace vellum::collector::measurement {

/// How a thread's events lie in its file.
///
/// Layout   Words of 8 bytes. Enters and leaves of functions take one: two bits say which, 16 are the
///          function's number in the file `functions`, the rest is the time since the event before, and of an
///          enter the frame's distance from that of the enter before, in units of 8 bytes. What does not fit
///          (the first event, for one) and all other kinds take four: kFull, then tick, subject and frame of an EventRecord. kNothing
///          fills what is left of a window. A zero is the end. Where a leave follows its enter at once, the enter's word becomes
///          that of the whole visit: kVisit, number, frame, 15 bits of time before it and 14 of its length.
/// Threads  The first word of a record is stored last: whoever meets it finds the rest.
namespace words {

inline constexpr std::uint64_t kEnterMark = 1;
inline constexpr std::uint64_t kLeaveMark = 2;
inline constexpr std::uint64_t kOtherMark = 3;
inline constexpr unsigned kMarkShift = 62;
inline constexpr std::uint64_t kFull = kOtherMark << kMarkShift | 1;
inline constexpr std::uint64_t kNothing = kOtherMark << kMarkShift | 2;
inline constexpr unsigned kFullWords = 4;
inline constexpr std::uint64_t kVisit = kOtherMark << kMarkShift | std::uint64_t{1} << 61U;
inline constexpr unsigned kVisitNumberShift = 45;
inline constexpr unsigned kVisitFrameShift = 29;
inline constexpr unsigned kVisitTickShift = 14;
inline constexpr std::uint64_t kVisitTicks = std::uint64_t{1} << 15U;
inline constexpr std::uint64_t kVisitLengths = std::uint64_t{1} << kVisitTickShift;

inline constexpr unsigned kNumberShift = 46;
inline constexpr std::uint64_t kNumbers = std::uint64_t{1} << 16U;
inline constexpr unsigned kFrameShift = 30;
inline constexpr std::uint64_t kFrames = std::uint64_t{1} << 16U;
inline constexpr std::uint64_t kEnterTicks = std::uint64_t{1} << kFrameShift;
inline constexpr std::uint64_t kLeaveTicks = std::uint64_t{1} << kNumberShift;

}  // namespace words

/// What the next word counts from. Writer and reader keep the same.
struct WordBase {
    std::uint64_t tick = 0;
    std::uint64_t frame = 0;

    void follow(EventKind kind, std::uint64_t newTick, std::uint64_t newFrame)
    {
        tick = newTick;
        frame = kind == EventKind::FunctionEnter ? newFrame : frame;
    }
};

/// What a word is, and the parts that its kind has. `FrameAway` is to be added to the frame before.
enum class WordKind : std::uint8_t { End, Enter, Leave, Visit, Nothing, Full, Unknown };

[[nodiscard]] constexpr WordKind kindOfWord(std::uint64_t word)
{
    switch (word >> words::kMarkShift) {
    case words::kEnterMark:
        return WordKind::Enter;
    case words::kLeaveMark:
        return WordKind::Leave;
    case 0:
        return word == 0 ? WordKind::End : WordKind::Unknown;
    default:
        break;
    }
    if ((word & words::kVisit) == words::kVisit) {
        return WordKind::Visit;
    }
    return word == words::kFull      ? WordKind::Full
           : word == words::kNothing ? WordKind::Nothing
                                     : WordKind::Unknown;
}

[[nodiscard]] constexpr std::uint64_t frameAway(std::uint64_t word, unsigned shift)
{
    return ((word >> shift & (words::kFrames - 1)) << 3U) - (words::kFrames / 2 << 3U);
}
/// Of an enter and of a leave.
[[nodiscard]] constexpr std::uint64_t numberIn(std::uint64_t word)
{
    return word >> words::kNumberShift & (words::kNumbers - 1);
}
[[nodiscard]] constexpr std::uint64_t ticksInEnter(std::uint64_t word)
{
    return word & (words::kEnterTicks - 1);
}
[[nodiscard]] constexpr std::uint64_t ticksInLeave(std::uint64_t word)
{
    return word & (words::kLeaveTicks - 1);
}
[[nodiscard]] constexpr std::uint64_t numberInVisit(std::uint64_t word)
{
    return word >> words::kVisitNumberShift & (words::kNumbers - 1);
}
/// Before the visit.
[[nodiscard]] constexpr std::uint64_t ticksInVisit(std::uint64_t word)
{
    return word >> words::kVisitTickShift & (words::kVisitTicks - 1);
}
[[nodiscard]] constexpr std::uint64_t lengthOfVisit(std::uint64_t word)
{
    return word & (words::kVisitLengths - 1);
}

/// \param number  of the function, below words::kNumbers. \return 0 if it does not fit into a word
[[nodiscard]] inline std::uint64_t enterWord(
    const WordBase& base, std::uint64_t number, std::uint64_t tick, std::uint64_t frame)
{
    const std::uint64_t ticks = tick - base.tick;
    const std::uint64_t away = frame - base.frame + (words::kFrames / 2 << 3U);
    const bool fits = ticks < words::kEnterTicks && (away & 7U) == 0 && away >> 3U < words::kFrames
                      && number < words::kNumbers;
    return fits ? words::kEnterMark << words::kMarkShift | number << words::kNumberShift
                      | away >> 3U << words::kFrameShift | ticks
                : 0;
}

/// The same; a leave has no frame.
[[nodiscard]] inline std::uint64_t leaveWord(
    const WordBase& base, std::uint64_t number, std::uint64_t tick)
{
    const std::uint64_t ticks = tick - base.tick;
    return ticks < words::kLeaveTicks && number < words::kNumbers
               ? words::kLeaveMark << words::kMarkShift | number << words::kNumberShift | ticks
               : 0;
}

/// The word of a visit, from that of its enter. \return 0 if it does not fit, or is one of another function
[[nodiscard]] inline std::uint64_t visitWord(
    std::uint64_t enter, std::uint64_t number, std::uint64_t length)
{
    const std::uint64_t before = enter & (words::kEnterTicks - 1);
    const std::uint64_t frame = enter >> words::kFrameShift & (words::kFrames - 1);
    const bool fits = enter >> words::kNumberShift == (words::kEnterMark << 16U | number)
                      && before < words::kVisitTicks && length < words::kVisitLengths;
    return fits ? words::kVisit | number << words::kVisitNumberShift
                      | frame << words::kVisitFrameShift | before << words::kVisitTickShift | length
                : 0;
}

/// One record as it was decoded. Functions of short words are given by number.
struct DecodedRecord {
    WordKind kind = WordKind::End;  ///< Enter, Leave, Visit or Full
    std::uint64_t number = 0;       ///< of all but Full
    std::uint64_t length = 0;       ///< ticks, of a Visit
    EventRecord record;             ///< of a Visit its enter's; the subject is of Full alone
};

/// Decodes the next record and goes behind it, over words that say nothing.
///
/// \param base  as the words before left it
/// \return false at the end, and before a word that is none or a record that is cut
[[nodiscard]] inline bool decodeRecord(
    const std::uint64_t*& at, const std::uint64_t* end, WordBase& base, DecodedRecord& found)
{
    std::uint64_t word = 0;
    do {
        if (at == end) {
            return false;
        }
        word = __atomic_load_n(at, __ATOMIC_ACQUIRE);  // its thread may still be running
        found.kind = kindOfWord(word);
        at += found.kind == WordKind::Nothing ? 1 : 0;
    } while (found.kind == WordKind::Nothing);
    switch (found.kind) {
    case WordKind::Enter:
        base.tick += ticksInEnter(word);
        base.frame += frameAway(word, words::kFrameShift);
        found.number = numberIn(word);
        found.record = {.tick = base.tick, .frame = base.frame};
        break;
    case WordKind::Leave:
        base.tick += ticksInLeave(word);
        found.number = numberIn(word);
        found.record = {.tick = base.tick};
        break;
    case WordKind::Visit:
        base.tick += ticksInVisit(word);
        base.frame += frameAway(word, words::kVisitFrameShift);
        found.number = numberInVisit(word);
        found.length = lengthOfVisit(word);
        found.record = {.tick = base.tick, .frame = base.frame};
        base.tick += found.length;
        break;
    case WordKind::Full:
        if (static_cast<std::uint64_t>(end - at) < words::kFullWords) {
            return false;
        }
        found.record = {.tick = at[1], .subject = at[2], .frame = at[3]};
        base.follow(kindOf(found.record), found.record.tick, found.record.frame);
        at += words::kFullWords - 1;
        break;
    default:
        return false;
    }
    ++at;
    return true;
}

}  // namespace vellum::collector::measurement
