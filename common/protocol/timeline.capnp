@0x8a3be94c6f07d152;

# What happened when, in columns. Column i of a window is
# [begin + floor(i·length/columns), begin + floor((i+1)·length/columns)).

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct TimelineRequest {
  # Answered by Timeline: one row per location, in the order asked.
  scope @0 :Types.Scope;
  columns @1 :UInt32;
  # 1 ..= 65,536, and rows × columns at most 64,000,000: else invalidArgument, resourceExhausted.
  by @2 :Types.GroupBy;
  # region or functionGroup; paradigm: invalidArgument.
  maxDepth @3 :UInt32 = 0xffffffff;
  # Deeper visits count as their ancestor at this depth; outermost = 1.
  levels @4 :UInt32 = 0;
  # Not 0: rows by call level, at most so many of a location; at most 1,024, else invalidArgument.
  exclusiveOnly @5 :Bool = false;
  # Of levels: a visit counts only while it is on top of the stack.
  present @6 :List(PresenceClass);
  # At most 64, and not with levels, else invalidArgument: each run says which of them are there.
}

struct PresenceClass {
  # Something of which a column says whether any of it is there. Nothing is in a class of nothing.
  regions @0 :List(UInt32);
  # Visits of these, at any depth. Those of all classes together at most 100,000, else invalidArgument.
  groups @1 :UInt16;
  # Visits of functions of these; bit i stands for the function group with number i. Bits beyond those there are:
  # invalidArgument.
  records @2 :List(Data);
  # Records of these kinds, by OTF2's names. Enter and Leave: invalidArgument. An unknown one: unimplemented.
  markers @3 :UInt8;
  # Markers of these severities; bit i stands for OTF2's severity i. Others: invalidArgument.
}

struct SetTimelineRequest {
  # Answered by Timeline: one row per set of locations, in the order asked; its `locations` are 2^64 - 1. A kind of
  # request of its own, since a server that does not know it would answer for each location.
  request @0 :TimelineRequest;
  # Its scope names no locations, and it has neither levels nor presence classes; else invalidArgument.

  rowSizes @1 :List(UInt32);
  # Locations of each set, at least one of these, else invalidArgument; 0: the set of all. Their sum is the length of
  # `locations`, else invalidArgument.

  locations @2 :List(UInt64);
  # Those of the first set, then those of the second, …; at most 1,000,000, else invalidArgument.
}

struct Timeline {
  # Each row is a sequence of runs of equal neighbouring columns. The runs of all rows stand one after
  # another in parallel lists.

  window @0 :Types.TickRange;
  columns @1 :UInt32;
  by @2 :Types.GroupBy;
  exact @3 :Bool;

  locations @4 :List(UInt64);
  # One per row.

  runCounts @5 :List(UInt32);
  # One per row; their sum is the length of the lists below, else invalidArgument.

  firstColumns @6 :List(UInt32);
  # Strictly increasing within a row, the first 0, all below `columns`, else invalidArgument. A run
  # ends where the next begins, the last one at `columns`.

  winners @7 :List(UInt32);
  # By functionGroup the group with the largest exclusive time (lower wins a tie); by region the one that has the most
  # of that in this group (likewise); 0xffffffff where no region has time.

  missing @8 :List(Int64);
  # Ticks: each column's width minus the winner's time in it.

  visits @9 :List(UInt32);
  # That begin in each column.

  winnerVisits @10 :List(UInt64);
  # Which visit gives the winner most of its time; means only "the same as the neighbour's or not".

  levels @11 :List(UInt32);
  # One per row, outermost = 1; left out where levels were not asked for.

  presenceClasses @12 :UInt32 = 0;
  # So many classes of the request were looked for: all, or 0 by a server that knows of none.

  present @13 :List(UInt64);
  # One per run: bit i says that something of the i-th class is in each of its columns. Left out where no run has any.

  groupMissing @14 :List(Int64);
  # Ticks, one per run: each column's width minus the time of the winner's function group in it. Left out where it is
  # `missing` for every run.
}

struct SummaryTimelineRequest {
  # Answered by SummaryTimeline: exclusive time by group over columns, summed over the locations of
  # each row.
  window @0 :Types.TickRange;
  columns @1 :UInt32;
  # As in TimelineRequest.
  by @2 :Types.GroupBy;
  # functionGroup or region; paradigm: invalidArgument.

  rowSizes @3 :List(UInt32);
  # Locations of each row; 0: the row stands for all. Their sum is the length of `locations`, else
  # invalidArgument.

  locations @4 :List(UInt64);
  # Those of the first row, then those of the second, …; at most 1,000,000.

  keys @5 :List(UInt32);
  # Only series of these, at most 1,024; empty: all.

  once @6 :Bool = false;
  # A tick counts once, however many of a row's locations are in the key.

  stretches @7 :Bool = false;
  # With `once`: stretches of time instead of sums by column; at most 16,000,000.

  visits @8 :Bool = false;
  # Each row says also how many visits begin in each column. Not with `once`; likewise the next.

  maxDepth @9 :UInt32 = 0xffffffff;
  # As in TimelineRequest.
}

struct SummaryTimeline {
  window @0 :Types.TickRange;
  columns @1 :UInt32;
  exact @2 :Bool;

  rowLocations @3 :List(UInt64);
  # One per row: how many locations it sums over.

  seriesCounts @4 :List(UInt32);
  # One per row; their sum is the length of `keys`, else invalidArgument.

  keys @5 :List(UInt32);
  # The series of all rows, within a row by key ascending.

  exclusive @6 :List(Int64);
  # Ticks; `columns` entries per series, else invalidArgument.

  busy @7 :List(Int64);
  # Where ticks count once: with at least one location in any of the keys; `columns` entries per row. Else empty.

  stretchCounts @8 :List(UInt32);
  # One per row; left out where stretches were not asked for. Their sum is the length of the lists below.

  stretchKeys @9 :List(UInt32);
  stretchBegins @10 :List(Int64);
  stretchEnds @11 :List(Int64);

  visits @12 :List(UInt32);
  # If asked for: `columns` entries per row, else invalidArgument.
}
