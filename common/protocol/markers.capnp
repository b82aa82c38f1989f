@0xd36e17f05a92c84b;

# Markers: what somebody has written on a trace after it was recorded.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct MarkersRequest {
  # Answered by Markers. Those of a location or location group that is not selected are left out.
  scope @0 :Types.Scope;
  limit @1 :UInt64;
  # The first so many; at most 1,000,000, else invalidArgument.
}

struct Markers {
  # Parallel lists, by tick, then order in the file.
  window @0 :Types.TickRange;
  count @1 :UInt64;
  # Of all in the window, whatever the limit.
  ticks @2 :List(Int64);
  durations @3 :List(UInt64);
  markers @4 :List(UInt32);
  # References of marker definitions.
  scopes @5 :List(UInt8);
  # OTF2_MarkerScope: says what `scopeRefs` are.
  scopeRefs @6 :List(UInt64);
  texts @7 :List(Data);
}
