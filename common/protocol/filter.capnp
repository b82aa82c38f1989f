@0xc3a94d17e60f8b25;

# Filters: which messages, collective operations, I/O and visits a request is about. Rules: docs/semantics.md,
# "Filters".

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

struct NumberRange {
  least @0 :UInt64;
  most @1 :UInt64 = 0xffffffffffffffff;
  # Inside, unlike the ends of other ranges.
}

struct MessageFilter {
  # In each list at most 100,000, else invalidArgument; an empty list: any. Likewise below.
  tags @0 :List(NumberRange);
  communicators @1 :List(UInt32);
  bytes @2 :NumberRange;
  hides @3 :Bool;
  # Leaves what does not fit, instead of what does.
}

struct CollectiveFilter {
  operations @0 :List(UInt32);
  # OTF2's numbers.
  communicators @1 :List(UInt32);
  bytes @2 :NumberRange;
  # Sent and received, of all members together.
  hides @3 :Bool;
}

enum IoKind {
  read @0;   # operations by mode
  write @1;
  flush @2;
  other @3;
  open @4;   # records that are no operation
  close @5;
  seek @6;
}

struct IoFilter {
  paradigms @0 :List(UInt8);
  files @1 :List(UInt32);
  # Handles of one of these or one of the next; both empty: any.
  handles @2 :List(UInt32);
  kinds @3 :List(IoKind);
  flagsSet @4 :UInt32;
  # OTF2's flags of operations: with all of these, with none of the next.
  flagsClear @5 :UInt32;
  hides @6 :Bool;
}

struct VisitFilter {
  regions @0 :List(UInt32);
  groups @1 :UInt16;
  # Of functions of these groups: bit i stands for the group with number i. 0: of any. A bit that stands for
  # none: invalidArgument.
  duration @2 :NumberRange;
  # Ticks of the whole visit.
  hides @3 :Bool;
}

struct RecordFilter {
  # Something is left if every filter of its kind leaves it. At most 64 of a kind, else invalidArgument.
  messages @0 :List(MessageFilter);
  collectives @1 :List(CollectiveFilter);
  io @2 :List(IoFilter);
  visits @3 :List(VisitFilter);
  # A visit that is not left is as if it had never been recorded. Only in `filteredVisits`, else invalidArgument.
}
