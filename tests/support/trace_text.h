#pragma once

#include "server/store/trace_store.h"

#include <memory>
#include <string_view>

namespace vellum::tests {

/// Builds a small trace typed as text, by the same builders that read files.
///
/// One statement a line; `#` begins a comment; numbers are decimal, names with blanks in quotes.
/// Definitions (all optional; a location without a group gets process 0 of node 0):
///
///     ticks-per-second 1000          # default 1000000000
///     length 100                     # the clock's length, default 0
///     node 0 "machine" [parent REF]
///     group 0 "rank 0" [node REF] [type accelerator] [creator GROUP]
///     location 7 "Master thread" [group REF] [type thread|stream|metric] [claims N]
///     region 1 main [paradigm N] [role N] [file NAME] [description TEXT]        # OTF2's numbers
///                           [color N]                    # 0xffRRGGBB in decimal
///                           [function-group N]           # another than its role and paradigm make
///     locations-group 0 7 8 9        # MPI's COMM_LOCATIONS group: references of locations
///     comm-group 1 0 2               # a COMM_GROUP: indexes into it
///     comm-self 2                    # a COMM_SELF group
///     comm 0 1 [remote GROUP]        # communicator 0 over group 1
///     metric 2 power [unit W] [mode N]        # OTF2's number; its class has the same reference
///     io-paradigm 0 POSIX
///     io-file 0 "/tmp/a b"
///     io-handle 3 "name" [file REF] [paradigm REF]
///     context 5 1 [parent REF]       # calling context 5 of region 1
///
/// Events of a location, in file order, ticks after `@` (they may be negative or run backwards):
///
///     enter 7 @10 main               # a region's name or reference
///     leave 7 @20 main
///     send 7 @12 to 1 comm 0 tag 5 bytes 64          # to, from: ranks
///     recv 8 @15 from 0 comm 0 tag 5 bytes 64
///     isend 7 @12 to 1 comm 0 tag 5 bytes 64 request 3
///     irecv-request 8 @11 request 4
///     irecv 8 @19 from 0 comm 0 tag 5 bytes 64 request 4
///     event 7 @30 RmaPut 0 1 4096 17  # any kind by OTF2's name with its payload words
///
///     event 7 @30 Metric 2 4 130      # metric, then pairs of type and value: 4 is uint64
///
/// A location is defined by its first mention in an event, too, and so is a region by its name
/// (references count up from 1000). Without a `comm` line communicator 0 holds all locations in
/// the order of definition. Ends the program with the line's text on a mistake: tests only.
[[nodiscard]] std::shared_ptr<const server::store::TraceStore> traceFromText(std::string_view text);

}  // namespace vellum::tests
