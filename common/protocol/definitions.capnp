@0xa7f31c8e05d2b946;

# Everything a trace defines, in the order of its definitions file. References are the trace's own.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

struct Definitions {
  clock @0 :ClockProperties;
  creator @1 :Data;
  systemTreeNodes @2 :List(SystemTreeNode);
  locationGroups @3 :List(LocationGroup);
  locations @4 :List(Location);
  regions @5 :List(Region);
  groups @6 :List(Group);
  communicators @7 :List(Communicator);
  metricMembers @8 :List(MetricMember);
  # Two definitions of one reference may occur in damaged traces: the first is meant.
}

struct ClockProperties {
  ticksPerSecond @0 :UInt64;
  # At least 1; 0: invalidArgument.

  globalOffset @1 :UInt64;
  # The clock's value at tick 0.

  length @2 :UInt64;
  # The last tick, inclusive, as the trace claims.

  realtimeNs @3 :UInt64;
  # Wall clock at tick 0 in ns since 1970; 0: unknown.
}

struct SystemTreeNode {
  ref @0 :UInt32;
  parent @1 :UInt32;
  # Undefined for a root. Damaged traces may have rings.
  name @2 :Data;
  className @3 :Data;
  # "machine", "node", …
}

struct LocationGroup {
  ref @0 :UInt32;
  parent @1 :UInt32;
  # A system tree node.
  creator @2 :UInt32;
  # Of an accelerator's context: the process that made it; else undefined.
  type @3 :UInt8;
  # OTF2_LocationGroupType.
  name @4 :Data;
}

struct Location {
  ref @0 :UInt64;
  claimedEvents @1 :UInt64;
  # What the definitions say; what was read is in LocationCounts.
  group @2 :UInt32;
  type @3 :UInt8;
  # OTF2_LocationType.
  name @4 :Data;
}

struct Region {
  ref @0 :UInt32;
  beginLine @1 :UInt32;
  endLine @2 :UInt32;
  # 0: unknown.
  role @3 :UInt8;
  # OTF2_RegionRole.
  paradigm @4 :UInt8;
  # OTF2_Paradigm.
  group @5 :UInt8;
  # common/trace/function_group.h, 0 ..= 10; more: invalidArgument.
  name @6 :Data;
  canonicalName @7 :Data;
  sourceFile @8 :Data;
  # Empty: unknown.
}

struct Group {
  ref @0 :UInt32;
  type @1 :UInt8;
  # OTF2_GroupType: says what `members` are.
  paradigm @2 :UInt8;
  name @3 :Data;
  members @4 :List(UInt64);
}

struct Communicator {
  ref @0 :UInt32;
  group @1 :UInt32;
  remoteGroup @2 :UInt32;
  # Undefined but for inter-communicators.
  parent @3 :UInt32;
  name @4 :Data;
}

struct MetricMember {
  ref @0 :UInt32;
  name @1 :Data;
  unit @2 :Data;
}
