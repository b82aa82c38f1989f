@0xb1c7d2a9e4f03518;

# Types that several messages share.
#
# Conventions, for every schema of this folder:
#   Ticks     Int64, timer units since the trace's global offset. Seconds are never sent.
#   Ranges    Half-open: `begin` is inside, `end` is not.
#   Names     `Data`: the bytes of the trace or of the file system, as they are. They are meant as
#             UTF-8 but nothing guarantees it, and two names that differ in one broken byte must stay
#             two. Whoever shows them replaces what is not UTF-8. Never NUL-terminated.
#   Columns   Where many rows travel they are parallel lists of one length, one entry per row; lists
#             of different lengths: invalidArgument.
#   OTF2 numbers (roles, paradigms, types of locations and groups) are UInt8 and not checked: newer
#             traces carry newer ones. Our own enumerations are checked; an unknown value:
#             invalidArgument.
#   Undefined references have all bits set.
#   Bad bytes A message that is not well-formed Cap'n Proto, or is over the limits of
#             common/protocol/limits.h: see protocol.capnp.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

struct TickRange {
  begin @0 :Int64;
  end @1 :Int64;
  # Not before `begin`; `end <= begin` is an empty range.
}

struct Scope {
  # Which part of a trace a request is about.

  window @0 :TickRange;
  # Clipped to the trace. Empty after that: invalidArgument.

  locations @1 :List(UInt64);
  # OTF2 location references, at most 1,000,000 (more: invalidArgument); empty: all. An unknown one:
  # notFound, naming it.
}

enum GroupBy {
  region @0;         # keys are region references
  functionGroup @1;  # keys are the numbers of common/trace/function_group.h
  paradigm @2;       # keys are OTF2's paradigm numbers
}

enum MatrixBy {
  location @0;
  locationGroup @1;
  systemTreeNode @2;
}

enum Severity {
  info @0;
  warning @1;
  error @2;
}

enum ErrorKind {
  # What the asker can do next. The numbers are those of common/base/error.h.

  invalidArgument @0;    # the request itself is wrong: correct it
  notFound @1;           # no such file, trace, location: ask for another
  dataLoss @2;           # the input is damaged beyond use
  resourceExhausted @3;  # memory, disk or a stated limit: ask for less
  unavailable @4;        # not now: try again
  cancelled @5;          # the asker took the request back
  unimplemented @6;      # this version does not know the request
  internal @7;           # a bug of the server
}

struct Error {
  kind @0 :ErrorKind;
  message @1 :Data;
  # One sentence, lower case: the fact, the numbers, the name of the thing.
}
