@0xc86f1b7ad3e05924;

# Visits and times by call path.

using Cxx = import "/capnp/c++.capnp";
$Cxx.namespace("vellum::protocol");

using Types = import "types.capnp";

struct CallTreeRequest {
  # Answered by CallTree.
  scope @0 :Types.Scope;
  maxDepth @1 :UInt32 = 0xffffffff;
  # Paths longer than this are left out; outermost = 1.
}

struct CallTree {
  # Nodes in preorder as parallel lists; siblings by region reference, ascending.
  window @0 :Types.TickRange;
  regions @1 :List(UInt32);
  depths @2 :List(UInt32);
  # Outermost = 1.
  parents @3 :List(UInt32);
  # Index into these lists, before the node's own; its own for a root. Anything else: invalidArgument.
  visits @4 :List(UInt64);
  inclusive @5 :List(Int64);
  exclusive @6 :List(Int64);
  minInclusive @7 :List(Int64);
  maxInclusive @8 :List(Int64);
  sumInclusive @9 :List(Int64);
  # As in Profile.

  inclusiveSamples @10 :List(UInt64);
  exclusiveSamples @11 :List(UInt64);
  # Taken in the window, with and without those of longer paths. Both empty where no path has any.
}
