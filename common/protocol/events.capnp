@0xdc4a9175e3b2f068;

# Raw event records.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct EventsRequest {
  # Answered by Events.
  scope @0 :Types.Scope;
  limit @1 :UInt64;
  # At most 1,000,000, else invalidArgument.
  kinds @2 :List(Data);
  # Only records of these, by OTF2's names; empty: all. An older server answers with all. At most as many as there
  # are kinds, and a name that is none: invalidArgument.
}

struct Events {
  # Parallel lists: by tick, then definition order, then order in the file.
  window @0 :Types.TickRange;
  count @1 :UInt64;
  # Of all in the window, whatever the limit.

  names @2 :List(Data);
  # Table of the names of kinds and attributes, OTF2's own: "Enter", "region", …

  locations @3 :List(UInt64);
  ticks @4 :List(Int64);
  kinds @5 :List(UInt32);
  # Index into `names`, as below; one outside: invalidArgument.

  attributeCounts @6 :List(UInt32);
  # One per event; their sum is the length of the two lists below, else invalidArgument.

  attributeNames @7 :List(UInt32);
  attributeValues @8 :List(UInt64);
  # Signed and floating values by their bits.

  # What some events carry beside their own members, as parallel lists.
  carriedEvents @9 :List(UInt32);
  # Index into `locations` and its like; one outside or smaller than the one before it: invalidArgument.
  carriedAttributes @10 :List(UInt32);
  # References of attributes.
  carriedTypes @11 :List(UInt8);
  # OTF2_Type.
  carriedValues @12 :List(UInt64);
}
