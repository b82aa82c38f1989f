@0xe1947c2b80d5a36f;

# Counters: samples of metrics over columns of time.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct CountersRequest {
  # Answered by Counters.
  scope @0 :Types.Scope;
  columns @1 :UInt32;
  # As in TimelineRequest.
  metric @2 :Data;
  # The whole name of a metric; empty: all. An unknown one: notFound, naming it.
}

struct Counters {
  # First lists of one entry per row, by location in the order asked, then class or instance, then place
  # in the class; metrics without a sample before the window's end are left out.
  window @0 :Types.TickRange;
  columns @1 :UInt32;
  # At most 65,536, else invalidArgument.
  locations @2 :List(UInt64);
  recordedAs @3 :List(UInt32);
  # References of metric classes or instances.
  metrics @4 :List(UInt32);
  # References of metric members.
  hasBefore @5 :List(Bool);
  before @6 :List(Float64);
  # The last sample before the window; means nothing where `hasBefore` does not hold.
  pointCounts @7 :List(UInt32);
  # Columns of each row that have a sample; their sum is the length of the lists below.

  # Then lists of one entry per column with a sample, those of the first row, of the second, …
  pointColumns @8 :List(UInt32);
  # Strictly increasing within a row, all below `columns`, else invalidArgument.
  samples @9 :List(UInt64);
  # How many; 0: invalidArgument.
  min @10 :List(Float64);
  max @11 :List(Float64);
  mean @12 :List(Float64);
  last @13 :List(Float64);
}
