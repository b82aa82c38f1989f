@0x94d2e60b8c1fa537;

# Visits and times, summed.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct ProfileRequest {
  # Answered by Profile.
  scope @0 :Types.Scope;
  by @1 :Types.GroupBy;
  perLocation @2 :Bool;
}

struct Profile {
  # Rows as parallel lists, longest exclusive time first, ties by key. At most 64,000,000 rows.

  window @0 :Types.TickRange;
  # After clipping.

  outside @1 :Int64;
  # Ticks of the selected locations in no region.

  keys @2 :List(UInt32);
  # As `by` of the request says; 0xffffffff: none.

  locations @3 :List(UInt64);
  # Undefined unless per location.

  visits @4 :List(UInt64);
  # That begin in the window.

  inclusive @5 :List(Int64);
  exclusive @6 :List(Int64);
  # Ticks, clipped to the window.

  minInclusive @7 :List(Int64);
  maxInclusive @8 :List(Int64);
  sumInclusive @9 :List(Int64);
  # Of the visits that begin in the window, not clipped; 0 where there is none.
}
