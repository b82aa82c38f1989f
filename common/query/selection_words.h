#pragma once

#include "common/base/result.h"
#include "common/time/tick_range.h"
#include "common/trace/definitions.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace vellum::query {

// What chooses a part of a trace, or moves its files. Sentences about what they ask for begin with them.
inline constexpr std::string_view kLoadWindowOption = "--load-window";
inline constexpr std::string_view kLoadLocationsOption = "--load-locations";
inline constexpr std::string_view kOffsetOption = "--offset";

/// Whether a trace was not opened for what was asked of it, and not for what it is: whoever asked can ask
/// otherwise. Told by the sentence, which a server hands on as it is.
[[nodiscard]] bool isAboutSelection(const Error& error);

/// The window that \p text, "A:B", means in a trace that covers \p range; a side left out is that of
/// the trace. Clipped to the trace; the whole trace where \p text is empty.
///
/// Errors   invalidArgument: no window, or an empty one.
[[nodiscard]] Result<TickRange> parseWindow(
    std::string_view text,
    const ClockProperties& clock,
    TickRange range,
    std::string_view option = "--window");

/// Likewise, but neither clipped nor looked at whether there is anything in it.
///
/// Errors   invalidArgument: no window.
[[nodiscard]] Result<TickRange> parseWindowEnds(
    std::string_view text,
    const ClockProperties& clock,
    TickRange range,
    std::string_view option = "--window");

/// What can be said of such texts before the clock is known: of how long a time may be, only that says.
///
/// Errors   invalidArgument naming \p option: no time, no window.
[[nodiscard]] Result<void> checkTime(std::string_view text, std::string_view option);
[[nodiscard]] Result<void> checkWindowEnds(
    std::string_view text, std::string_view option = "--window");

/// A time as parseTick has it. Errors   invalidArgument naming \p option.
[[nodiscard]] Result<Tick> parseTime(
    std::string_view text, const ClockProperties& clock, std::string_view option);

/// The locations that \p text selects, in definition order, each once.
///
/// Words stand between commas. Each is a reference number, a name, or a path in the system tree, from the
/// root or the end of one, of a location or of what holds some; `*` stands for any characters, '/' among them. A word that no location has is
/// tried together with the next, since names may hold commas.
/// Errors   notFound naming the first word that selects nothing, and how many there are.
/// Cost     Of long lists a few looks a word without a `*`, however many locations there are.
[[nodiscard]] Result<std::vector<LocationRef>> selectLocations(
    std::string_view text, const Definitions& definitions);

/// The one location that \p text stands for, in the same words.
///
/// Errors   as selectLocations; invalidArgument: it fits several, how many, and two of them.
[[nodiscard]] Result<LocationRef> selectLocation(
    std::string_view text, const Definitions& definitions);

/// Hands the words of \p text, between commas, to \p take, which says whether there is something of that
/// name. A word that nothing has is tried together with the next ones, since names may hold commas.
///
/// \param mostCommas  in one name; asked for once, when a word is not there
/// Errors   notFound: "the trace has no \p what 'word'", and how many others there are not.
[[nodiscard]] Result<void> takeWords(
    std::string_view text,
    std::string_view what,
    const std::function<std::size_t()>& mostCommas,
    const std::function<bool(std::string_view word)>& take);

/// How many commas a name has, for takeWords.
[[nodiscard]] std::size_t commasIn(std::string_view text);

/// ", nor 3 others of the 17 asked for", behind the first one that is not there; empty for no others.
[[nodiscard]] std::string norOthers(std::uint64_t others, std::uint64_t asked);

/// Whether \p text is \p pattern, in which each `*` stands for any characters.
[[nodiscard]] bool fitsGlob(std::string_view text, std::string_view pattern);

}  // namespace vellum::query
