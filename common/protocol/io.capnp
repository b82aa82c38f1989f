@0xa95f3d0c7be28416;

# Input and output by file: what each location did with each I/O handle. Rules: docs/semantics.md, "Input
# and output".

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct IoRequest {
  # Answered by Io.
  scope @0 :Types.Scope;
  limit @1 :UInt64;
  # The first so many rows; at most 1,000,000, else invalidArgument.
  columns @2 :UInt32;
  # Not 0: each row says also when it did so, in so many columns; at most 65,536, else invalidArgument.
  spans @3 :Bool = false;
  # With columns: when handles are open, and when asynchronous operations are under way.
}

struct IoNumbers {
  reads @0 :UInt64;
  # Operations that begin in the window, by mode; likewise the next three.
  writes @1 :UInt64;
  flushes @2 :UInt64;
  others @3 :UInt64;
  cancelled @4 :UInt64;
  # Of these.
  unmatchedBegins @5 :UInt64;
  # Of these, those that never end.
  unmatchedEnds @6 :UInt64;
  # Ends in the window that nothing began.
  bytesRequested @7 :UInt64;
  # Of the operations that begin in the window.
  bytesTransferred @8 :UInt64;
  # Of those of them that complete.
  bytesRead @9 :UInt64;
  bytesWritten @10 :UInt64;
  time @11 :Int64;
  # Ticks in operations, clipped to the window, added up.
  overlapping @12 :UInt64;
  # Operations that overlap the window.
  first @13 :Int64;
  # Their first begin and last end; 0 where there are none.
  last @14 :Int64;
  opened @15 :UInt64;
  # Records in the window; likewise the next two.
  closed @16 :UInt64;
  seeks @17 :UInt64;
}

struct IoPoint {
  # What was done with a handle in one column.
  column @0 :UInt32;
  reads @1 :UInt64;
  # Operations that begin in the column, by mode; likewise the next three.
  writes @2 :UInt64;
  flushes @3 :UInt64;
  others @4 :UInt64;
  bytesRead @5 :UInt64;
  # Of those of them that complete.
  bytesWritten @6 :UInt64;
  opened @7 :UInt64;
  # Records in the column; likewise the next.
  closed @8 :UInt64;
  readTime @9 :Int64;
  # Ticks in reads, clipped to the column, added up; likewise the next three.
  writeTime @10 :Int64;
  flushTime @11 :Int64;
  otherTime @12 :Int64;
}

struct IoSpan {
  # Stretches of time, one or several that share a column.
  kind @0 :Kind;
  begin @1 :Int64;
  end @2 :Int64;
  count @3 :UInt64;
  isBegun @4 :Bool = true;
  isEnded @5 :Bool = true;
  # False: it reaches over the begin, or the end, of the trace.

  enum Kind {
    open @0;
    asynchronous @1;
  }
}

struct IoRow {
  location @0 :UInt64;
  handle @1 :UInt32;
  numbers @2 :IoNumbers;
  points @3 :List(IoPoint);
  # By column, each once and below `columns`, else invalidArgument; columns without anything are left out.
  spans @4 :List(IoSpan);
  # If asked for: by kind, then begin, then end.
}

struct Io {
  window @0 :Types.TickRange;
  rows @1 :List(IoRow);
  # By definition order of the location, then reference of the handle.
  count @2 :UInt64;
  # Of all, whatever the limit.
  totals @3 :IoNumbers;
  # Of all rows, whatever the limit.
  columns @4 :UInt32;
  # As asked for; 0: the rows have no points.
}
