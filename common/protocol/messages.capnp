@0xf21d7058b9ca4e63;

# Messages: matched pairs of a send and a receive. One belongs to a window if it overlaps it.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct MessagesRequest {
  # Answered by Messages.
  scope @0 :Types.Scope;
  limit @1 :UInt64;
  # The first so many in the order below; at most 1,000,000, else invalidArgument.
  ends @2 :Bool = false;
  # From part to part of one server: the ends that filters of visits leave, instead of messages.
  columns @3 :UInt32 = 0;
  # Not 0: messages that look alike in so many columns are one burst; at most 65,536, and `limit` is at least 4, else
  # invalidArgument. An answer without bursts comes from a server that does not know this.
  rowSizes @4 :List(UInt32);
  locations @5 :List(UInt64);
  # With columns: the sets of locations, one after the other, between which messages count and which are one row each.
  # None: each location is one.
  rowCommunicators @6 :List(UInt32);
  # None, or one for each set, else invalidArgument: only ends of messages of this communicator are in that row. 2^32 - 1:
  # those that are in no row of their communicator.
}

struct Messages {
  # Parallel lists, by send tick, then definition order of sender and receiver. Of ends each has a sender and `sends`,
  # or a receiver and `receives`.
  window @0 :Types.TickRange;
  count @1 :UInt64;
  # Of all in the window, whatever the limit.
  unmatchedSends @2 :UInt64;
  unmatchedReceives @3 :UInt64;
  # Of the selected locations, over the whole trace.
  senders @4 :List(UInt64);
  receivers @5 :List(UInt64);
  communicators @6 :List(UInt32);
  tags @7 :List(UInt32);
  bytes @8 :List(UInt64);
  sends @9 :List(Int64);
  receives @10 :List(Int64);
  # Ticks; a receive before its send is shown as the trace has it.
  burstCounts @11 :List(UInt64);
  burstBytes @12 :List(UInt64);
  lastSends @13 :List(Int64);
  firstReceives @14 :List(Int64);
  lastReceives @15 :List(Int64);
  # Of bursts, whose first messages are those above; else empty.
  columnsTogether @16 :UInt32 = 1;
  rowsTogether @17 :UInt32 = 1;
}

struct MatrixRequest {
  # Answered by Matrix; more than 8,192 labels: resourceExhausted.
  scope @0 :Types.Scope;
  by @1 :Types.MatrixBy;
}

struct Matrix {
  window @0 :Types.TickRange;
  by @1 :Types.MatrixBy;
  labels @2 :List(UInt64);
  # References of locations, location groups or system tree nodes, as `by` says.

  cells @3 :List(UInt32);
  # Which cells of the labels² hold messages: sender's place × number of labels + receiver's place,
  # strictly increasing, below labels²; else invalidArgument. The lists below are parallel to it;
  # all other cells are empty.

  counts @4 :List(UInt64);
  bytes @5 :List(UInt64);
  minDurations @6 :List(Int64);
  maxDurations @7 :List(Int64);
  sumDurations @8 :List(Int64);
  # receive − send in ticks; negative where clocks disagree.
}
