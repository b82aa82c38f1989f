@0xb95e03a8d6f74c21;

# Visits by name, and the call path at one instant.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct SearchRequest {
  # Answered by SearchHits.
  scope @0 :Types.Scope;
  pattern @1 :Data;
  # ECMAScript regular expression, found anywhere in the region's name; at most 4,096 bytes. A bad
  # one: invalidArgument with the reason.
  ignoreCase @2 :Bool;
  backward @3 :Bool;
  # The last `limit` hits instead of the first; in time order all the same.
  limit @4 :UInt64;
  # At most 1,000,000, else invalidArgument. 0: only the count.
  minDuration @5 :Int64;
  after @6 :Int64 = -0x8000000000000000;
  before @7 :Int64 = 0x7fffffffffffffff;
  # Hits begin in [after, before).
  groups @8 :UInt16;
  # Only visits of functions of these groups: bit i stands for the group with number i. 0: of all. A bit
  # that stands for none: invalidArgument.
}

struct SearchHits {
  # Parallel lists: by begin, then definition order of the location, then depth.
  count @0 :UInt64;
  # Of all hits, whatever the limit.
  locations @1 :List(UInt64);
  regions @2 :List(UInt32);
  begins @3 :List(Int64);
  ends @4 :List(Int64);
  depths @5 :List(UInt32);
  # Outermost = 1.
}

struct DetailRequest {
  # Answered by VisitDetail; an unknown location: notFound. Filtered: the visits that hold the tick and are left.
  location @0 :UInt64;
  tick @1 :Int64;
}

struct VisitDetail {
  # Parallel lists, outermost visit first; empty: in no region.
  location @0 :UInt64;
  tick @1 :Int64;
  regions @2 :List(UInt32);
  begins @3 :List(Int64);
  ends @4 :List(Int64);
  exclusive @5 :List(Int64);
  # Of that visit alone, not clipped; with what filters leave out below it.
}
