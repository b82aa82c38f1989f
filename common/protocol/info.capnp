@0xe5b80d4f2a6c7193;

# Counts of everything, and what the import had to repair.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct InfoRequest {
  # Answered by TraceInfo. Asks nothing further.
}

struct TraceInfo {
  # What each number counts is in docs/semantics.md.

  format @0 :Data;
  # "OTF2".
  creator @1 :Data;
  locations @2 :UInt64;
  locationGroups @3 :UInt64;
  systemTreeNodes @4 :UInt64;
  regions @5 :UInt64;
  metrics @6 :UInt64;
  communicators @7 :UInt64;
  events @8 :UInt64;
  visits @9 :UInt64;
  messages @10 :UInt64;
  messageBytes @11 :UInt64;
  unmatchedSends @12 :UInt64;
  unmatchedReceives @13 :UInt64;
  collectives @14 :UInt64;
  rmaOperations @15 :UInt64;
  rmaBytes @16 :UInt64;
  ioOperations @17 :UInt64;
  ioBytes @18 :UInt64;
  metricSamples @19 :UInt64;
  ticksPerSecond @20 :UInt64;
  lengthTicks @21 :UInt64;
  # As the clock properties claim.
  range @22 :Types.TickRange;
  # Every event lies inside; the window to begin with.
  complete @23 :Bool;
  # False if loading was cancelled: a prefix in time of each location is served.
  importReport @24 :List(ImportReportEntry);
  eventAttributes @25 :UInt64;
  # Carried by events.
  markers @26 :UInt64;
  eventsByKind @27 :List(KindCount);
  # Those that occur.
  launches @28 :UInt64;
  # Device work joined to the host call that launched it.
  workWithoutLaunch @29 :UInt64;
  visitsOf @30 :List(UInt64);
  # By function group, in the order of common/trace/function_group.h; groups that are not there: 0.
  bulk @31 :Types.TickRange;
  # Inside of range: without strays far off, and without a void before or after all events; where a window opens.
  # Empty from servers that do not say it.
}

struct KindCount {
  kind @0 :Data;
  # OTF2's name of the record, or ours.
  count @1 :UInt64;
}

struct ImportReportEntry {
  kind @0 :Data;
  # In kebab-case, one of docs/semantics.md. Clients show kinds they do not know as they are.
  severity @1 :Types.Severity;
  count @2 :UInt64;
  example @3 :Data;
  # The first one, in a sentence with location, tick and numbers.
  places @4 :List(ImportReportPlace);
  # The first of them; what is counted and in none of them was found elsewhere.
}

struct ImportReportPlace {
  file @0 :Data;
  # Empty: no file alone.
  location @1 :Data;
  # Empty: no location alone.
  count @2 :UInt64;
  example @3 :Data;
  # The first one there.
}

struct LocationsRequest {
  # Answered by LocationCounts.
}

struct LocationCounts {
  # All locations in definition order, as parallel lists.
  locations @0 :List(UInt64);
  events @1 :List(UInt64);
  # Records read.
}
