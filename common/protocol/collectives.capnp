@0xd74e0b5a92c6f138;

# Collective operations, the records of all members of a communicator together. One belongs to a window
# if something from its first begin to its last end lies in it. Rules: docs/semantics.md, "Collectives".

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct CollectivesRequest {
  # Answered by Collectives.
  scope @0 :Types.Scope;
  # An operation counts if a member of its communicator is selected.
  limit @1 :UInt64;
  # The first so many in the order below; at most 1,000,000, else invalidArgument.
  ends @2 :Bool = false;
  # From part to part of one server: which operations filters of visits leave a member of, by communicator and
  # instance, of a communicator of one location with that as `last`.
}

struct CollectiveMembersRequest {
  # Answered by CollectiveMembers.
  scope @0 :Types.Scope;
  # Members among its locations of which something is in its window.
  communicator @1 :UInt32;
  instance @2 :UInt64;
  # As in Collectives. One that there is not has no members.
  limit @3 :UInt64;
  # The first so many in the order below; at most 1,000,000, else invalidArgument.
}

struct CollectiveMembers {
  # Parallel lists, by definition order of the location.
  window @0 :Types.TickRange;
  communicator @1 :UInt32;
  instance @2 :UInt64;
  count @3 :UInt64;
  # Of all in the window, whatever the limit.
  locations @4 :List(UInt64);
  operations @5 :List(UInt32);
  # As the member says itself; likewise the next.
  roots @6 :List(UInt32);
  begins @7 :List(Int64);
  # Equal to the end where nothing was recorded that began it.
  ends @8 :List(Int64);
  hasBegin @9 :List(Bool);
  bytesSent @10 :List(UInt64);
  bytesReceived @11 :List(UInt64);
}

struct Collectives {
  # Parallel lists, by begin, then reference of the communicator, instance, definition order of `lasts`.
  window @0 :Types.TickRange;
  count @1 :UInt64;
  # Of all in the window, whatever the limit; likewise the next two.
  incomplete @2 :UInt64;
  # With fewer seen than members.
  mismatched @3 :UInt64;
  # With a member that names another operation or root.
  withoutEnd @4 :UInt64;
  # Records of the selected locations over the whole trace; likewise the next two.
  withoutBegin @5 :UInt64;
  strays @6 :UInt64;
  # Of locations that are no member.
  communicators @7 :List(UInt32);
  instances @8 :List(UInt64);
  operations @9 :List(UInt32);
  # OTF2's numbers.
  roots @10 :List(UInt32);
  # 2^32 - 1: none; - 2: each is its own; - 3: in this group of an inter-communicator.
  begins @11 :List(Int64);
  ends @12 :List(Int64);
  members @13 :List(UInt64);
  seen @14 :List(UInt64);
  mismatches @15 :List(UInt64);
  # Members that name another operation or root.
  beginless @16 :List(UInt64);
  # Members without a begin.
  bytesSent @17 :List(UInt64);
  bytesReceived @18 :List(UInt64);
  waits @19 :List(Int64);
  # Ticks: the sum of (last begin - own begin) over the members.
  lasts @20 :List(UInt64);
  # The location that came last.
}
